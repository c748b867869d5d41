import {
  apiErrorSchema,
  type Call,
  COOKIES,
  correlationIdOf,
  HEADERS,
  OWN_LIMITS,
  uploadCall,
} from '@vestibule/contracts';
import type { CallBody, CallInput, CallResult, PortalCallName, ServerPort } from '@vestibule/flows';
import { readCookie } from './cookies.ts';
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
  async function send(address: string, options: RequestInit): Promise<Response | null> {
    const response = await fetchNow(address, options);
    clockOffsetMs = clockOffsetOf(response) ?? clockOffsetMs;
    return response;
  }
  return {
    tabCode,
    clockOffsetMs: () => clockOffsetMs,
    async call(name, input) {
      const call = await rowOf(name);
      if (call === null) return { kind: 'unreachable' };
      const response = await send(`${input.endpoint ?? ''}${addressOf(call, input)}`, {
        method: call.method,
        headers: headersOf(call, input, tabCode),
        ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      });
      return response === null ? { kind: 'unreachable' } : read<CallBody<typeof name>>(call, response);
    },
    async upload(address, text) {
      const response = await send(address, {
        method: 'PUT',
        body: text,
        headers: { 'Content-Type': 'application/json' },
      });
      if (response === null) return { kind: 'unreachable' };
      // An object store answers in its own way, and its answer says no more than that the bytes arrived.
      return response.ok ? { kind: 'answer', status: response.status, body: null } : read<null>(uploadCall, response);
    },
  };
}

async function fetchNow(address: string, options: RequestInit): Promise<Response | null> {
  try {
    return await fetch(address, {
      ...options,
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(OWN_LIMITS.callTimeoutMs),
    });
  } catch {
    return null;
  }
}

/** By how much this computer's clock is ahead of the one who answered; another origin does not show its Date header. */
function clockOffsetOf(response: Response | null): number | null {
  const date = Date.parse(response?.headers.get('Date') ?? '');
  return Number.isNaN(date) ? null : Date.now() - date;
}

async function read<Body>(call: Call, response: Response): Promise<CallResult<Body>> {
  const unread = { kind: 'unreachable', status: response.status } as const;
  if (response.status >= 500) return unread;
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (response.ok) {
    // Any 2xx is a success: one that the contract does not name is read as the one that it does.
    const named = call.answers[response.status];
    const schema = named === undefined ? Object.values(call.answers)[0] : named;
    if (schema === undefined) return unread;
    const parsed = schema === null ? { success: true, data: null } : schema.safeParse(body);
    return parsed.success ? { kind: 'answer', status: response.status, body: parsed.data as Body } : unread;
  }
  const error = apiErrorSchema.safeParse(body);
  if (error.success) return { kind: 'refused', status: response.status, code: error.data.code };
  // No matter who says so, a proxy on the way included: no one is signed in.
  return response.status === 401 ? { kind: 'refused', status: 401, code: 'not_signed_in' } : unread;
}

function addressOf(call: Call, input: { parameters?: unknown; query?: unknown }): string {
  const parameters = (input.parameters ?? {}) as Record<string, string>;
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
  const query = Object.entries((input.query ?? {}) as Record<string, unknown>).filter(
    ([, value]) => value !== undefined,
  );
  const search = new URLSearchParams(query.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

function headersOf(call: Call, input: CallInput<PortalCallName>, tabCode: string): Record<string, string> {
  return {
    [HEADERS.correlationId]: correlationIdOf(tabCode, crypto.randomUUID()),
    [HEADERS.dataVersion]: String(call.dataVersion ?? 1),
    ...(input.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(input.token === undefined ? {} : { Authorization: `JWT ${input.token}` }),
    ...(input.scope === undefined ? {} : { [HEADERS.scope]: input.scope }),
    ...(call.authentication === 'session' && call.method !== 'GET'
      ? { [HEADERS.xsrf]: readCookie(COOKIES.xsrf) ?? '' }
      : {}),
  };
}
