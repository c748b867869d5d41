import { BASE_PATH, syntheticLaptopSchema } from '@vestibule/contracts';
import type { PagePort, Ports } from '@vestibule/flows';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { TRY_OUT_SET } from '../hooks/route-sets.ts';
import { type TryOutCalls, tryOutCalls } from './ask-try-out.ts';
import { createSyntheticPorts } from './synthetic-ports.ts';
import { TryOutApp } from './try-out-app.tsx';
import { createVisit, INSTALLED, type LaptopKeeper } from '../screens/try-out/visit.ts';

const LAPTOP = 'wp-try-out-laptop';
const SECRET = /^#([\w-]{43})$/;

/** What the page is made of in a try-out: other ports, and a bar above the screens. */
export interface StartedTryOut {
  readonly ports: Ports;
  readonly app: ReactNode;
}

/**
 * Begins a try-out, if the server has one for this browser. A link brings its secret behind the hash, where no server and
 * no log sees it; it is exchanged for a cookie and taken out of the address.
 * @param real of this browser: where there is no try-out, the screen that says so has them and nothing else uses them
 */
export async function startTryOut(
  real: Ports,
  goTo: PagePort['goTo'],
  calls: TryOutCalls = tryOutCalls,
): Promise<StartedTryOut> {
  // Other marks behind the hash are places of a page.
  const token = SECRET.exec(location.hash)?.[1] ?? '';
  const told = token === '' ? await calls.look() : await calls.open(token);
  // Where no one answered the secret is not spent: it stays for the next try.
  if (token !== '' && told.kind !== 'away') history.replaceState(null, '', `${BASE_PATH}${TRY_OUT_SET}/`);
  if (told.kind !== 'told') return { ports: real, app: <TryOutApp told={told.kind} /> };
  const visit = createVisit(() => goTo('/'), laptopOfTab);
  const { server, memory } = real;
  const ports = createSyntheticPorts({ visit, tryOut: told.body, calls, goTo, server, memory });
  return { ports, app: <TryOutApp told={{ tryOut: told.body, visit }} /> };
}

const keptSchema = z.object({ laptop: syntheticLaptopSchema, installed: z.enum(INSTALLED) });

/** Storage may be turned off, or hold something else: then the laptop is a new one. */
const laptopOfTab: LaptopKeeper = {
  read() {
    try {
      return keptSchema.parse(JSON.parse(sessionStorage.getItem(LAPTOP) ?? ''));
    } catch {
      return null;
    }
  },
  write(kept) {
    try {
      sessionStorage.setItem(LAPTOP, JSON.stringify(kept));
    } catch {
      // Nothing is kept: the next page has a new one.
    }
  },
};
