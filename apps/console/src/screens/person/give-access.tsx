import {
  adminApplicationsCall,
  adminGrantAccessCall,
  adminRevokeAccessCall,
  type CallBody,
} from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { type SubmitEvent, useId, useState } from 'react';
import { isAtLeast, useMe } from '../../hooks/me-context.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { Block } from '../../parts/block.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { Undo } from '../../parts/undo.tsx';
import { PERSON_COMMANDS } from './commands.ts';
import styles from '../../parts/form.module.css';
import { accessTexts as texts, personTexts } from './texts.ts';
import { ABOUT_PERSON, type Person } from './use-person.ts';

const HOURS = [1, 4, 8, 24] as const;
const USES = [1, 3, 10] as const;

/** Lets a person in for a while: what it comes to is shown first, and it can be taken back. */
export function GiveAccess({ person }: { readonly person: Person }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const mayPassStoppers = isAtLeast(useMe().role, 'administrator');
  const applications = useAnswer(adminApplicationsCall).data?.applications ?? [];
  const [hours, setHours] = useState<number>(4);
  const [uses, setUses] = useState<number>(1);
  const [applicationId, setApplicationId] = useState<string | null>(null);
  const [overridesStopper, setOverridesStopper] = useState(false);
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const reasonId = useId();
  const name = person.displayName;
  const application = applications.find(({ id }) => id === applicationId)?.name ?? null;
  const wanted = { hours, uses, overridesStopper, reason: reason.trim() };

  function submit(event: SubmitEvent) {
    event.preventDefault();
    setIsMissing(wanted.reason === '');
    setIsOpen(wanted.reason !== '');
  }

  function done({ grantId, waitsForApproval }: CallBody<typeof adminGrantAccessCall>) {
    setIsOpen(false);
    setReason('');
    const sentence = waitsForApproval ? text(texts.waits) : text(texts.given, { name, hours });
    tell(
      sentence,
      grantId !== null && (
        <Undo
          call={adminRevokeAccessCall}
          input={{ parameters: { id: grantId } }}
          makesOld={ABOUT_PERSON}
          said={text(texts.ended, { name })}
        />
      ),
    );
  }

  return (
    <Block title={text(texts.title)}>
      <form className={styles['form']} noValidate onSubmit={submit}>
        <div>
          <span className={styles['label']}>{text(texts.hours)}</span>
          <fieldset aria-label={text(texts.hours)} className={styles['hours']}>
            {HOURS.map((one) => (
              <label key={one}>
                <input checked={one === hours} name="hours" onChange={() => setHours(one)} type="radio" />
                {text(texts.hoursShort, { hours: one })}
              </label>
            ))}
          </fieldset>
        </div>
        <div className={styles['pair']}>
          <label>
            <span className={styles['label']}>{text(texts.application)}</span>
            <select
              className={styles['field']}
              onChange={({ target }) => setApplicationId(target.value === '' ? null : target.value)}
              value={applicationId ?? ''}
            >
              <option value="">{text(personTexts.everyApplication)}</option>
              {applications.map(({ id, name: option }) => (
                <option key={id} value={id}>
                  {option}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className={styles['label']}>{text(texts.uses)}</span>
            <select
              className={styles['field']}
              onChange={({ target }) => setUses(Number(target.value))}
              value={String(uses)}
            >
              {USES.map((one) => (
                <option key={one} value={String(one)}>
                  {text(texts.usesCount, { uses: one })}
                </option>
              ))}
            </select>
          </label>
        </div>
        <label>
          <span className={styles['label']}>{text(texts.reason)}</span>
          <textarea
            aria-describedby={isMissing ? reasonId : undefined}
            aria-invalid={isMissing}
            className={styles['field']}
            maxLength={500}
            onChange={({ target }) => setReason(target.value.replaceAll(/\s/g, ' '))}
            rows={2}
            value={reason}
          />
          {isMissing && (
            <span className={styles['error']} id={reasonId}>
              {text(texts.reasonMissing)}
            </span>
          )}
        </label>
        {mayPassStoppers && (
          <label className={styles['box']}>
            <input
              checked={overridesStopper}
              onChange={({ target }) => setOverridesStopper(target.checked)}
              type="checkbox"
            />
            {text(texts.pastStoppers)}
          </label>
        )}
        <Button kind="primary" type="submit">
          {text(texts.confirm, { name, hours })}…
        </Button>
      </form>
      {isOpen && (
        <ChangeDialog
          call={adminGrantAccessCall}
          command={PERSON_COMMANDS.grant(person.login, { ...wanted, application })}
          confirm={text(texts.confirm, { name, hours })}
          input={{ body: { personId: person.id, applicationId, ...wanted } }}
          makesOld={ABOUT_PERSON}
          onClose={() => setIsOpen(false)}
          onDone={done}
          title={text(texts.title)}
        />
      )}
    </Block>
  );
}
