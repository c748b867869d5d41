import { describe, expect, it } from 'vitest';
import { NOW, redirectQuery, serviceProvider, signQuery, strangerKey } from '../testing/fixtures.ts';
import {
  acceptAnswer,
  acceptPostedAnswer,
  logoutRequestXml,
  logoutResponseXml,
  signed,
  SLO_URL,
} from '../testing/logout.ts';
import { wrap } from '../testing/wrapping.ts';
import { acceptLogoutResponse } from './logout-response.ts';
import { receiveLogoutPost, receiveLogoutRedirect } from './receive-logout.ts';

const codeOf = (result: ReturnType<typeof acceptAnswer>) => (result.ok ? 'accepted' : result.code);
const statusOf = (value: string, second = '') =>
  `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${value}">${second}</samlp:StatusCode></samlp:Status>`;
const PARTIAL = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:PartialLogout"/>';
const at = (more: string) => ({ attributes: `IssueInstant="2026-11-21T08:59:50Z" ${more}` });

describe('an answer to our logout request', () => {
  it('is accepted by either binding when it is signed and answers an open request', () => {
    expect(acceptPostedAnswer(signed(logoutResponseXml()))).toMatchObject({
      ok: true,
      answer: { inResponseTo: '_ours1', outcome: 'success', relayState: null },
    });
    const query = signQuery(redirectQuery(logoutResponseXml(), 'chain-7', 'SAMLResponse'));
    expect(acceptAnswer(receiveLogoutRedirect(query))).toMatchObject({ ok: true, answer: { relayState: 'chain-7' } });
  });

  it.each([
    ['success', statusOf('Success')],
    ['partial', statusOf('Success', PARTIAL)],
    ['failed', statusOf('Responder', PARTIAL)],
    ['failed', statusOf('Requester')],
  ] as const)('says what became of the session: %s', (outcome, rest) => {
    expect(acceptPostedAnswer(signed(logoutResponseXml({ rest })))).toMatchObject({ answer: { outcome } });
  });

  it.each([
    ['no status', ''],
    ['a status without a code', '<samlp:Status/>'],
    ['two statuses', statusOf('Success') + statusOf('Success')],
    ['something else', '<saml:NameID>mara</saml:NameID>'],
  ])('is malformed with %s', (_name, rest) => {
    expect(codeOf(acceptPostedAnswer(signed(logoutResponseXml({ rest }))))).toBe('saml_request_malformed');
  });

  it('is refused when no request of ours is open under that id', () => {
    const xml = signed(logoutResponseXml());
    expect(codeOf(acceptPostedAnswer(xml, []))).toBe('saml_request_replayed');
    expect(codeOf(acceptPostedAnswer(xml, ['_ours2', '_OURS1']))).toBe('saml_request_replayed');
    expect(codeOf(acceptPostedAnswer(signed(logoutResponseXml(at(`Destination="${SLO_URL}"`)))))).toBe(
      'saml_request_replayed',
    );
  });

  it('is refused when it was meant for another address or another time', () => {
    const elsewhere = 'Destination="https://other.example/slo" InResponseTo="_ours1"';
    expect(codeOf(acceptPostedAnswer(signed(logoutResponseXml(at(elsewhere)))))).toBe('saml_request_destination_wrong');
    const old = `IssueInstant="2026-11-21T08:00:00Z" Destination="${SLO_URL}" InResponseTo="_ours1"`;
    expect(codeOf(acceptPostedAnswer(signed(logoutResponseXml({ attributes: old }))))).toBe('saml_request_expired');
  });

  it('is refused unsigned, or signed by another person', () => {
    expect(codeOf(acceptPostedAnswer(logoutResponseXml()))).toBe('saml_request_signature_wrong');
    expect(codeOf(acceptPostedAnswer(signed(logoutResponseXml(), strangerKey)))).toBe('saml_request_signature_wrong');
    const unsigned = redirectQuery(logoutResponseXml(), undefined, 'SAMLResponse');
    expect(codeOf(acceptAnswer(receiveLogoutRedirect(unsigned)))).toBe('saml_request_signature_wrong');
  });

  it('is taken unsigned from an application that has no certificate on record, if it answers what is open', () => {
    const bare = serviceProvider({ certificates: [] });
    const posted = (xml: string) => receiveLogoutPost({ SAMLResponse: Buffer.from(xml).toString('base64') });
    const take = (xml: string, openRequestIds: readonly string[] = ['_ours1']) => {
      const received = posted(xml);
      if (!received.ok) throw new Error(received.message);
      return acceptLogoutResponse(received.received, {
        serviceProvider: bare,
        address: SLO_URL,
        now: NOW,
        openRequestIds,
      });
    };
    expect(take(logoutResponseXml())).toMatchObject({ ok: true, answer: { outcome: 'success' } });
    expect(take(logoutResponseXml(), ['_ours2'])).toMatchObject({ code: 'saml_request_replayed' });
    expect(take(logoutResponseXml({ rest: statusOf('Responder') }))).toMatchObject({ answer: { outcome: 'failed' } });
    // One that is signed is held to it.
    expect(take(signed(logoutResponseXml()))).toMatchObject({ code: 'saml_request_signature_wrong' });
  });

  it('is refused when it is a request under the name of an answer', () => {
    expect(acceptPostedAnswer(signed(logoutRequestXml())).ok).toBe(false);
    const received = receiveLogoutPost({ SAMLRequest: Buffer.from(signed(logoutRequestXml())).toString('base64') });
    expect(received.ok && received.received.name).toBe('LogoutRequest');
    expect(codeOf(acceptAnswer(received))).toBe('saml_request_malformed');
  });

  it.each(
    wrap({
      good: signed(logoutResponseXml({ id: '_good', rest: statusOf('Responder') })),
      forged: (extra, id = '_evil') => logoutResponseXml({ id, extra }),
      close: '</samlp:LogoutResponse>',
    }),
  )('is refused when wrapped: %s', (_name, xml) => {
    expect(acceptPostedAnswer(xml).ok).toBe(false);
  });
});
