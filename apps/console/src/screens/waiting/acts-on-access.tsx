import {
  adminApproveAccessCall,
  adminGrantAccessCall,
  adminRefuseAccessCall,
  adminRevokeAccessCall,
  type CallBody,
} from '@vestibule/contracts';
import { isolated, useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { Undo } from '../../parts/undo.tsx';
import { WAITING_COMMANDS } from './commands.ts';
import { answerTexts as texts } from './texts.ts';
import { ABOUT_WAITING, type AccessRequest } from './use-waiting.ts';
import { nameIn } from './waiting-items.tsx';
import styles from './waiting.module.css';

export type AccessAct = 'give' | 'refuse' | 'second';

interface ActProps {
  readonly request: Pick<
    AccessRequest,
    'id' | 'personId' | 'login' | 'displayName' | 'applicationId' | 'applicationName' | 'reason'
  >;
  readonly onClose: () => void;
}

/** The window of one answer to a person who asks for access, or to access that wants a second administrator. */
export function AccessActs({ act, ...props }: ActProps & { readonly act: AccessAct }) {
  switch (act) {
    case 'give':
      return <GiveAct {...props} />;
    case 'refuse':
      return <RefuseAct {...props} />;
    case 'second':
      return <SecondAct {...props} />;
    default:
      return act satisfies never;
  }
}

const HOURS = [1, 4, 8, 24] as const;
const HOURS_USUAL = 4;

function GiveAct({ request, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [hours, setHours] = useState<number>(HOURS_USUAL);
  const [typed, setReason] = useState(request.reason);
  const reason = typed.trim();
  const name = isolated(nameIn(request));
  const { personId, applicationId, applicationName, login } = request;
  function done({ grantId, waitsForApproval }: CallBody<typeof adminGrantAccessCall>) {
    onClose();
    tell(
      waitsForApproval ? text(texts.givenWaits, { name }) : text(texts.given, { name, hours }),
      grantId !== null && (
        <Undo
          call={adminRevokeAccessCall}
          input={{ parameters: { id: grantId } }}
          makesOld={ABOUT_WAITING}
          said={text(texts.undone, { name })}
        />
      ),
    );
  }

  return (
    <ChangeDialog
      call={adminGrantAccessCall}
      command={WAITING_COMMANDS.give(login ?? personId, hours, reason, applicationName)}
      confirm={text(texts.giveConfirm, { name, hours })}
      input={
        reason === '' ? null : { body: { personId, applicationId, hours, reason, uses: 1, overridesStopper: false } }
      }
      makesOld={ABOUT_WAITING}
      onClose={onClose}
      onDone={done}
      title={text(texts.give)}
    >
      <fieldset className={styles['hours']}>
        <legend>{text(texts.hours)}</legend>
        {HOURS.map((one) => (
          <label key={one}>
            <input checked={one === hours} name="hours" onChange={() => setHours(one)} type="radio" />
            {text(texts.hoursShort, { hours: one })}
          </label>
        ))}
      </fieldset>
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}

function RefuseAct({ request, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const name = isolated(nameIn(request));
  return (
    <ChangeDialog
      call={adminRefuseAccessCall}
      command={WAITING_COMMANDS.refuse(request.id, reason)}
      confirm={text(texts.refuseTitle, { name })}
      input={reason === '' ? null : { parameters: { id: request.id }, body: { reason } }}
      makesOld={ABOUT_WAITING}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.refuseDone, { name }));
      }}
      title={text(texts.refuseTitle, { name })}
    >
      <TextField autoComplete="off" label={text(texts.refusal)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}

function SecondAct({ request, onClose }: ActProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const name = isolated(nameIn(request));
  function done() {
    onClose();
    tell(
      text(texts.secondDone, { name }),
      <Undo
        call={adminRevokeAccessCall}
        input={{ parameters: { id: request.id } }}
        makesOld={ABOUT_WAITING}
        said={text(texts.undone, { name })}
      />,
    );
  }

  return (
    <ChangeDialog
      call={adminApproveAccessCall}
      command={WAITING_COMMANDS.second(request.id)}
      confirm={text(texts.secondTitle, { name })}
      input={{ parameters: { id: request.id } }}
      makesOld={ABOUT_WAITING}
      onClose={onClose}
      onDone={done}
      title={text(texts.secondTitle, { name })}
    />
  );
}
