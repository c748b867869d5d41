import { eulaCall } from '@vestibule/contracts';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, RestrictedHtml, SkeletonRows } from '@vestibule/ui';
import { Suspense } from 'react';
import { useAnswer } from '../../app/use-answer.ts';
import { ProblemNotice } from '../page/problem-notice.tsx';
import { pageTexts } from '../page/texts.ts';
import { signupTexts as texts } from './texts.ts';

export interface AgreementDialogProps {
  readonly onAccept: () => void;
  readonly onCancel: () => void;
}

/** The licence agreement. It cannot be accepted before it is there. */
export function AgreementDialog({ onAccept, onCancel }: AgreementDialogProps) {
  const text = useText();
  const [agreement, ask] = useAnswer(eulaCall);
  return (
    <Suspense>
      <LazyModalDialog
        choices={
          <>
            {agreement.state === 'problem' ? (
              <Button onPress={() => void ask()}>{text(pageTexts.tryAgain)}</Button>
            ) : (
              <Button isBusy={agreement.state === 'loading'} kind="primary" onPress={onAccept}>
                {text(texts.accept)}
              </Button>
            )}
            <Button kind="quiet" onPress={onCancel}>
              {text(pageTexts.cancel)}
            </Button>
          </>
        }
        closeLabel={text(pageTexts.close)}
        isOpen
        onClose={onCancel}
        title={text(texts.agreement)}
      >
        {agreement.state === 'ready' && <RestrictedHtml html={agreement.body.text} />}
        {agreement.state === 'loading' && <SkeletonRows count={2} />}
        {agreement.state === 'problem' && <ProblemNotice problem={agreement.problem} />}
      </LazyModalDialog>
    </Suspense>
  );
}
