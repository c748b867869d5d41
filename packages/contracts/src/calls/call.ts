import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors.ts';

/** How a caller proves who it is. */
export type CallAuthentication =
  /** Anyone. */
  | 'none'
  /** The session cookie of a signed-in person. */
  | 'session'
  /** `Authorization: JWT {access token}` of the named scope. */
  | { scope: 'device-v2' | 'device-v2-restricted' }
  /** The address itself is the secret: a one-time signed upload URL. */
  | 'signed-url';

type Schema = z.ZodMiniType;

/** One row of the contract table. Server routes, OpenAPI document and typed client are all made from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Path with `{name}` for parameters, exactly as the specification writes it. */
  readonly path: string;
  readonly summary: string;
  readonly authentication: CallAuthentication;
  readonly parameters?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** Each status the call can answer; null where there is no body. */
  readonly answers: { readonly [status: number]: Schema | null };
  /** Each refusal the call can answer, with its status. */
  readonly refusals: { readonly [code in ErrorCode]?: number };
}

/** Keeps the literal types of a row while checking its shape. */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

export const SIGNED_IN_REFUSALS = { not_signed_in: 401, account_disabled: 403 } as const;
export const XSRF_REFUSALS = { xsrf_token_wrong: 403 } as const;
export const DEVICE_TOKEN_REFUSALS = {
  access_token_wrong: 401,
  access_token_scope: 403,
  account_disabled: 403,
} as const;
