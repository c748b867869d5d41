import { apiErrorSchema, type Call, COOKIES, HEADERS, OWN_LIMITS } from '@vestibule/contracts';
import type { Outcome } from './outcome.ts';

type Given<Schema> = Schema extends { readonly _zod: { readonly input: infer Input } } ? Input : undefined;
type Parsed<Schema> = Schema extends { readonly _zod: { readonly output: infer Output } } ? Output : null;

export interface CallInput<C extends Call> {
  readonly parameters?: Given<C['parameters']>;
  readonly query?: Given<C['query']>;
  readonly body?: Given<C['body']>;
}

/** The body of a call's answers: null where an answer has none. */
export type CallBody<C extends Call> = {
  [Status in keyof C['answers']]: Parsed<C['answers'][Status]>;
}[keyof C['answers']];

/** The server's calls, each asked by its row of the contract: a page loads the rows that it uses. */
export interface Server {
  ask<const C extends Call>(call: C, input?: CallInput<C>): Promise<Outcome<CallBody<C>>>;
}

/**
 * The server over HTTP. What comes back is parsed by the contract; an answer nobody can read is the server's error.
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

function addressOf(call: Call, { parameters, query }: CallInput<Call>): string {
  const values = (parameters ?? {}) as Record<string, string>;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const given = Object.entries((query ?? {}) as Record<string, string | undefined>);
  const search = new URLSearchParams(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
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
