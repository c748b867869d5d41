import type { ModalActions } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, LiveDot, MovingBar } from '@vestibule/ui';
import styles from './watching.module.css';
import { encryptionTexts, modalTexts } from './texts.ts';

export interface EncryptionDialogProps {
  readonly step: 'asking' | 'running';
  readonly isOpen: boolean;
  readonly actions: ModalActions;
}

/** Stands before the fix that takes long, and while it runs; closes by itself when the check passes. */
export function EncryptionDialog({ step, isOpen, actions }: EncryptionDialogProps) {
  const text = useText();
  const isAsking = step === 'asking';
  return (
    <LazyModalDialog
      choices={
        isAsking ? (
          <>
            <Button kind="primary" onPress={actions.continueEncryption}>
              {text(modalTexts.continue)}
            </Button>
            <Button kind="quiet" onPress={actions.close}>
              {text(encryptionTexts.later)}
            </Button>
          </>
        ) : (
          <>
            <span className={styles['watching']}>
              <LiveDot />
              {text(modalTexts.watching)}
            </span>
            <Button onPress={actions.close}>{text(modalTexts.close)}</Button>
          </>
        )
      }
      closeLabel={text(modalTexts.close)}
      isOpen={isOpen}
      onClose={actions.close}
      title={text(encryptionTexts.title)}
    >
      <p>{text(isAsking ? encryptionTexts.takes : encryptionTexts.running)}</p>
      {!isAsking && <MovingBar kind="busy" />}
      <p>{text(encryptionTexts.keepOn)}</p>
    </LazyModalDialog>
  );
}
