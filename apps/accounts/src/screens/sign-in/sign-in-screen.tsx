import { useText } from '@vestibule/texts';
import { Button, CentredStatus, Notice } from '@vestibule/ui';
import { useEffect } from 'react';
import { type Arrival, readArrival } from '../../app/arrival.ts';
import { useCompany, useCompanyAnswer } from '../../app/company-context.ts';
import { usePorts } from '../../app/ports-context.ts';
import { usePlace } from '../../app/use-place.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { FormCard } from '../page/form-card.tsx';
import { SupportLine } from '../page/support-line.tsx';
import { pageTexts } from '../page/texts.ts';
import { SignInCard } from './sign-in-card.tsx';
import { useGoOn } from './use-go-on.ts';
import { signInTexts as texts } from './texts.ts';
import { waysOf } from './ways.ts';

export function SignInScreen() {
  const text = useText();
  const arrival = readArrival(usePlace().search);
  const company = useCompany();
  const { navigation, passkeys, returns } = usePorts();
  const { returnTo, reason } = arrival;
  useEffect(() => {
    if (returnTo !== null) returns.keep(returnTo);
    // Who comes for something else has given up what they came for before; who was sent back has not.
    else if (reason === null) returns.take();
  }, [returnTo, reason, returns]);
  useGoOn(arrival);
  const { loaded, ask } = useCompanyAnswer();
  const ways = waysOf(loaded, passkeys.isSupported, navigation.origin);
  const isOver = arrival.loginMarker !== null && company !== null && company.applicationName === null;
  return (
    <AccountsPage title={text(texts.signIn)}>
      <CentredStatus
        doorway="checking"
        lead={<Lead returnTo={returnTo} />}
        progress={0}
        screen="sign-in"
        title={company === null ? text(texts.signIn) : text(texts.signInTo, { company: company.companyName })}
      >
        {loaded.state === 'problem' && <WaysNotLoaded onTryAgain={() => void ask()} />}
        {ways !== null && <SignInCard arrival={isOver ? withoutRequest(arrival) : arrival} ways={ways} />}
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
}

/** What the application asked for is over: a sign-in for it would lead nowhere. */
function withoutRequest(arrival: Arrival): Arrival {
  return { ...arrival, loginMarker: null, reason: arrival.reason ?? 'sign_in_expired' };
}

/** The company's own ways are not known: who signs in by them waits for them. */
function WaysNotLoaded({ onTryAgain }: { readonly onTryAgain: () => void }) {
  const text = useText();
  return (
    <FormCard
      notice={
        <Notice iconName={text(pageTexts.note)} isAlert kind="warn" title={text(texts.waysNotLoaded)}>
          {text(texts.waysNotLoadedText)}
        </Notice>
      }
    >
      <Button isLarge onPress={onTryAgain}>
        {text(pageTexts.tryAgain)}
      </Button>
    </FormCard>
  );
}

/** What comes after the sign-in. */
function Lead({ returnTo }: Pick<Arrival, 'returnTo'>) {
  const text = useText();
  const company = useCompany();
  // The console looks at no computer.
  if (company === null || returnTo !== null) return null;
  const { productName: product, applicationName: application } = company;
  return application === null ? text(texts.lead, { product }) : text(texts.leadToApplication, { product, application });
}
