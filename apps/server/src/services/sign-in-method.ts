import * as z from 'zod';
import type { WebSession } from '../repositories/people.ts';
import { authnContextClassOf, type DeviceEvidence, provenSignInMethod, type SignInMethod } from '../saml/index.ts';

/** How a session's person proved who they are, in SAML's terms: the strongest of what they gave. */
export function signInMethodOf({ factors }: Pick<WebSession, 'factors'>): SignInMethod {
  if (factors.includes('passkey')) return 'passkey';
  if (factors.includes('totp') || factors.includes('recovery-code')) return 'one-time-code';
  if (factors.includes('upstream-mfa')) return 'upstream+second-factor';
  if (factors.includes('upstream')) return 'upstream';
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
