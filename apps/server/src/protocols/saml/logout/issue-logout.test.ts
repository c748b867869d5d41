import { type SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isSameNameId, NAME_ID_FORMATS } from '../name-id.ts';
import type { OutgoingMessage } from '../outgoing-message.ts';
import type { SigningKey } from '../signing-key.ts';
import {
  ACS_URL,
  applicationKey,
  ENTITY_ID,
  GATE,
  gateKey,
  NOW,
  serviceProvider,
  SSO_URL,
  strangerKey,
} from '../testing/fixtures.ts';
import { elementsOf, issue, mara, xmlOf } from '../testing/issue.ts';
import { acceptAnswer, acceptRedirectedLogout, APPLICATION_SLO_URL, leaving, SLO_URL } from '../testing/logout.ts';
import { createServiceProvider, hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from '../testing/verifiers.ts';
import { issueLogoutRequest, issueLogoutResponse, type LogoutStatus } from './issue-logout.ts';
import { receiveLogoutRedirect } from './receive-logout.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

const [EMAIL_ADDRESS, PERSISTENT] = NAME_ID_FORMATS;
const common = { issuer: GATE, serviceProvider: leaving, now: NOW };
const request = { ...common, nameId: { format: EMAIL_ADDRESS, value: mara.email }, sessionIndexes: ['_session1'] };
const answer = { ...common, inResponseTo: '_logout1', status: 'success' as const };

function expectRedirect(message: OutgoingMessage | null): URL {
  if (message?.binding !== 'redirect') throw new Error('The message does not go by redirect.');
  return new URL(message.url);
}
function expectPost(message: OutgoingMessage | null) {
  if (message?.binding !== 'post') throw new Error('The message does not go by post.');
  return message;
}
/** A strict service provider, which remembers `openRequest` as its own. */
const application = (openRequest = '', key = gateKey, changes: Parameters<typeof createServiceProvider>[1] = {}) =>
  createServiceProvider(openRequest, {
    idpCert: key.certificatePem,
    logoutUrl: SLO_URL,
    privateKey: applicationKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    ...changes,
  });
const readRedirect = (url: URL, service: SAML) =>
  service.validateRedirectAsync(Object.fromEntries(url.searchParams), url.search.slice(1));

describe('a logout request of ours', () => {
  it('is acted on by a strict service provider when redirected', async () => {
    const url = expectRedirect(issueLogoutRequest(gateKey, { ...request, relayState: 'chain & 7' }));
    expect(url.href.startsWith(`${APPLICATION_SLO_URL}?SAMLRequest=`)).toBe(true);
    expect(url.searchParams.get('RelayState')).toBe('chain & 7');
    expect(await readRedirect(url, application())).toMatchObject({
      loggedOut: true,
      profile: { nameID: mara.email, nameIDFormat: EMAIL_ADDRESS, sessionIndex: '_session1', issuer: GATE },
    });
    await expect(readRedirect(url, application('', strangerKey))).rejects.toThrow(/signature/i);
  });

  it('is acted on by a strict service provider when posted', async () => {
    const message = expectPost(issueLogoutRequest(gateKey, { ...request, binding: 'post', relayState: 'chain-7' }));
    expect(message.actionUrl).toBe(`${APPLICATION_SLO_URL}?by=post`);
    const { SAMLRequest = '', RelayState } = message.fields;
    expect(RelayState).toBe('chain-7');
    expect(await application().validatePostRequestAsync({ SAMLRequest })).toMatchObject({ loggedOut: true });
    await expect(application('', strangerKey).validatePostRequestAsync({ SAMLRequest })).rejects.toThrow(/signature/i);
    const xml = xmlOf(SAMLRequest);
    expect(verifyWithXmlCrypto(xml, gateKey, 'LogoutRequest')).toContain(`ID="${message.id}"`);
    if (hasXmlsec) expect(verifyWithXmlsec(xml, gateKey, 'LogoutRequest')).toBe(true);
    const [root] = elementsOf(xml, 'LogoutRequest');
    expect(root?.getAttribute('Version')).toBe('2.0');
    expect(root?.getAttribute('Destination')).toBe(message.actionUrl);
    expect(root?.getAttribute('NotOnOrAfter')).toBe('2026-11-21T09:05:00Z');
  });

  it('names the person as the assertion did, and every session', () => {
    const issued = issue({ nameIdFormat: PERSISTENT });
    const sessionIndexes = [issued.sessionIndex, '_session2'];
    const message = expectPost(
      issueLogoutRequest(gateKey, {
        ...request,
        nameId: issued.nameId,
        sessionIndexes,
        binding: 'post',
        relayState: null,
      }),
    );
    const xml = xmlOf(message.fields['SAMLRequest'] ?? '');
    const nameIds = [elementsOf(xml, 'NameID'), elementsOf(xmlOf(issued.samlResponse), 'NameID')].map(([nameId]) =>
      [...(nameId?.attributes ?? [])]
        .filter(({ name }) => !name.startsWith('xmlns'))
        .map(({ name, value }) => `${name}=${value}`)
        .concat(nameId?.textContent ?? ''),
    );
    expect(nameIds[0]).toEqual(nameIds[1]);
    expect(nameIds[0]).toHaveLength(4);
    expect(elementsOf(xml, 'SessionIndex').map((index) => index.textContent)).toEqual(sessionIndexes);
    expect(message.fields).not.toHaveProperty('RelayState');
  });

  it('always names a session', () => {
    expect(() => issueLogoutRequest(gateKey, { ...request, sessionIndexes: [], relayState: null })).toThrow('session');
  });

  it('has an id of its own each time, which the answer must name', async () => {
    const messages = Array.from({ length: 5 }, () => issueLogoutRequest(gateKey, { ...request, relayState: null }));
    expect(new Set(messages.map((message) => message?.id)).size).toBe(5);
    const [first] = messages;
    const { profile } = await readRedirect(expectRedirect(first ?? null), application());
    if (profile === null) throw new Error('No one was signed out.');
    expect(profile.ID).toBe(first?.id);
    const back = new URL(await application().getLogoutResponseUrlAsync(profile, 'chain-7', {}, true));
    const received = receiveLogoutRedirect(back.search.slice(1));
    expect(acceptAnswer(received, [first?.id ?? ''])).toMatchObject({ ok: true, answer: { outcome: 'success' } });
    expect(acceptAnswer(received, [messages[1]?.id ?? ''])).toMatchObject({ ok: false });
    const failed = new URL(await application().getLogoutResponseUrlAsync(profile, '', {}, false));
    expect(acceptAnswer(receiveLogoutRedirect(failed.search.slice(1)), [first?.id ?? ''])).toMatchObject({
      answer: { outcome: 'failed' },
    });
  });
});

describe('a logout request of a common library', () => {
  it('is accepted, and means the identifier of the assertion', async () => {
    const issued = issue({ nameIdFormat: PERSISTENT });
    const service = application('_request1');
    const { profile } = await service.validatePostResponseAsync({ SAMLResponse: issued.samlResponse });
    if (profile === null) throw new Error('No one was signed in.');
    const url = new URL(await service.getLogoutUrlAsync(profile, 'bye', {}));
    expect(url.href.startsWith(SLO_URL)).toBe(true);
    const accepted = acceptRedirectedLogout(url.search.slice(1));
    expect(accepted).toMatchObject({ ok: true, request: { sessionIndexes: [issued.sessionIndex], relayState: 'bye' } });
    const parties = { issuer: GATE, serviceProvider: ENTITY_ID };
    expect(accepted.ok && isSameNameId(issued.nameId, accepted.request.nameId, parties)).toBe(true);
  });
});

describe('an answer of ours', () => {
  it('is accepted by a strict service provider, redirected or posted', async () => {
    const url = expectRedirect(issueLogoutResponse(gateKey, { ...answer, relayState: 'bye' }));
    expect(await readRedirect(url, application('_logout1'))).toMatchObject({ loggedOut: true });
    await expect(readRedirect(url, application('_logout2'))).rejects.toThrow(/InResponseTo/);
    await expect(readRedirect(url, application('_logout1', strangerKey))).rejects.toThrow(/signature/i);
    const message = expectPost(issueLogoutResponse(gateKey, { ...answer, binding: 'post', relayState: null }));
    const SAMLResponse = message.fields['SAMLResponse'] ?? '';
    // This library looks for InResponseTo at a Response only, and so refuses every posted answer when it is to compare it.
    const notComparing = { validateInResponseTo: ValidateInResponseTo.never };
    const read = (key: SigningKey) => application('', key, notComparing).validatePostResponseAsync({ SAMLResponse });
    expect(await read(gateKey)).toMatchObject({ loggedOut: true });
    await expect(read(strangerKey)).rejects.toThrow(/signature/i);
    if (hasXmlsec) expect(verifyWithXmlsec(xmlOf(SAMLResponse), gateKey, 'LogoutResponse')).toBe(true);
  });

  it.each<[LogoutStatus, string[]]>([
    ['success', ['Success']],
    ['partial', ['Success', 'PartialLogout']],
    ['unknown', ['Requester', 'UnknownPrincipal']],
  ])('says honestly what was done: %s', (status, codes) => {
    const message = expectPost(issueLogoutResponse(gateKey, { ...answer, status, binding: 'post', relayState: null }));
    const xml = xmlOf(message.fields['SAMLResponse'] ?? '');
    const found = elementsOf(xml, 'StatusCode').map((code) => code.getAttribute('Value')?.split(':').at(-1));
    expect(found).toEqual(codes);
    expect(elementsOf(xml, 'LogoutResponse')[0]?.getAttribute('InResponseTo')).toBe('_logout1');
  });

  it('goes to the address for answers, by a binding the application has', () => {
    const record = serviceProvider({
      singleLogoutServices: [{ binding: 'post', url: ACS_URL, responseUrl: `${ACS_URL}/done` }],
    });
    const message = expectPost(issueLogoutResponse(gateKey, { ...answer, serviceProvider: record, relayState: null }));
    expect(message.actionUrl).toBe(`${ACS_URL}/done`);
    const sent = expectPost(issueLogoutRequest(gateKey, { ...request, serviceProvider: record, relayState: null }));
    expect(sent.actionUrl).toBe(ACS_URL);
  });

  it('goes by redirect when the application has both bindings and nothing else is asked for', () => {
    const singleLogoutServices = leaving.singleLogoutServices.toReversed();
    const record = serviceProvider({ singleLogoutServices });
    const message = issueLogoutResponse(gateKey, { ...answer, serviceProvider: record, relayState: null });
    expect(expectRedirect(message).href.startsWith(`${APPLICATION_SLO_URL}?SAMLResponse=`)).toBe(true);
  });

  it('keeps the query of a registered address', () => {
    const address = `${SSO_URL}?tenant=7&x=%20`;
    const record = serviceProvider({ singleLogoutServices: [{ binding: 'redirect', url: address }] });
    const message = issueLogoutResponse(gateKey, { ...answer, serviceProvider: record, relayState: null });
    expect(expectRedirect(message).href.startsWith(`${address}&SAMLResponse=`)).toBe(true);
  });

  it('is none when the application takes no part in single logout', () => {
    const record = serviceProvider();
    expect(issueLogoutResponse(gateKey, { ...answer, serviceProvider: record, relayState: null })).toBeNull();
    expect(issueLogoutRequest(gateKey, { ...request, serviceProvider: record, relayState: null })).toBeNull();
  });
});
