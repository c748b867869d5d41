// What makes certificates wants the metadata of Reflect, and this brings them.
import 'acme-client';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface CertificateMaker {
  /** PEM: who trusts it trusts everything that is made here. */
  readonly root: string;
  /** @param request of PKCS 10, DER @returns names it asks for; null: it is not signed by its own key */
  namesIn(request: Buffer): Promise<readonly string[] | null>;
  /** @returns the certificate with its chain, PEM */
  sign(request: Buffer, from: Date, until: Date): Promise<string>;
}

/** A certificate authority's inside: a root, one below it, and what they sign. */
export async function createCertificateMaker(from: Date, until: Date): Promise<CertificateMaker> {
  const create = async (): Promise<webcrypto.CryptoKeyPair> =>
    webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [rootKeys, middleKeys] = await Promise.all([create(), create()]);
  const isAuthority = [
    new x509.BasicConstraintsExtension(true, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
  ];
  const shared = { notBefore: from, notAfter: until, signingAlgorithm: ALGORITHM };
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...shared,
    name: 'CN=Test root',
    keys: rootKeys,
    extensions: isAuthority,
  });
  const middle = await x509.X509CertificateGenerator.create({
    ...shared,
    subject: 'CN=Test authority',
    issuer: root.subject,
    publicKey: middleKeys.publicKey,
    signingKey: rootKeys.privateKey,
    extensions: isAuthority,
  });
  const namesOf = ({ extensions }: x509.Pkcs10CertificateRequest) =>
    extensions.find((one) => one instanceof x509.SubjectAlternativeNameExtension)?.names.toJSON() ?? [];
  return {
    root: root.toString('pem'),
    async namesIn(bytes) {
      const request = new x509.Pkcs10CertificateRequest(bytes);
      return (await request.verify()) ? namesOf(request).map(({ value }) => value) : null;
    },
    async sign(bytes, notBefore, notAfter) {
      const request = new x509.Pkcs10CertificateRequest(bytes);
      const leaf = await x509.X509CertificateGenerator.create({
        notBefore,
        notAfter,
        signingAlgorithm: ALGORITHM,
        issuer: middle.subject,
        publicKey: request.publicKey,
        signingKey: middleKeys.privateKey,
        extensions: [new x509.SubjectAlternativeNameExtension(namesOf(request))],
      });
      return `${leaf.toString('pem')}\n${middle.toString('pem')}\n`;
    },
  };
}
