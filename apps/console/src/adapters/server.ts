import {
  apiErrorSchema,
  type Call,
  type CallBody,
  type CallInput,
  type CallRequest,
  HEADERS,
  OWN_LIMITS,
  readAnswer,
  requestOf,
  takesXsrfToken,
  xsrfTokensIn,
} from '@vestibule/contracts';
import { type Outcome, type Problem, problem } from './outcome.ts';

/** The server's calls, each asked by its row of the contract. */
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
      const answered = await carry(send, requestOf(call, input), headersOf(call, input, readCookies()));
      if (answered === null) return { ok: false, problem: problem('network') };
      const result = readAnswer(call, answered);
      if (result.kind === 'answer') return { ok: true, body: result.body };
      const isDeclared = result.kind === 'refused' && call.refusals[result.code] !== undefined;
      return { ok: false, problem: problemOf(isDeclared ? result.code : 'server_error', answered.text) };
    },
  };
}

async function carry(
  send: typeof fetch,
  { address, ...request }: CallRequest,
  headers: Record<string, string>,
): Promise<{ readonly status: number; readonly text: string } | null> {
  try {
    const signal = AbortSignal.timeout(OWN_LIMITS.callTimeoutMs);
    const response = await send(address, { ...request, headers, cache: 'no-store', signal });
    return { status: response.status, text: await response.text() };
  } catch {
    return null;
  }
}

/** A refusal comes with a sentence that says what to do, and the id of its request. */
function problemOf(code: Problem['code'], text: string): Problem {
  const error = apiErrorSchema.safeParse(parseJson(text)).data;
  const message = code === 'server_error' ? null : (error?.message ?? null);
  return { code, message, requestId: error?.correlationId ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function headersOf(call: Call, { body }: CallInput<Call>, cookies: string): Record<string, string> {
  return {
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(takesXsrfToken(call) ? { [HEADERS.xsrf]: xsrfTokensIn(cookies) } : {}),
  };
}
