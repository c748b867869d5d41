import type { ContinueHint, ContinueOffer } from '@vestibule/flows';
import { ContinueDock } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { hintText } from './hint-text.ts';
import { homeTexts } from './texts.ts';

export interface ContinueOfferDockProps {
  readonly offer: ContinueOffer;
  readonly hint: ContinueHint;
  /** The person goes on: the response is asked for, or sent. */
  readonly isRedirecting: boolean;
  readonly onContinue: () => void;
}

export function ContinueOfferDock({ offer, hint, isRedirecting, onContinue }: ContinueOfferDockProps) {
  const text = useText();
  if (offer.kind === 'absent') return null;
  return (
    <ContinueDock
      hint={isRedirecting ? text(homeTexts.redirecting) : hintText(hint, text)}
      isBusy={isRedirecting}
      isEnabled={offer.kind !== 'disabled'}
      label={text(homeTexts.continue)}
      onPress={onContinue}
    />
  );
}
