import { describe, expect, it } from 'vitest';
import { signXml, WHOLE_MESSAGE } from '../testing/sign-text.ts';
import {
  applicationKey,
  gateKey,
  redirectQuery,
  requestXml,
  serviceProvider,
  signedRequestXml,
  signQuery,
} from '../testing/fixtures.ts';
import { issue, xmlOf } from '../testing/issue.ts';
import {
  acceptPostedLogout,
  acceptRedirectedLogout,
  logoutRequestXml,
  logoutResponseXml,
  signed,
  SLO_URL,
} from '../testing/logout.ts';
import { wrap } from '../testing/wrapping.ts';

const codeOf = (result: ReturnType<typeof acceptPostedLogout>) => (result.ok ? 'accepted' : result.code);
const WRONG_SIGNATURE = 'saml_request_signature_wrong';
const MALFORMED = 'saml_request_malformed';

describe('a forged logout request', () => {
  const root = '</samlp:LogoutRequest>';
  const victim = '<saml:NameID>root</saml:NameID>';
  const forgedWith = (extra: string, id = '_evil') => logoutRequestXml({ id, extra, rest: victim });

  it.each(wrap({ good: signed(logoutRequestXml({ id: '_good' })), forged: forgedWith, close: root }))(
    'is refused when wrapped: %s',
    (_name, xml) => {
      expect(acceptPostedLogout(xml).ok).toBe(false);
    },
  );

  // The worst case: the application and the gate use one key, so that an assertion's signature is of a registered key.
  const oneKey = serviceProvider({ certificates: [gateKey.certificatePem] });
  const response = xmlOf(issue().samlResponse);
  const assertion = /<saml:Assertion.*<\/saml:Assertion>/s.exec(response)?.[0] ?? '';
  const signature = /<ds:Signature .*?<\/ds:Signature>/s.exec(assertion)?.[0] ?? '';
  it.each([
    ['before the name', forgedWith(assertion)],
    ['in Extensions', forgedWith(`<samlp:Extensions>${assertion}</samlp:Extensions>`)],
    ['behind the name', logoutRequestXml({ rest: victim + assertion })],
    ['inside the name', logoutRequestXml({ rest: `<saml:NameID>root${assertion}</saml:NameID>` })],
    ['as a whole response', forgedWith(response)],
    ['with its signature moved to the root', forgedWith(signature + assertion.replace(signature, ''))],
    ['with its signature in both places', forgedWith(signature + assertion)],
  ])('is refused when it merely holds a captured signed assertion: %s', (_name, xml) => {
    expect(signature).not.toBe('');
    expect(acceptPostedLogout(xml, oneKey).ok).toBe(false);
    expect(acceptRedirectedLogout(redirectQuery(xml), oneKey).ok).toBe(false);
    const query = signQuery(redirectQuery(logoutRequestXml()));
    const carried = query.replace(/^SAMLRequest=[^&]*/, redirectQuery(xml));
    expect(acceptRedirectedLogout(carried, oneKey).ok).toBe(false);
  });

  const signInQuery = signQuery(
    redirectQuery(requestXml({ attributes: `IssueInstant="2026-11-21T08:59:50Z" Destination="${SLO_URL}"` })),
  );
  it.each([
    ['a signed sign-in request', signedRequestXml()],
    ['a signed sign-in request under another name', signedRequestXml().replaceAll('AuthnRequest', 'LogoutRequest')],
    ['a signed answer', signed(logoutResponseXml())],
    ['a signed answer under another name', signed(logoutResponseXml()).replaceAll('LogoutResponse', 'LogoutRequest')],
    ['a signed response', signXml(response, WHOLE_MESSAGE, applicationKey)],
    [
      'the signature of a sign-in request',
      forgedWith(/<ds:Signature .*<\/ds:Signature>/s.exec(signedRequestXml())?.[0] ?? '', '_request1'),
    ],
  ])('is refused when the signature is of another message: %s', (_name, xml) => {
    expect(acceptPostedLogout(xml).ok).toBe(false);
  });

  it('is refused when the signature of another redirected message is put on it', () => {
    expect(acceptRedirectedLogout(signInQuery).ok).toBe(false);
    const answerQuery = signQuery(redirectQuery(logoutRequestXml(), undefined, 'SAMLResponse'));
    expect(acceptRedirectedLogout(answerQuery).ok).toBe(false);
    // The name of the parameter is among the signed octets.
    expect(codeOf(acceptRedirectedLogout(answerQuery.replace('SAMLResponse', 'SAMLRequest')))).toBe(WRONG_SIGNATURE);
    const both = `${signQuery(redirectQuery(logoutRequestXml()))}&${redirectQuery(logoutResponseXml(), undefined, 'SAMLResponse')}`;
    expect(codeOf(acceptRedirectedLogout(both))).toBe(MALFORMED);
  });

  it('is refused when an XML signature rides in a redirected message', () => {
    expect(codeOf(acceptRedirectedLogout(redirectQuery(signed(logoutRequestXml()))))).toBe(MALFORMED);
  });

  it.each([
    ['the name', (xml: string) => xml.replace('>mara<', '>root<')],
    ['a comment in the name', (xml: string) => xml.replace('>mara<', '>ma<!-- -->ra<')],
    ['the session', (xml: string) => xml.replace('_session1', '_session2')],
    ['no session', (xml: string) => xml.replace(/<samlp:SessionIndex>.*<\/samlp:SessionIndex>/, '')],
    ['the time', (xml: string) => xml.replace('08:59:50Z', '08:59:51Z')],
  ])('is refused when it was changed on its way: %s', (_name, change) => {
    const xml = signed(logoutRequestXml());
    expect(change(xml)).not.toBe(xml);
    expect(acceptPostedLogout(change(xml)).ok).toBe(false);
  });
});
