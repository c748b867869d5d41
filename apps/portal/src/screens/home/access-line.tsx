import { useText } from '@vestibule/texts';
import { Button, lazyPart, LostPart } from '@vestibule/ui';
import { startTransition, Suspense, useCallback, useState } from 'react';
import type { AskAccessFormProps, AskAccessProps } from '../support/ask-access.tsx';
import styles from './access-line.module.css';
import { homeTexts } from './texts.ts';

const AskAccess = lazyPart<AskAccessFormProps>(
  async () => (await import('../support/ask-access.tsx')).AskAccess,
  LostPart,
);

/** For someone who cannot repair it now: one line until they want it, or until support has answered. */
export function AccessLine({ access }: { readonly access: AskAccessProps }) {
  const text = useText();
  const { state, refusal } = access;
  const [stage, setStage] = useState<'never-open' | 'open' | 'closed'>('never-open');
  const close = useCallback(() => setStage('closed'), []);
  // What was asked for and is over stands there as the line again.
  if (stage === 'open' && state === 'asked') setStage('never-open');
  const isShut = stage !== 'open' && refusal === null && (state === 'open' || state === 'failed');
  return (
    // The line keeps its place, and the focus, until the form is there.
    <Suspense>
      {isShut ? (
        <Button
          className={styles['link']}
          kind="link"
          onPress={() => startTransition(() => setStage('open'))}
          takesFocus={stage === 'closed'}
        >
          {text(homeTexts.askAccess)}
        </Button>
      ) : (
        <div className={styles['form']}>
          <AskAccess {...access} takesFocus={stage === 'open'} {...(refusal === null && { onClose: close })} />
        </div>
      )}
    </Suspense>
  );
}
