import { describe, expect, it } from 'vitest';
import { acceptPost, codeOf } from './testing/accept.ts';
import {
  ACS_URL,
  ENTITY_ID,
  NOW,
  postFields,
  type RequestParts,
  requestXml,
  SECOND_ACS_URL,
  SSO_URL,
  serviceProvider,
  signedRequestXml,
  USUAL_ATTRIBUTES,
} from './testing/fixtures.ts';

const accept = (parts: RequestParts) => acceptPost(postFields(requestXml(parts)));
const acceptSigned = (parts: RequestParts) => acceptPost(postFields(signedRequestXml(parts)));
const at = (destination: string) => `IssueInstant="2026-11-21T08:59:50Z" ${destination}`;
const policy = (attributes: string) => ({ rest: `<samlp:NameIDPolicy ${attributes}/>` });
const issuedAt = (offsetMs: number) => ({
  attributes: `IssueInstant="${new Date(NOW.getTime() + offsetMs).toISOString()}" Destination="${SSO_URL}"`,
});
const withAttribute = (attribute: string) => ({ attributes: `${USUAL_ATTRIBUTES} ${attribute}` });

describe('the address for the response', () => {
  it.each([
    ['the default', '', ACS_URL],
    ['a registered one by URL', `AssertionConsumerServiceURL="${SECOND_ACS_URL}"`, SECOND_ACS_URL],
    ['a registered one by index', 'AssertionConsumerServiceIndex="3"', SECOND_ACS_URL],
  ])('is %s', (_name, attribute, acsUrl) => {
    expect(accept(withAttribute(attribute))).toMatchObject({ ok: true, request: { acsUrl } });
    expect(acceptSigned(withAttribute(attribute))).toMatchObject({ ok: true, request: { acsUrl } });
  });

  it.each([
    ['another host', 'https://evil.example/saml/acs'],
    ['a host that begins the same', 'https://mail.example.evil.example/saml/acs'],
    ['a user name that looks like the host', 'https://mail.example@evil.example/saml/acs'],
    ['a Cyrillic look-alike', 'https://mаil.example/saml/acs'],
    ['a path that begins the same', `${ACS_URL}/x`],
    ['a slash more', `${ACS_URL}/`],
    ['a query more', `${ACS_URL}?x`],
    ['a fragment more', `${ACS_URL}#x`],
    ['capital letters', ACS_URL.toUpperCase()],
    ['a capital scheme', ACS_URL.replace('https', 'HTTPS')],
    ['http', ACS_URL.replace('https', 'http')],
    ['the port written out', ACS_URL.replace('.example', '.example:443')],
    ['dots in the path', 'https://mail.example/saml/./acs'],
    ['percent encoding', ACS_URL.replace('acs', '%61cs')],
    ['a blank in front', ` ${ACS_URL}`],
    ['a blank behind', `${ACS_URL} `],
    ['a line end behind', `${ACS_URL}&#10;`],
    ['javascript', 'javascript:alert(1)//https://mail.example/saml/acs'],
    ['data', 'data:text/html,x'],
    ['nothing', ''],
  ])('is an error, never another address, when it is %s', (_name, url) => {
    const attribute = withAttribute(`AssertionConsumerServiceURL="${url}"`);
    expect(codeOf(accept(attribute))).toBe('saml_request_acs_not_registered');
    expect(codeOf(acceptSigned(attribute))).toBe('saml_request_acs_not_registered');
  });

  it('is an error when the index is not registered, not a number, or next to a URL', () => {
    expect(codeOf(accept(withAttribute('AssertionConsumerServiceIndex="1"')))).toBe('saml_request_acs_not_registered');
    expect(codeOf(accept(withAttribute('AssertionConsumerServiceIndex="65536"')))).toBe(
      'saml_request_acs_not_registered',
    );
    expect(codeOf(accept(withAttribute('AssertionConsumerServiceIndex="-1"')))).toBe('saml_request_malformed');
    expect(codeOf(accept(withAttribute('AssertionConsumerServiceIndex="0x0"')))).toBe('saml_request_malformed');
    const both = withAttribute(`AssertionConsumerServiceIndex="0" AssertionConsumerServiceURL="${ACS_URL}"`);
    expect(codeOf(accept(both))).toBe('saml_request_malformed');
  });
});

describe('the issuer', () => {
  it.each([
    ['someone unknown', 'https://evil.example/saml/metadata'],
    ['a blank in front', ` ${ENTITY_ID}`],
    ['a line end behind', `${ENTITY_ID}\n`],
    ['capital letters', ENTITY_ID.toUpperCase()],
    ['a decomposed look-alike', ENTITY_ID.replace('mail', 'mаil')],
  ])('is refused when it is %s', (_name, issuer) => {
    expect(codeOf(accept({ issuer }))).toBe('saml_request_unknown_issuer');
  });

  it('is the same whether or not its characters are written as references', () => {
    expect(codeOf(accept({ issuer: ENTITY_ID.replace('h', '&#104;') }))).toBe('accepted');
  });
});

describe('destination', () => {
  it('must be this endpoint, and may be missing only without a signature', () => {
    expect(codeOf(accept({ attributes: at('') }))).toBe('accepted');
    expect(codeOf(acceptSigned({ attributes: at('') }))).toBe('saml_request_destination_wrong');
    for (const other of ['', 'https://other.example/saml/sso', `${SSO_URL}/`, `${SSO_URL}?x=1`]) {
      expect(codeOf(accept({ attributes: at(`Destination="${other}"`) }))).toBe('saml_request_destination_wrong');
    }
  });
});

describe('age', () => {
  it.each([
    ['two minutes ahead', 120_000, 'accepted'],
    ['a moment more than two minutes ahead', 120_001, 'saml_request_expired'],
    ['seven minutes old', -420_000, 'accepted'],
    ['a moment more than seven minutes old', -420_001, 'saml_request_expired'],
    ['a year old', -31_536_000_000, 'saml_request_expired'],
  ])('of a request that is %s', (_name, offsetMs, code) => {
    expect(codeOf(accept(issuedAt(offsetMs)))).toBe(code);
  });

  it('is measured by the clock skew of the record', () => {
    const acceptAt = (clockSkewMs: number, offsetMs: number) =>
      codeOf(acceptPost(postFields(requestXml(issuedAt(offsetMs))), serviceProvider({ clockSkewMs })));
    expect(acceptAt(0, 0)).toBe('accepted');
    expect(acceptAt(0, 1)).toBe('saml_request_expired');
    expect(acceptAt(0, -300_000)).toBe('accepted');
    expect(acceptAt(0, -300_001)).toBe('saml_request_expired');
    expect(acceptAt(300_000, 300_000)).toBe('accepted');
    expect(acceptAt(300_000, -600_001)).toBe('saml_request_expired');
  });

  it('says until when the id must be remembered: as long as it could come again', () => {
    const result = accept(issuedAt(-1000));
    const rememberUntil = result.ok ? result.request.rememberUntil : NOW;
    expect(rememberUntil.getTime() - NOW.getTime()).toBe(419_000);
    const replay = (now: Date) => codeOf(acceptPost(postFields(requestXml(issuedAt(-1000))), undefined, now));
    expect(replay(rememberUntil)).toBe('accepted');
    expect(replay(new Date(rememberUntil.getTime() + 1))).toBe('saml_request_expired');
  });

  it.each(['', '2026-11-21', '2026-11-21T08:59:50', '2026-11-21T08:59:50+00:00', '2026-02-30T08:59:50Z', 'now'])(
    'is malformed when IssueInstant is "%s"',
    (instant) => {
      expect(codeOf(accept({ attributes: `IssueInstant="${instant}"` }))).toBe('saml_request_malformed');
    },
  );
});

describe('what the request asks for', () => {
  it.each([
    ['ForceAuthn="true"', { forceAuthn: true, isPassive: false }],
    ['ForceAuthn="1" IsPassive="0"', { forceAuthn: true, isPassive: false }],
    ['IsPassive="1"', { forceAuthn: false, isPassive: true }],
    ['', { forceAuthn: false, isPassive: false }],
  ])('reads both spellings of a boolean: %s', (attribute, expected) => {
    expect(accept(withAttribute(attribute))).toMatchObject({ ok: true, request: expected });
  });

  it.each(['ForceAuthn="TRUE"', 'IsPassive="yes"', 'IsPassive=""'])('refuses %s', (attribute) => {
    expect(codeOf(accept(withAttribute(attribute)))).toBe('saml_request_malformed');
  });

  it.each(['', '1', '_a b', "_a'b", '_é', `_${'x'.repeat(255)}`])('refuses the ID "%s"', (id) => {
    expect(codeOf(accept({ id }))).toBe('saml_request_malformed');
  });

  it('takes the NameID formats it can give', () => {
    const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
    expect(accept(policy(`Format="${persistent}" AllowCreate="true"`))).toMatchObject({
      request: { nameIdFormat: persistent },
    });
    const transient = persistent.replace('persistent', 'transient');
    expect(accept(policy(`Format="${transient}"`))).toMatchObject({ request: { nameIdFormat: transient } });
    expect(accept(policy(''))).toMatchObject({ request: { nameIdFormat: null } });
    expect(codeOf(accept(policy(`SPNameQualifier="${ENTITY_ID}"`)))).toBe('accepted');
  });

  it.each([
    ['Format', 'urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos'],
    ['Format', 'urn:oasis:names:tc:SAML:2.0:nameid-format:emailAddress'],
    ['SPNameQualifier', 'https://other.example'],
  ])('takes %s="%s", and says that there is no such name', (attribute, asked) => {
    const policed = accept(policy(`${attribute}="${asked}"`));
    expect(policed).toMatchObject({ request: { nameIdFormat: null, impossibleName: asked } });
    expect(accept(policy(''))).toMatchObject({ request: { impossibleName: null } });
  });

  it.each([
    [
      'another binding',
      withAttribute('ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Artifact"'),
      /HTTP-POST only/,
    ],
    ['a subject', { rest: '<saml:Subject><saml:NameID>eve</saml:NameID></saml:Subject>' }, /may not name a person/],
    ['conditions', { rest: '<saml:Conditions/>' }, /element/],
    ['an unknown element', { rest: '<samlp:Surprise/>' }, /element/],
  ])('does not support %s', (_name, parts, reason) => {
    const result = accept(parts);
    expect(codeOf(result)).toBe('saml_request_not_supported');
    expect(result.ok ? '' : result.message).toMatch(reason);
  });

  it('reads the requested authentication context and ignores Extensions', () => {
    const classRef = '<saml:AuthnContextClassRef>urn:x</saml:AuthnContextClassRef>';
    const rest = `<samlp:Extensions><x xmlns="urn:y">z</x></samlp:Extensions><samlp:RequestedAuthnContext Comparison="minimum">${classRef}</samlp:RequestedAuthnContext>`;
    expect(accept({ rest })).toMatchObject({
      request: { requestedAuthnContext: { comparison: 'minimum', classes: ['urn:x'] } },
    });
    expect(codeOf(accept({ rest: rest.replace('minimum', 'some') }))).toBe('saml_request_malformed');
    expect(codeOf(accept({ rest: rest.replace(classRef, '') }))).toBe('saml_request_malformed');
  });
});
