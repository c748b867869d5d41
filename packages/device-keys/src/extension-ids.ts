import type { PublicJwk } from '@vestibule/contracts';
import * as z from 'zod/mini';
import { fromCompact, type JwsRefusal, signJws, toCompact, verifyJws } from './jws.ts';
import type { SigningKey } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

/** As many as anybody has browsers. */
const IDS_MAXIMUM = 16;

const extensionIdsSchema = z.object({
  extensionIds: z.array(z.string().check(z.maxLength(255))).check(z.maxLength(IDS_MAXIMUM)),
  /** The computer that asked: for any other the list is worth nothing. */
  deviceId: z.uuid(),
});

/**
 * A server says which browser extensions are its own. Anyone who is in that list may talk to the client, so a client believes
 * the pinned key for it, and no connection.
 * @returns a compact JWS
 */
export async function signExtensionIds(
  extensionIds: readonly string[],
  deviceId: string,
  serverKey: SigningKey,
  kid: string,
): Promise<string> {
  return toCompact(await signJws('vestibule-extensions+jwt', { extensionIds, deviceId }, serverKey, kid));
}

/** Checks signature, form and computer. */
export async function verifyExtensionIds(
  text: string,
  serverKey: PublicJwk,
  deviceId: string,
): Promise<Verified<readonly string[], JwsRefusal | 'mismatch'>> {
  const jws = fromCompact(text);
  if (jws === null) return refuse('malformed');
  const verified = await verifyJws('vestibule-extensions+jwt', jws, serverKey);
  if (!verified.ok) return verified;
  const parsed = extensionIdsSchema.safeParse(verified.value.payload);
  if (!parsed.success) return refuse('malformed');
  return parsed.data.deviceId === deviceId ? accept(parsed.data.extensionIds) : refuse('mismatch');
}
