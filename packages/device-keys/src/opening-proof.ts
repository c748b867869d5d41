import type { PublicJwk } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { fromCompact, type JwsRefusal, signJws, toCompact, verifyJws } from './jws.ts';
import { type SigningKey, thumbprint } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

const openingProofSchema = z.object({
  deviceId: z.uuid(),
  /** The device session that lasts. It is newer than any proof that someone could have had signed before it. */
  sessionId: z.uuid(),
  /** Origin of the portal that is opened. */
  aud: z.string(),
  /** Names this proof: the server takes each once. */
  jti: z.uuid(),
});
export type OpeningProof = z.infer<typeof openingProofSchema>;

/**
 * This computer asks to open a portal signed in.
 * @returns a compact JWS
 */
export async function signOpeningProof(proof: OpeningProof, identityKey: SigningKey): Promise<string> {
  const kid = await thumbprint(identityKey.publicKey);
  return toCompact(await signJws('vestibule-opening+jwt', proof, identityKey, kid));
}

/**
 * Checks signature, form, computer, session and portal. That it was not used before is the caller's to remember.
 * @param wanted what it has to speak of
 */
export async function verifyOpeningProof(
  proof: string,
  identityKey: PublicJwk,
  wanted: Omit<OpeningProof, 'jti'>,
): Promise<Verified<OpeningProof, JwsRefusal | 'mismatch'>> {
  const jws = fromCompact(proof);
  if (jws === null) return refuse('malformed');
  const verified = await verifyJws('vestibule-opening+jwt', jws, identityKey);
  if (!verified.ok) return verified;
  const parsed = openingProofSchema.safeParse(verified.value.payload);
  if (!parsed.success) return refuse('malformed');
  const { deviceId, sessionId, aud } = parsed.data;
  const isWanted = deviceId === wanted.deviceId && sessionId === wanted.sessionId && aud === wanted.aud;
  return isWanted ? accept(parsed.data) : refuse('mismatch');
}
