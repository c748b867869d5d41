import { adminApplyPolicyCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, TextField } from '@vestibule/ui';
import { useState } from 'react';
import type { Answered } from '../../hooks/answered.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useAnnouncer } from '../../parts/announcer.tsx';
import { type Accepted, ChangeDialog } from '../../parts/change-dialog.tsx';
import { ImpactOf } from '../../parts/impact/impact.tsx';
import { Undo } from '../../parts/undo.tsx';
import { POLICY_COMMANDS, POLICY_FILE } from './commands.ts';
import { DifferenceOf } from './difference-of.tsx';
import { policyActTexts as texts, policyTexts } from './texts.ts';
import type { Held } from './use-draft.ts';
import { ABOUT_POLICY } from './use-policy.ts';

export interface PublishDialogProps {
  readonly title: string;
  readonly lead: string;
  /** What holds now, and what is taken back to. */
  readonly held: Held;
  readonly text: string;
  /** The version that the text was made from. */
  readonly version: string;
  /** Said when it holds. */
  readonly done: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Publishes a text: line by line what changes, whom it stops, why, and the number to type where they are many. */
export function PublishDialog(props: PublishDialogProps) {
  const { title, lead, held, text: policy, version, done, onDone, onClose } = props;
  const text = useText();
  const { browser } = usePorts();
  const { tell } = useAnnouncer();
  const [typed, setReason] = useState('');
  const reason = typed.trim();
  const input = (accepted: number | null) => ({
    body: { text: policy, reason, ...(accepted !== null && { acceptBlocking: accepted }) },
    query: { ifVersion: version },
  });
  const accepted = ({ impact }: Answered<typeof adminApplyPolicyCall>): Accepted<typeof adminApplyPolicyCall> | null =>
    impact.isOverLimit
      ? {
          number: impact.toAccept,
          label: text(texts.accept, { percent: impact.limitPercent, count: impact.toAccept }),
          input: input(impact.toAccept),
          command: POLICY_COMMANDS.apply({ version, reason, accepted: impact.toAccept }),
        }
      : null;

  function finish(body: Answered<typeof adminApplyPolicyCall>) {
    const inverse = { body: { text: held.text, reason: text(texts.undone) }, query: { ifVersion: body.version } };
    onDone();
    onClose();
    tell(
      done,
      <Undo call={adminApplyPolicyCall} input={inverse} makesOld={ABOUT_POLICY} said={text(texts.takenBack)} />,
    );
  }

  return (
    <ChangeDialog
      accepted={accepted}
      call={adminApplyPolicyCall}
      command={POLICY_COMMANDS.apply({ version, reason, accepted: null })}
      confirm={({ impact }) => text(texts.publishConfirm, { count: impact.newlyBlocked })}
      input={reason === '' ? null : input(null)}
      isGrave={({ impact }) => impact.newlyBlocked > 0}
      lead={lead}
      makesOld={ABOUT_POLICY}
      onClose={onClose}
      onDone={finish}
      renderDetails={({ impact }) => <ImpactOf impact={impact} />}
      title={title}
    >
      <DifferenceOf after={policy} before={held.text} label={text(policyTexts.whatChanged)} />
      <TextField autoComplete="off" label={text(texts.reason)} name="reason" onChange={setReason} value={typed} />
      <div>
        <Button kind="quiet" onPress={() => browser.save(POLICY_FILE, policy)}>
          {text(texts.saveText)}
        </Button>
      </div>
    </ChangeDialog>
  );
}
