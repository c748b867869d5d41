import {
  type SignedDocument,
  type SoftwareManifest,
  softwareManifestSchema,
  type UpdateKey,
} from '@vestibule/contracts';
import { accept, refuse, type Verified } from './outcome.ts';
import { signDocument, type SignUpdate, verifyDocument } from './signed-document.ts';
import type { UpdatePrivateKey } from './update-key.ts';

/** In front of what is signed: the same keys sign updates, and neither signature is good for the other. */
const CONTEXT = 'vestibule software, version 1\n';

/** Puts a manifest of software and its signatures together. @param sign keys, or what keeps them */
export async function signSoftware(
  manifest: SoftwareManifest,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<SignedDocument> {
  return signDocument(CONTEXT, manifest, sign);
}

/**
 * Believes a manifest of software when one of the pinned keys signed its very bytes.
 * @param document anything at all: what a server sent, or what was handed to root
 */
export async function verifySoftware(
  document: unknown,
  keys: readonly UpdateKey[],
): Promise<Verified<SoftwareManifest, 'malformed' | 'altered'>> {
  const verified = await verifyDocument(CONTEXT, document, keys);
  if (!verified.ok) return verified;
  const manifest = softwareManifestSchema.safeParse(verified.value);
  return manifest.success ? accept(manifest.data) : refuse('malformed');
}
