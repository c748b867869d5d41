import { adminSetGateCall, type CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { type Accepted, ChangeDialog } from '../../parts/change-dialog.tsx';
import { ImpactOf } from '../../parts/impact/impact.tsx';
import { GATE_COMMANDS } from './commands.ts';
import { gateActTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';

/** Closes the gate: first whom that would stop, by name, and with the number to type where they are many. */
export function EnforceDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const { tell } = useAnnouncer();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const input = (accepted: number | null) => ({
    body: { state: 'enforcing', reason, ...(accepted !== null && { acceptBlocking: accepted }) } as const,
  });
  const accepted = ({ impact }: CallBody<typeof adminSetGateCall>): Accepted<typeof adminSetGateCall> | null =>
    impact?.isOverLimit === true
      ? {
          number: impact.toAccept,
          label: text(texts.accept, { percent: impact.limitPercent, count: impact.toAccept }),
          input: input(impact.toAccept),
          command: GATE_COMMANDS.enforce(reason, impact.toAccept),
        }
      : null;
  return (
    <ChangeDialog
      accepted={accepted}
      call={adminSetGateCall}
      command={GATE_COMMANDS.enforce(reason, null)}
      confirm={({ impact }) =>
        impact === null ? text(texts.enforce) : text(texts.enforceConfirm, { count: impact.toAccept })
      }
      renderDetails={({ impact }) => impact !== null && <ImpactOf impact={impact} />}
      input={reason === '' ? null : input(null)}
      isGrave
      lead={text(texts.enforceLead)}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={() => {
        onClose();
        tell(text(texts.enforceDone));
      }}
      title={text(texts.enforce)}
    >
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
    </ChangeDialog>
  );
}
