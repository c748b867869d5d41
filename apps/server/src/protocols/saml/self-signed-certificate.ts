import { type KeyObject, sign } from 'node:crypto';
import {
  bitString,
  explicit,
  integer,
  NULL,
  objectIdentifier,
  octetString,
  sequence,
  set,
  TRUE,
  time,
  utf8String,
} from './der.ts';

const COMMON_NAME = objectIdentifier('2.5.4.3');
const BASIC_CONSTRAINTS = objectIdentifier('2.5.29.19');
const KEY_USAGE = objectIdentifier('2.5.29.15');
const SHA256_WITH_RSA = sequence(objectIdentifier('1.2.840.113549.1.1.11'), NULL);

export interface CertificateContent {
  readonly commonName: string;
  readonly serialNumber: bigint;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Writes an X.509 v3 certificate (RFC 5280) for an RSA key that signs only and is signed by itself. Node reads
 * certificates and cannot make them.
 */
export function createSelfSignedCertificate(content: CertificateContent): string {
  const name = sequence(set(sequence(COMMON_NAME, utf8String(content.commonName))));
  const digitalSignature = bitString(Buffer.from([0x80]), 7);
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, TRUE, octetString(sequence())),
    sequence(KEY_USAGE, TRUE, octetString(digitalSignature)),
  );
  const toBeSigned = sequence(
    explicit(0, integer(2n)),
    integer(content.serialNumber),
    SHA256_WITH_RSA,
    name,
    sequence(time(content.notBefore), time(content.notAfter)),
    name,
    content.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(3, extensions),
  );
  const signature = sign('sha256', toBeSigned, content.privateKey);
  const certificate = sequence(toBeSigned, SHA256_WITH_RSA, bitString(signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
