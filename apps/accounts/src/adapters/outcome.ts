import type { ErrorCode } from '@vestibule/contracts';

/** Why a step did not succeed. Each has a text. */
export type Problem =
  | ErrorCode
  /** No answer came. */
  | 'network'
  /** The person closed the browser's own dialog, or let it time out. */
  | 'passkey_cancelled'
  /** This device holds a passkey for the account already. */
  | 'passkey_there'
  /** The same refusal as for passwords, but one waits longer for codes. */
  | 'too_many_codes'
  /** The browser or the device has no passkeys, or not for this address. */
  | 'passkey_impossible';

/** What became of a step. Nothing here is an exception. */
export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly problem: Problem };
