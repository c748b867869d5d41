import { Button, LazyModalDialog } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { consentTexts, homeTexts } from './texts.ts';

export interface DemoConsentProps {
  readonly isOpen: boolean;
  readonly productName: string;
  readonly onConfirm: () => void;
  readonly onDecline: () => void;
}

/** Stands before the first fix of a trial. */
export function DemoConsent({ isOpen, productName, onConfirm, onDecline }: DemoConsentProps) {
  const text = useText();
  return (
    <LazyModalDialog
      choices={
        <>
          <Button kind="primary" onPress={onConfirm}>
            {text(consentTexts.confirm)}
          </Button>
          <Button kind="quiet" onPress={onDecline}>
            {text(consentTexts.decline)}
          </Button>
        </>
      }
      closeLabel={text(homeTexts.close)}
      isOpen={isOpen}
      onClose={onDecline}
      title={text(consentTexts.title)}
    >
      <p>{text(consentTexts.text, { product: productName })}</p>
      <p>{text(consentTexts.undo)}</p>
    </LazyModalDialog>
  );
}
