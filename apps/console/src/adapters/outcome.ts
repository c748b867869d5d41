import type { ErrorCode } from '@vestibule/contracts';

/** Why a call did not succeed. */
export interface Problem {
  readonly code: ErrorCode | 'network' | 'passkey_cancelled' | 'passkey_impossible';
  /** The server's own sentence; null where there is none. */
  readonly message: string | null;
  /** By which the server's log names this request. */
  readonly requestId: string | null;
}

/** What became of a call. Nothing here is an exception. */
export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problem: Problem };

export function problem(code: Problem['code']): Problem {
  return { code, message: null, requestId: null };
}
