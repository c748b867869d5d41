import {
  type SignedUpdateManifest,
  signedUpdateManifestSchema,
  type UpdateKey,
  type UpdateManifest,
  updateKeySchema,
  updateManifestSchema,
} from '@vestibule/contracts';
import * as z from 'zod/mini';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './base64url.ts';
import { accept, refuse, type Verified } from './outcome.ts';

/** An Ed25519 key with its secret part, as whoever publishes updates keeps it. */
const updatePrivateKeySchema = z.extend(updateKeySchema, { d: z.string().check(z.regex(/^[\w-]{43}$/)) });
export type UpdatePrivateKey = z.infer<typeof updatePrivateKeySchema>;

const ED25519 = { name: 'Ed25519' } as const;

/** In front of what is signed, so that a signature for something else is none for a manifest. */
const CONTEXT = 'vestibule client update, version 1\n';

/** Makes a key that signs manifests. */
export async function createUpdateKey(): Promise<UpdatePrivateKey> {
  const pair = await crypto.subtle.generateKey(ED25519, true, ['sign', 'verify']);
  if (!('privateKey' in pair)) throw new Error('Ed25519 makes pairs.');
  return updatePrivateKeySchema.parse(await crypto.subtle.exportKey('jwk', pair.privateKey));
}

/** Reads a stored key, or its public half alone. @throws when the text is neither */
export function parseUpdateKey(text: string): UpdateKey | UpdatePrivateKey {
  return z.union([updatePrivateKeySchema, updateKeySchema]).parse(JSON.parse(text));
}

/** The public half of a key: what goes into packages. */
export function publicUpdateKey({ kty, crv, x }: UpdateKey): UpdateKey {
  return { kty, crv, x };
}

/** Makes the signatures of a manifest. @param bytes what is signed, with its context @returns Ed25519 signatures, base64url */
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

/** Puts a manifest and its signatures together. @param sign keys, or whatever keeps them */
export async function signUpdateManifest(
  manifest: UpdateManifest,
  sign: readonly UpdatePrivateKey[] | SignUpdate,
): Promise<SignedUpdateManifest> {
  const payload = toBase64Url(toUtf8(JSON.stringify(manifest)));
  const signer = typeof sign === 'function' ? sign : signWithUpdateKeys(sign);
  return { payload, signatures: [...(await signer(signed(payload)))] };
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
  const parsed = signedUpdateManifestSchema.safeParse(document);
  if (!parsed.success) return refuse('malformed');
  const { payload, signatures } = parsed.data;
  if (!(await isSignedByOne(payload, signatures, keys))) return refuse('altered');
  try {
    const bytes = fromBase64Url(payload);
    const manifest = updateManifestSchema.safeParse(JSON.parse((bytes === null ? null : fromUtf8(bytes)) ?? ''));
    return manifest.success ? accept(manifest.data) : refuse('malformed');
  } catch {
    return refuse('malformed');
  }
}

async function isSignedByOne(
  payload: string,
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
      if (signature !== null && (await crypto.subtle.verify(ED25519, imported, signature, signed(payload))))
        return true;
    }
  }
  return false;
}

function signed(payload: string): Bytes {
  return toUtf8(`${CONTEXT}${payload}`);
}
