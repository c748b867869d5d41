import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { type PublicJwk, publicJwkSchema } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { Bytes } from './base64url.ts';
import { digest } from './digest.ts';

/** A P-256 key with its secret part, as it is stored. Never leaves the process that owns it. */
export interface PrivateJwk extends PublicJwk {
  readonly d: string;
}

const privateJwkSchema = z.extend(publicJwkSchema, { d: z.string() });

/** Reads a stored key. @throws when the text is not one: what was stored is broken */
export function parsePrivateJwk(text: string): PrivateJwk {
  return privateJwkSchema.parse(JSON.parse(text));
}

/** A key that signs. An interface, so that the secret may sit in hardware. */
export interface SigningKey {
  readonly publicKey: PublicJwk;
  /** ECDSA over SHA-256, r and s side by side (64 bytes). */
  readonly sign: (data: Bytes) => Promise<Bytes>;
}

/** A key for agreement. An interface, so that the secret may sit in hardware. */
export interface AgreementKey {
  readonly publicKey: PublicJwk;
  /** @returns the 32 bytes of the shared point; rejects when `peer` is no point of the curve */
  readonly agree: (peer: PublicJwk) => Promise<Bytes>;
}

/** Thrown by a key whose hardware cannot be used now: what it was used for is neither good nor bad, it was not done. */
export class KeyUnavailableError extends Error {
  override readonly name: string = 'KeyUnavailableError';
}

/** The two keys of a device: hardware keys have one use each. */
export interface DeviceKeys {
  readonly identity: SigningKey;
  readonly agreement: AgreementKey;
}

export interface DeviceKeysJwk {
  readonly identity: PrivateJwk;
  readonly agreement: PrivateJwk;
}

const CURVE = 'P-256';
const ECDSA = { name: 'ECDSA', namedCurve: CURVE } as const;
const ECDH = { name: 'ECDH', namedCurve: CURVE } as const;

// What needs no secret that is kept is done by Node's own calls: each takes less than to hand it to another thread and back.
function createKey(): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: CURVE });
  return privateJwkSchema.parse(privateKey.export({ format: 'jwk' }));
}

/** @throws when it is no point of the curve */
function importPublic(key: PublicJwk): KeyObject {
  return createPublicKey({ key: { ...publicJwk(key) }, format: 'jwk' });
}

/** Makes a key pair that signs: a device's identity, or the server's key for grants. */
export async function createSigningKey(): Promise<PrivateJwk> {
  return createKey();
}

/** Makes the server's key for one device session: the permit is sealed with it, for the device's agreement key. */
export async function createServerSessionKey(): Promise<PrivateJwk> {
  return createKey();
}

/** Makes the two keys of a device, in the form in which they are stored. */
export async function createDeviceKeys(): Promise<DeviceKeysJwk> {
  return { identity: createKey(), agreement: createKey() };
}

/** The public half of a key: what may be sent. */
export function publicJwk(key: PublicJwk): PublicJwk {
  return publicJwkSchema.parse(key);
}

/** Makes a stored signing key usable; the secret cannot be exported from the result. */
export async function importSigningKey(key: PrivateJwk): Promise<SigningKey> {
  const secret = await crypto.subtle.importKey('jwk', { ...key }, ECDSA, false, ['sign']);
  return {
    publicKey: publicJwk(key),
    sign: async (data) => new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, secret, data)),
  };
}

/** Makes a stored agreement key usable; the secret cannot be exported from the result. */
export async function importAgreementKey(key: PrivateJwk): Promise<AgreementKey> {
  const secret = await crypto.subtle.importKey('jwk', { ...key }, ECDH, false, ['deriveBits']);
  return {
    publicKey: publicJwk(key),
    agree: async (peer) => {
      const other = await crypto.subtle.importKey('jwk', publicJwk(peer), ECDH, false, []);
      return new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, secret, 256));
    },
  };
}

/** Makes a device's stored keys usable. */
export async function importDeviceKeys(keys: DeviceKeysJwk): Promise<DeviceKeys> {
  const [identity, agreement] = await Promise.all([
    importSigningKey(keys.identity),
    importAgreementKey(keys.agreement),
  ]);
  return { identity, agreement };
}

/** Whether a public key, of the one who sent it, is a point of the curve at all. */
export async function isPointOfCurve(key: PublicJwk): Promise<boolean> {
  try {
    importPublic(key);
    return true;
  } catch {
    return false;
  }
}

/** Checks a signature. False also when the key is no point of the curve. */
export async function verifySignature(key: PublicJwk, signature: Bytes, data: Bytes): Promise<boolean> {
  try {
    return verify('sha256', data, { key: importPublic(key), dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}

/** Thumbprint of a public key (RFC 7638): its name everywhere. */
export function thumbprint(key: PublicJwk): Promise<string> {
  return digest(JSON.stringify({ crv: key.crv, kty: key.kty, x: key.x, y: key.y }));
}
