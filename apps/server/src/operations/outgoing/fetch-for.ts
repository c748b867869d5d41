import type { ServerContext } from '../../context/server-context.ts';
import { exchange } from './exchange.ts';
import type { Resolve } from './find-place.ts';
import { findReach } from './reach.ts';

/** Larger than this no discovery document, key set or answer about a person is. */
const MAXIMUM_BYTES = 1_000_000;
const TIMEOUT_MS = 10_000;
const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

/** `fetch` for an address that a company named. Its failures look as those of `fetch` do; redirects are answers. */
type CompanyFetch = (address: string | URL | Request, options?: object) => Promise<Response>;

/** The way out for libraries that take a `fetch` of their own. */
export function fetchFor(context: Pick<ServerContext, 'config' | 'database'>, resolve?: Resolve): CompanyFetch {
  return async (address, options) => {
    const asked = new Request(address, { ...options, redirect: 'manual' });
    const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const body = new Uint8Array(await asked.arrayBuffer());
    const mayReach = await findReach(context);
    try {
      const {
        status,
        headers,
        body: answer,
      } = await exchange(new URL(asked.url), {
        method: asked.method,
        headers: Object.fromEntries(asked.headers),
        body: body.length === 0 ? null : body,
        signal,
        maximumBytes: MAXIMUM_BYTES,
        mayReach,
        resolve,
      });
      const all = Object.entries(headers).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      return new Response(WITHOUT_BODY.includes(status) ? null : new Uint8Array(answer), { status, headers: all });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new TypeError('fetch failed', { cause: error });
    }
  };
}
