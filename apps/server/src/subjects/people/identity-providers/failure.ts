import { AuthorizationResponseError } from 'openid-client';
import type { Refusal } from '../../../context/server-context.ts';
import { NoAnswerError } from './answering.ts';

/** What went wrong with an identity provider's answer, as far as it makes a difference to a person. */
export type FailureCode =
  | 'upstream_failed'
  | 'upstream_unreachable'
  | 'upstream_denied'
  | 'upstream_clock_wrong'
  | 'upstream_not_fresh';

/** The application wants a new sign-in, and the answer does not say that there was one. */
export const NOT_FRESH: UpstreamFailure = {
  failure: 'upstream_not_fresh',
  reason: 'A new sign-in was asked for, and the answer names no time of one, or an older one.',
};

export interface UpstreamFailure {
  readonly failure: FailureCode;
  /** For the audit log: names what was wrong, without anything the identity provider sent. */
  readonly reason: string;
}

export function fail(failure: FailureCode, reason: string): UpstreamFailure {
  return { failure, reason };
}

/** The sentence that goes with a code. */
export const FAILURE_MESSAGES = Object.freeze({
  upstream_failed: 'The identity provider did not sign anybody in. Try again.',
  upstream_unreachable: 'The identity provider cannot be reached. Try again in a few minutes.',
  upstream_denied: 'The identity provider refused to sign this person in.',
  upstream_not_fresh: 'The application wants a new sign-in, which the identity provider does not confirm.',
  upstream_clock_wrong: 'The time at the identity provider and the time here do not agree.',
} satisfies Record<FailureCode, Refusal['message']>);

/** Errors of an authorization answer that say the provider itself is in trouble (RFC 6749, 4.1.2.1). */
const PROVIDER_IN_TROUBLE: readonly string[] = ['server_error', 'temporarily_unavailable'];
/** Errors that say no to this person (RFC 6749, 4.1.2.1; OpenID Connect Core, 3.1.2.6). */
const PERSON_REFUSED: readonly string[] = [
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
];
const OUT_OF_REACH: readonly string[] = ['OAUTH_TIMEOUT', 'OAUTH_ABORT'];

/** Sorts what the OpenID Connect library throws. */
export function describeOidcError(error: unknown): UpstreamFailure {
  if (!(error instanceof Error)) return fail('upstream_failed', 'unknown');
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return fail(sort(error, code), `${code === null ? '' : `${code}: `}${error.message}${cause}`);
}

function sort(error: Error, code: string | null): FailureCode {
  if (error instanceof AuthorizationResponseError) {
    if (PROVIDER_IN_TROUBLE.includes(error.error)) return 'upstream_unreachable';
    return PERSON_REFUSED.includes(error.error) ? 'upstream_denied' : 'upstream_failed';
  }
  if (error instanceof NoAnswerError) return 'upstream_unreachable';
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'upstream_clock_wrong';
  // What fetch says when no connection comes about.
  const isCutOff = error instanceof TypeError && error.message === 'fetch failed';
  const isBroken = error.cause instanceof Response && error.cause.status >= 500;
  return isCutOff || isBroken || (code !== null && OUT_OF_REACH.includes(code))
    ? 'upstream_unreachable'
    : 'upstream_failed';
}
