import { useActorRef, useSelector } from '@xstate/react';
import { connectionIssuesMachine } from '@vestibule/flows';
import { useState } from 'react';
import { ServiceErrorScreen } from './service-error-screen.tsx';
import { findLoginMarker } from '../../hooks/login-marker.ts';
import { usePorts } from '../../hooks/ports-context.ts';
import { usePageInfo } from '../page/use-page-info.ts';

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
