import { useActorRef, useSelector } from '@xstate/react';
import { connectionIssuesMachine } from '@vestibule/flows';
import { useState } from 'react';
import { ServiceErrorScreen } from '../screens/service-error/service-error-screen.tsx';
import { findLoginMarker } from './login-marker.ts';
import { usePorts } from './ports-context.tsx';
import { usePageInfo } from './use-page-info.ts';

/** Looks by itself whether the server is back, and goes on when it is. */
export function ServiceErrorRoute() {
  const ports = usePorts();
  const header = usePageInfo();
  const [loginMarker] = useState(() => findLoginMarker(location.search, ports.memory));
  const actor = useActorRef(connectionIssuesMachine, { input: { ports, loginMarker } });
  const isTrying = useSelector(actor, (snapshot) => snapshot.hasTag('trying'));
  return (
    <ServiceErrorScreen
      header={header}
      isTrying={isTrying}
      onTryAgain={() => actor.send({ type: 'user.try-again' })}
      triesByItself
    />
  );
}
