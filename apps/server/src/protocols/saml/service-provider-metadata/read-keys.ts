import { X509Certificate } from 'node:crypto';
import type { Element } from '@xmldom/xmldom';
import { isEncryptionCertificate } from '../encrypt-assertion.ts';
import { attributeOf, childElements, isNamed, textOf } from '../read-xml.ts';
import { decodeBase64 } from '../strict-base64.ts';
import { AES_256_GCM, RSA_OAEP } from '../xml-names.ts';
import { type MetadataRefusal, refuseMetadata } from './metadata-refusal.ts';

export interface FoundKeys {
  readonly ok: true;
  /** PEM certificates. */
  readonly signing: readonly string[];
  readonly encryption: readonly string[];
}

const MINIMUM_RSA_BITS = 2048;
const CERTIFICATE_MAXIMUM_CHARACTERS = 32_768;
const CONTENT_ENCRYPTION = /^http:\/\/www\.w3\.org\/(?:2001\/04\/xmlenc#(?:aes|tripledes)|2009\/xmlenc11#aes)[\w-]*$/;
const KEY_TRANSPORT = /^http:\/\/www\.w3\.org\/(?:2001\/04\/xmlenc|2009\/xmlenc11)#rsa-[\w-]*$/;

/**
 * Reads every md:KeyDescriptor. A key without `use` counts for both: taking it for neither would switch the check of
 * signatures off.
 */
export function readKeys(descriptor: Element): FoundKeys | MetadataRefusal {
  const signing: string[] = [];
  const encryption: string[] = [];
  for (const key of (childElements(descriptor) ?? []).filter((child) => isNamed(child, 'md', 'KeyDescriptor'))) {
    const use = attributeOf(key, 'use');
    const pem = readCertificate(key);
    if ((use !== undefined && use !== 'signing' && use !== 'encryption') || pem === null) {
      return unusable('A key in the metadata is not an X.509 certificate that can be read, or has an unknown use.');
    }
    if (!isStrongEnough(pem)) {
      return unusable(`A key in the metadata is too weak: RSA needs ${MINIMUM_RSA_BITS} bits or more.`);
    }
    if (use !== 'encryption') signing.push(pem);
    if (use === 'signing') continue;
    // An elliptic curve key for both can only be meant for signatures.
    if (use === undefined && !isEncryptionCertificate(pem)) continue;
    const refusal = checkEncryption(key, pem);
    if (refusal !== null) return refusal;
    encryption.push(pem);
  }
  return { ok: true, signing: [...new Set(signing)], encryption: [...new Set(encryption)] };
}

/** The first certificate is the key's; others in the same place are those that issued it, and sign for no one here. */
function readCertificate(key: Element): string | null {
  const keyInfo = childElements(key)?.find((child) => isNamed(child, 'ds', 'KeyInfo'));
  const data = keyInfo && childElements(keyInfo)?.find((child) => isNamed(child, 'ds', 'X509Data'));
  const certificate = data && childElements(data)?.find((child) => isNamed(child, 'ds', 'X509Certificate'));
  const text = certificate && textOf(certificate);
  const der = text ? decodeBase64(text.replaceAll(/[ \t\r\n]/g, ''), CERTIFICATE_MAXIMUM_CHARACTERS) : null;
  try {
    return der === null ? null : new X509Certificate(der).toString();
  } catch {
    return null;
  }
}

function isStrongEnough(pem: string): boolean {
  try {
    const { publicKey } = new X509Certificate(pem);
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return publicKey.asymmetricKeyType === 'ec' || (publicKey.asymmetricKeyType === 'rsa' && bits >= MINIMUM_RSA_BITS);
  } catch {
    // A certificate can be well-formed around a key that is not.
    return false;
  }
}

/** Whether the application says it can read what this gate writes. Without any EncryptionMethod it is taken to. */
function checkEncryption(key: Element, pem: string): MetadataRefusal | null {
  if (!isEncryptionCertificate(pem)) {
    return unusable('The key for encryption is not RSA, the only kind that assertions are encrypted to.');
  }
  const methods = (childElements(key) ?? [])
    .filter((child) => isNamed(child, 'md', 'EncryptionMethod'))
    .map((method) => attributeOf(method, 'Algorithm') ?? '');
  const content = methods.filter((method) => CONTENT_ENCRYPTION.test(method));
  const transport = methods.filter((method) => KEY_TRANSPORT.test(method));
  if (
    (content.length === 0 || content.includes(AES_256_GCM)) &&
    (transport.length === 0 || transport.includes(RSA_OAEP))
  ) {
    return null;
  }
  return refuseMetadata(
    'metadata_not_supported',
    'The application does not decrypt AES-256-GCM with RSA-OAEP, and older methods are not safe. Switch these on there, or remove its encryption key from the metadata to receive assertions that are not encrypted.',
  );
}

function unusable(reason: string): MetadataRefusal {
  return refuseMetadata(
    'metadata_key_unusable',
    `${reason} Give the application a new certificate and get its metadata again.`,
  );
}
