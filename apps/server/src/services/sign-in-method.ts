import type { WebSession } from '../repositories/people.ts';
import type { SignInMethod } from '../saml/index.ts';

/** How a session's person proved who they are, in SAML's terms: the strongest of what they gave. */
export function signInMethodOf({ factors }: Pick<WebSession, 'factors'>): SignInMethod {
  if (factors.includes('passkey')) return 'passkey';
  if (factors.includes('totp') || factors.includes('recovery-code')) return 'one-time-code';
  if (factors.includes('upstream') || factors.includes('upstream-mfa')) return 'upstream';
  return factors.includes('device') ? 'password+device' : 'password';
}
