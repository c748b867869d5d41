import { apiErrorSchema, type ErrorCode } from '../errors.ts';
import type { Call } from './call.ts';
import { addressOf, type CallBody, type CallInput } from './call-input.ts';

/** What a way to the server has to carry. The address begins with the path. */
export interface CallRequest {
  readonly method: Call['method'];
  readonly address: string;
  readonly body: string | null;
}

export interface CallAnswered {
  readonly status: number;
  readonly text: string;
}

/** What became of a call. Nothing here is an exception. */
export type CallResult<Body> =
  | { readonly kind: 'answer'; readonly status: number; readonly body: Body }
  | { readonly kind: 'refused'; readonly status: number; readonly code: ErrorCode }
  /** No answer; or, with its status, an answer no one can read, and any of 500 and more. */
  | { readonly kind: 'unreachable'; readonly status?: number };

/** What is sent in a call, as its row says. */
export function requestOf<const C extends Call>(call: C, input: CallInput<C>): CallRequest {
  const body = input.body === undefined ? null : JSON.stringify(input.body);
  return { method: call.method, address: addressOf(call, input), body };
}

/** What came back, as its row says. Any 2xx is a success: one that the row does not name is read as the one that it does. */
export function readAnswer<const C extends Call>(call: C, { status, text }: CallAnswered): CallResult<CallBody<C>> {
  const said = parseJson(text);
  if (status < 300) {
    const named = call.answers[status];
    const schema = named === undefined ? Object.values(call.answers)[0] : named;
    const body = schema === null ? null : schema?.safeParse(said).data;
    if (body !== undefined) return { kind: 'answer', status, body: body as CallBody<C> };
  } else if (status < 500) {
    const error = apiErrorSchema.safeParse(said);
    // No matter who says 401, a proxy on the way included: no one is signed in.
    const code = error.data?.code ?? (status === 401 ? 'not_signed_in' : null);
    if (code !== null) return { kind: 'refused', status, code };
  }
  return { kind: 'unreachable', status };
}

/** Makes a call over a way to the server. @param send throws where it brings no answer */
export async function makeCall<const C extends Call>(
  call: C,
  input: CallInput<C>,
  send: (request: CallRequest) => Promise<CallAnswered>,
): Promise<CallResult<CallBody<C>>> {
  try {
    return readAnswer(call, await send(requestOf(call, input)));
  } catch {
    return { kind: 'unreachable' };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A change that a session vouches for says again what its cookie says: no other site can. */
export function takesXsrfToken({ method, authentication }: Call): boolean {
  const isBySession =
    authentication === 'session' ||
    authentication === 'first-factor' ||
    (typeof authentication === 'object' && 'role' in authentication);
  return method !== 'GET' && isBySession;
}
