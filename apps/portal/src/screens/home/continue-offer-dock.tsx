import type { ContinueOffer } from '@vestibule/flows';
import { ContinueDock } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { homeTexts } from './texts.ts';

export interface ContinueOfferDockProps {
  readonly offer: ContinueOffer;
  readonly onContinue: () => void;
}

export function ContinueOfferDock({ offer, onContinue }: ContinueOfferDockProps) {
  const text = useText();
  const label = text(homeTexts.continue);
  switch (offer.kind) {
    case 'absent':
      return null;
    case 'disabled':
      return (
        <ContinueDock hint={text(homeTexts.continueBlocked)} isEnabled={false} label={label} onPress={onContinue} />
      );
    case 'enabled':
      return <ContinueDock hint={null} isEnabled label={label} onPress={onContinue} />;
    case 'automatic':
      return <ContinueDock hint={text(homeTexts.continueSoon)} isEnabled label={label} onPress={onContinue} />;
    default:
      return offer satisfies never;
  }
}
