import {
  type FixGrant,
  fixGrantSchema,
  type PublicJwk,
  type SessionGrant,
  sessionGrantSchema,
} from '@vestibule/contracts';
import { fromCompact, type JwsRefusal, signJws, toCompact, verifyJws } from './jws.ts';
import type { SigningKey } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

export type GrantRefusal = JwsRefusal | 'expired';

/**
 * The server allows something to one device, for one page, for a short time.
 * @param kid name of the server's key, its thumbprint
 * @returns a compact JWS
 */
export async function signGrant(payload: SessionGrant | FixGrant, serverKey: SigningKey, kid: string): Promise<string> {
  return toCompact(await signJws('vestibule-grant+jwt', payload, serverKey, kid));
}

/**
 * Checks signature, form and expiry. That device and origin are the right ones is the caller's to compare.
 * @param serverKey the key that was pinned when the client was installed
 */
export async function verifyGrant(
  grant: string,
  serverKey: PublicJwk,
  now: Date,
): Promise<Verified<SessionGrant | FixGrant, GrantRefusal>> {
  const jws = fromCompact(grant);
  if (jws === null) return refuse('malformed');
  const verified = await verifyJws('vestibule-grant+jwt', jws, serverKey);
  if (!verified.ok) return verified;
  const session = sessionGrantSchema.safeParse(verified.value.payload);
  const parsed = session.success ? session : fixGrantSchema.safeParse(verified.value.payload);
  if (!parsed.success) return refuse('malformed');
  return parsed.data.exp * 1000 > now.getTime() ? accept(parsed.data) : refuse('expired');
}
