import { LIMITS, MINIMUM_VERSIONS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  answered,
  createFakePorts,
  failedWith,
  type FakePorts,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { type DownloadInput, downloadMachine, selectDownloadView } from './download.ts';

const PARAMETERS = {
  url: 'https://gate.example/download/workplace.msi',
  params: { company: 'Münch & Söhne', expires: '1' },
  token: 'device-token-1',
  deviceUserId: '48210',
};
const ADDRESS = 'https://gate.example/download/workplace.msi?company=M%C3%BCnch+%26+S%C3%B6hne&expires=1';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.onCall('featureFlag', () => answered({ key: 'fci', active: false }));
  ports.onCall('installerParameters', () => answered(PARAMETERS));
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};
const queryAsked = () => ports.calls.find(({ name }) => name === 'installerParameters')?.input;

async function open(changes: Partial<DownloadInput> = {}) {
  const browser = { isSafari: false, isFirefox: false, isEdge: false };
  const input = { ports, mode: 'frontline', isUpdater: false, ...browser, ...changes } as const;
  const actor = createActor(downloadMachine, { clock, input }).start();
  await settle();
  const press = async () => {
    actor.send({ type: 'user.download' });
    await settle();
  };
  const pressAgent = async () => {
    actor.send({ type: 'user.download-agent' });
    await settle();
  };
  return {
    press,
    pressAgent,
    view: () => selectDownloadView(actor.getSnapshot()),
  };
}

describe('the Download button', () => {
  test.each([
    [false, '/extension-not-ready'],
    [true, '/firefox-extension'],
  ])('[S5.012] leads to the extension first while there is none (Firefox: %s)', async (isFirefox, path) => {
    ports.isExtensionThere = false;
    const { press, view } = await open({ isFirefox });
    expect(view().isExtensionPresent).toBe(false);
    await press();
    expect(ports.visited).toEqual([path]);
    expect(queryAsked()).toBeUndefined();
    expect(ports.downloaded).toEqual([]);
  });

  test.each([
    [false, LIMITS.downloadDelayMs],
    [true, LIMITS.downloadDelayInSafariMs],
  ])('[S9.041, S9.042] starts the download after its delay (Safari: %s)', async (isSafari, delay) => {
    const { press, view } = await open({ isSafari });
    await press();
    expect(view().isStarting).toBe(true);
    await advance(delay - 1);
    expect(ports.downloaded).toEqual([]);
    await advance(1);
    expect(ports.downloaded).toEqual([ADDRESS]);
    expect(ports.visited).toEqual(['/download-start']);
  });

  test('takes no second press while the first is under way', async () => {
    const { press } = await open();
    await press();
    await press();
    await advance(LIMITS.downloadDelayMs);
    expect(ports.downloaded).toHaveLength(1);
  });

  test.each([
    ['frontline', { mode: 'frontline', noToken: 'true' }],
    ['onboarding', { mode: 'onboarding' }],
    ['quick-start', { mode: 'quick-start' }],
  ] as const)('[S3.053] asks for the installer of the mode %s', async (mode, query) => {
    const { press } = await open({ mode });
    await press();
    expect(queryAsked()).toEqual({ query });
  });

  test('[S6.008] asks for the installer of fci where that is on, and asks for the flag once in a session', async () => {
    ports.onCall('featureFlag', () => answered({ key: 'fci', active: true }));
    const { press } = await open();
    await press();
    expect(queryAsked()).toEqual({ query: { mode: 'fci' } });
    expect(ports.remembered.get('isFci')).toBe(true);
    const again = await open();
    await again.press();
    expect(ports.calls.filter(({ name }) => name === 'featureFlag')).toHaveLength(1);
  });

  test('keeps what the wait for the account needs', async () => {
    const { press } = await open({ mode: 'onboarding' });
    await press();
    expect(Object.fromEntries(ports.remembered)).toMatchObject({
      downloadParameters: { url: PARAMETERS.url, params: PARAMETERS.params },
      deviceToken: 'device-token-1',
      deviceUserId: '48210',
    });
  });

  test('forgets an older device token where the mode has none', async () => {
    ports.remembered.set('deviceToken', 'old');
    ports.onCall('installerParameters', () => answered({ ...PARAMETERS, token: null }));
    const { press } = await open();
    await press();
    expect(ports.remembered.has('deviceToken')).toBe(false);
  });

  test('[S2.102] of the updater asks for Windows and remembers for a while that it ran', async () => {
    const { press } = await open({ isUpdater: true });
    await press();
    expect(queryAsked()).toEqual({ query: { mode: 'frontline', noToken: 'true', system: 'windows' } });
    await advance(LIMITS.downloadDelayMs);
    expect(ports.remembered.get('isUpdaterInstalled')).toBe(true);
  });

  test('says that there is no installer, and that no one answered, and can be pressed again', async () => {
    ports.onCall('installerParameters', () => refused(404, 'installer_missing'));
    const { press, view } = await open();
    await press();
    expect(view()).toMatchObject({ isStarting: false, problem: 'missing' });
    ports.onCall('installerParameters', () => unreachable);
    await press();
    expect(view().problem).toBe('failed');
    ports.onCall('installerParameters', () => answered(PARAMETERS));
    await press();
    expect(view().problem).toBeNull();
    await advance(LIMITS.downloadDelayMs);
    expect(ports.downloaded).toEqual([ADDRESS]);
  });

  test.each([
    [401, 'not_signed_in', '/session-expired'],
    [403, 'account_disabled', '/user-blocked'],
  ])('[S8.001] %i %s leads to %s', async (status, code, path) => {
    ports.onCall('installerParameters', () => refused(status, code));
    const { press } = await open();
    await press();
    expect(ports.visited).toEqual([path]);
  });
});

describe('while the page is open', () => {
  const name = (clientVersion = '3.6.0') => said({ id: 'id', deviceName: 'NADIA', clientVersion });

  test('[S4.015] a client that is found leads back to /v2', async () => {
    ports.onMessage('get-device-name', () => failedWith('host-missing'));
    await open();
    expect(ports.visited).toEqual([]);
    ports.onMessage('get-device-name', () => name());
    await advance(LIMITS.deviceNameIntervalMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/v2']);
  });

  test('an extension that is enabled meanwhile is seen within a second', async () => {
    ports.isExtensionThere = false;
    const { view } = await open();
    ports.isExtensionThere = true;
    await advance(LIMITS.extensionCheckIntervalMs - 1);
    expect(view().isExtensionPresent).toBe(false);
    await advance(1);
    expect(view().isExtensionPresent).toBe(true);
  });

  test('[S9.049] the updater page leaves only for a client that is new enough', async () => {
    ports.onMessage('get-device-name', () => name('3.4.7380.14005'));
    const { view } = await open({ isUpdater: true });
    await advance(LIMITS.deviceNameIntervalMs);
    expect(ports.visited).toEqual([]);
    expect(view().isNotAnswering).toBe(false);
    ports.onMessage('get-device-name', () => name(MINIMUM_VERSIONS.windowsClient));
    await advance(LIMITS.deviceNameIntervalMs);
    expect(ports.visited).toEqual(['/v2']);
  });

  test.each([
    [{}, false],
    [{ deviceName: 'NADIA' }, true],
    [{ deviceAccountId: 'account' }, true],
  ])('a silent client of a computer that is remembered as %j: not answering is %s', async (remembered, expected) => {
    for (const [key, value] of Object.entries(remembered)) ports.remembered.set(key as 'deviceName', value);
    ports.onMessage('get-device-name', () => failedWith('host-stopped'));
    const { view } = await open();
    expect(view().isNotAnswering).toBe(expected);
  });
});

test.each([
  [3000, ['/v2']],
  [LIMITS.deviceNameIntervalMs * (LIMITS.deviceNameTries - 1), []],
  [LIMITS.deviceNameIntervalMs * LIMITS.deviceNameTries, []],
])('a client that answers after %i ms leads to %j: home takes no answer after its last try', async (slow, visited) => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  ports.onMessage('get-device-name', () => promise);
  ports.remembered.set('deviceName', 'NADIA');
  const { view } = await open();
  await advance(slow);
  ports.onMessage('get-device-name', () => new Promise(() => undefined));
  resolve(said({ id: 'id', deviceName: 'NADIA', clientVersion: '3.6.0' }));
  await settle();
  expect(ports.visited).toEqual(visited);
  expect(view().isNotAnswering).toBe(visited.length === 0);
});

describe('a client that no installation mends by itself', () => {
  beforeEach(() => void ports.remembered.set('deviceName', 'NADIA'));

  test('because it cannot read its keys is told as that, not as one that does not answer', async () => {
    ports.onMessage('get-device-name', () => failedWith('client-error'));
    ports.onMessage('get-extension-status', () => said({ status: 'noKeys' }));
    const { view } = await open();
    expect(view()).toMatchObject({ clientTrouble: 'keys-missing', isNotAnswering: false });
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    await advance(LIMITS.deviceNameIntervalMs);
    expect(view()).toMatchObject({ clientTrouble: null, isNotAnswering: true });
  });

  test.each([
    ['noKeys', 'keys-missing'],
    ['noData', 'no-data'],
  ] as const)(
    '%s is no client found, although it says its name: home would send the person back',
    async (status, trouble) => {
      ports.onMessage('get-device-name', () => said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.6.0' }));
      ports.onMessage('get-extension-status', () => said({ status }));
      const { view } = await open();
      await advance(LIMITS.deviceNameIntervalMs);
      expect(ports.visited).toEqual([]);
      expect(view()).toMatchObject({ clientTrouble: trouble });
      ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
      await advance(LIMITS.deviceNameIntervalMs);
      expect(ports.visited).toEqual(['/v2']);
    },
  );

  test.each([
    ['host-stopped', 'was disabled by the system administrator.', 'blocked-by-policy'],
    ['origin-not-allowed', 'not known here', 'grant-refused'],
    ['host-missing', 'Specified native messaging host not found.', null],
  ] as const)('because of %s (%s): %s', async (code, words, trouble) => {
    ports.onMessage('get-device-name', () => failedWith(code, words));
    expect((await open()).view()).toMatchObject({ clientTrouble: trouble, isNotAnswering: trouble === null });
  });
});

describe('a client that reports by itself', () => {
  beforeEach(() => {
    ports.isExtensionThere = false;
  });

  test('[S4.008] is downloaded on Edge without the extension, with a device token in every mode', async () => {
    const { pressAgent, view } = await open({ isEdge: true });
    expect(view().isAgentOffered).toBe(true);
    await pressAgent();
    await advance(LIMITS.downloadDelayMs);
    expect(queryAsked()).toEqual({ query: { mode: 'frontline' } });
    expect(ports.downloaded).toEqual([ADDRESS]);
    expect(ports.remembered.get('deviceToken')).toBe('device-token-1');
    expect(ports.visited).toEqual(['/download-start']);
  });

  test.each([
    ['on another browser', { isEdge: false }, false],
    ['for the updater', { isEdge: true, isUpdater: true }, false],
    ['next to the extension', { isEdge: true }, true],
  ])('[S5.012] is not offered %s, and a press that comes anyway does nothing', async (_, changes, isExtensionThere) => {
    ports.isExtensionThere = isExtensionThere;
    const { pressAgent, view } = await open(changes);
    expect(view().isAgentOffered).toBe(false);
    await pressAgent();
    await advance(LIMITS.downloadDelayMs);
    expect(queryAsked()).toBeUndefined();
    expect(ports.downloaded).toEqual([]);
  });

  test('leaves the usual download of the mode as it is', async () => {
    ports.onCall('installerParameters', () => unreachable);
    const { press, pressAgent } = await open({ isEdge: true });
    await pressAgent();
    ports.isExtensionThere = true;
    await press();
    const queries = ports.calls.filter(({ name }) => name === 'installerParameters').map(({ input }) => input);
    expect(queries).toEqual([{ query: { mode: 'frontline' } }, { query: { mode: 'frontline', noToken: 'true' } }]);
  });
});
