import * as z from 'zod';
import type { WebSession } from '../repositories/people.ts';
import {
  authnContextClassOf,
  type DeviceEvidence,
  provenSignInMethod,
  type SignInMethod,
} from '../protocols/saml/index.ts';

/** How a session's person proved who they are, in SAML's terms: the first factor, and the strongest that came with it. */
export function signInMethodOf({
  factors,
}: {
  readonly factors: readonly WebSession['factors'][number][];
}): SignInMethod {
  const isFromUpstream = factors.includes('upstream') || factors.includes('upstream-mfa');
  if (factors.includes('passkey')) {
    if (isFromUpstream) return 'upstream+passkey';
    return factors.includes('password') ? 'password+passkey' : 'passkey';
  }
  if (factors.includes('upstream-mfa')) return 'upstream+second-factor';
  const hasCode = factors.includes('totp') || factors.includes('recovery-code');
  if (isFromUpstream) return hasCode ? 'upstream+one-time-code' : 'upstream';
  if (hasCode) return 'one-time-code';
  return factors.includes('device') ? 'password+device' : 'password';
}

const upstreamSchema = z.object({ issuer: z.string(), level: z.string().nullable() });

/** The company's own identity provider that a session's person signed in at; null when they signed in here. */
export function upstreamOf({
  upstreamClaims,
}: Pick<WebSession, 'upstreamClaims'>): { readonly issuer: string; readonly level: string | null } | null {
  return upstreamClaims === null ? null : upstreamSchema.parse(upstreamClaims);
}

/** The class of context that applications are told, by whichever protocol. @param evidence of the device, as issued */
export function statedClassOf(
  session: Pick<WebSession, 'factors' | 'upstreamClaims'>,
  evidence: DeviceEvidence,
): string {
  return authnContextClassOf(provenSignInMethod(signInMethodOf(session), evidence), upstreamOf(session)?.level);
}
