import { describe, expect, it } from 'vitest';
import { strangerKey } from '../testing/fixtures.ts';
import {
  acceptPostedAnswer,
  acceptPostedLogout,
  logoutRequestXml,
  logoutResponseXml,
  signed,
  SLO_URL,
} from '../testing/logout.ts';

type Result = ReturnType<typeof acceptPostedLogout> | ReturnType<typeof acceptPostedAnswer>;
const refusalOf = (result: Result) => (result.ok ? 'accepted' : `${result.code}: ${result.message}`);
const name = (text: string) => `<saml:NameID>${text}</saml:NameID>`;
const session = (text: string) => `<samlp:SessionIndex>${text}</samlp:SessionIndex>`;
const code = (value: string, inside = '') =>
  `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${value}">${inside}</samlp:StatusCode>`;
const status = (inside: string) => `<samlp:Status>${inside}</samlp:Status>`;

describe('the form of a logout request', () => {
  const request = (rest: string) => acceptPostedLogout(signed(logoutRequestXml({ rest })));

  it('holds names and sessions of up to 1 024 characters', () => {
    const long = 'x'.repeat(1024);
    expect(request(name(long) + session(long))).toMatchObject({
      ok: true,
      request: { nameId: { value: long }, sessionIndexes: [long] },
    });
    expect(refusalOf(request(name(`${long}x`)))).toMatch(/malformed.*NameID is not a text/);
    expect(refusalOf(request(name('mara') + session(`${long}x`)))).toMatch(/malformed.*something else than/);
  });

  it.each([
    ['nobody', '', /malformed.*names no one/],
    ['an encrypted name', '<saml:EncryptedID/>', /not_supported.*not encrypted/],
    ['a name of another namespace', name('mara').replaceAll('saml:', 'samlp:'), /not_supported.*NameID/],
    ['an empty name', '<saml:NameID/>', /malformed.*NameID is not a text/],
    ['an empty session', name('mara') + session(''), /malformed.*something else than/],
    ['a session with an element inside', name('mara') + session('_1<x/>'), /malformed.*something else than/],
    [
      'a session of another namespace',
      name('mara') + session('_1').replaceAll('samlp:', 'saml:'),
      /malformed.*something else/,
    ],
    ['a session in front', session('_1') + name('mara'), /not_supported.*NameID/],
  ])('is refused, and says why, when it names %s', (_name, rest, reason) => {
    expect(refusalOf(request(rest))).toMatch(reason);
  });

  it('is refused, and says why, when its end is over or cannot be read', () => {
    const until = (end: string) => ({
      attributes: `IssueInstant="2026-11-21T08:59:50Z" Destination="${SLO_URL}" NotOnOrAfter="${end}"`,
    });
    const read = (end: string) => refusalOf(acceptPostedLogout(signed(logoutRequestXml(until(end)))));
    expect(read('')).toMatch(/malformed.*NotOnOrAfter/);
    expect(read('2026-11-21T08:58:00Z')).toMatch(/expired.*over/);
  });

  it('is refused, and says why, when it is another message or not from the application', () => {
    expect(refusalOf(acceptPostedLogout(signed(logoutResponseXml())))).toMatch(
      /no LogoutRequest or LogoutResponse with an Issuer/,
    );
    expect(refusalOf(acceptPostedLogout(signed(logoutRequestXml(), strangerKey)))).toMatch(/registered key/);
    expect(refusalOf(acceptPostedLogout(logoutRequestXml()))).toMatch(/must be signed/);
  });
});

describe('the form of an answer', () => {
  const answer = (rest: string) => acceptPostedAnswer(signed(logoutResponseXml({ rest })));

  it.each([
    ['a status of another namespace', status(code('Success')).replaceAll('samlp:Status>', 'saml:Status>')],
    ['a code of another namespace', status('<saml:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>')],
    ['another element in the place of the code', status('<samlp:StatusMessage>Success</samlp:StatusMessage>')],
    ['text next to the code', status(`x${code('Success')}`)],
    ['something behind the status', `${status(code('Success'))}<samlp:Extensions2/>`],
    ['no status', ''],
  ])('is malformed with %s', (_name, rest) => {
    expect(refusalOf(answer(rest))).toMatch(/malformed.*exactly one status/);
  });

  it.each([
    ['failed', status('<samlp:StatusCode/>')],
    ['failed', status('<samlp:StatusCode Value="Success"/>')],
    ['failed', status(code('success'))],
    ['success', status(code('Success', code('RequestDenied')))],
    ['success', status(`${code('Success')}<samlp:StatusMessage>PartialLogout</samlp:StatusMessage>`)],
    ['success', status(code('Success') + code('PartialLogout'))],
    ['partial', status(code('Success', code('PartialLogout', code('NoPassive'))))],
  ])('means %s and no more', (outcome, rest) => {
    expect(answer(rest)).toMatchObject({ ok: true, answer: { outcome } });
  });

  it('must say where it was meant to go', () => {
    const attributes = 'IssueInstant="2026-11-21T08:59:50Z" InResponseTo="_ours1"';
    const elsewhere = refusalOf(acceptPostedAnswer(signed(logoutResponseXml({ attributes }))));
    expect(elsewhere).toMatch(/destination_wrong.*meant for another address/);
  });

  it('is refused, and says why, when it answers nothing of ours', () => {
    expect(refusalOf(acceptPostedAnswer(signed(logoutResponseXml()), []))).toMatch(/replayed.*no request that is open/);
  });
});
