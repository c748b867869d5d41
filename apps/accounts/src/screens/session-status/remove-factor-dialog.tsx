import { removeSecondFactorCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { Suspense } from 'react';
import { usePorts } from '../../app/ports-context.ts';
import { useTask } from '../../app/use-task.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { pageTexts } from '../page/texts.ts';
import type { Factor } from './factors-section.tsx';
import { factorTexts as texts } from './texts.ts';

export interface RemoveFactorDialogProps {
  readonly factor: Factor;
  readonly onRemoved: () => void;
  readonly onProofNeeded: () => void;
  readonly onCancel: () => void;
}

export function RemoveFactorDialog({ factor, onRemoved, onProofNeeded, onCancel }: RemoveFactorDialogProps) {
  const text = useText();
  const { server } = usePorts();
  const { isBusy, problem, run } = useTask();

  function remove() {
    void run(async () => {
      const outcome = await server.ask(removeSecondFactorCall, { parameters: { id: factor.id } });
      if (!outcome.ok && outcome.problem === 'proof_too_old') onProofNeeded();
      return outcome;
    }, onRemoved);
  }

  return (
    <Suspense>
      <LazyModalDialog
        choices={
          <>
            <Button isBusy={isBusy} kind="primary" onPress={remove}>
              {text(texts.remove)}
            </Button>
            <Button kind="quiet" onPress={onCancel}>
              {text(pageTexts.cancel)}
            </Button>
          </>
        }
        closeLabel={text(pageTexts.close)}
        isOpen
        onClose={onCancel}
        title={text(texts.removeTitle, { name: factor.name })}
      >
        {problem !== null && <ProblemNotice problem={problem} />}
        <p>{text(texts.removeText)}</p>
      </LazyModalDialog>
    </Suspense>
  );
}
