import { ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEVICE_STANDING_ATTRIBUTE } from './device-statement.ts';
import type { IssueOptions } from './issue-response.ts';
import { NAME_ID_FORMATS } from './name-id.ts';
import { ENTITY_ID, GATE, gateKey, NOW, serviceProvider, strangerKey } from './testing/fixtures.ts';
import { issue, mara, xmlOf } from './testing/issue.ts';
import { createServiceProvider, hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from './testing/verifiers.ts';

const [, PERSISTENT, UNSPECIFIED, TRANSIENT] = NAME_ID_FORMATS;
const mayBegin = serviceProvider({ allowsIdpInitiated: true });

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  if (!hasXmlsec) process.stdout.write('xmlsec1 is not installed: its part of the SAML tests is skipped.\n');
});
afterAll(() => {
  vi.useRealTimers();
});

/** Every kind of Response with an assertion that this module signs. */
const KINDS: readonly (readonly [string, Partial<IssueOptions>])[] = [
  ['the usual one', {}],
  ['the assertion signed alone', { serviceProvider: serviceProvider({ signResponse: false }) }],
  ['a persistent identifier', { nameIdFormat: PERSISTENT }],
  ['an unspecified identifier as registered', { serviceProvider: serviceProvider({ nameIdFormat: UNSPECIFIED }) }],
  ['a session lifetime', { serviceProvider: serviceProvider({ sessionLifetime: 28_800 }) }],
  ['no request', { inResponseTo: null, serviceProvider: mayBegin }],
  ['a transient identifier', { nameIdFormat: TRANSIENT }],
  ['no attributes', { serviceProvider: serviceProvider({ attributes: [] }) }],
  ['another audience', { serviceProvider: serviceProvider({ audience: 'urn:mail' }) }],
  ['a passkey', { signInMethod: 'passkey' }],
  ['an upstream sign-in', { signInMethod: 'upstream', authenticatingAuthorities: ['https://login.example/realm'] }],
  ['a device as second factor', { signInMethod: 'password+device', deviceEvidence: 'hardware-key' }],
  ['markup in the name', { person: { ...mara, displayName: `"><saml:x>&amp;<!-- ]]> '` } }],
  ['every script in the name', { person: { ...mara, displayName: 'Ünal 李 \u{1f600} عمر e\u0301 \t\r\n \u2028' } }],
];

describe.each(KINDS)('a Response with %s', (_name, changes) => {
  const { samlResponse } = issue(changes);
  const xml = xmlOf(samlResponse);
  const isResponseSigned = changes.serviceProvider?.signResponse ?? true;

  it('holds for xml-crypto with our key, and with no other', () => {
    expect(verifyWithXmlCrypto(xml, gateKey, 'Assertion')).toContain('<saml:Assertion');
    expect(verifyWithXmlCrypto(xml, gateKey, 'Response') !== null).toBe(isResponseSigned);
    expect(verifyWithXmlCrypto(xml, strangerKey, 'Assertion')).toBeNull();
  });

  it.skipIf(!hasXmlsec)('holds for xmlsec1 with our key, and with no other', () => {
    expect(verifyWithXmlsec(xml, gateKey, 'Assertion')).toBe(true);
    expect(verifyWithXmlsec(xml, gateKey, 'Response')).toBe(isResponseSigned);
    expect(verifyWithXmlsec(xml, strangerKey, 'Assertion')).toBe(false);
    expect(verifyWithXmlsec(xml.replace('compliant', 'skipped'), gateKey, 'Assertion')).toBe(false);
  });

  it('signs a service provider in, who is as strict as it can be', async () => {
    const application = createServiceProvider('_request1', {
      idpCert: gateKey.certificatePem,
      wantAuthnResponseSigned: isResponseSigned,
      audience: changes.serviceProvider?.audience ?? ENTITY_ID,
      ...(changes.inResponseTo === null ? { validateInResponseTo: ValidateInResponseTo.never } : {}),
    });
    const { profile } = await application.validatePostResponseAsync({ SAMLResponse: samlResponse });
    expect(profile?.[DEVICE_STANDING_ATTRIBUTE]).toBe('compliant');
    expect(profile?.issuer).toBe(GATE);
  });
});
