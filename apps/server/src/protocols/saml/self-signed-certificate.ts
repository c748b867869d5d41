// @peculiar/x509 wants the metadata of Reflect.
import 'reflect-metadata';
import type { KeyObject } from 'node:crypto';

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;

export interface CertificateContent {
  readonly commonName: string;
  /** In hexadecimal. */
  readonly serialNumber: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/**
 * Writes an X.509 v3 certificate for an RSA key that signs only and is signed by itself. Node reads certificates and cannot
 * make them.
 */
export async function createSelfSignedCertificate(content: CertificateContent): Promise<string> {
  const { commonName, serialNumber, notBefore, notAfter, privateKey, publicKey } = content;
  // Loading it takes longer than all else here, and a company's key is made once in years.
  const x509 = await import('@peculiar/x509');
  // As values, not as text: a comma in a name is part of it.
  const name = new x509.Name([{ CN: [{ utf8String: commonName }] }]);
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' });
  const signingKey = await crypto.subtle.importKey('pkcs8', pkcs8, ALGORITHM, false, ['sign']);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber,
    subject: name,
    issuer: name,
    notBefore,
    notAfter,
    publicKey: new x509.PublicKey(publicKey.export({ type: 'spki', format: 'der' })),
    signingKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    ],
  });
  return `${certificate.toString('pem')}\n`;
}
