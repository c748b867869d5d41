import { type Text, useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { type FocusEvent, type RefObject, useId } from 'react';
import form from '../../parts/form.module.css';
import { type Field, fieldsOf, type Source, SOURCES, type Typed } from './read-application.ts';
import { addApplicationTexts as texts, applicationsTexts, wrongApplicationTexts } from './texts.ts';

const LABELS: { readonly [source in Source]: Text } = {
  'saml-metadata-url': texts.byAddress,
  'saml-metadata': texts.byFile,
  'saml-record': texts.byHand,
  oidc: applicationsTexts.oidc,
};

export interface ApplicationFieldsProps {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly source: Source;
  readonly typed: Typed;
  /** Those that were left, or gone past, with something wrong in them. */
  readonly wrong: readonly Field[];
  readonly onChange: (field: Field, value: string) => void;
  readonly onLeave: (field: Field) => void;
  readonly onSource: (source: Source) => void;
}

/** What the application is, by the way it tells of itself. What is wrong with a field stands at it, once it was left. */
export function ApplicationFields({ box, source, typed, wrong, onChange, onLeave, onSource }: ApplicationFieldsProps) {
  const text = useText();
  const fields = fieldsOf(source);

  function leave({ target }: FocusEvent) {
    const field = fields.find((one) => one === target.getAttribute('name'));
    if (field !== undefined) onLeave(field);
  }

  const errorOf = (field: Field) => (wrong.includes(field) ? text(wrongApplicationTexts[field]) : null);
  const line = (name: Field, label: Text) => (
    <TextField
      autoComplete="off"
      error={errorOf(name)}
      label={text(label)}
      name={name}
      onChange={(value) => onChange(name, value)}
      value={typed[name]}
    />
  );
  return (
    <div className={form['form']} onBlur={leave} ref={box}>
      {line('name', texts.name)}
      <div>
        <span className={form['label']}>{text(texts.source)}</span>
        <fieldset aria-label={text(texts.source)} className={form['hours']}>
          {SOURCES.map((one) => (
            <label key={one}>
              <input checked={one === source} name="source" onChange={() => onSource(one)} type="radio" />
              {text(LABELS[one])}
            </label>
          ))}
        </fieldset>
      </div>
      {source === 'saml-metadata-url' && line('url', texts.url)}
      {source === 'saml-metadata' && <MetadataFile error={errorOf('xml')} onRead={(xml) => onChange('xml', xml)} />}
      {source === 'saml-record' && (
        <>
          {line('entityId', texts.entityId)}
          {line('acsUrl', texts.acsUrl)}
        </>
      )}
      {source === 'oidc' && (
        <Addresses
          error={errorOf('redirectUris')}
          onChange={(value) => onChange('redirectUris', value)}
          value={typed.redirectUris}
        />
      )}
      {line('startUrl', texts.startUrl)}
    </div>
  );
}

interface AddressesProps {
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (value: string) => void;
}

function Addresses({ value, error, onChange }: AddressesProps) {
  const text = useText();
  const errorId = useId();
  return (
    <label>
      <span className={form['label']}>{text(texts.redirectUris)}</span>
      <textarea
        aria-describedby={error === null ? undefined : errorId}
        aria-invalid={error !== null}
        className={form['field']}
        name="redirectUris"
        onChange={({ target }) => onChange(target.value)}
        rows={2}
        spellCheck={false}
        value={value}
      />
      {error !== null && (
        <span className={form['error']} id={errorId}>
          {error}
        </span>
      )}
    </label>
  );
}

function MetadataFile({ error, onRead }: { readonly error: string | null; readonly onRead: (xml: string) => void }) {
  const text = useText();
  const errorId = useId();
  return (
    <label>
      <span className={form['label']}>{text(texts.file)}</span>
      <input
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        aria-describedby={error === null ? undefined : errorId}
        aria-invalid={error !== null}
        className={form['field']}
        name="xml"
        onChange={({ target }) => {
          onRead('');
          void target.files?.[0]?.text().then(onRead);
        }}
        type="file"
      />
      {error !== null && (
        <span className={form['error']} id={errorId}>
          {error}
        </span>
      )}
    </label>
  );
}
