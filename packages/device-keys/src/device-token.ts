import type { PublicJwk } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { fromCompact, type JwsRefusal, signJws, toCompact, verifyJws } from './jws.ts';
import { type SigningKey, thumbprint } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

const deviceTokenSchema = z.object({
  deviceId: z.uuid(),
  /** Origin of the portal that asked: for any other the token is worth nothing. */
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});
export type DeviceToken = z.infer<typeof deviceTokenSchema>;

/**
 * This computer says that it is itself, to one portal, for a short time. It says nothing about how the computer stands.
 * @returns a compact JWS
 */
export async function signDeviceToken(token: DeviceToken, identityKey: SigningKey): Promise<string> {
  const kid = await thumbprint(identityKey.publicKey);
  return toCompact(await signJws('vestibule-device+jwt', token, identityKey, kid));
}

/**
 * Checks signature, form, portal and expiry.
 * @param audience origin of the portal that was to be spoken to
 */
export async function verifyDeviceToken(
  token: string,
  identityKey: PublicJwk,
  audience: string,
  now: Date,
): Promise<Verified<DeviceToken, JwsRefusal | 'expired' | 'mismatch'>> {
  const jws = fromCompact(token);
  if (jws === null) return refuse('malformed');
  const verified = await verifyJws('vestibule-device+jwt', jws, identityKey);
  if (!verified.ok) return verified;
  const parsed = deviceTokenSchema.safeParse(verified.value.payload);
  if (!parsed.success) return refuse('malformed');
  if (parsed.data.aud !== audience) return refuse('mismatch');
  return parsed.data.exp * 1000 > now.getTime() ? accept(parsed.data) : refuse('expired');
}
