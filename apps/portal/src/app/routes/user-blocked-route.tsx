import { blockedLookMachine } from '@vestibule/flows';
import { useActorRef, useSelector } from '@xstate/react';
import { useState } from 'react';
import { UserBlockedScreen } from '../../screens/user-blocked/user-blocked-screen.tsx';
import { findLoginMarker } from '../login-marker.ts';
import { usePorts } from '../ports-context.tsx';
import { usePageInfo } from '../use-page-info.ts';
import { useReturn } from '../use-return.ts';

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
