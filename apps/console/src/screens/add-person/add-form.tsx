import { adminAddPersonCall, adminPeopleCall } from '@vestibule/contracts';
import { type Text, useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { type FocusEvent, useRef, useState } from 'react';
import type { Problem } from '../../adapters/outcome.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useCompany } from '../../hooks/use-company.ts';
import blocks from '../../parts/blocks.module.css';
import { ChangeDialog, type ResultOfChange } from '../../parts/change-dialog.tsx';
import form from '../../parts/form.module.css';
import { actTexts, personTexts } from '../person/texts.ts';
import { ABOUT_PERSON } from '../person/use-person.ts';
import { ADD_COMMANDS } from './commands.ts';
import { type Field, FIELDS, type NewPerson, NOTHING_TYPED, readPerson } from './read-person.ts';
import { addPersonTexts as texts, wrongTexts } from './texts.ts';

export interface AddFormProps {
  readonly onAdded: (person: NewPerson, personId: string, isInviting: boolean) => void;
  readonly onClose: () => void;
  /** Null until they are added. */
  readonly result: ResultOfChange | null;
}

/** Who it is. What is wrong with a field stands at it, once the person has left it or goes on. */
export function AddForm({ onAdded, onClose, result }: AddFormProps) {
  const text = useText();
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [wantsLink, setWantsLink] = useState(true);
  const box = useRef<HTMLDivElement>(null);
  const { person, wrong } = readPerson(typed);
  const signsInHere = useCompany()?.isPasswordOffered ?? true;
  const isInviting = signsInHere && wantsLink;
  const { server } = usePorts();
  /** What another person has already. */
  const [taken, setTaken] = useState<{ readonly field: 'login' | 'email'; readonly value: string } | null>(null);

  function leave({ target }: FocusEvent) {
    if (target instanceof HTMLInputElement) setLeft((before) => [...before, target.name]);
  }

  function focus(field: Field | undefined) {
    box.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();
  }

  /** The refusal says in a sentence alone which of the two it is: the list knows. */
  async function onRefused({ code }: Problem) {
    setTaken(null);
    if (code !== 'already_there' || person === null) return;
    const found = await server.ask(adminPeopleCall, { query: { login: person.login, limit: '1' } });
    if (!found.ok) return;
    const field = found.body.total > 0 ? 'login' : 'email';
    setTaken({ field, value: typed[field] });
    focus(field);
  }

  function errorOf(field: Field): string | null {
    if (field === taken?.field && typed[field] === taken.value) {
      return text(field === 'login' ? wrongTexts.loginTaken : wrongTexts.emailTaken);
    }
    return left.includes(field) && wrong.includes(field) ? text(wrongTexts[field]) : null;
  }

  const field = (name: Field, label: Text) => (
    <TextField
      autoComplete="off"
      error={errorOf(name)}
      label={text(label)}
      name={name}
      onChange={(value) => setTyped({ ...typed, [name]: value })}
      type={name === 'email' ? 'email' : 'text'}
      value={typed[name]}
    />
  );

  return (
    <ChangeDialog
      call={adminAddPersonCall}
      command={person === null ? '' : ADD_COMMANDS.add(person, isInviting)}
      confirm={text(texts.confirm, { name: person?.displayName ?? '' })}
      fields={{
        onIncomplete() {
          setLeft(FIELDS);
          focus(wrong[0]);
        },
        onRefused: (problem) => void onRefused(problem),
        isRefusalSaid: taken !== null,
      }}
      input={person === null ? null : { body: person }}
      makesOld={ABOUT_PERSON}
      onClose={onClose}
      onDone={({ personId }) => {
        if (person !== null && personId !== null) onAdded(person, personId, isInviting);
      }}
      result={result}
      title={text(texts.title)}
    >
      <div className={form['form']} onBlur={leave} ref={box}>
        {field('displayName', texts.name)}
        {field('email', personTexts.email)}
        <div className={form['pair']}>
          {field('login', personTexts.login)}
          {field('type', personTexts.type)}
        </div>
        {field('groups', actTexts.groupsField)}
        {signsInHere ? (
          <label className={form['box']}>
            <input checked={wantsLink} onChange={({ target }) => setWantsLink(target.checked)} type="checkbox" />
            <span>
              {text(texts.invite)}
              <span className={blocks['hint']}>{text(texts.inviteHint)}</span>
            </span>
          </label>
        ) : (
          <p className={blocks['hint']}>{text(texts.upstreamHint)}</p>
        )}
      </div>
    </ChangeDialog>
  );
}
