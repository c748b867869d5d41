import type { SignedDocument, UpdateKey } from '@vestibule/contracts';
import type { Verified } from './outcome.ts';
import { signDocument, type SignUpdate, verifyDocument } from './signed-document.ts';
import type { UpdatePrivateKey } from './update-key.ts';

const CONTEXT = 'vestibule lifecycle data, version 1\n';

/** Signs what is known of the ends of releases, for servers that take newer data. @param sign keys, or what keeps them */
export async function signLifecycle(
  lifecycle: object,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<SignedDocument> {
  return signDocument(CONTEXT, lifecycle, sign);
}

/** Believes data that one of the keys signed. @returns what was signed, whose shape is still to be looked at */
export async function verifyLifecycle(
  document: unknown,
  keys: readonly UpdateKey[],
): Promise<Verified<unknown, 'malformed' | 'altered'>> {
  return verifyDocument(CONTEXT, document, keys);
}
