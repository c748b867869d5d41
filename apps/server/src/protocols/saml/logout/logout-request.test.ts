import { describe, expect, it } from 'vitest';
import {
  ENTITY_ID,
  NOW,
  redirectQuery,
  serviceProvider,
  signQuery,
  SSO_URL,
  strangerKey,
} from '../testing/fixtures.ts';
import {
  acceptPostedLogout,
  acceptRedirectedLogout,
  leaving,
  type LogoutParts,
  logoutRequestXml,
  signed,
  SLO_URL,
} from '../testing/logout.ts';
import { acceptLogoutRequest } from './logout-request.ts';
import { receiveLogoutPost } from './receive-logout.ts';

const codeOf = (result: ReturnType<typeof acceptPostedLogout>) => (result.ok ? 'accepted' : result.code);
const post = (parts: LogoutParts = {}) => acceptPostedLogout(signed(logoutRequestXml(parts)));
const WRONG_SIGNATURE = 'saml_request_signature_wrong';
const MALFORMED = 'saml_request_malformed';
const issuedAt = (offsetMs: number, more = '') => ({
  attributes: `IssueInstant="${new Date(NOW.getTime() + offsetMs).toISOString()}" Destination="${SLO_URL}" ${more}`,
});

describe('a logout request', () => {
  it('is accepted when posted and signed', () => {
    expect(post()).toEqual({
      ok: true,
      request: {
        id: '_logout1',
        issuer: ENTITY_ID,
        rememberUntil: new Date('2026-11-21T09:06:50Z'),
        nameId: { value: 'mara', format: null, nameQualifier: null, spNameQualifier: null },
        sessionIndexes: ['_session1'],
        relayState: null,
        binding: 'post',
      },
    });
  });

  it('is accepted when redirected and signed, with its RelayState', () => {
    const query = signQuery(redirectQuery(logoutRequestXml(), 'back & forth'));
    expect(acceptRedirectedLogout(query)).toMatchObject({
      ok: true,
      request: { relayState: 'back & forth', binding: 'redirect' },
    });
  });

  it('names the person with format and qualifiers, and any number of sessions', () => {
    const rest =
      '<saml:NameID Format="urn:f" NameQualifier="urn:n" SPNameQualifier="urn:s">a &amp; b</saml:NameID>' +
      '<samlp:SessionIndex>_1</samlp:SessionIndex><samlp:SessionIndex>_2</samlp:SessionIndex>';
    expect(post({ rest })).toMatchObject({
      request: {
        nameId: { value: 'a & b', format: 'urn:f', nameQualifier: 'urn:n', spNameQualifier: 'urn:s' },
        sessionIndexes: ['_1', '_2'],
      },
    });
    expect(post({ rest: '<saml:NameID>mara</saml:NameID>' })).toMatchObject({ request: { sessionIndexes: [] } });
    const broken = '<saml:NameID>\n  mara\n</saml:NameID><samlp:SessionIndex>\n  _1\n</samlp:SessionIndex>';
    expect(post({ rest: broken })).toMatchObject({ request: { nameId: { value: 'mara' }, sessionIndexes: ['_1'] } });
  });

  it('is refused unsigned, whatever the record says of sign-in requests', () => {
    expect(codeOf(acceptPostedLogout(logoutRequestXml()))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptRedirectedLogout(redirectQuery(logoutRequestXml())))).toBe(WRONG_SIGNATURE);
    const withoutKeys = serviceProvider({ certificates: [] });
    expect(codeOf(acceptPostedLogout(logoutRequestXml(), withoutKeys))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptPostedLogout(signed(logoutRequestXml()), withoutKeys))).toBe(WRONG_SIGNATURE);
  });

  it('is refused when signed by another person, or from an application that is not registered', () => {
    expect(codeOf(acceptPostedLogout(signed(logoutRequestXml(), strangerKey)))).toBe(WRONG_SIGNATURE);
    const query = signQuery(redirectQuery(logoutRequestXml()), strangerKey.privateKey);
    expect(codeOf(acceptRedirectedLogout(query))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptPostedLogout(signed(logoutRequestXml()), null))).toBe('saml_request_unknown_issuer');
    expect(codeOf(post({ issuer: 'https://other.example' }))).toBe('saml_request_unknown_issuer');
  });

  it('is refused when it was meant for another address', () => {
    for (const destination of ['', `Destination="${SSO_URL}"`, `Destination="${SLO_URL}/"`]) {
      expect(codeOf(post({ attributes: `IssueInstant="2026-11-21T08:59:50Z" ${destination}` }))).toBe(
        'saml_request_destination_wrong',
      );
    }
  });

  it.each([
    ['two minutes ahead', issuedAt(120_000), 'accepted'],
    ['more than two minutes ahead', issuedAt(120_001), 'saml_request_expired'],
    ['seven minutes old', issuedAt(-420_000), 'accepted'],
    ['more than seven minutes old', issuedAt(-420_001), 'saml_request_expired'],
    ['over, within the clock skew', issuedAt(-1000, 'NotOnOrAfter="2026-11-21T08:58:00.001Z"'), 'accepted'],
    ['over', issuedAt(-1000, 'NotOnOrAfter="2026-11-21T08:58:00Z"'), 'saml_request_expired'],
    [
      'old, though it says it is not over',
      issuedAt(-420_001, 'NotOnOrAfter="2027-01-01T00:00:00Z"'),
      'saml_request_expired',
    ],
    ['over at a time no one can read', issuedAt(-1000, 'NotOnOrAfter="soon"'), MALFORMED],
  ])('of a time that is %s', (_name, parts, code) => {
    expect(codeOf(post(parts))).toBe(code);
  });

  it('could only come again while its id must be remembered', () => {
    const accepted = post();
    const until = accepted.ok ? accepted.request.rememberUntil : NOW;
    const xml = signed(logoutRequestXml());
    expect(codeOf(acceptPostedLogout(xml, leaving, until))).toBe('accepted');
    expect(codeOf(acceptPostedLogout(xml, leaving, new Date(until.getTime() + 1)))).toBe('saml_request_expired');
  });

  it.each([
    ['nobody', ''],
    ['no one, and a session', '<samlp:SessionIndex>_1</samlp:SessionIndex>'],
    ['an empty name', '<saml:NameID/>'],
    ['an element in the name', '<saml:NameID>ma<b/>ra</saml:NameID>'],
    ['two names', '<saml:NameID>mara</saml:NameID><saml:NameID>root</saml:NameID>'],
    ['an empty session', '<saml:NameID>mara</saml:NameID><samlp:SessionIndex/>'],
    ['something else behind the name', '<saml:NameID>mara</saml:NameID><samlp:Status/>'],
  ])('is refused when it names %s', (_name, rest) => {
    expect(post({ rest }).ok).toBe(false);
  });

  it('may hold Extensions, once', () => {
    const extra = '<samlp:Extensions><x xmlns="urn:x"/></samlp:Extensions>';
    expect(codeOf(post({ extra }))).toBe('accepted');
    expect(codeOf(post({ extra: extra + extra }))).toBe(MALFORMED);
  });

  it('is from the issuer that the signed octets name, whatever was read before', () => {
    const received = receiveLogoutPost({
      SAMLRequest: Buffer.from(signed(logoutRequestXml({ issuer: 'https://other.example' }))).toString('base64'),
    });
    if (!received.ok) throw new Error(received.message);
    const claiming = { ...received.received, claimedIssuer: ENTITY_ID };
    const accepted = acceptLogoutRequest(claiming, { serviceProvider: leaving, address: SLO_URL, now: NOW });
    expect(codeOf(accepted)).toBe('saml_request_unknown_issuer');
  });

  it('says that it takes no other kinds of names', () => {
    for (const rest of ['<saml:EncryptedID/>', '<saml:BaseID/>']) {
      expect(codeOf(post({ rest }))).toBe('saml_request_not_supported');
    }
  });
});
