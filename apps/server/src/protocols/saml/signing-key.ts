import { createPrivateKey, generateKeyPair, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import { SAML_LIMITS } from './limits.ts';
import { createSelfSignedCertificate } from './self-signed-certificate.ts';

const generate = promisify(generateKeyPair);
const RSA_BITS = 2048;

/** A key of this identity provider. The key object is made once: giving PEM text to each signature costs 3.6 times. */
export interface SigningKey {
  readonly privateKey: KeyObject;
  readonly certificatePem: string;
  /** Base64 without line ends, as metadata and KeyInfo have it. */
  readonly certificateBase64: string;
  /** SHA-256 over the certificate, to name the key in audit entries. */
  readonly keyId: string;
  readonly notAfter: Date;
}

/**
 * Makes an RSA-2048 key pair and its self-signed certificate.
 *
 * @param commonName the name inside the certificate, mostly the host of the gate
 * @returns private key and certificate in one PEM text, to be stored sealed and given to `loadSigningKey`
 */
export async function createSigningKey(commonName: string, now: Date): Promise<string> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: RSA_BITS });
  const notAfter = new Date(now);
  notAfter.setUTCFullYear(notAfter.getUTCFullYear() + SAML_LIMITS.certificateLifeYears);
  const certificate = await createSelfSignedCertificate({
    // X.520 allows 64 characters.
    commonName: commonName.slice(0, 64),
    serialNumber: `01${randomBytes(15).toString('hex')}`,
    // A work application whose clock is behind takes the certificate as well.
    notBefore: new Date(now.getTime() - 86_400_000),
    notAfter,
    privateKey,
    publicKey,
  });
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${certificate}`;
}

/**
 * Reads what `createSigningKey` made, or a key and certificate of the company's own.
 *
 * @throws when the text holds no RSA key of 2048 bits or more, or a certificate of another key: the installation is
 *   broken and must not start
 */
export function loadSigningKey(pem: string): SigningKey {
  const privateKey = createPrivateKey(pem);
  const certificate = new X509Certificate(pem);
  const bits = privateKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (privateKey.asymmetricKeyType !== 'rsa' || bits < RSA_BITS) {
    throw new Error(`The SAML signing key must be RSA with at least ${RSA_BITS} bits.`);
  }
  if (!certificate.checkPrivateKey(privateKey)) throw new Error('The SAML certificate belongs to another key.');
  return {
    privateKey,
    certificatePem: certificate.toString(),
    certificateBase64: certificate.raw.toString('base64'),
    keyId: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    notAfter: new Date(certificate.validTo),
  };
}
