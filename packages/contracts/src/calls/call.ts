import type * as z from 'zod/mini';
import { PROGRAM_LIMITS, REPORT_MAXIMUM_BYTES } from '../constants.ts';
import type { ErrorCode } from '../errors.ts';

export const ACCESS_TOKEN_SCOPES = ['device-v2', 'device-v2-restricted'] as const;
export type AccessTokenScope = (typeof ACCESS_TOKEN_SCOPES)[number];

/** Named roles of those who run the product for a company; the specification knows none for its users. */
export const ADMIN_ROLES = ['auditor', 'support', 'administrator'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** How a caller proves who it is. */
export type CallAuthentication =
  /** Anyone. */
  | 'none'
  /**
   * The session cookie of a person who is signed in, with the second factor where one is asked of them. Where the device
   * check itself is that factor it may still be outstanding: no assertion leaves before it.
   */
  | 'session'
  /** The session cookie of a person who has given the first factor, and perhaps not yet the second. */
  | 'first-factor'
  /** The session cookie, or `Authorization: JWT {access token}` of scope device-v2. */
  | 'session-or-token'
  /** As above, or no one at all. */
  | 'optional'
  /** `Authorization: JWT {access token}` of one of the named scopes. */
  | { scopes: readonly AccessTokenScope[] }
  /**
   * At least this role in the company, proven with a second factor; a scoped token; or the socket in the data folder.
   * What belongs to the whole installation takes that socket.
   */
  | { role: AdminRole; reach?: 'installation' }
  /** What is sent is signed with the key of the device that the address names. */
  | 'device-key'
  /** The address itself is the secret: a one-time signed URL or a device token. */
  | 'signed-url';

type Schema = z.ZodMiniType;

/** One row of the contract table. Server routes, OpenAPI document and typed client are all made from it. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path with `{name}` for parameters, exactly as the specification writes it. */
  readonly path: string;
  readonly summary: string;
  readonly authentication: CallAuthentication;
  /**
   * Lets people in, or anyone who stole a cookie stay: a session makes it only with a proof of the last 15 minutes, as own
   * factors are changed. A dry run changes nothing and asks for none.
   */
  readonly needsFreshProof?: true;
  /** No administrator's token makes it, whatever its role: anyone who finds one must not be able to stay by it. */
  readonly refusesTokens?: true;
  /** Value of the Data-Version header; another one is refused, a missing one is taken for this. */
  readonly dataVersion?: 1 | 2;
  /** How the page writes the header that names this one call, where the specification has another spelling than elsewhere. */
  readonly correlationId?: 'correlationId';
  /** A GET that spends something: only this site's own pages may cause it. */
  readonly isSameSiteOnly?: true;
  /** The answer is a stream of server-sent events, which goes on until one side ends it. */
  readonly isEventStream?: true;
  readonly parameters?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /** The most that is read of a body, where that is more than `PROGRAM_LIMITS.bodyMaximumBytes`. */
  readonly bodyMaximumBytes?: number;
  /** Each status the call can answer; null where there is no body. */
  readonly answers: { readonly [status: number]: Schema | null };
  /** Each refusal the call can answer, with its status. */
  readonly refusals: { readonly [code in ErrorCode]?: number };
}

/**
 * Keeps the literal types of a row while checking its shape. Marked so that a bundle holds only the rows it uses.
 * @__NO_SIDE_EFFECTS__
 */
export function defineCall<const C extends Call>(call: C): C {
  return call;
}

/** The most that is read of a call's body: before anybody is known, no call takes more than it needs. */
export function bodyMaximumBytesOf({ bodyMaximumBytes, authentication }: Call): number {
  if (bodyMaximumBytes !== undefined) return bodyMaximumBytes;
  // Who may make these calls is asked before anything is read.
  const isByRole = typeof authentication === 'object' && 'role' in authentication;
  return isByRole ? PROGRAM_LIMITS.administratorBodyMaximumBytes : PROGRAM_LIMITS.bodyMaximumBytes;
}

/** A signed report and what stands around it. */
export const REPORT_BODY_BYTES = REPORT_MAXIMUM_BYTES + 16_384;

export const SIGNED_IN_REFUSALS = { not_signed_in: 401, account_disabled: 403 } as const;
export const XSRF_REFUSALS = { xsrf_token_wrong: 403 } as const;
export const DATA_VERSION_REFUSALS = { data_version_unsupported: 400 } as const;
export const DEVICE_TOKEN_REFUSALS = {
  access_token_wrong: 401,
  access_token_scope: 403,
  account_disabled: 403,
} as const;

/**
 * What goes into the XSRF header: the token of the page's cookie (`COOKIES.xsrf`). A host of the same domain may have set
 * cookies of that name as well, and no page can tell them apart; the server can, so it is told all. It is
 * encoded, since such a host may write what no header holds: a token stays as it is.
 */
export function xsrfTokensIn(cookies: string): string {
  return encodeURI(
    cookies
      .split('XSRF-TOKEN=')
      .slice(1)
      .map((part) => part.split(';')[0])
      .join(),
  );
}
