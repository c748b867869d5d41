import { computerFactsMachine, selectComputerFacts, selectSupportInfo, supportInfoMachine } from '@vestibule/flows';
import type { ComputerFacts } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useI18n } from '@vestibule/texts';
import { useState } from 'react';
import { readThisVisitor } from '../../adapters/visitor.ts';
import { describeBrowser } from '../page/describe-browser.ts';
import type { SupportComputer } from './support-details.ts';
import { SupportScreen } from './support-screen.tsx';
import { wordsOf } from '../../texts/check-words.ts';
import { addressOf } from '../../hooks/go-to.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { useRoute } from '../../hooks/route-context.ts';
import { FROM_STATUS } from '../../hooks/use-destinations.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useReadBody } from '../../hooks/use-read.ts';
import { useSignIn } from '../../hooks/use-sign-in.ts';
import { type AccessTold, NOTHING_TOLD, WithAccess } from './with-access.tsx';

/** Every failure here is silent: support is for the moment when things do not work. */
export function SupportRoute() {
  const ports = usePorts();
  const { path } = useRoute();
  const [isFromStatus] = useState(() => location.search.includes(FROM_STATUS));
  const settings = useReadBody('settings', {});
  const signIn = useSignIn();
  const user = useReadBody('userDetails', {});
  const phone = useReadBody('supportPhone', {});
  const contact = useSelector(useActorRef(supportInfoMachine, { input: { ports } }), selectSupportInfo);
  const facts = useSelector(useActorRef(computerFactsMachine, { input: { ports } }), selectComputerFacts);
  const header = usePageInfo({ settings, pending: signIn?.pending ?? null, result: facts?.result ?? null });
  const words = wordsOf(useI18n());
  const page = (told: AccessTold) => (
    <SupportScreen
      {...told}
      backHref={addressOf(isFromStatus ? '/status' : '/', path)}
      blanksIds={isFromStatus}
      details={{
        contact: { ...contact, phone: contact.phone || (phone?.phone ?? '') },
        user,
        computer: computerOf(facts),
        isAsking: facts === null,
        checks: facts?.result?.securityChecks.map(words.check) ?? null,
      }}
      header={header}
    />
  );
  // On the status page no one is anybody: neither leave nor a number belongs there.
  return isFromStatus || signIn === null ? page(NOTHING_TOLD) : <WithAccess signIn={signIn}>{page}</WithAccess>;
}

function computerOf(facts: ComputerFacts | null): SupportComputer {
  const { info = null, result = null, clientVersion = null } = facts ?? {};
  return {
    name: result?.deviceName ?? info?.deviceName ?? '',
    login: result?.deviceLoginName ?? info?.deviceAccountName ?? '',
    osVersion: result?.osVersionCaption ?? info?.osVersionCaption ?? '',
    browser: describeBrowser(readThisVisitor()),
    clientVersion: result?.clientVersion ?? clientVersion ?? '',
    isClientUpToDate: result?.deviceData.isClientVersionUpToDate ?? null,
    isLaptop: (result?.deviceType ?? info?.deviceType ?? 0) === 0,
  };
}
