import { DOMParser } from '@xmldom/xmldom';
import { describe, expect, it } from 'vitest';
import { createMetadata } from './metadata.ts';
import { GATE, gateKey, SSO_URL, strangerKey } from './testing/fixtures.ts';
import { hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from './testing/verifiers.ts';

const options = { entityId: GATE, ssoUrl: SSO_URL, wantAuthnRequestsSigned: false };
const all = (xml: string, name: string) => [
  ...new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS('*', name),
];

describe('metadata', () => {
  const xml = createMetadata({ ...options, keys: [gateKey, strangerKey] });

  it('has no end, so that an application that holds it as a file goes on: it says how often to read it again', () => {
    expect(xml).not.toContain('validUntil');
    expect(all(xml, 'EntityDescriptor')[0]?.getAttribute('cacheDuration')).toBe('PT6H');
  });

  it('names the gate and both endpoints', () => {
    const [descriptor] = all(xml, 'EntityDescriptor');
    expect(descriptor?.getAttribute('entityID')).toBe(GATE);
    expect(all(xml, 'SingleSignOnService').map((service) => service.getAttribute('Location'))).toEqual([
      SSO_URL,
      SSO_URL,
    ]);
    expect(
      all(xml, 'SingleSignOnService').map((service) => service.getAttribute('Binding')?.split(':').at(-1)),
    ).toEqual(['HTTP-Redirect', 'HTTP-POST']);
    expect(all(xml, 'NameIDFormat')).toHaveLength(4);
  });

  it('publishes every key while keys are changed, the signing one first', () => {
    const published = all(xml, 'KeyDescriptor').map((key) => key.textContent);
    expect(published).toEqual([gateKey.certificateBase64, strangerKey.certificateBase64]);
    expect(all(createMetadata({ ...options, keys: [gateKey] }), 'KeyDescriptor')).toHaveLength(1);
  });

  it('names the address of single logout in both bindings, in the place the schema has for it, when there is one', () => {
    const sloUrl = 'https://gate.example/saml/slo';
    const withLogout = createMetadata({ ...options, sloUrl, keys: [gateKey] });
    const services = all(withLogout, 'SingleLogoutService');
    expect(services.map((service) => service.getAttribute('Location'))).toEqual([sloUrl, sloUrl]);
    expect(services[1]?.nextSibling?.nodeName).toBe('md:NameIDFormat');
    expect(verifyWithXmlCrypto(withLogout, gateKey, 'EntityDescriptor')).toContain(sloUrl);
    expect(all(xml, 'SingleLogoutService')).toHaveLength(0);
  });

  it('cannot be made without a key', () => {
    expect(() => createMetadata({ ...options, keys: [] })).toThrow('key');
  });

  it('says whether requests must be signed', () => {
    const wanted = createMetadata({ ...options, wantAuthnRequestsSigned: true, keys: [gateKey] });
    expect(all(wanted, 'IDPSSODescriptor')[0]?.getAttribute('WantAuthnRequestsSigned')).toBe('true');
    expect(all(xml, 'IDPSSODescriptor')[0]?.getAttribute('WantAuthnRequestsSigned')).toBe('false');
  });

  it('is signed with the first key', () => {
    expect(verifyWithXmlCrypto(xml, gateKey, 'EntityDescriptor')).toContain(GATE);
    expect(verifyWithXmlCrypto(xml, strangerKey, 'EntityDescriptor')).toBeNull();
  });

  it.skipIf(!hasXmlsec)('holds for xmlsec1', () => {
    expect(verifyWithXmlsec(xml, gateKey, 'EntityDescriptor')).toBe(true);
  });
});
