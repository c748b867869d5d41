import { adminPolicyVersionCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button } from '@vestibule/ui';
import { useState } from 'react';
import { useAnswer } from '../../hooks/use-answer.ts';
import { CommandLine } from '../../parts/command.tsx';
import { LoadingRows, NotLoaded } from '../../parts/state.tsx';
import { POLICY_COMMANDS } from './commands.ts';
import { DifferenceOf } from './difference-of.tsx';
import styles from './policy.module.css';
import { PublishDialog } from './publish-dialog.tsx';
import { policyActTexts as acts, policyTexts as texts } from './texts.ts';
import type { Held } from './use-draft.ts';

export interface VersionDetailProps {
  readonly id: string;
  readonly isNewest: boolean;
  /** Null: who may only look. */
  readonly held: Held | null;
}

/** What changed in one version, and the way back to it, or from the newest one to the one before. */
export function VersionDetail({ id, isNewest, held }: VersionDetailProps) {
  const text = useText();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = useAnswer(adminPolicyVersionCall, { parameters: { id } });
  if (data === undefined || data.id !== id) {
    return error === null ? (
      <LoadingRows count={2} />
    ) : (
      <NotLoaded onTryAgain={() => void refetch()} problem={error.problem} />
    );
  }
  const before = data.before?.text ?? '';
  const target = isNewest ? before : data.text;
  const act = text(isNewest ? acts.takeBack : acts.restore);
  return (
    <div className={styles['detail']}>
      <DifferenceOf after={data.text} before={before} label={text(texts.whatChanged)} />
      {held !== null && target !== '' && (
        <div>
          <Button onPress={() => setIsOpen(true)}>{act}…</Button>
        </div>
      )}
      <CommandLine command={POLICY_COMMANDS.showOf(id)} />
      {isOpen && held !== null && (
        <PublishDialog
          done={text(isNewest ? acts.takenBack : acts.restored)}
          held={held}
          lead={text(acts.restoreLead)}
          onClose={() => setIsOpen(false)}
          onDone={() => undefined}
          text={target}
          title={act}
          version={held.version}
        />
      )}
    </div>
  );
}
