import type { Ports } from '@vestibule/flows';
import type { ReactNode } from 'react';
import { goTo } from './hooks/go-to.ts';
import { LostPage } from './app/lost-route.tsx';

/** What the page is made of: its ports, and everything that stands on it. */
export interface Opened {
  readonly ports: Ports;
  readonly app: ReactNode;
}

const importTryOut = () => import('./try-out/start-try-out.tsx');

/**
 * The pages of a synthetic laptop have ports of their own, and nothing of them is loaded anywhere else.
 * @param ports of this browser
 */
export async function openTryOut(ports: Ports, load: typeof importTryOut = importTryOut): Promise<Opened> {
  try {
    const { startTryOut } = await load();
    return await startTryOut(ports, goTo);
  } catch {
    return { ports, app: <LostPage /> };
  }
}
