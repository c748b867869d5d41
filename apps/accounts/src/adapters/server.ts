import {
  addressOf,
  apiErrorSchema,
  type Call,
  type CallBody,
  type CallInput,
  COOKIES,
  HEADERS,
  OWN_LIMITS,
} from '@vestibule/contracts';
import type { Outcome } from './outcome.ts';

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
      try {
        const response = await send(addressOf(call, input), {
          method: call.method,
          headers: headersOf(call, input, readCookies()),
          cache: 'no-store',
          signal: AbortSignal.timeout(OWN_LIMITS.callTimeoutMs),
          ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
        });
        return await read<CallBody<C>>(call, response);
      } catch {
        return { ok: false, problem: 'network' };
      }
    },
  };
}

async function read<Body>(call: Call, response: Response): Promise<Outcome<Body>> {
  const text = await response.text();
  const answer = call.answers[response.status];
  if (answer === null) return { ok: true, body: null as Body };
  const body = parseJson(text);
  if (answer !== undefined) {
    const parsed = answer.safeParse(body);
    return parsed.success ? { ok: true, body: parsed.data as Body } : { ok: false, problem: 'server_error' };
  }
  const refusal = apiErrorSchema.safeParse(body);
  const isDeclared = refusal.success && call.refusals[refusal.data.code] === response.status;
  return { ok: false, problem: isDeclared ? refusal.data.code : 'server_error' };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf(call: Call, { body }: CallInput<Call>, cookies: string): Record<string, string> {
  const takesCookie = call.authentication === 'session' || call.authentication === 'first-factor';
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(takesCookie && call.method !== 'GET' ? { [HEADERS.xsrf]: cookieIn(cookies, COOKIES.xsrf) } : {}),
  };
}

function cookieIn(cookies: string, name: string): string {
  const pair = cookies.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf('=') + 1).trim() ?? '';
}
