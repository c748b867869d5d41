import { createContext, useContext } from 'react';
import type { Browser } from '../adapters/browser.ts';
import type { Live } from '../adapters/live.ts';
import type { Passkeys } from '../adapters/passkeys.ts';
import type { Server } from '../adapters/server.ts';

/** Everything that these pages do outside themselves. */
export interface Ports {
  readonly server: Server;
  readonly passkeys: Passkeys;
  readonly browser: Browser;
  readonly live: Live;
}

/** What pages ask: a call that wants a sign-in or a proof waits for it. */
export const PortsContext = createContext<Ports | null>(null);

/** For the windows that ask for a sign-in or a proof: each answer as it comes. */
export const PlainPortsContext = createContext<Ports | null>(null);

export function usePorts(): Ports {
  return present(useContext(PortsContext));
}

export function usePlainPorts(): Ports {
  return present(useContext(PlainPortsContext));
}

function present(ports: Ports | null): Ports {
  if (ports === null) throw new Error('Ports need their context above them');
  return ports;
}
