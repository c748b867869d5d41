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
