import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { answered, createFakePorts, type FakePorts, refused, said, settle, unreachable } from '../fake-ports.ts';
import { accountIdWaitMachine } from './account-id-wait.ts';
import { type DownloadStartInput, downloadStartMachine, selectDownloadStartView } from './download-start.ts';

let ports: FakePorts;
let clock: SimulatedClock;
beforeEach(() => {
  ports = createFakePorts();
  clock = new SimulatedClock();
  ports.remembered.set('isFci', false);
});

const advance = async (milliseconds: number) => {
  clock.increment(milliseconds);
  await settle();
};

const parameters = (token: string | null) =>
  answered({ url: 'https://gate.example/download/a.deb', params: {}, token, deviceUserId: '1' });

describe('the page after the download', () => {
  async function open(changes: Partial<DownloadStartInput> = {}) {
    const input = { ports, mode: 'frontline', isSafari: false, isFirefox: false, ...changes } as const;
    const actor = createActor(downloadStartMachine, { clock, input }).start();
    await settle();
    return { actor, view: () => selectDownloadStartView(actor.getSnapshot()) };
  }

  test('[S4.054, S5.019] Continue leads nowhere before a choice', async () => {
    const { actor, view } = await open();
    actor.send({ type: 'user.continue' });
    expect(view().choice).toBeNull();
    expect(ports.visited).toEqual([]);
    actor.send({ type: 'user.choose', choice: 'installed' });
    expect(view().choice).toBe('installed');
    expect(ports.visited).toEqual([]);
  });

  test.each([
    [true, false, '/'],
    [false, false, '/extension-not-ready'],
    [false, true, '/firefox-extension'],
  ])(
    '[S4.055, S4.056] "installed" notes it and goes on (extension: %s, Firefox: %s)',
    async (isThere, isFirefox, path) => {
      ports.isExtensionThere = isThere;
      const { actor } = await open({ isFirefox });
      actor.send({ type: 'user.choose', choice: 'installed' });
      actor.send({ type: 'user.continue' });
      expect(ports.remembered.get('installationStatus')).toBe('waiting-for-account-id');
      expect(ports.visited).toEqual([path]);
    },
  );

  test.each([
    ['frontline', '/skip-installation'],
    ['quick-start', '/support'],
    ['onboarding', '/support'],
    ['mfa', '/support'],
  ] as const)('[S4.057] "could not install" in %s leads to %s', async (mode, path) => {
    const { actor } = await open({ mode });
    actor.send({ type: 'user.choose', choice: 'installed' });
    actor.send({ type: 'user.choose', choice: 'not-installed' });
    actor.send({ type: 'user.continue' });
    expect(ports.visited).toEqual([path]);
    expect(ports.remembered.has('installationStatus')).toBe(false);
  });

  test('goes on by itself once the client answers, whatever was chosen', async () => {
    const { actor } = await open();
    actor.send({ type: 'user.choose', choice: 'not-installed' });
    ports.onMessage('get-device-name', () => said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.6.0' }));
    await advance(LIMITS.deviceNameIntervalMs);
    expect(ports.visited).toEqual(['/v2']);
  });

  test('an old client sends no one back while it is being replaced', async () => {
    ports.remembered.set('isUpdaterInstalled', true);
    ports.onMessage('get-device-name', () => said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.4.0' }));
    await open();
    await advance(LIMITS.deviceNameIntervalMs);
    expect(ports.visited).toEqual([]);
  });

  test('[S2.107] restarts the download with fresh parameters, and stays', async () => {
    ports.onCall('installerParameters', () => unreachable);
    const { actor, view } = await open();
    actor.send({ type: 'user.restart' });
    await settle();
    expect(view()).toEqual({ choice: null, isRestarting: false, hasRestartFailed: true, deviceToken: null });
    ports.onCall('installerParameters', () => parameters(null));
    actor.send({ type: 'user.restart' });
    await settle();
    expect(view().isRestarting).toBe(true);
    await advance(LIMITS.downloadDelayMs);
    expect(ports.downloaded).toEqual(['https://gate.example/download/a.deb']);
    expect(view()).toEqual({ choice: null, isRestarting: false, hasRestartFailed: false, deviceToken: null });
    expect(ports.visited).toEqual([]);
  });

  test('[S8.001] a restart that finds no one signed in leads to session expired', async () => {
    ports.onCall('installerParameters', () => refused(401, 'not_signed_in'));
    const { actor } = await open();
    actor.send({ type: 'user.restart' });
    await settle();
    expect(ports.visited).toEqual(['/session-expired']);
  });

  test('shows the device token with its end, and after a restart the fresh one, in every mode', async () => {
    ports.remembered.set('deviceToken', '1174.first');
    ports.remembered.set('downloadParameters', {
      url: 'https://gate.example/a.deb',
      params: { expires: '1800000000' },
    });
    const { actor, view } = await open();
    expect(view().deviceToken).toEqual({ token: '1174.first', expiresAt: new Date('2027-01-15T08:00:00Z') });
    ports.onCall('installerParameters', () => parameters('1174.second'));
    actor.send({ type: 'user.restart' });
    await settle();
    await advance(LIMITS.downloadDelayMs);
    expect(ports.calls.at(-1)?.input).toEqual({ query: { mode: 'frontline' } });
    expect(view().deviceToken).toEqual({ token: '1174.second', expiresAt: null });
  });

  test.each(['a; rm -rf ~', '$(reboot)', '1174.a b', '1174.a\nreboot', "1174.a'", '-x y', ''])(
    'a cookie that another person wrote puts nothing into the command line: %j',
    async (token) => {
      ports.remembered.set('deviceToken', token);
      const { view } = await open();
      expect(view().deviceToken).toBeNull();
    },
  );
});

describe('the wait for the account id', () => {
  const asked = () => ports.calls.filter(({ name }) => name === 'deviceAccount');

  beforeEach(() => {
    ports.remembered.set('deviceToken', 'token-1');
    ports.remembered.set('installationStatus', 'waiting-for-account-id');
    ports.onCall('deviceAccount', () => answered(null, 204));
  });

  async function wait(mode: 'frontline' | 'onboarding' = 'onboarding', isEdge = false) {
    const actor = createActor(accountIdWaitMachine, { clock, input: { ports, mode, isEdge } }).start();
    await settle();
    return { isOver: () => actor.getSnapshot().status === 'done' };
  }

  test('[S4.058, S4.059, S9.020] asks again and again while the answer is 204', async () => {
    await wait();
    expect(asked()).toEqual([{ name: 'deviceAccount', input: { parameters: { deviceToken: 'token-1' } } }]);
    await advance(LIMITS.accountIdPollIntervalMs - 1);
    expect(asked()).toHaveLength(1);
    await advance(1);
    expect(asked()).toHaveLength(2);
  });

  test('[S4.060] 200 gives the account id, which is kept', async () => {
    const { isOver } = await wait();
    ports.onCall('deviceAccount', () => answered({ accountId: 'account-17' }));
    await advance(LIMITS.accountIdPollIntervalMs);
    expect(isOver()).toBe(true);
    expect(ports.remembered.get('deviceAccountId')).toBe('account-17');
    expect(ports.remembered.get('installationStatus')).toBe('installed');
    expect(ports.visited).toEqual([]);
  });

  test.each([
    [true, false, ['/']],
    [true, true, []],
    [false, false, []],
  ])('[S4.008] the account leads home on Edge without the extension (Edge: %s, extension: %s)', async (...row) => {
    const [isEdge, isExtensionThere, visited] = row;
    ports.isExtensionThere = isExtensionThere;
    ports.onCall('deviceAccount', () => answered({ accountId: 'account-17' }));
    await wait('frontline', isEdge);
    expect(ports.remembered.get('deviceAccountId')).toBe('account-17');
    expect(ports.visited).toEqual(visited);
  });

  test('a token that was refused is renewed in frontline as well, since someone waits for the account', async () => {
    ports.onCall('deviceAccount', () => refused(403, 'device_token_wrong'));
    ports.onCall('installerParameters', () => parameters('token-2'));
    await wait('frontline');
    expect(ports.calls.at(-1)).toEqual({ name: 'installerParameters', input: { query: { mode: 'frontline' } } });
  });

  test('[S4.061, S9.019] after the wait it leads to /skip-installation', async () => {
    const { isOver } = await wait();
    await advance(LIMITS.accountIdWaitTimeoutMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/skip-installation']);
    expect(isOver()).toBe(true);
    expect(ports.remembered.has('installationStatus')).toBe(false);
  });

  test('[S8.006, S8.007] 403 forgets three cookies and asks again a little later, with a fresh device token', async () => {
    ports.remembered.set('deviceAccountId', 'old');
    ports.remembered.set('downloadParameters', {});
    ports.onCall('deviceAccount', () => refused(403, 'device_token_wrong'));
    ports.onCall('installerParameters', () => {
      forgotten.push(...names.filter((name) => !ports.remembered.has(name)));
      return parameters('token-2');
    });
    const names = ['deviceAccountId', 'downloadParameters', 'deviceToken'] as const;
    const forgotten: string[] = [];
    await wait();
    expect(forgotten).toEqual(names);
    expect(asked()).toHaveLength(1);
    await advance(LIMITS.accountIdForbiddenRetryMs - 1);
    expect(asked()).toHaveLength(1);
    await advance(1);
    expect(asked()).toHaveLength(2);
    expect(asked()[1]?.input).toEqual({ parameters: { deviceToken: 'token-2' } });
  });

  test('403 does not stretch the wait', async () => {
    ports.onCall('deviceAccount', () => refused(403, 'device_token_wrong'));
    ports.onCall('installerParameters', () => parameters('token-2'));
    await wait();
    for (let second = 0; second < LIMITS.accountIdWaitTimeoutMs / 1000; second += 1) await advance(1000);
    expect(ports.visited).toEqual(['/skip-installation']);
  });

  test.each([
    ['is lost', async (): Promise<unknown> => unreachable],
    ['is refused', async (): Promise<unknown> => refused(503, 'server_error')],
    ['never comes', (): Promise<unknown> => new Promise(() => undefined)],
  ])('[S8.007, S4.061] a fresh token that %s is asked for again until the wait is over', async (_, answer) => {
    ports.onCall('deviceAccount', () => refused(403, 'device_token_wrong'));
    ports.onCall('installerParameters', answer);
    await wait();
    const renewals = () => ports.calls.filter(({ name }) => name === 'installerParameters').length;
    expect(renewals()).toBe(1);
    await advance(LIMITS.accountIdForbiddenRetryMs);
    expect([renewals(), ports.visited]).toEqual([2, []]);
    for (let second = 3; second < LIMITS.accountIdWaitTimeoutMs / 1000; second += 1) await advance(1000);
    expect(ports.visited).toEqual(['/skip-installation']);
  });

  test('[S8.007] a fresh token that comes late is asked with at the next turn', async () => {
    ports.onCall('deviceAccount', () => refused(403, 'device_token_wrong'));
    let come: ((answer: unknown) => void) | undefined;
    ports.onCall('installerParameters', () => new Promise((resolve) => (come ??= resolve)));
    await wait();
    await advance(LIMITS.accountIdForbiddenRetryMs);
    expect(asked()).toHaveLength(1);
    come?.(parameters('token-2'));
    await advance(0);
    await advance(LIMITS.accountIdForbiddenRetryMs);
    expect(asked()[1]?.input).toEqual({ parameters: { deviceToken: 'token-2' } });
  });

  test('ends where the mode gives no device token', async () => {
    ports.remembered.delete('deviceToken');
    const { isOver } = await wait('frontline');
    expect(isOver()).toBe(true);
    expect(ports.calls).toEqual([]);
    expect(ports.remembered.has('installationStatus')).toBe(false);
  });

  test.each([refused(403, 'device_blocked'), refused(409, 'device_token_wrong'), refused(404, 'not_found')])(
    'keeps its token and goes on asking after any other refusal: %j',
    async (answer) => {
      ports.onCall('deviceAccount', () => answer);
      const { isOver } = await wait();
      expect(ports.remembered.has('deviceToken')).toBe(true);
      await advance(LIMITS.accountIdForbiddenRetryMs);
      expect(asked()).toHaveLength(1);
      await advance(LIMITS.accountIdPollIntervalMs - LIMITS.accountIdForbiddenRetryMs);
      expect(asked()).toHaveLength(2);
      expect(isOver()).toBe(false);
    },
  );

  test('goes on asking while no one answers', async () => {
    ports.onCall('deviceAccount', () => unreachable);
    const { isOver } = await wait();
    await advance(LIMITS.accountIdPollIntervalMs);
    expect(asked()).toHaveLength(2);
    expect(isOver()).toBe(false);
  });

  test.each([
    [401, 'not_signed_in', '/session-expired'],
    [403, 'account_disabled', '/user-blocked'],
  ])('[S8.001] %i %s leads to %s', async (status, code, path) => {
    ports.onCall('deviceAccount', () => refused(status, code));
    const { isOver } = await wait();
    expect(ports.visited).toEqual([path]);
    expect(isOver()).toBe(true);
  });
});
