import {
  type Call,
  type CallBody,
  type CallInput,
  type CallResult,
  HEADERS,
  makeCall,
  OWN_LIMITS,
  takesXsrfToken,
  xsrfTokensIn,
} from '@vestibule/contracts';
import type { Outcome, Problem } from './outcome.ts';

/** The server's calls, each asked by its row of the contract: a page loads the rows that it uses. */
export interface Server {
  ask<const C extends Call>(call: C, input?: CallInput<C>): Promise<Outcome<CallBody<C>>>;
}

/**
 * The server over HTTP. What comes back is parsed by the contract; an answer no one can read is the server's error.
 * @param send does the request, as the browser's `fetch` does
 * @param readCookies as `document.cookie` reads
 */
export function createServer(send: typeof fetch, readCookies: () => string): Server {
  return {
    async ask<const C extends Call>(call: C, input: CallInput<C> = {}): Promise<Outcome<CallBody<C>>> {
      const result = await makeCall(call, input, async ({ address, ...request }) => {
        const headers = headersOf(call, input, readCookies());
        const signal = AbortSignal.timeout(OWN_LIMITS.callTimeoutMs);
        const response = await send(address, { ...request, headers, cache: 'no-store', signal });
        return { status: response.status, text: await response.text() };
      });
      return result.kind === 'answer'
        ? { ok: true, body: result.body }
        : { ok: false, problem: problemOf(call, result) };
    },
  };
}

function problemOf(call: Call, result: Exclude<CallResult<unknown>, { kind: 'answer' }>): Problem {
  if (result.status === undefined) return 'network';
  // What the call does not declare no page has words for.
  return result.kind === 'refused' && call.refusals[result.code] === result.status ? result.code : 'server_error';
}

function headersOf(call: Call, { body }: CallInput<Call>, cookies: string): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(takesXsrfToken(call) ? { [HEADERS.xsrf]: xsrfTokensIn(cookies) } : {}),
  };
}
