import { anyText, propertyRuns } from '@vestibule/testing';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEVICE_EVIDENCE_ATTRIBUTE, DEVICE_STANDING_ATTRIBUTE } from './device-statement.ts';
import { type IssueOptions, issueErrorResponse } from './issue-response.ts';
import { NAME_ID_FORMATS } from './name-id.ts';
import { ACS_URL, ENTITY_ID, gateKey, NOW, serviceProvider, strangerKey } from './testing/fixtures.ts';
import { elementsOf, issue, mara, USUAL_ISSUE, xmlOf } from './testing/issue.ts';
import { createServiceProvider, verifyWithXmlCrypto } from './testing/verifiers.ts';

const [EMAIL_ADDRESS, PERSISTENT, UNSPECIFIED, TRANSIENT] = NAME_ID_FORMATS;
const mayBegin = serviceProvider({ allowsIdpInitiated: true });

const structureOf = (xml: string) => [...xml.matchAll(/<[\w:]+/g)].map(([tag]) => tag).join('');
const valueOf = (xml: string, element: string, attribute: string) =>
  elementsOf(xml, element)[0]?.attributes.getNamedItem(attribute)?.value;

const nameIdOf = async (changes: Partial<IssueOptions>) => {
  const application = createServiceProvider('_request1', { idpCert: gateKey.certificatePem });
  const { profile } = await application.validatePostResponseAsync({ SAMLResponse: issue(changes).samlResponse });
  return { format: profile?.nameIDFormat, value: profile?.nameID };
};

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('what an assertion says', () => {
  it('names the person as registered, or as the request asks', async () => {
    expect(await nameIdOf({})).toEqual({ format: EMAIL_ADDRESS, value: 'mara@alderbrook.example' });
    expect(await nameIdOf({ nameIdFormat: UNSPECIFIED })).toMatchObject({ format: EMAIL_ADDRESS });
    const byLogin = serviceProvider({ nameIdFormat: UNSPECIFIED });
    expect(await nameIdOf({ serviceProvider: byLogin })).toEqual({ format: UNSPECIFIED, value: 'mara' });
    const first = await nameIdOf({ nameIdFormat: PERSISTENT });
    expect(first.value).toMatch(/^[\w-]{43}$/);
    expect(await nameIdOf({ nameIdFormat: PERSISTENT, person: { ...mara, email: 'new@x' } })).toEqual(first);
    expect((await nameIdOf({ nameIdFormat: PERSISTENT, person: { ...mara, id: 'other' } })).value).not.toBe(
      first.value,
    );
  });

  it('names a person by another transient identifier each time, which is told to the caller', async () => {
    const issued = Array.from({ length: 3 }, () => issue({ nameIdFormat: TRANSIENT }));
    expect(new Set(issued.map(({ nameId }) => nameId.value)).size).toBe(3);
    for (const { nameId, samlResponse } of issued) {
      const application = createServiceProvider('_request1', { idpCert: gateKey.certificatePem });
      const { profile } = await application.validatePostResponseAsync({ SAMLResponse: samlResponse });
      expect({ format: profile?.nameIDFormat, value: profile?.nameID }).toEqual(nameId);
      expect(nameId.value).toMatch(/^_[\da-f]{40}$/);
      expect(xmlOf(samlResponse)).not.toContain('mara@alderbrook.example</saml:NameID>');
    }
    const byRecord = serviceProvider({ nameIdFormat: TRANSIENT });
    expect(await nameIdOf({ serviceProvider: byRecord })).toMatchObject({ format: TRANSIENT });
  });

  it.each<[string, Partial<IssueOptions>, string]>([
    ['a password', { signInMethod: 'password' }, ':PasswordProtectedTransport'],
    ['no method', {}, ':PasswordProtectedTransport'],
    ['a code', { signInMethod: 'one-time-code' }, ':TimeSyncToken'],
    ['a passkey', { signInMethod: 'passkey' }, 'https://refeds.org/profile/mfa'],
    ['upstream', { signInMethod: 'upstream' }, ':unspecified'],
    ['upstream that says how', { signInMethod: 'upstream', upstreamLevel: 'urn:example:loa2' }, 'urn:example:loa2'],
    [
      'a password and a device with a key',
      { signInMethod: 'password+device', deviceEvidence: 'software-key' },
      'https://refeds.org/profile/mfa',
    ],
    ['a password and a device that proved nothing', { signInMethod: 'password+device' }, ':PasswordProtectedTransport'],
    [
      'a password and a device that was not checked',
      { signInMethod: 'password+device', deviceEvidence: 'hardware-key', deviceStanding: 'not-checked' },
      ':PasswordProtectedTransport',
    ],
  ])('says how the person was checked: %s', (_name, changes, expected) => {
    const [classRef] = elementsOf(xmlOf(issue(changes).samlResponse), 'AuthnContextClassRef');
    expect(classRef?.textContent?.endsWith(expected)).toBe(true);
  });

  it('names who else vouched for the person, behind the class, where the schema has the place', () => {
    const authorities = ['https://login.example/realm', 'urn:other'];
    const upstream = issue({ signInMethod: 'upstream', authenticatingAuthorities: authorities });
    const [context] = elementsOf(xmlOf(upstream.samlResponse), 'AuthnContext');
    expect([...(context?.childNodes ?? [])].map((child) => [child.localName, child.textContent])).toEqual([
      ['AuthnContextClassRef', 'urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified'],
      ...authorities.map((authority) => ['AuthenticatingAuthority', authority]),
    ]);
    expect(xmlOf(issue().samlResponse)).not.toContain('AuthenticatingAuthority');
  });

  it('is good for as long as the record says, and for less when nothing asked for it', () => {
    const timesOf = (changes: Partial<IssueOptions>) => {
      const issued = issue(changes);
      const xml = xmlOf(issued.samlResponse);
      expect(valueOf(xml, 'SubjectConfirmationData', 'NotOnOrAfter')).toBe(valueOf(xml, 'Conditions', 'NotOnOrAfter'));
      return [valueOf(xml, 'Conditions', 'NotBefore'), valueOf(xml, 'Conditions', 'NotOnOrAfter')];
    };
    const strict = serviceProvider({ clockSkewMs: 0, assertionLifeMs: 30_000, allowsIdpInitiated: true });
    expect(timesOf({ serviceProvider: strict })).toEqual(['2026-11-21T09:00:00Z', '2026-11-21T09:00:30Z']);
    const generous = serviceProvider({ clockSkewMs: 300_000, assertionLifeMs: 900_000, allowsIdpInitiated: true });
    expect(timesOf({ serviceProvider: generous })).toEqual(['2026-11-21T08:55:00Z', '2026-11-21T09:15:00Z']);
    expect(timesOf({ serviceProvider: generous, inResponseTo: null })[1]).toBe('2026-11-21T09:02:00Z');
    expect(timesOf({ serviceProvider: strict, inResponseTo: null })[1]).toBe('2026-11-21T09:00:30Z');
  });

  it('goes to no one who did not ask, unless the record allows it', () => {
    expect(() => issue({ inResponseTo: null })).toThrow('did not ask');
    expect(issue({ inResponseTo: null, serviceProvider: mayBegin }).samlResponse).not.toBe('');
  });

  it('is meant for one application, one address, one request and five minutes', () => {
    const xml = xmlOf(issue().samlResponse);
    expect(valueOf(xml, 'Response', 'Destination')).toBe(ACS_URL);
    expect(valueOf(xml, 'Response', 'InResponseTo')).toBe('_request1');
    expect(valueOf(xml, 'SubjectConfirmationData', 'Recipient')).toBe(ACS_URL);
    expect(valueOf(xml, 'SubjectConfirmationData', 'InResponseTo')).toBe('_request1');
    expect(valueOf(xml, 'SubjectConfirmationData', 'NotOnOrAfter')).toBe('2026-11-21T09:05:00Z');
    expect(valueOf(xml, 'SubjectConfirmationData', 'NotBefore')).toBeUndefined();
    expect(valueOf(xml, 'Conditions', 'NotBefore')).toBe('2026-11-21T08:58:00Z');
    expect(valueOf(xml, 'Conditions', 'NotOnOrAfter')).toBe('2026-11-21T09:05:00Z');
    expect(valueOf(xml, 'AuthnStatement', 'AuthnInstant')).toBe('2026-11-21T08:30:00Z');
    expect(valueOf(xml, 'AuthnStatement', 'SessionNotOnOrAfter')).toBeUndefined();
    expect(xml).toContain(`<saml:Audience>${ENTITY_ID}</saml:Audience>`);
    expect(xml).toContain(':PasswordProtectedTransport</saml:AuthnContextClassRef>');
  });

  it('answers no request when there was none, and ends a session when the record says so', () => {
    const xml = xmlOf(
      issue({ inResponseTo: null, serviceProvider: { ...mayBegin, sessionLifetime: 3600 } }).samlResponse,
    );
    expect(xml).not.toContain('InResponseTo');
    expect(valueOf(xml, 'AuthnStatement', 'SessionNotOnOrAfter')).toBe('2026-11-21T10:00:00Z');
  });

  it('cannot be told another device standing by an attribute of the record', () => {
    const attributes = [
      { name: DEVICE_STANDING_ATTRIBUTE, value: 'displayName' as const },
      { name: DEVICE_EVIDENCE_ATTRIBUTE, value: 'fixedText' as const, text: 'hardware-key' },
    ];
    const record = serviceProvider({ attributes });
    const person = { ...mara, displayName: 'compliant' };
    const xml = xmlOf(issue({ serviceProvider: record, person, deviceStanding: 'not-compliant' }).samlResponse);
    expect(xml.match(/<saml:AttributeValue>/g)).toHaveLength(2);
    expect(xml).toContain('<saml:AttributeValue>not-compliant</saml:AttributeValue>');
    expect(xml).toContain('<saml:AttributeValue>none</saml:AttributeValue>');
  });

  it('never repeats an id', () => {
    const ids = Array.from({ length: 20 }, () => issue()).flatMap((issued) => [
      issued.responseId,
      issued.assertionId,
      issued.sessionIndex,
    ]);
    expect(new Set(ids).size).toBe(60);
    expect(ids.every((id) => /^_[\da-f]{40}$/.test(id))).toBe(true);
  });

  it('goes to registered addresses only', () => {
    for (const acsUrl of ['https://evil.example/acs', `${ACS_URL}/`, 'javascript:alert(1)', '']) {
      expect(() => issue({ acsUrl })).toThrow('not registered');
      expect(() => issueErrorResponse(gateKey, { ...USUAL_ISSUE, acsUrl, status: null })).toThrow('not registered');
    }
  });

  it('is refused by the application when late, for another one, or for another request', async () => {
    const { samlResponse } = issue();
    const validate = (changes: object, requestId = '_request1') =>
      createServiceProvider(requestId, { idpCert: gateKey.certificatePem, ...changes }).validatePostResponseAsync({
        SAMLResponse: samlResponse,
      });
    await expect(validate({ audience: 'https://other.example' })).rejects.toThrow(/audience/i);
    await expect(validate({}, '_request2')).rejects.toThrow(/InResponseTo/);
    await expect(validate({ idpCert: strangerKey.certificatePem })).rejects.toThrow(/signature/i);
    vi.setSystemTime(new Date('2026-11-21T09:05:00Z'));
    await expect(validate({})).rejects.toThrow(/subject confirmation/);
    vi.setSystemTime(NOW);
  });

  it('carries any name as text: the structure and the signature never change', () => {
    const expected = structureOf(xmlOf(issue().samlResponse));
    fc.assert(
      fc.property(anyText({ maxLength: 40 }), (displayName) => {
        const xml = xmlOf(issue({ person: { ...mara, displayName } }).samlResponse);
        expect(structureOf(xml)).toBe(expected);
        expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).not.toBeNull();
        expect(verifyWithXmlCrypto(xml, gateKey, 'Assertion')).not.toBeNull();
      }),
      { numRuns: propertyRuns(150) },
    );
  }, 30_000);
});
