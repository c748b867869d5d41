import type { Onward } from '@vestibule/flows';
import { ButtonLink, ContinueDock } from '@vestibule/ui';
import { useText } from '@vestibule/texts';
import { hintText } from './hint-text.ts';
import { homeTexts } from './texts.ts';

export interface ContinueOfferDockProps {
  readonly view: Onward;
  readonly onContinue: () => void;
}

export function ContinueOfferDock({ view, onContinue }: ContinueOfferDockProps) {
  const { continueOffer, hint, isRedirecting } = view;
  const text = useText();
  if (continueOffer.kind === 'absent') return null;
  const start = startOf(view);
  return (
    <ContinueDock
      hint={isRedirecting ? text(homeTexts.redirecting) : hintText(hint, text)}
      isBusy={isRedirecting}
      isEnabled={continueOffer.kind !== 'disabled'}
      label={text(homeTexts.continue)}
      onPress={onContinue}
      {...(start !== null && { instead: <StartLink {...start} /> })}
    />
  );
}

export interface Start {
  readonly href: string;
  readonly application: string;
}

/** Where the application begins again; null where it has had no answer yet, or no one knows where. */
export function startOf({ startUrl = null, applicationName }: Onward): Start | null {
  return startUrl === null || applicationName === null ? null : { href: startUrl, application: applicationName };
}

export function StartLink({ href, application }: Start) {
  const text = useText();
  return (
    <ButtonLink href={href} isLarge kind="primary">
      {text(homeTexts.openApplication, { application })}
    </ButtonLink>
  );
}
