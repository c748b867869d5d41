import { useText } from '@vestibule/texts';
import { CentredStatus } from '@vestibule/ui';
import { useEffect } from 'react';
import { readArrival } from '../../app/arrival.ts';
import { useCompany, useCompanyAnswer } from '../../app/company-context.ts';
import { usePorts } from '../../app/ports-context.ts';
import { usePlace } from '../../app/use-place.ts';
import { AccountsPage } from '../page/accounts-page.tsx';
import { SupportLine } from '../page/support-line.tsx';
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
  const ways = waysOf(useCompanyAnswer(), passkeys.isSupported, navigation.origin);
  return (
    <AccountsPage title={text(texts.signIn)}>
      <CentredStatus
        doorway="checking"
        lead={<Lead />}
        progress={0}
        screen="sign-in"
        title={company === null ? text(texts.signIn) : text(texts.signInTo, { company: company.companyName })}
      >
        {ways !== null && <SignInCard arrival={arrival} ways={ways} />}
        <SupportLine />
      </CentredStatus>
    </AccountsPage>
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
