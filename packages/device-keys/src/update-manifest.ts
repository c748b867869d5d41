import { type SignedDocument, type UpdateKey, type UpdateManifest, updateManifestSchema } from '@vestibule/contracts';
import { accept, refuse, type Verified } from './outcome.ts';
import { signDocument, type SignUpdate, verifyDocument } from './signed-document.ts';
import type { UpdatePrivateKey } from './update-key.ts';

/** In front of what is signed, so that a signature for something else is none for a manifest. */
const CONTEXT = 'vestibule client update, version 1\n';

/** Puts a manifest and its signatures together. @param sign keys, or whatever keeps them */
export async function signUpdateManifest(
  manifest: UpdateManifest,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<SignedDocument> {
  return signDocument(CONTEXT, manifest, sign);
}

/**
 * Believes a manifest when one of the pinned keys signed its very bytes. Whether it is meant for this client, and now, is
 * the client's to compare.
 * @param document anything at all: what was downloaded
 */
export async function verifyUpdateManifest(
  document: unknown,
  keys: readonly UpdateKey[],
): Promise<Verified<UpdateManifest, 'malformed' | 'altered'>> {
  const verified = await verifyDocument(CONTEXT, document, keys);
  if (!verified.ok) return verified;
  const manifest = updateManifestSchema.safeParse(verified.value);
  return manifest.success ? accept(manifest.data) : refuse('malformed');
}
