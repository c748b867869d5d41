import type { Ports } from '@vestibule/flows';
import { createContext, useContext } from 'react';

export const PortsContext = createContext<Ports | null>(null);

/** The effects of the portal: server, client, page. */
export function usePorts(): Ports {
  const ports = useContext(PortsContext);
  if (ports === null) throw new Error('The portal’s ports were not provided.');
  return ports;
}
