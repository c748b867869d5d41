import { constants, createCipheriv, publicEncrypt, randomBytes, X509Certificate } from 'node:crypto';
import { x509DataElement } from './sign-element.ts';
import { element, type XmlElement } from './write-xml.ts';
import { AES_256_GCM, RSA_OAEP, SHA1 } from './xml-names.ts';

const MINIMUM_BITS = 2048;
const IV_BYTES = 12;

/** Whether assertions can be encrypted to this certificate: RSA, 2048 bits or more. */
export function isEncryptionCertificate(pem: string): boolean {
  try {
    const { publicKey } = new X509Certificate(pem);
    const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
    return publicKey.asymmetricKeyType === 'rsa' && bits >= MINIMUM_BITS;
  } catch {
    return false;
  }
}

/**
 * Encrypts a signed assertion: AES-256-GCM under a fresh key, and that key under RSA-OAEP.
 *
 * OAEP is the form of XML Encryption 1.0 with SHA-1 inside, the one form that all readers share: node-saml's copy of
 * xml-encryption (3.1) knows no other, and SHA-1 does not need to resist collisions there.
 *
 * @param assertionXml the signed assertion, complete in itself
 * @throws when the certificate is not one that `isEncryptionCertificate` takes: nothing ever goes out in clear instead
 */
export function encryptAssertion(assertionXml: string, certificatePem: string): XmlElement {
  if (!isEncryptionCertificate(certificatePem)) throw new Error('Assertions cannot be encrypted to this certificate.');
  const key = randomBytes(32);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const content = Buffer.concat([iv, cipher.update(assertionXml, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return element('saml:EncryptedAssertion', {}, [
    element('xenc:EncryptedData', { Type: 'http://www.w3.org/2001/04/xmlenc#Element' }, [
      element('xenc:EncryptionMethod', { Algorithm: AES_256_GCM }),
      element('ds:KeyInfo', {}, [encryptedKeyElement(key, new X509Certificate(certificatePem))]),
      cipherDataElement(content),
    ]),
  ]);
}

function encryptedKeyElement(key: Buffer, certificate: X509Certificate): XmlElement {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const wrapped = publicEncrypt({ key: certificate.publicKey, padding, oaepHash: 'sha1' }, key);
  return element('xenc:EncryptedKey', {}, [
    element('xenc:EncryptionMethod', { Algorithm: RSA_OAEP }, [element('ds:DigestMethod', { Algorithm: SHA1 })]),
    element('ds:KeyInfo', {}, [x509DataElement(certificate.raw.toString('base64'))]),
    cipherDataElement(wrapped),
  ]);
}

function cipherDataElement(content: Buffer): XmlElement {
  return element('xenc:CipherData', {}, [element('xenc:CipherValue', {}, [content.toString('base64')])]);
}
