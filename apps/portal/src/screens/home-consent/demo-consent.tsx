import type { DemoConsent as Kind } from '@vestibule/flows';
import { Button, LazyModalDialog } from '@vestibule/ui';
import { type Text, useText } from '@vestibule/texts';
import { consentTexts } from './texts.ts';
import { homeTexts } from '../home/texts.ts';

export interface DemoConsentProps {
  readonly kind: Kind;
  readonly isOpen: boolean;
  readonly productName: string;
  readonly onConfirm: () => void;
  readonly onDecline: () => void;
}

const WORDS: { readonly [kind in Kind]: { readonly [part in 'title' | 'text' | 'undo' | 'confirm']: Text } } = {
  change: consentTexts,
  installation: {
    title: consentTexts.installationTitle,
    text: consentTexts.installation,
    undo: consentTexts.installationUndo,
    confirm: consentTexts.confirmInstallation,
  },
};

/** Stands before the first fix of its kind in a trial. */
export function DemoConsent({ kind, isOpen, productName, onConfirm, onDecline }: DemoConsentProps) {
  const text = useText();
  const words = WORDS[kind];
  return (
    <LazyModalDialog
      choices={
        <>
          <Button kind="primary" onPress={onConfirm}>
            {text(words.confirm)}
          </Button>
          <Button kind="quiet" onPress={onDecline}>
            {text(consentTexts.decline)}
          </Button>
        </>
      }
      closeLabel={text(homeTexts.close)}
      isOpen={isOpen}
      onClose={onDecline}
      title={text(words.title)}
    >
      <p>{text(words.text, { product: productName })}</p>
      <p>{text(words.undo)}</p>
    </LazyModalDialog>
  );
}
