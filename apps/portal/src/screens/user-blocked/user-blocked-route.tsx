import { blockedLookMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { UserBlockedScreen } from './user-blocked-screen.tsx';
import { findLoginMarker } from '../../hooks/login-marker.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { usePageInfo } from '../page/use-page-info.ts';
import { useReturn } from '../../hooks/use-return.ts';

/** Looks by itself whether support has given the account back, and goes on when it has. */
export function UserBlockedRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  const [loginMarker] = useState(() => findLoginMarker(location.search, ports.memory));
  const actor = useActorRef(blockedLookMachine, { input: { ports, loginMarker } });
  const isLooking = useSelector(actor, (snapshot) => snapshot.hasTag('looking'));
  useReturn(() => actor.send({ type: 'page.back' }));
  return (
    <UserBlockedScreen
      header={header}
      isLooking={isLooking}
      onTryAgain={() => actor.send({ type: 'user.try-again' })}
    />
  );
}
