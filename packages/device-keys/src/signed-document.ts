import { type SignedDocument, signedDocumentSchema, type UpdateKey } from '@vestibule/contracts';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './base64url.ts';
import { accept, refuse, type Verified } from './outcome.ts';
import { ED25519, publicUpdateKey, type UpdatePrivateKey } from './update-key.ts';

/** Makes the signatures of a document. @param bytes what is signed, with its context @returns Ed25519 signatures, base64url */
export type SignUpdate = (bytes: Bytes) => Promise<readonly string[]>;

/** Signs with each of these keys. */
function signWithUpdateKeys(keys: readonly UpdatePrivateKey[]): SignUpdate {
  return (bytes) =>
    Promise.all(
      keys.map(async (key) => {
        const secret = await crypto.subtle.importKey('jwk', { ...key }, ED25519, false, ['sign']);
        return toBase64Url(new Uint8Array(await crypto.subtle.sign(ED25519, secret, bytes)));
      }),
    );
}

/**
 * Puts a document and its signatures together.
 * @param context stands in front of what is signed, so that a signature for something else is none for this
 * @param sign keys, or what keeps them
 */
export async function signDocument(
  context: string,
  value: object,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<SignedDocument> {
  const payload = toBase64Url(toUtf8(JSON.stringify(value)));
  const signer = typeof sign === 'function' ? sign : signWithUpdateKeys(sign);
  return { payload, signatures: [...(await signer(toUtf8(`${context}${payload}`)))] };
}

/**
 * Believes a document when one of the pinned keys signed its very bytes.
 * @param document anything at all
 * @returns what was signed, which may have any shape
 */
export async function verifyDocument(
  context: string,
  document: unknown,
  keys: readonly UpdateKey[],
): Promise<Verified<unknown, 'malformed' | 'altered'>> {
  const parsed = signedDocumentSchema.safeParse(document);
  if (!parsed.success) return refuse('malformed');
  const { payload, signatures } = parsed.data;
  if (!(await isSignedByOne(toUtf8(`${context}${payload}`), signatures, keys))) return refuse('altered');
  try {
    const bytes = fromBase64Url(payload);
    return accept(JSON.parse((bytes === null ? null : fromUtf8(bytes)) ?? ''));
  } catch {
    return refuse('malformed');
  }
}

async function isSignedByOne(
  signed: Bytes,
  signatures: readonly string[],
  keys: readonly UpdateKey[],
): Promise<boolean> {
  for (const key of keys) {
    const imported = await crypto.subtle
      .importKey('jwk', publicUpdateKey(key), ED25519, false, ['verify'])
      .catch(() => null);
    if (imported === null) continue;
    for (const text of signatures) {
      const signature = fromBase64Url(text);
      if (signature !== null && (await crypto.subtle.verify(ED25519, imported, signature, signed))) return true;
    }
  }
  return false;
}
