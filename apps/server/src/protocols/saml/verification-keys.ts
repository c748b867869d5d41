import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import {
  ECDSA_SHA256,
  ECDSA_SHA384,
  ECDSA_SHA512,
  RSA_SHA256,
  RSA_SHA384,
  RSA_SHA512,
  SHA256,
  SHA384,
  SHA512,
} from './xml-names.ts';

interface Algorithm {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly keyType: 'rsa' | 'ec';
}

/** Closed list. SHA-1, HMAC and "none" are not in it, and an algorithm works with its own kind of key only. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  [RSA_SHA256, { hash: 'sha256', keyType: 'rsa' }],
  [RSA_SHA384, { hash: 'sha384', keyType: 'rsa' }],
  [RSA_SHA512, { hash: 'sha512', keyType: 'rsa' }],
  [ECDSA_SHA256, { hash: 'sha256', keyType: 'ec' }],
  [ECDSA_SHA384, { hash: 'sha384', keyType: 'ec' }],
  [ECDSA_SHA512, { hash: 'sha512', keyType: 'ec' }],
]);

/** What a message may be digested with: a closed list as well. */
export const DIGESTS: ReadonlyMap<string, Algorithm['hash']> = new Map([
  [SHA256, 'sha256'],
  [SHA384, 'sha384'],
  [SHA512, 'sha512'],
]);

/** What applications are known to sign with and is not taken, by the word that their settings have for it. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'RSA-SHA1'],
  ['http://www.w3.org/2000/09/xmldsig#dsa-sha1', 'DSA-SHA1'],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1', 'ECDSA-SHA1'],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-md5', 'RSA-MD5'],
  ['http://www.w3.org/2009/xmldsig11#dsa-sha256', 'DSA-SHA256'],
  ['http://www.w3.org/2000/09/xmldsig#hmac-sha1', 'HMAC'],
  ['http://www.w3.org/2001/04/xmldsig-more#hmac-sha256', 'HMAC'],
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'SHA-1'],
  ['http://www.w3.org/2001/04/xmldsig-more#md5', 'MD5'],
]);

/**
 * Says which algorithm of a signature is not taken here, and what to set instead; null: all of them are. Of the message
 * nothing is repeated: a name that is not known stays unnamed.
 * @param algorithm of the signature
 * @param digest of what it covers; absent where the binding has none
 */
export function describeRefusedAlgorithm(algorithm: string | null, digest?: string | null): string | null {
  if (algorithm !== null && !ALGORITHMS.has(algorithm)) {
    const name = REFUSED.get(algorithm) ?? 'an algorithm that is not known here';
    return `The message is signed with ${name}, which is not taken here. Let the application sign with RSA-SHA256, RSA-SHA384 or RSA-SHA512 (or ECDSA with one of these).`;
  }
  if (digest !== undefined && digest !== null && !DIGESTS.has(digest)) {
    const name = REFUSED.get(digest) ?? 'an algorithm that is not known here';
    return `The signature’s digest is made with ${name}, which is not taken here. Let the application digest with SHA-256, SHA-384 or SHA-512.`;
  }
  return null;
}

/**
 * The public keys of registered certificates. A certificate that cannot be read gives no key, so a list of unusable
 * certificates fails closed. Dates are not looked at: registration, not expiry, decides whom we trust (as SAML's
 * metadata interoperability profile says).
 */
export function readVerificationKeys(certificates: readonly string[]): readonly KeyObject[] {
  return certificates.flatMap((pem) => {
    try {
      return [new X509Certificate(pem).publicKey];
    } catch {
      return [];
    }
  });
}

export function isAllowedAlgorithm(algorithm: string): boolean {
  return ALGORITHMS.has(algorithm);
}

/** Whether a signature over exactly these octets was made with this key. XML signatures write ECDSA as r and s. */
export function isSignatureOf(octets: Uint8Array, key: KeyObject, algorithm: string, signature: Uint8Array): boolean {
  const known = ALGORITHMS.get(algorithm);
  if (known === undefined || key.asymmetricKeyType !== known.keyType) return false;
  try {
    return verify(known.hash, octets, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false;
  }
}
