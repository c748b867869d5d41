import {
  type Call,
  type CallAnswered,
  correlationIdOf,
  HEADERS,
  makeCall,
  OWN_LIMITS,
  takesXsrfToken,
  uploadCall,
  xsrfTokensIn,
} from '@vestibule/contracts';
import type { CallBody, CallInput, CallResult, PortalCallName, ServerPort } from '@vestibule/flows';
import { FIRST_ROWS, type FirstCallName } from './first-rows.ts';

/** @returns null when the rows of later pages could not be loaded: the server is as good as away */
async function rowOf(name: PortalCallName): Promise<Call | null> {
  if (isFirst(name)) return FIRST_ROWS[name];
  try {
    const { LATER_ROWS } = await import('./later-rows.ts');
    return LATER_ROWS[name];
  } catch {
    return null;
  }
}

function isFirst(name: PortalCallName): name is FirstCallName {
  return Object.hasOwn(FIRST_ROWS, name);
}

/**
 * The server, over fetch. What comes back is parsed by the contract; an answer no one can read is no answer.
 * @param tabCode goes with each call, for the server's log
 */
export function createServerPort(tabCode: string): ServerPort {
  let clockOffsetMs: number | null = null;
  async function send(address: string, options: RequestInit): Promise<CallAnswered> {
    const signal = AbortSignal.timeout(OWN_LIMITS.callTimeoutMs);
    const response = await fetch(address, { ...options, cache: 'no-store', signal });
    clockOffsetMs = clockOffsetOf(response) ?? clockOffsetMs;
    return { status: response.status, text: await response.text().catch(() => '') };
  }
  return {
    tabCode,
    clockOffsetMs: () => clockOffsetMs,
    async call(name, input) {
      const call = await rowOf(name);
      if (call === null) return { kind: 'unreachable' };
      const result = await makeCall(call, input as object, ({ address, ...request }) =>
        send(`${input.endpoint ?? ''}${address}`, { ...request, headers: headersOf(call, input, tabCode) }),
      );
      return result as CallResult<CallBody<typeof name>>;
    },
    // An object store answers in its own way, and its answer says no more than that the bytes arrived.
    upload: (address, body) =>
      makeCall(uploadCall, {}, ({ method }) => send(address, { method, body, headers: { 'Content-Type': JSON_TYPE } })),
  };
}

const JSON_TYPE = 'application/json';

/** By how much this computer's clock is ahead of the one who answered; another origin does not show its Date header. */
function clockOffsetOf({ headers }: Response): number | null {
  const date = Date.parse(headers.get('Date') ?? '');
  return Number.isNaN(date) ? null : Date.now() - date;
}

function headersOf(call: Call, input: CallInput<PortalCallName>, tabCode: string): Record<string, string> {
  return {
    [call.correlationId ?? HEADERS.correlationId]: correlationIdOf(tabCode, crypto.randomUUID()),
    [HEADERS.dataVersion]: String(call.dataVersion ?? 1),
    ...(input.body !== undefined && { 'Content-Type': JSON_TYPE }),
    ...(input.token !== undefined && { Authorization: `JWT ${input.token}` }),
    ...(input.scope !== undefined && { [HEADERS.scope]: input.scope }),
    ...(takesXsrfToken(call) && { [HEADERS.xsrf]: xsrfTokensIn(document.cookie) }),
  };
}
