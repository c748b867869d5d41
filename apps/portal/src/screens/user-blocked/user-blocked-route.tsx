import { blockedLookMachine, type Ports } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { UserBlockedScreen } from './user-blocked-screen.tsx';
import { findLoginMarker } from '../../hooks/login-marker.ts';
import { isOpenedByHand } from '../../hooks/opened-by-hand.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { WaitingPage } from '../waiting/waiting-page.tsx';
import { useReturn } from '../../hooks/use-return.ts';

/** Home may lead back here, in the same document: it is asked at once one time only. */
const asked = new WeakSet<Ports>();

/** Says that the account is blocked once that is known, looks by itself whether support has given it back, and goes on. */
export function UserBlockedRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  const [loginMarker] = useState(() => findLoginMarker(location.search, ports.memory));
  const [isByHand] = useState(() => isOpenedByHand() && !asked.has(ports));
  useEffect(() => void asked.add(ports), [ports]);
  const actor = useActorRef(blockedLookMachine, { input: { ports, loginMarker, isOpenedByHand: isByHand } });
  const isAsking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const isLooking = useSelector(actor, (snapshot) => snapshot.hasTag('looking'));
  useReturn(() => actor.send({ type: 'page.back' }));
  if (isAsking) return <WaitingPage for="page" />;
  return (
    <UserBlockedScreen
      header={header}
      isLooking={isLooking}
      onTryAgain={() => actor.send({ type: 'user.try-again' })}
    />
  );
}
