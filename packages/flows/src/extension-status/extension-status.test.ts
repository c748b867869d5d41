import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, failedWith, type FakePorts, refused, said, settle } from '../fake-ports.ts';
import { extensionStatusMachine, selectExtensionStatusView } from './extension-status.ts';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};
const seconds = async (count: number) => {
  for (let second = 0; second < count; second += 1) await advance(LIMITS.extensionReadinessIntervalMs);
};
const asked = () => ports.messages.filter(({ type }) => type === 'get-extension-status').length;
const says = (status: string) => ports.onMessage('get-extension-status', () => said({ status }));

function start() {
  const actor = createActor(extensionStatusMachine, { clock, input: { ports } }).start();
  return { view: () => selectExtensionStatusView(actor.getSnapshot()) };
}

describe('readiness', () => {
  test('[S9.008, S9.009] is asked soon, then at intervals', async () => {
    says('noData');
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs - 1);
    expect(asked()).toBe(0);
    await advance(1);
    expect(asked()).toBe(1);
    await advance(LIMITS.extensionReadinessIntervalMs - 1);
    expect(asked()).toBe(1);
    await advance(1);
    expect(asked()).toBe(2);
  });

  test('[S4.095] ends with "ok", and asks no more', async () => {
    says('ok');
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(view()).toEqual({ state: 'ready', isExtensionPresent: true, isClientMissing: false, problem: null });
    await seconds(5);
    expect(asked()).toBe(1);
  });

  test.each(['noData', 'something new'])('[S4.097, S4.098] %s is asked again', async (status) => {
    says(status);
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(view().state).toBe('looking');
    says('ok');
    await seconds(1);
    expect(view().state).toBe('ready');
  });

  test('[S9.010] not ready is said after 3 retries', async () => {
    ports.onMessage('get-extension-status', () => failedWith('host-missing'));
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(LIMITS.extensionNotReadyAfterRetries - 1);
    expect(view().state).toBe('looking');
    await seconds(1);
    expect(view()).toMatchObject({ state: 'not-ready', isExtensionPresent: true, problem: 'client-missing' });
    says('ok');
    await seconds(1);
    expect(view().state).toBe('ready');
  });

  test('[S8.027] an extension that fails is logged and asked again until it answers', async () => {
    ports.onMessage('get-extension-status', () => failedWith('host-stopped', 'Native host has exited.'));
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(20);
    expect(asked()).toBe(21);
    expect(ports.logged).toHaveLength(21);
    expect(ports.logged[0]).toBe('extension-status: host-stopped');
  });
});

describe('what is broken', () => {
  test.each([
    ['noKeys', 'keys-missing'],
    ['noData', 'no-data'],
  ])('%s is said after 3 retries to be %s, and no more once the client is well', async (status, problem) => {
    says(status);
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(LIMITS.extensionNotReadyAfterRetries - 1);
    expect(view().problem).toBeNull();
    await seconds(1);
    expect(view().problem).toBe(problem);
    says('ok');
    await seconds(1);
    expect(view().problem).toBeNull();
  });

  test('is a policy, where the browser says so', async () => {
    const words = 'Access to the native messaging host was disabled by the system administrator.';
    ports.onMessage('get-extension-status', () => failedWith('host-stopped', words));
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(LIMITS.extensionNotReadyAfterRetries);
    expect(view().problem).toBe('blocked-by-policy');
  });
});

describe('the extension', () => {
  test('[S9.026] is called missing after some retries, and is found when it comes', async () => {
    ports.isExtensionThere = false;
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(LIMITS.extensionCheckRetries - 1);
    expect(view().isExtensionPresent).toBe(true);
    await advance(LIMITS.extensionCheckIntervalMs);
    expect(view()).toMatchObject({ state: 'not-ready', isExtensionPresent: false, problem: 'extension-missing' });
    expect(ports.messages).toEqual([]);
    ports.isExtensionThere = true;
    says('noData');
    await seconds(1);
    expect(view().isExtensionPresent).toBe(true);
  });

  test('[S9.007] there, with a client that has been silent for too long: the client is missing', async () => {
    ports.onMessage('get-extension-status', () => failedWith('host-missing'));
    const { view } = start();
    await advance(LIMITS.nativeAppMissingTimeoutMs - 1);
    expect(view().isClientMissing).toBe(false);
    await advance(1);
    expect(view().isClientMissing).toBe(true);
  });

  test('not there, nothing is said of the client', async () => {
    ports.isExtensionThere = false;
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(40);
    expect(view().isClientMissing).toBe(false);
  });
});

describe('keys', () => {
  const exchanges = () => ports.calls.filter(({ name }) => name === 'keyExchange').length;
  const session = { sessionId: 'session', serverPublicKey: {} };

  beforeEach(() => {
    says('noKeys');
    ports.onMessage('get-client-device-key', () => said({ deviceId: 'device' }));
    ports.onMessage('set-server-device-key', () => said({}));
    ports.onCall('keyExchange', () => answered(session));
  });

  test('[S4.096] noKeys exchanges them: the client’s to the server, the server’s to the client', async () => {
    const { view } = start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(ports.calls).toEqual([{ name: 'keyExchange', input: { body: { deviceId: 'device' } } }]);
    expect(ports.messages.at(-1)).toEqual({ type: 'set-server-device-key', request: { session } });
    says('ok');
    await seconds(1);
    expect(view().state).toBe('ready');
  });

  test('[S8.013, S9.003] an exchange that takes too long leads to download', async () => {
    ports.onMessage('get-client-device-key', () => new Promise(() => undefined));
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await advance(LIMITS.keyExchangeTimeoutMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/download']);
  });

  test.each([
    ['get-client-device-key', 'timed-out'],
    ['set-server-device-key', 'timed-out'],
    ['keyExchange', null],
  ] as const)(
    '[S8.013, S9.003] tries without an answer count together (%s): each is given up in time',
    async (part, code) => {
      const late = (answer: unknown) =>
        new Promise((resolve) => void clock.setTimeout(() => resolve(answer), OWN_LIMITS.nativeMessageTimeoutMs));
      if (code === null) ports.onCall(part, () => late({ kind: 'unreachable' }));
      else ports.onMessage(part, () => late(failedWith(code)));
      start();
      await advance(LIMITS.extensionReadinessInitialDelayMs);
      for (let waited = 500; waited < LIMITS.keyExchangeTimeoutMs; waited += 500) await advance(500);
      expect(ports.visited).toEqual([]);
      expect(ports.messages.filter(({ type }) => type === 'get-client-device-key').length).toBeGreaterThan(3);
      await advance(500);
      expect(ports.visited).toEqual(['/download']);
    },
  );

  test('that are answered with a refusal have no time of their own: the wait for keys is for them', async () => {
    ports.onCall('keyExchange', () => refused(409, 'session_conflict'));
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(LIMITS.keyExchangeTimeoutMs / 1000 + 1);
    expect(ports.visited).toEqual([]);
  });

  test('that cannot be exchanged are tried again with the next question', async () => {
    ports.onMessage('set-server-device-key', () => failedWith('grant-refused'));
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(2);
    expect(exchanges()).toBe(3);
  });

  test('[S8.001] 401 leads to session expired', async () => {
    ports.onCall('keyExchange', () => refused(401, 'not_signed_in'));
    start();
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    await seconds(3);
    expect(ports.visited).toEqual(['/session-expired']);
    expect(exchanges()).toBe(1);
  });
});

describe('[S8.014, S9.004] noKeys or noData for too long', () => {
  const FIRST = LIMITS.extensionReadinessInitialDelayMs;

  test.each(['noData', 'noKeys'])('%s leads to download', async (status) => {
    says(status);
    start();
    await advance(FIRST);
    await seconds(LIMITS.noDataOrKeysTimeoutMs / LIMITS.extensionReadinessIntervalMs - 1);
    await advance(LIMITS.extensionReadinessIntervalMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/download']);
    const before = asked();
    await seconds(3);
    expect(asked()).toBe(before);
  });

  test('a client that falls silent in between starts the count again', async () => {
    says('noData');
    start();
    await advance(FIRST);
    await seconds(100);
    ports.onMessage('get-extension-status', () => failedWith('host-stopped'));
    await seconds(1);
    says('noData');
    await seconds(100);
    expect(ports.visited).toEqual([]);
    await seconds(21);
    expect(ports.visited).toEqual(['/download']);
  });

  test('a missing extension leads nowhere by itself: the page says what to do', async () => {
    ports.isExtensionThere = false;
    start();
    await advance(FIRST);
    await seconds(300);
    expect(ports.visited).toEqual([]);
  });
});
