import { adminBeginStageCall, type CallBody } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { TextField } from '@vestibule/ui';
import { useState } from 'react';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { type Accepted, ChangeDialog } from '../../parts/change-dialog.tsx';
import { ImpactOf } from '../../parts/impact/impact.tsx';
import { GATE_COMMANDS } from './commands.ts';
import { gateActTexts, stageActTexts as texts } from './texts.ts';
import { ABOUT_GATE } from './use-gate.ts';
import { type Stage, useTakePlan } from './use-stages.ts';

export interface BeginDialogProps {
  readonly stage: Stage;
  /** Of the plan that the person looks at: one that was changed meanwhile is not begun. */
  readonly version: string;
  readonly onClose: () => void;
}

/** Begins a stage: judged again, whom it stops by name, why, and for how many. */
export function BeginDialog({ stage, version, onClose }: BeginDialogProps) {
  const text = useText();
  const { tell } = useAnnouncer();
  const takePlan = useTakePlan();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const { number, name, people } = stage;
  const input = (accepted: number | null) => ({
    parameters: { number: String(number) },
    query: { ifVersion: version },
    body: { reason, ...(accepted !== null && { acceptBlocking: accepted }) },
  });
  const accepted = ({ impact }: CallBody<typeof adminBeginStageCall>): Accepted<typeof adminBeginStageCall> | null =>
    impact.isOverLimit && impact.toAccept > (stage.acceptBlocking ?? 0)
      ? {
          number: impact.toAccept,
          label: text(gateActTexts.accept, { percent: impact.limitPercent, count: impact.toAccept }),
          input: input(impact.toAccept),
          command: GATE_COMMANDS.beginStage(number, reason, impact.toAccept),
        }
      : null;
  return (
    <ChangeDialog
      accepted={accepted}
      call={adminBeginStageCall}
      command={GATE_COMMANDS.beginStage(number, reason, null)}
      confirm={text(texts.beginFor, { number, count: people })}
      input={reason === '' ? null : input(null)}
      isGrave
      lead={text(texts.beginLead)}
      makesOld={ABOUT_GATE}
      onClose={onClose}
      onDone={({ plan: planned }) => {
        takePlan(planned);
        onClose();
        tell(text(texts.begun, { name }));
      }}
      renderDetails={({ impact }) => <ImpactOf impact={impact} />}
      title={text(texts.begin, { number, name })}
    >
      <TextField
        autoComplete="off"
        label={text(gateActTexts.reason)}
        name="reason"
        onChange={setReason}
        value={typed}
      />
    </ChangeDialog>
  );
}
