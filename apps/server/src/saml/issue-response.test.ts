import { ValidateInResponseTo } from '@node-saml/node-saml';
import { DOMParser } from '@xmldom/xmldom';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ErrorStatus, type IssueOptions, issueErrorResponse, issueResponse } from './issue-response.ts';
import { NAME_ID_FORMATS } from './name-id.ts';
import { DEVICE_STANDING_ATTRIBUTE } from './response-xml.ts';
import { ACS_URL, ENTITY_ID, GATE, gateKey, NOW, serviceProvider, strangerKey } from './testing/fixtures.ts';
import { createServiceProvider, hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from './testing/verifiers.ts';

const [EMAIL_ADDRESS, PERSISTENT, UNSPECIFIED] = NAME_ID_FORMATS;

const usual: IssueOptions = {
  issuer: GATE,
  serviceProvider: serviceProvider(),
  inResponseTo: '_request1',
  acsUrl: ACS_URL,
  now: NOW,
  nameIdFormat: null,
  person: { id: 'b1f0', login: 'mara', email: 'mara@alderbrook.example', displayName: 'Mara Lindqvist' },
  authenticatedAt: new Date('2026-11-21T08:30:00Z'),
  deviceStanding: 'compliant',
};
const issue = (changes: Partial<IssueOptions> = {}) => issueResponse(gateKey, { ...usual, ...changes });
const structureOf = (xml: string) => [...xml.matchAll(/<[\w:]+/g)].map(([tag]) => tag).join('');
const textOf = (samlResponse: string) => Buffer.from(samlResponse, 'base64').toString('utf8');
const attributesOf = (xml: string, name: string) =>
  new DOMParser().parseFromString(xml, 'text/xml').getElementsByTagNameNS('*', name)[0]?.attributes;
const valueOf = (xml: string, element: string, attribute: string) =>
  attributesOf(xml, element)?.getNamedItem(attribute)?.value;

const nameIdOf = async (changes: Partial<IssueOptions>) => {
  const application = createServiceProvider('_request1', { idpCert: gateKey.certificatePem });
  const { profile } = await application.validatePostResponseAsync({ SAMLResponse: issue(changes).samlResponse });
  return { format: profile?.nameIDFormat, value: profile?.nameID };
};

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
  ['no request', { inResponseTo: null }],
  ['no attributes', { serviceProvider: serviceProvider({ attributes: [] }) }],
  ['another audience', { serviceProvider: serviceProvider({ audience: 'urn:mail' }) }],
  ['a passkey', { signInMethod: 'passkey' }],
  ['markup in the name', { person: { ...usual.person, displayName: `"><saml:x>&amp;<!-- ]]> '` } }],
  [
    'every script in the name',
    { person: { ...usual.person, displayName: 'Ünal 李 \u{1f600} عمر e\u0301 \t\r\n \u2028' } },
  ],
];

describe.each(KINDS)('a Response with %s', (_name, changes) => {
  const { samlResponse } = issue(changes);
  const xml = textOf(samlResponse);
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

describe('what an assertion says', () => {
  it('names the person as registered, or as the request asks', async () => {
    expect(await nameIdOf({})).toEqual({ format: EMAIL_ADDRESS, value: 'mara@alderbrook.example' });
    expect(await nameIdOf({ nameIdFormat: UNSPECIFIED })).toMatchObject({ format: EMAIL_ADDRESS });
    const byLogin = serviceProvider({ nameIdFormat: UNSPECIFIED });
    expect(await nameIdOf({ serviceProvider: byLogin })).toEqual({ format: UNSPECIFIED, value: 'mara' });
    const first = await nameIdOf({ nameIdFormat: PERSISTENT });
    expect(first.value).toMatch(/^[\w-]{43}$/);
    expect(await nameIdOf({ nameIdFormat: PERSISTENT, person: { ...usual.person, email: 'new@x' } })).toEqual(first);
    expect((await nameIdOf({ nameIdFormat: PERSISTENT, person: { ...usual.person, id: 'other' } })).value).not.toBe(
      first.value,
    );
  });

  it('is meant for one application, one address, one request and five minutes', () => {
    const xml = textOf(issue().samlResponse);
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
    const xml = textOf(
      issue({ inResponseTo: null, serviceProvider: serviceProvider({ sessionLifetime: 3600 }) }).samlResponse,
    );
    expect(xml).not.toContain('InResponseTo');
    expect(valueOf(xml, 'AuthnStatement', 'SessionNotOnOrAfter')).toBe('2026-11-21T10:00:00Z');
  });

  it('cannot be told another device standing by an attribute of the record', () => {
    const record = serviceProvider({ attributes: [{ name: DEVICE_STANDING_ATTRIBUTE, value: 'displayName' }] });
    const person = { ...usual.person, displayName: 'compliant' };
    const xml = textOf(issue({ serviceProvider: record, person, deviceStanding: 'not-compliant' }).samlResponse);
    expect(xml.match(/<saml:AttributeValue>/g)).toHaveLength(1);
    expect(xml).toContain('<saml:AttributeValue>not-compliant</saml:AttributeValue>');
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
      expect(() => issueErrorResponse(gateKey, { ...usual, acsUrl, status: null })).toThrow('not registered');
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
    const expected = structureOf(textOf(issue().samlResponse));
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (displayName) => {
        const xml = textOf(issue({ person: { ...usual.person, displayName } }).samlResponse);
        expect(structureOf(xml)).toBe(expected);
        expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).not.toBeNull();
        expect(verifyWithXmlCrypto(xml, gateKey, 'Assertion')).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  }, 30_000);
});

/** What the strict service provider makes of an answer without an assertion. */
async function reactionTo(samlResponse: string): Promise<string> {
  const application = createServiceProvider('_request1', { idpCert: gateKey.certificatePem });
  try {
    const { profile } = await application.validatePostResponseAsync({ SAMLResponse: samlResponse });
    return profile === null ? 'nobody' : 'somebody';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}

describe.each<[ErrorStatus | null, string, RegExp]>([
  ['AuthnFailed', 'Responder', /Said <no>/],
  ['InvalidNameIDPolicy', 'Requester', /Said <no>/],
  ['NoAuthnContext', 'Responder', /Said <no>/],
  ['NoPassive', 'Responder', /^nobody$/],
  ['RequestDenied', 'Responder', /Said <no>/],
  ['RequestUnsupported', 'Requester', /Said <no>/],
  [null, 'Responder', /Said <no>/],
])('a Response that says no: %s', (status, topLevel, reaction) => {
  const record = serviceProvider({ signResponse: false });
  const { samlResponse } = issueErrorResponse(gateKey, {
    ...usual,
    serviceProvider: record,
    status,
    message: 'Said <no> & meant it.',
  });
  const xml = textOf(samlResponse);

  it('is signed whatever the record says, and holds no assertion', async () => {
    expect(xml).not.toContain('Assertion');
    expect([...xml.matchAll(/status:(\w+)/g)].map(([, name]) => name)).toEqual(
      status === null ? [topLevel] : [topLevel, status],
    );
    expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).not.toBeNull();
    expect(await reactionTo(samlResponse)).toMatch(reaction);
  });

  it.skipIf(!hasXmlsec)('holds for xmlsec1', () => {
    expect(verifyWithXmlsec(xml, gateKey, 'Response')).toBe(true);
  });
});
