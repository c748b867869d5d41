import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { decrypt } from 'xml-encryption';
import { encryptAssertion, isEncryptionCertificate } from './encrypt-assertion.ts';
import { DEVICE_STANDING_ATTRIBUTE } from './device-statement.ts';
import { serviceProviderSchema } from './service-provider.ts';
import type { SigningKey } from './signing-key.ts';
import {
  applicationKey,
  createEcKey,
  createWeakCertificate,
  ENTITY_ID,
  gateKey,
  NOW,
  serviceProvider,
  strangerKey,
} from './testing/fixtures.ts';
import { elementsOf, issue, xmlOf } from './testing/issue.ts';
import {
  createServiceProvider,
  decryptWithXmlsec,
  hasXmlsec,
  verifyWithXmlCrypto,
  verifyWithXmlsec,
} from './testing/verifiers.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

const encrypted = serviceProvider({ encryptionCertificate: applicationKey.certificatePem });
const pemOf = (key: SigningKey) => key.privateKey.export({ type: 'pkcs8', format: 'pem' });
const { samlResponse } = issue({ serviceProvider: encrypted });
const xml = xmlOf(samlResponse);
/** EncryptedData as the newest xml-encryption reads it, which refuses what is not safe. */
const decryptText = (text: string, key: SigningKey) =>
  promisify((done: (error: Error | null, result: string) => void) => decrypt(text, { key: pemOf(key) }, done))();
const signIn = (
  key: SigningKey | null,
  changes: Parameters<typeof createServiceProvider>[1] = {},
  text = samlResponse,
) =>
  createServiceProvider('_request1', {
    idpCert: gateKey.certificatePem,
    ...(key === null ? {} : { decryptionPvk: pemOf(key) }),
    ...changes,
  }).validatePostResponseAsync({ SAMLResponse: text });

describe('an encrypted assertion', () => {
  it('shows nothing of the person, and says how it is encrypted', () => {
    expect(xml).not.toMatch(/mara|saml:Assertion|compliant|NameID/i);
    expect(elementsOf(xml, 'EncryptedAssertion')).toHaveLength(1);
    const methods = elementsOf(xml, 'EncryptionMethod').map((method) => method.getAttribute('Algorithm'));
    expect(methods).toEqual([
      'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    ]);
  });

  it('signs in a strict service provider that holds the key', async () => {
    const { profile } = await signIn(applicationKey);
    expect(profile?.nameID).toBe('mara@alderbrook.example');
    expect(profile?.[DEVICE_STANDING_ATTRIBUTE]).toBe('compliant');
  });

  it('signs in one that looks at the signature inside alone', async () => {
    const record = { ...encrypted, signResponse: false };
    const text = issue({ serviceProvider: record }).samlResponse;
    expect((await signIn(applicationKey, { wantAuthnResponseSigned: false }, text)).profile?.nameID).toContain('mara');
    await expect(signIn(applicationKey, {}, text)).rejects.toThrow(/signature/i);
  });

  it('signs no one in with a wrong key, or without any', async () => {
    await expect(signIn(strangerKey)).rejects.toThrow(/oaep|decod|decrypt|too large/i);
    await expect(signIn(null)).rejects.toThrow(/decryption key/i);
  });

  it('signs no one in when it was changed: neither the text nor the wrapped key', async () => {
    const record = { ...encrypted, signResponse: false };
    const text = xmlOf(issue({ serviceProvider: record }).samlResponse);
    const values = [...text.matchAll(/<(?:\w+:)?CipherValue>([^<]{40})/g)].map(([, value]) => value ?? '');
    expect(values).toHaveLength(2);
    for (const value of values) {
      const changed = text.replace(
        value,
        value.replace(/^.{8}/, (start) => (start === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA')),
      );
      const posted = Buffer.from(changed).toString('base64');
      await expect(signIn(applicationKey, { wantAuthnResponseSigned: false }, posted)).rejects.toThrow(
        /oaep|authenticate/i,
      );
    }
  });

  it('was signed before it was encrypted, and the response around it afterwards', async () => {
    expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).toContain('EncryptedAssertion');
    expect(verifyWithXmlCrypto(xml, strangerKey, 'Response')).toBeNull();
    const assertion = await decryptText(xml, applicationKey);
    expect(verifyWithXmlCrypto(assertion, gateKey, 'Assertion')).toContain(
      `<saml:Audience>${ENTITY_ID}</saml:Audience>`,
    );
    // Sometimes what was encrypted is a greater number than this key can take.
    await expect(decryptText(xml, strangerKey)).rejects.toThrow(/oaep|too large/i);
  });

  it.skipIf(!hasXmlsec)('holds for xmlsec1: outside, decrypted, and inside', () => {
    expect(verifyWithXmlsec(xml, gateKey, 'Response')).toBe(true);
    const decrypted = decryptWithXmlsec(xml, applicationKey) ?? '';
    expect(verifyWithXmlsec(decrypted, gateKey, 'Assertion')).toBe(true);
    expect(verifyWithXmlsec(decrypted.replace('compliant', 'skipped'), gateKey, 'Assertion')).toBe(false);
    expect(decryptWithXmlsec(xml, strangerKey)).toBeNull();
  });

  it('has a key and an initialisation vector of its own each time', () => {
    const texts = Array.from({ length: 20 }, () => xmlOf(issue({ serviceProvider: encrypted }).samlResponse));
    const values = texts.flatMap((text) =>
      elementsOf(text, 'CipherValue').map((value) => value.textContent?.slice(0, 16)),
    );
    expect(new Set(values).size).toBe(40);
  });

  it('carries texts of every script and of markup', async () => {
    const displayName = `Ünal 李 \u{1f600} "><saml:x>&amp;<!-- ]]> '`;
    const person = { id: '1', login: 'u', email: 'u@x', displayName };
    const text = issue({ serviceProvider: encrypted, person }).samlResponse;
    expect((await signIn(applicationKey, {}, text)).profile?.['displayName']).toBe(displayName);
  });
});

describe('whom assertions are encrypted to', () => {
  const record = { entityId: ENTITY_ID, acsUrls: [{ url: 'https://mail.example/acs', index: 0 }] };
  const isValid = (encryptionCertificate: unknown) =>
    serviceProviderSchema.safeParse({ ...record, encryptionCertificate }).success;

  it('is the first of several certificates, while the application changes its key', async () => {
    const several = serviceProvider({
      encryptionCertificate: [strangerKey.certificatePem, applicationKey.certificatePem],
    });
    const text = issue({ serviceProvider: several }).samlResponse;
    expect((await signIn(strangerKey, {}, text)).profile?.nameID).toContain('mara');
    await expect(signIn(applicationKey, {}, text)).rejects.toThrow(/oaep|too large/i);
  });

  it('is a list in the record, whichever way it was registered', () => {
    expect(encrypted.encryptionCertificate).toEqual([applicationKey.certificatePem]);
    expect(serviceProviderSchema.parse(encrypted)).toEqual(encrypted);
    expect(serviceProvider().encryptionCertificate).toEqual([]);
  });

  it('can only be an RSA certificate, so that nothing is ever sent in clear instead', async () => {
    const { certificatePem } = await createEcKey();
    for (const pem of ['', 'x', certificatePem, await createWeakCertificate(), pemOf(applicationKey)]) {
      expect(isEncryptionCertificate(pem)).toBe(false);
      expect(isValid(pem)).toBe(false);
      expect(isValid([applicationKey.certificatePem, pem])).toBe(false);
      expect(() => encryptAssertion('<a/>', pem)).toThrow('cannot be encrypted');
      const broken = { ...encrypted, encryptionCertificate: [pem] };
      expect(() => issue({ serviceProvider: broken })).toThrow('cannot be encrypted');
    }
    expect(isValid([])).toBe(true);
  });
});
