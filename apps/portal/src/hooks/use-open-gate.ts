import { watchTemporaryAccessMachine } from '@vestibule/flows';
import { useActorRef } from '@xstate/react';
import { useState } from 'react';
import { findLoginMarker } from './login-marker.ts';
import { usePorts } from './ports-context.ts';

/** On a page that asks for an installation: goes on by itself once the gate only observes, or support has given leave. */
export function useOpenGate(): void {
  const ports = usePorts();
  const [loginMarker] = useState(() => findLoginMarker(location.search, ports.memory));
  useActorRef(watchTemporaryAccessMachine, { input: { ports, loginMarker, isSilent: true, standsInTheWay: true } });
}
