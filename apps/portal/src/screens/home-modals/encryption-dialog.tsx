import type { ModalActions } from '@vestibule/flows';
import { useText } from '@vestibule/texts';
import { Button, LazyModalDialog, LiveDot, MovingBar, ProgressBar } from '@vestibule/ui';
import type { SetUpSystem } from '../set-up/system-text.ts';
import { type EncryptionModal, encryptionWords } from './encryption-words.ts';
import { encryptionTexts, modalTexts } from './texts.ts';
import styles from './watching.module.css';

export interface EncryptionDialogProps {
  readonly modal: EncryptionModal;
  readonly system: SetUpSystem;
  readonly isOpen: boolean;
  readonly actions: ModalActions;
}

/**
 * Says what Continue does on this computer, stays while the system's settings are open and while the system encrypts, and
 * closes by itself when the check passes.
 */
export function EncryptionDialog({ modal, system, isOpen, actions }: EncryptionDialogProps) {
  const text = useText();
  const { title, sentences } = encryptionWords(modal, system);
  return (
    <LazyModalDialog
      choices={<Choices actions={actions} step={modal.step} />}
      closeLabel={text(modalTexts.close)}
      isOpen={isOpen}
      onClose={actions.close}
      title={text(title)}
    >
      {sentences.map((sentence) => (
        <p key={sentence.id}>{text(sentence)}</p>
      ))}
      {modal.step === 'running' && <MovingBar kind="busy" />}
      {modal.step === 'encrypting' && <HowFar percent={modal.percent} />}
    </LazyModalDialog>
  );
}

function HowFar({ percent }: { readonly percent: number | null }) {
  const text = useText();
  if (percent === null) return <MovingBar kind="busy" />;
  const whole = Math.floor(percent);
  return (
    <div className={styles['howFar']}>
      <ProgressBar maximum={100} name={text(encryptionTexts.encryptingTitle)} value={whole} />
      <span>{text(encryptionTexts.done, { percent: whole })}</span>
    </div>
  );
}

interface ChoicesProps {
  readonly step: EncryptionModal['step'];
  readonly actions: ModalActions;
}

function Choices({ step, actions }: ChoicesProps) {
  const text = useText();
  if (step === 'asking') {
    return (
      <>
        <Button kind="primary" onPress={actions.continueEncryption}>
          {text(modalTexts.continue)}
        </Button>
        <Button kind="quiet" onPress={actions.close}>
          {text(encryptionTexts.later)}
        </Button>
      </>
    );
  }
  return (
    <>
      <span className={styles['watching']}>
        <LiveDot />
        {text(modalTexts.watching)}
      </span>
      {step === 'in-settings' && (
        <Button onPress={actions.continueEncryption}>{text(encryptionTexts.openAgain)}</Button>
      )}
      {/* The button that was pressed is gone: each step hands the focus on, or it would fall to the page. */}
      <Button key={step} onPress={actions.close} takesFocus>
        {text(modalTexts.close)}
      </Button>
    </>
  );
}
