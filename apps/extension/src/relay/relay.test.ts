import { beforeEach, describe, expect, test } from 'vitest';
import type { Sender } from './channel.ts';
import { createFakeChannel, type FakeChannel } from './fake-channel.ts';
import { createRelay, type Relay } from './relay.ts';

const portal = 'https://portal.example';
const sender: Sender = { origin: portal, frameId: 0 };
let hosts: FakeChannel[];
let relay: Relay;

beforeEach(() => {
  hosts = [];
  relay = createRelay({
    portalOrigins: [portal],
    connectHost: () => {
      const host = createFakeChannel();
      hosts.push(host);
      return host;
    },
  });
});

function addPage(from: Sender = sender): FakeChannel {
  const page = createFakeChannel();
  relay.addPage(page, from);
  return page;
}

function request(id: string, change: object = {}) {
  const sentAt = '2026-11-21T08:00:00Z';
  return { v: 1, id, type: 'get-device-name', payload: {}, sentAt, correlationId: 'c', ...change };
}

/** The newest message that the client received. */
function lastAtHost(host: FakeChannel | undefined): { id: string; origin: string } {
  return host?.posted.at(-1) as { id: string; origin: string };
}

describe('who is connected', () => {
  test.each([
    ['another origin', { origin: 'https://evil.example', frameId: 0 }],
    ['another port', { origin: `${portal}:8443`, frameId: 0 }],
    ['the portal without TLS', { origin: 'http://portal.example', frameId: 0 }],
    ['a frame inside the portal', { origin: portal, frameId: 7 }],
    ['a page without an origin', { origin: undefined, frameId: 0 }],
    ['a sender that is no frame', { origin: portal, frameId: undefined }],
  ])('%s is turned away and starts no client', (_, from) => {
    const page = addPage(from);
    page.receive(request('1'));
    expect(page.isClosed()).toBe(true);
    expect(hosts).toEqual([]);
  });

  test('one connection to the client serves all pages and ends with the last one', () => {
    const [first, second] = [addPage(), addPage()];
    first.end();
    expect(hosts.map((host) => host.isClosed())).toEqual([false]);
    second.end();
    expect(hosts.map((host) => host.isClosed())).toEqual([true]);
  });
});

describe('requests and answers', () => {
  test('the origin is the browser’s word, whatever the page says', () => {
    addPage().receive(request('1', { origin: 'https://evil.example' }));
    expect(lastAtHost(hosts[0]).origin).toBe(portal);
  });

  test('equal ids of two pages do not meet', () => {
    const [first, second] = [addPage(), addPage()];
    first.receive(request('same'));
    const firstId = lastAtHost(hosts[0]).id;
    second.receive(request('same'));
    hosts[0]?.receive({ v: 1, id: lastAtHost(hosts[0]).id, ok: true, payload: 'second' });
    hosts[0]?.receive({ v: 1, id: firstId, ok: true, payload: 'first' });
    expect(first.posted).toEqual([{ v: 1, id: 'same', ok: true, payload: 'first' }]);
    expect(second.posted).toEqual([{ v: 1, id: 'same', ok: true, payload: 'second' }]);
  });

  test('an answer that no one waits for, or comes twice, goes nowhere', () => {
    const page = addPage();
    page.receive(request('1'));
    const answer = { v: 1, id: lastAtHost(hosts[0]).id, ok: true, payload: {} };
    for (const message of [{ ...answer, id: '99' }, answer, answer, { id: 7 }, 'text']) hosts[0]?.receive(message);
    expect(page.posted).toEqual([{ ...answer, id: '1' }]);
  });

  test('a page that has gone gets no late answer', () => {
    const [gone, stays] = [addPage(), addPage()];
    gone.receive(request('1'));
    gone.end();
    hosts[0]?.receive({ v: 1, id: lastAtHost(hosts[0]).id, ok: true, payload: {} });
    expect([gone.posted, stays.posted]).toEqual([[], []]);
  });

  test('what is no request is refused, or dropped when it has no id', () => {
    const page = addPage();
    for (const message of [{ id: '1' }, { ...request('2'), v: 9 }, 'text', null, { id: 3 }]) page.receive(message);
    expect(page.posted).toMatchObject([
      { id: '1', ok: false, error: { code: 'malformed-message' } },
      { id: '2', ok: false, error: { code: 'malformed-message' } },
    ]);
    expect(hosts[0]?.posted).toEqual([]);
  });

  test('pushes reach every page', () => {
    const pages = [addPage(), addPage()];
    hosts[0]?.receive({ v: 1, push: 'heartbeat' });
    for (const page of pages) expect(page.posted).toEqual([{ v: 1, push: 'heartbeat' }]);
  });
});

describe('a client that is missing or stops', () => {
  test.each([
    ['Specified native messaging host not found.', 'host-missing'],
    ['Access to the specified native messaging host is forbidden.', 'host-missing'],
    ['Failed to start native messaging host.', 'host-missing'],
    ['No such native application com.vestibule.workplace', 'host-missing'],
    ['Native host has exited.', 'host-stopped'],
    ['Error when communicating with the native messaging host.', 'host-stopped'],
    [undefined, 'host-stopped'],
  ])('%s: anyone who waits is told %s', (reason, code) => {
    const page = addPage();
    page.receive(request('1'));
    page.receive(request('2'));
    hosts[0]?.end(reason);
    expect(page.posted).toMatchObject([
      { id: '1', ok: false, error: { code } },
      { id: '2', ok: false, error: { code } },
    ]);
  });

  test('the next message starts it again', () => {
    const page = addPage();
    hosts[0]?.end('Native host has exited.');
    expect(hosts).toHaveLength(1);
    page.receive(request('1'));
    expect(hosts).toHaveLength(2);
    hosts[1]?.receive({ v: 1, id: lastAtHost(hosts[1]).id, ok: true, payload: {} });
    expect(page.posted).toMatchObject([{ id: '1', ok: true }]);
  });
});

/** What the specification has pages ask, section 7, each with what it carries. */
const MESSAGES = [
  ['S7.064', 'get-device-info', { nonce: 'n' }],
  ['S7.065', 'get-device-compliance-info', {}],
  ['S7.066', 'get-client-device-key', {}],
  ['S7.067', 'set-server-device-key', { session: { sessionId: 's', serverPublicKey: { x: 'x' } } }],
  ['S7.068', 'get-device-auth-token', {}],
  ['S7.069', 'register-silo-data', { siloData: { id: 'eu', endpoints: ['https://e.example'] } }],
  ['S7.070', 'register-fci-user-info', { fciUserInfo: { userId: '7', login: 'nadia' } }],
  ['S7.071', 'set-application-mode', { mode: 'onboarding' }],
  ['S7.072', 'launch-workplace', { webToken: 'w' }],
  ['S7.073', 'launch-app', { 'command-line-arguments': '-select:secure-browser' }],
  ['S7.074', 'execute-fix-action', { fixAction: { fixActionType: 'FirewallEnable' }, grant: {} }],
  ['S7.075', 'devices-v2/get-restricted-device-data', { dataVersion: 1, correlationId: 'c' }],
  ['S7.076', 'devices-v2/get-restricted-session-config', { dataVersion: 1, correlationId: 'c' }],
  ['S7.077', 'devices-v2/decrypt-permit', { encryptedPermit: 'A', permitSalt: 'A' }],
] as const;

describe('what a page asks', () => {
  test.each(MESSAGES)('[%s] %s reaches the client as it is, and its answer the page that asked', (_, type, payload) => {
    const [page, other] = [addPage(), addPage()];
    const sent = request('7', { type, payload });
    page.receive(sent);
    const { id } = lastAtHost(hosts[0]);
    expect(hosts[0]?.posted).toEqual([{ ...sent, id, origin: portal }]);
    const answer = { deviceInfo: { lookupId: 'd', importantDataHash: 'hash' } };
    hosts[0]?.receive({ v: 1, id, ok: true, payload: answer });
    expect(page.posted).toEqual([{ v: 1, id: '7', ok: true, payload: answer }]);
    expect(other.posted).toEqual([]);
  });

  test.each([
    [
      '[S4.066] the device check',
      ['get-session-data', 'get-create-session-parameters', 'set-session-data', 'get-device-data', 'decrypt-permit'],
    ],
    [
      '[S4.080, S4.082] the restricted session',
      [
        'get-restricted-session-data',
        'get-create-restricted-session-parameters',
        'set-restricted-session-data',
        'get-restricted-session-config',
      ],
    ],
    ['[S4.089] an upload', ['get-device-data', 'get-session-data']],
  ])('%s reaches the client in its order, one after the other or all at once', (_, steps) => {
    const page = addPage();
    for (const [at, step] of steps.entries()) page.receive(request(String(at), { type: `devices-v2/${step}` }));
    const posted = (hosts[0]?.posted ?? []) as readonly { readonly id: string; readonly type: string }[];
    expect(posted.map(({ type }) => type)).toEqual(steps.map((step) => `devices-v2/${step}`));
    for (const { id, type } of posted) hosts[0]?.receive({ v: 1, id, ok: true, payload: type });
    expect(page.posted).toEqual(
      steps.map((step, at) => ({ v: 1, id: String(at), ok: true, payload: `devices-v2/${step}` })),
    );
  });

  test.each([
    ['[S4.095] ok', 'get-extension-status', { status: 'ok' }],
    ['[S4.095, S4.096] noKeys', 'get-extension-status', { status: 'noKeys' }],
    ['[S4.095] noData', 'get-extension-status', { status: 'noData' }],
    [
      '[S5.013, S9.028] the hash that a page compares, for its 300 s,',
      'get-device-info',
      { deviceImportantDataHash: 'hash' },
    ],
  ])('%s is the client’s word, asked for each time', (_, type, payload) => {
    const page = addPage();
    for (const id of ['1', '2']) {
      page.receive(request(id, { type }));
      hosts[0]?.receive({ v: 1, id: lastAtHost(hosts[0]).id, ok: true, payload });
    }
    expect(hosts[0]?.posted).toHaveLength(2);
    expect(page.posted).toEqual(['1', '2'].map((id) => ({ v: 1, id, ok: true, payload })));
  });
});
