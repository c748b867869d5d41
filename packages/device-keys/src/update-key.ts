import { type UpdateKey, updateKeySchema } from '@vestibule/contracts';
import * as z from 'zod/mini';

/** An Ed25519 key with its secret part, as anyone who publishes updates keeps it. */
const updatePrivateKeySchema = z.extend(updateKeySchema, { d: z.string().check(z.regex(/^[\w-]{43}$/)) });
export type UpdatePrivateKey = z.infer<typeof updatePrivateKeySchema>;

export const ED25519 = { name: 'Ed25519' } as const;

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
