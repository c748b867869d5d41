import { describe, expect, it } from 'vitest';
import { applicationKey, createEcKey, createWeakCertificate, strangerKey } from '../testing/fixtures.ts';
import {
  keyXml,
  metadataCodeOf,
  type MetadataParts,
  metadataXml,
  recordOf,
  SAML2,
} from '../testing/service-provider-metadata.ts';

const codeOf = (parts: MetadataParts) => metadataCodeOf(metadataXml(parts));
const recordWith = (parts: MetadataParts) => recordOf(metadataXml(parts));
const toBase64 = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\n/g, '');
const first = applicationKey.certificatePem;
const second = strangerKey.certificatePem;

const weak = await createWeakCertificate();

describe('keys in metadata', () => {
  it('count for what they are for, and for both when they do not say', () => {
    const read = (use: string) => {
      const { certificates, encryptionCertificate } = recordWith({ keys: keyXml(use) });
      return [certificates.length, encryptionCertificate.length];
    };
    expect(read('use="signing"')).toEqual([1, 0]);
    expect(read('use="encryption"')).toEqual([0, 1]);
    expect(read('')).toEqual([1, 1]);
  });

  it('keep their order, and each stands once', () => {
    const keys = keyXml('', strangerKey.certificateBase64) + keyXml() + keyXml('use="signing"');
    expect(recordWith({ keys })).toMatchObject({
      certificates: [second, first],
      encryptionCertificate: [second, first],
    });
  });

  it('are read from the first certificate alone: those that issued it sign for no one here', () => {
    const chain = keyXml('use="signing"').replace(
      '</ds:X509Data>',
      `<ds:X509Certificate>${strangerKey.certificateBase64}</ds:X509Certificate></ds:X509Data>`,
    );
    expect(recordWith({ keys: chain }).certificates).toEqual([first]);
  });

  it('of an elliptic curve can sign, and cannot be encrypted to', async () => {
    const base64 = toBase64((await createEcKey()).certificatePem);
    expect(recordWith({ keys: keyXml('', base64) })).toMatchObject({ encryptionCertificate: [] });
    expect(recordWith({ keys: keyXml('', base64) }).certificates).toHaveLength(1);
    expect(codeOf({ keys: keyXml('use="encryption"', base64) })).toBe('metadata_key_unusable');
  });

  it.each([
    [
      'no certificate',
      '<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>a</ds:KeyName></ds:KeyInfo></md:KeyDescriptor>',
    ],
    ['nothing', '<md:KeyDescriptor/>'],
    ['no base64', keyXml('', 'not a certificate')],
    ['base64 of something else', keyXml('', Buffer.from('hello').toString('base64'))],
    ['a key that is too short', keyXml('', toBase64(weak))],
    ['half a certificate', keyXml('', applicationKey.certificateBase64.slice(0, 400))],
    ['an element inside', keyXml('', '<x:y/>')],
    ['an unknown use', keyXml('use="decoration"')],
    ['an empty use', keyXml('use=""')],
  ])('are never passed over silently: %s', (_name, keys) => {
    expect(codeOf({ keys })).toBe('metadata_key_unusable');
    expect(codeOf({ keys: keyXml() + keys })).toBe('metadata_key_unusable');
  });

  const aes = (name: string) => `<md:EncryptionMethod Algorithm="http://www.w3.org/${name}"/>`;
  it.each([
    ['AES-256-GCM', aes('2009/xmlenc11#aes256-gcm'), 'accepted'],
    ['no content, and OAEP', aes('2001/04/xmlenc#rsa-oaep-mgf1p'), 'accepted'],
    ['an algorithm of its own', aes('x#y'), 'accepted'],
    ['AES-CBC alone', aes('2001/04/xmlenc#aes256-cbc'), 'metadata_not_supported'],
    ['AES-128-GCM alone', aes('2009/xmlenc11#aes128-gcm'), 'metadata_not_supported'],
    ['RSA 1.5 alone', aes('2009/xmlenc11#aes256-gcm') + aes('2001/04/xmlenc#rsa-1_5'), 'metadata_not_supported'],
  ])('are only encrypted to as they can be decrypted: %s', (_name, methods, code) => {
    expect(codeOf({ keys: keyXml('use="encryption"', undefined, methods) })).toBe(code);
  });

  it('must be there when requests are signed', () => {
    const role = `${SAML2} AuthnRequestsSigned="1"`;
    expect(codeOf({ role })).toBe('metadata_incomplete');
    expect(codeOf({ role, keys: keyXml('use="encryption"') })).toBe('metadata_incomplete');
    expect(recordWith({ role, keys: keyXml() }).wantAuthnRequestsSigned).toBe(true);
  });
});
