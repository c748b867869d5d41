import {
  type FlattenedJws,
  flattenedJwsSchema,
  type PublicJwk,
  type SignedReportPayload,
  signedReportPayloadSchema,
} from '@vestibule/contracts';
import { type JwsRefusal, signJws, verifyJws } from './jws.ts';
import { type SigningKey, thumbprint } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

/** Signs a report with the device's identity key: flattened JWS JSON, the body that is uploaded and kept as evidence. */
export async function signReport(payload: SignedReportPayload, identityKey: SigningKey): Promise<FlattenedJws> {
  return signJws('vestibule-report+jwt', payload, identityKey, await thumbprint(identityKey.publicKey));
}

/**
 * Checks a report against the device's public key. Nonce, session and sequence are the server's to compare.
 * @param jws anything at all: what was uploaded
 * @returns the payload, or `malformed` (not such a document) or `altered` (not signed so by this key)
 */
export async function verifyReport(
  jws: unknown,
  identityKey: PublicJwk,
): Promise<Verified<SignedReportPayload, JwsRefusal>> {
  const parsed = flattenedJwsSchema.safeParse(jws);
  if (!parsed.success) return refuse('malformed');
  const verified = await verifyJws('vestibule-report+jwt', parsed.data, identityKey);
  if (!verified.ok) return verified;
  if (verified.value.kid !== (await thumbprint(identityKey))) return refuse('altered');
  const payload = signedReportPayloadSchema.safeParse(verified.value.payload);
  return payload.success ? accept(payload.data) : refuse('malformed');
}
