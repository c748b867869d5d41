import { type KeyObject, verify, X509Certificate } from 'node:crypto';
import { ECDSA_SHA256, RSA_SHA256, RSA_SHA512 } from './xml-names.ts';

interface Algorithm {
  readonly hash: 'sha256' | 'sha512';
  readonly keyType: 'rsa' | 'ec';
}

/** Closed list. SHA-1, HMAC and "none" are not in it, and an algorithm works with its own kind of key only. */
const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  [RSA_SHA256, { hash: 'sha256', keyType: 'rsa' }],
  [RSA_SHA512, { hash: 'sha512', keyType: 'rsa' }],
  [ECDSA_SHA256, { hash: 'sha256', keyType: 'ec' }],
]);

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
