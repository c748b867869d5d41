import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { hostToConnect } from '../config/public-address.ts';
import type { MayReach } from './reach.ts';

/** One address of a host. */
interface Place {
  readonly address: string;
  readonly family: number;
}

/** Why a host is not asked. */
export class NoPlaceError extends Error {
  readonly code: 'not_found' | 'inside';

  constructor(code: NoPlaceError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What the operator does where a company may be asked inside after all. */
export const HOW_TO_OPEN =
  'If that network is yours, name it, and start the server again: VESTIBULE_PRIVATE_NETWORKS=10.20.0.0/16, say.';

/** Whether a host was not asked because it is inside; also where a library has wrapped that. */
export function isInside(error: unknown): boolean {
  if (error instanceof NoPlaceError) return error.code === 'inside';
  return error instanceof Error && isInside(error.cause);
}

export type Resolve = (hostname: string) => Promise<readonly Place[]>;

const resolveByName: Resolve = (hostname) => lookup(hostname, { all: true });

/**
 * Looks a host up, once. The caller there goes to exactly these addresses (`lookupOf`), so that no second answer of the
 * name server leads elsewhere.
 * @param hostname as in a URL, or without the brackets
 * @throws NoPlaceError where there is no such host, or one of its addresses may not be reached
 */
export async function findPlaces(
  hostname: string,
  mayReach: MayReach,
  resolve: Resolve = resolveByName,
): Promise<readonly Place[]> {
  const host = hostToConnect(hostname);
  const family = isIP(host);
  const found = family === 0 ? await resolve(host).catch(() => []) : [{ address: host, family }];
  if (found.length === 0) throw new NoPlaceError('not_found', `${host} cannot be found`);
  if (found.every(({ address }) => mayReach(address))) return found;
  throw new NoPlaceError('inside', `${host} is within a private network, where this server does not look`);
}

/** For a connection that goes to these addresses and asks no name server. */
export function lookupOf(places: readonly Place[]): LookupFunction {
  return (_hostname, options, give) => {
    const [first] = places;
    if (options.all === true) give(null, [...places]);
    else if (first !== undefined) give(null, first.address, first.family);
  };
}
