import { createContext, useContext } from 'react';
import type { Keepsakes } from '../adapters/keepsakes.ts';
import type { Navigation } from '../adapters/navigation.ts';
import type { Passkeys } from '../adapters/passkeys.ts';
import type { Returns } from '../adapters/returns.ts';
import type { Server } from '../adapters/server.ts';

/** Everything that these pages do outside themselves. */
export interface Ports {
  readonly server: Server;
  readonly passkeys: Passkeys;
  readonly navigation: Navigation;
  readonly keepsakes: Keepsakes;
  readonly returns: Returns;
}

export const PortsContext = createContext<Ports | null>(null);

export function usePorts(): Ports {
  const ports = useContext(PortsContext);
  if (ports === null) throw new Error('usePorts needs a PortsContext above it');
  return ports;
}
