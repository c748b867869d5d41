import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, failedWith, type FakePorts, refused, said, unreachable } from '../fake-ports.ts';
import type { StartupReport } from './startup-types.ts';
import { createStartupPorts, MAC, pending, startStartup, type StartupOptions } from './testing/start-startup.ts';

let ports: FakePorts;
let heard: StartupReport[];

beforeAll(() => Promise.all([import('./mode-ending.ts'), import('../download-start/installer.ts')]));
beforeEach(() => {
  [heard, ports] = [[], createStartupPorts()];
});

const start = (options: StartupOptions = {}) => startStartup(ports, heard, options);
const isLoaded = () => heard.some(({ type }) => type === 'startup.loaded');
const EMPTY = { supportedOs: [], supportedBrowsers: [] };
const NOTHING = { frontline: EMPTY, secureEnclave: EMPTY, other: EMPTY };
const never = () => new Promise(() => undefined);

describe('what the company wants', () => {
  test.each([['onlineSettings'], ['supportedVersions']] as const)(
    '%s that do not come are waited for no longer than the limit',
    async (name) => {
      ports.onCall(name, never);
      const advance = await start();
      await advance(OWN_LIMITS.companySettingsLimitMs - 1);
      expect(isLoaded()).toBe(false);
      await advance(1);
      expect(isLoaded()).toBe(true);
      expect(ports.messages.map(({ type }) => type)).toEqual(['get-device-name']);
    },
  );

  test('a list that does not come in time is the one by which this tab was let in a moment ago', async () => {
    const list = {
      supportedOs: [{ version: '26', name: 'macOS 26' }],
      supportedBrowsers: [{ name: 'Opera', version: '' }],
    };
    const platform = { frontline: list, secureEnclave: list, other: list };
    ports.memory.write('supportedVersions', { mac: platform, windows: platform });
    ports.onCall('supportedVersions', never);
    const advance = await start({ visitor: { ...MAC, systemVersion: '26.1', browser: 'Opera' } });
    await advance(OWN_LIMITS.companySettingsLimitMs);
    expect(ports.visited).toEqual([]);
    expect(heard.at(-1)).toMatchObject({ type: 'startup.ready' });
  });

  test('no one is turned away before the list has come: a server that is always slow sends no one to and fro', async () => {
    const list = {
      supportedOs: [{ version: '26', name: 'macOS 26' }],
      supportedBrowsers: [{ name: 'Opera', version: '' }],
    };
    const platform = { frontline: list, secureEnclave: list, other: list };
    const { promise, resolve } = Promise.withResolvers<unknown>();
    ports.onCall('supportedVersions', () => promise);
    const advance = await start({ visitor: { ...MAC, systemVersion: '26.1', browser: 'Opera' } });
    await advance(OWN_LIMITS.companySettingsLimitMs + 1000);
    expect([ports.visited, heard.map(({ type }) => type)]).toEqual([[], ['startup.loaded']]);
    resolve(answered({ mac: platform, windows: platform }));
    await advance(0);
    expect([ports.visited, heard.at(-1)]).toMatchObject([[], { type: 'startup.ready' }]);
  });

  test.each([
    ['refuses', () => answered({ mac: NOTHING, windows: NOTHING })],
    ['is lost', () => unreachable],
  ])('a list that comes late and %s turns away at once', async (_, answer) => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    ports.onCall('supportedVersions', () => promise);
    const advance = await start({ visitor: { ...MAC, browser: 'Opera' } });
    await advance(OWN_LIMITS.companySettingsLimitMs + 1000);
    expect(ports.visited).toEqual([]);
    ports.onCall('supportedVersions', answer);
    resolve(answer());
    await advance(0);
    expect(ports.visited).toEqual(['/compatibility']);
  });

  test('what came in time of it counts', async () => {
    ports.onCall('supportedVersions', never);
    ports.onCall('onlineSettings', () => answered({ sessionType: 'Containerised', features: [] }));
    const advance = await start();
    await advance(OWN_LIMITS.companySettingsLimitMs);
    expect(heard[0]).toMatchObject({ start: { online: { sessionType: 'Containerised' }, supportedVersions: null } });
  });

  test('is not waited for at all where the policy only observes', async () => {
    ports.onCall('onlineSettings', never);
    ports.onCall('supportedVersions', never);
    ports.onCall('pendingSignIn', () => answered({ ...pending('frontline'), isObserved: true }));
    ports.isExtensionThere = false;
    const advance = await start();
    await advance(OWN_LIMITS.observationPresenceMs);
    expect(ports.left).toHaveLength(1);
  });
});

test.each(['onboarding', 'onboarding-v3', 'install', 'quick-start'])(
  'a sign-in in mode %s sets something up, also while the policy observes',
  async (mode) => {
    ports.onCall('pendingSignIn', () => answered({ ...pending(mode), isObserved: true }));
    await start();
    expect(ports.messages.map(({ type }) => type)).toContain('get-device-name');
    expect(ports.left.filter((address) => address.startsWith('/saml/continue'))).toEqual([]);
  },
);

describe('a sign-in of this tab that is over', () => {
  beforeEach(() => ports.onCall('pendingSignIn', () => refused(410, 'sign_in_expired')));

  test('is nothing to the status page, which asks for none', async () => {
    await start({ isStatusPage: true });
    expect(ports.visited).toEqual([]);
    expect(ports.calls.map(({ name }) => name)).not.toContain('pendingSignIn');
    expect(isLoaded()).toBe(true);
  });

  test('is gone on without when it was only remembered, and leads to session expired when the address names it', async () => {
    await start({ isMarkerRemembered: true });
    expect(ports.visited).toEqual([]);
    expect(heard[0]).toMatchObject({ type: 'startup.loaded', start: { pending: null } });
    await start();
    expect(ports.visited).toEqual(['/session-expired']);
  });
});

test.each([
  [undefined, LIMITS.deviceNameTries],
  [MAC, LIMITS.deviceNameTriesInSafari],
])('[S4.009, S4.010] a client that hangs is asked as often all the same (%j)', async (visitor, tries) => {
  ports.onMessage('get-device-name', never);
  const advance = await start(visitor === undefined ? {} : { visitor });
  const asked = () => ports.messages.filter(({ type }) => type === 'get-device-name').length;
  for (let done = 1; done < tries; done += 1) {
    expect(asked()).toBe(done);
    await advance(LIMITS.deviceNameIntervalMs);
  }
  expect([asked(), ports.visited]).toEqual([tries, []]);
  await advance(LIMITS.deviceNameIntervalMs);
  expect([asked(), ports.visited]).toEqual([tries, ['/download']]);
});

test.each([3000, 14_000])(
  'a client that needs %i ms for each answer is gone on with at its first one',
  async (slow) => {
    const answers: (() => void)[] = [];
    ports.onMessage('get-device-name', () => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      answers.push(() => resolve(said({ id: 'id', deviceName: 'NADIA-LT-0427', clientVersion: '3.6.0' })));
      return promise;
    });
    const advance = await start();
    await advance(slow);
    expect(heard.map(({ type }) => type)).not.toContain('startup.ready');
    answers[0]?.();
    await advance(0);
    expect(heard.at(-1)).toMatchObject({ type: 'startup.ready', client: { deviceName: 'NADIA-LT-0427' } });
    expect(ports.visited).toEqual([]);
  },
);

test('an early question that fails late does not end the tries', async () => {
  const failures: (() => void)[] = [];
  ports.onMessage('get-device-name', () => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    failures.push(() => resolve(failedWith('timed-out')));
    return promise;
  });
  const advance = await start();
  for (let done = 1; done < LIMITS.deviceNameTries; done += 1) await advance(LIMITS.deviceNameIntervalMs);
  failures[0]?.();
  await advance(0);
  expect([ports.logged, ports.visited]).toEqual([['startup: timed-out'], []]);
  failures.at(-1)?.();
  await advance(0);
  expect(ports.visited).toEqual(['/download']);
});
