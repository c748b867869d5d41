import { useText } from '@vestibule/texts';
import { Button, CentredStatus, Notice } from '@vestibule/ui';
import { useEffect } from 'react';
import { readArrival } from '../../app/arrival.ts';
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
  const { returnTo } = arrival;
  useEffect(() => {
    if (returnTo !== null) returns.keep(returnTo);
  }, [returnTo, returns]);
  useGoOn(arrival);
  const { loaded, ask } = useCompanyAnswer();
  const ways = waysOf(loaded, passkeys.isSupported, navigation.origin);
  return (
    <AccountsPage title={text(texts.signIn)}>
      <CentredStatus
        doorway="checking"
        lead={<Lead />}
        progress={0}
        screen="sign-in"
        title={company === null ? text(texts.signIn) : text(texts.signInTo, { company: company.companyName })}
      >
        {loaded.state === 'problem' && <WaysNotLoaded onTryAgain={() => void ask()} />}
        {ways !== null && <SignInCard arrival={arrival} ways={ways} />}
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
  );
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
function Lead() {
  const text = useText();
  const company = useCompany();
  if (company === null) return null;
  const { productName: product, applicationName: application } = company;
  return application === null ? text(texts.lead, { product }) : text(texts.leadToApplication, { product, application });
}
