import type { PublicJwk } from '@vestibule/contracts';
import { type Bytes, fromBase64Url, fromUtf8, toBase64Url, toUtf8 } from './base64url.ts';
import { canonicalJson } from './canonical-json.ts';
import { type AgreementKey, KeyUnavailableError } from './keys.ts';
import { accept, refuse, type Verified } from './outcome.ts';

/** What a permit is tied to: another session or device cannot open it. */
export interface PermitContext {
  readonly version: 1;
  readonly sessionId: string;
  readonly deviceId: string;
}

export interface SealedPermit {
  /** base64url of the 96-bit nonce followed by ciphertext and tag. */
  readonly encryptedPermit: string;
  /** base64url of the 32 bytes of HKDF salt. */
  readonly permitSalt: string;
}

/** Randomness of one sealing; given only by tests with published values. */
export interface PermitRandomness {
  readonly salt: Bytes;
  readonly nonce: Bytes;
}

const SALT_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const INFO = toUtf8('vestibule/permit/v1');

/** Seals a permit so that only the device of this session can open it. */
export async function sealPermit(
  input: {
    readonly permit: string;
    readonly sessionServerPrivateKey: AgreementKey;
    readonly deviceAgreementPublicKey: PublicJwk;
    readonly context: PermitContext;
  },
  randomness: PermitRandomness = {
    salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
    nonce: crypto.getRandomValues(new Uint8Array(NONCE_BYTES)),
  },
): Promise<SealedPermit> {
  const { salt, nonce } = randomness;
  const key = await deriveKey(input.sessionServerPrivateKey, input.deviceAgreementPublicKey, salt);
  const sealed = await crypto.subtle.encrypt(parameters(nonce, input.context), key, toUtf8(input.permit));
  const encrypted = new Uint8Array(NONCE_BYTES + sealed.byteLength);
  encrypted.set(nonce);
  encrypted.set(new Uint8Array(sealed), NONCE_BYTES);
  return { encryptedPermit: toBase64Url(encrypted), permitSalt: toBase64Url(salt) };
}

/**
 * Opens a permit with the device's agreement key.
 * @returns the permit, or `malformed` (not such texts) or `altered` (other keys, other session, other device, changed);
 * rejects with a KeyUnavailableError when the key's hardware did not answer, which says nothing about the permit
 */
export async function openPermit(
  input: SealedPermit & {
    readonly deviceAgreementKey: AgreementKey;
    readonly sessionServerPublicKey: PublicJwk;
    readonly context: PermitContext;
  },
): Promise<Verified<string, 'malformed' | 'altered'>> {
  const encrypted = fromBase64Url(input.encryptedPermit);
  const salt = fromBase64Url(input.permitSalt);
  if (encrypted === null || encrypted.length < NONCE_BYTES + TAG_BYTES) return refuse('malformed');
  if (salt === null || salt.length !== SALT_BYTES) return refuse('malformed');
  try {
    const key = await deriveKey(input.deviceAgreementKey, input.sessionServerPublicKey, salt);
    const nonce = encrypted.subarray(0, NONCE_BYTES);
    const opened = await crypto.subtle.decrypt(parameters(nonce, input.context), key, encrypted.subarray(NONCE_BYTES));
    const permit = fromUtf8(new Uint8Array(opened));
    return permit === null ? refuse('malformed') : accept(permit);
  } catch (error) {
    if (error instanceof KeyUnavailableError) throw error;
    return refuse('altered');
  }
}

async function deriveKey(own: AgreementKey, peer: PublicJwk, salt: Bytes) {
  const secret = await crypto.subtle.importKey('raw', await own.agree(peer), 'HKDF', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt, info: INFO },
    secret,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

function parameters(nonce: Bytes, { version, sessionId, deviceId }: PermitContext) {
  return {
    name: 'AES-GCM',
    iv: nonce,
    additionalData: toUtf8(canonicalJson({ version, sessionId, deviceId })),
    tagLength: TAG_BYTES * 8,
  } as const;
}
