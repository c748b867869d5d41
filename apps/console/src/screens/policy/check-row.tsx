import type { CheckType } from '@vestibule/contracts';
import { type CheckPolicy, isSame, type Severity } from '@vestibule/policy';
import { isolated, useText } from '@vestibule/texts';
import { Button, classes } from '@vestibule/ui';
import { useId, useState } from 'react';
import { checkTexts } from '../../parts/checks/texts.ts';
import { useTimes } from '../../parts/use-times.ts';
import { CheckOptions } from './check-options.tsx';
import { CheckRules } from './check-rules.tsx';
import { FlagField, Why } from './fields.tsx';
import styles from './policy.module.css';
import { SeverityControl } from './severity-control.tsx';
import { policyFormTexts as texts } from './texts.ts';
import type { Draft, Refused } from './use-draft.ts';
import { useWhat } from './use-what.ts';

export interface CheckRowProps {
  readonly type: CheckType;
  readonly check: CheckPolicy | undefined;
  /** As the policy says that the text was made from. */
  readonly before: CheckPolicy | undefined;
  readonly draft: Draft;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One check of the form: how hard it is, and on demand dates, limits, rules and exemptions. */
export function CheckRow({ type, check, before, draft, isOpen, onToggle }: CheckRowProps) {
  const text = useText();
  const what = useWhat();
  const id = useId();
  const [refused, setRefused] = useState<Refused>(null);
  const name = text(checkTexts[type]);
  const isChanged = !isSame(check ?? null, before ?? null);
  const { more } = what(check);
  const was = what(before);
  return (
    <li className={styles['check']}>
      <div>
        {isChanged && <span aria-label={text(texts.changed)} className={styles['dot']} role="img" />}
        <b>{name}</b>
        {more !== '' && <span className={styles['sub']}>{more}</span>}
        {isChanged && (
          <span className={styles['sub']}>
            {text(texts.was, { what: [was.severity, was.more].filter((one) => one !== '').join(' · ') })}
          </span>
        )}
      </div>
      <SeverityControl
        label={text(texts.severityOf, { check: name })}
        onChoose={(severity) => setRefused(chooseSeverity(draft, type, { severity, check, before }))}
        value={check?.severity ?? 'off'}
      />
      {check !== undefined && (
        <button
          aria-controls={isOpen ? id : undefined}
          aria-expanded={isOpen}
          aria-label={text(texts.more, { check: name })}
          className={classes(styles['more'], styles['own'])}
          onClick={onToggle}
          type="button"
        >
          {text(texts.moreShort)}
        </button>
      )}
      {refused !== null && <Why refused={refused} />}
      {isOpen && check !== undefined && (
        <div className={styles['options']} id={id}>
          <CheckOptions
            draft={draft}
            path={['checks', type]}
            said={check}
            type={type}
            unknownStandard={text(texts.asForAll)}
          />
          <FlagField
            isOn={check.reportOnly}
            label={text(texts.reportOnly)}
            onCommit={(isOn) => draft.edit({ path: ['checks', type, 'reportOnly'], value: isOn ? true : undefined })}
          />
          <CheckRules check={check} draft={draft} type={type} />
          <Exemptions check={check} draft={draft} type={type} />
        </div>
      )}
    </li>
  );
}

interface Choice {
  readonly severity: Severity;
  readonly check: CheckPolicy | undefined;
  readonly before: CheckPolicy | undefined;
}

/** A check that the text does not have is put there, and one that was put there and is off again goes. */
function chooseSeverity(draft: Draft, type: CheckType, { severity, check, before }: Choice): Refused {
  const path = ['checks', type];
  if (check === undefined) return draft.edit({ path, value: { severity } });
  if (severity === 'off' && before === undefined) return draft.edit({ path, value: undefined });
  return draft.edit({ path: [...path, 'severity'], value: severity });
}

interface ExemptionsProps {
  readonly type: CheckType;
  readonly check: CheckPolicy;
  readonly draft: Draft;
}

/** Whom it does not hold for, until when and why; each can be taken out. */
function Exemptions({ type, check, draft }: ExemptionsProps) {
  const text = useText();
  const times = useTimes();
  const [refused, setRefused] = useState<Refused>(null);
  if (check.exemptions.length === 0) return null;
  return (
    <section className={styles['rules']}>
      <h3>{text(texts.exempt)}</h3>
      <ul>
        {check.exemptions.map((exemption, index) => {
          const who = isolated('login' in exemption ? exemption.login : exemption.deviceId);
          return (
            <li className={styles['exempt']} key={`${who}.${exemption.until}`}>
              <span>
                {text(texts.exemptUntil, { who, day: times.day(exemption.until), why: isolated(exemption.why) })}
              </span>
              <Button
                kind="quiet"
                label={text(texts.takeOutOf, { name: who })}
                onPress={() =>
                  setRefused(draft.edit({ path: ['checks', type, 'exemptions', index], value: undefined }))
                }
              >
                {text(texts.takeOut)}
              </Button>
            </li>
          );
        })}
      </ul>
      {refused !== null && <Why refused={refused} />}
    </section>
  );
}
