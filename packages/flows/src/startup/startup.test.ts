import { LIMITS } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createCheckResult, failedWith, type FakePorts, refused, said, unreachable } from '../fake-ports.ts';
import type { StartupReport } from './startup-types.ts';
import {
  createStartupPorts,
  INSTALLER,
  MAC,
  pending,
  startStartup,
  type StartupOptions,
  WINDOWS,
} from './testing/start-startup.ts';

let ports: FakePorts;
let heard: StartupReport[];
let visitor: Visitor;

// Parts that are fetched when they are needed: the first time takes long.
beforeAll(() => Promise.all([import('./mode-ending.ts'), import('../download-start/installer.ts')]));
beforeEach(() => {
  [heard, visitor, ports] = [[], WINDOWS, createStartupPorts()];
});

const start = (options: StartupOptions = {}) => startStartup(ports, heard, { visitor, ...options });

const isReady = () => heard.some(({ type }) => type === 'startup.ready');
const asked = (type: string) => ports.messages.filter((message) => message.type === type).length;

describe('loading', () => {
  test('[S4.001] begins with the user settings, and nothing is asked of the computer before', async () => {
    ports.onCall('settings', () => new Promise(() => undefined));
    await start();
    expect(ports.calls[0]?.name).toBe('settings');
    expect(ports.messages).toEqual([]);
  });

  test.each([
    [401, 'not_signed_in', '/session-expired'],
    [403, 'account_disabled', '/user-blocked'],
  ])('[S8.001] settings %i %s lead to %s', async (status, code, path) => {
    ports.onCall('settings', () => refused(status, code));
    await start();
    expect(ports.visited).toEqual([path]);
  });

  test('a sign-in that is over leads to session expired, a server that is away to service-error', async () => {
    ports.onCall('pendingSignIn', () => refused(410, 'sign_in_expired'));
    await start();
    ports.onCall('settings', () => unreachable);
    await start();
    expect(ports.visited).toEqual(['/session-expired', '/service-error']);
  });

  test('does without the company’s settings and the supported versions', async () => {
    ports.onCall('onlineSettings', () => refused(401, 'not_signed_in'));
    await start();
    expect(isReady()).toBe(true);
    expect(heard[0]).toMatchObject({ start: { online: null, supportedVersions: null, isFci: false } });
  });

  test('[S6.008] keeps whether fci is on for this person', async () => {
    ports.onCall('onlineSettings', () =>
      answered({ sessionType: 'Unknown', features: [{ key: 'fci', active: true }] }),
    );
    await start();
    expect(heard[0]).toMatchObject({ start: { isFci: true } });
    ports.onCall('onlineSettings', () => unreachable);
    heard = [];
    await start();
    expect(heard[0]).toMatchObject({ start: { isFci: true } });
  });

  test('[S1.025, S1.026] the mode is the sign-in’s, else the cookie’s, else frontline', async () => {
    ports.memory.write('checkInfo', { mode: 'quick-start', successUrl: null, failUrl: null });
    ports.onCall('pendingSignIn', () => answered(pending('mfa')));
    await start();
    await start({ loginMarker: null });
    ports.memory.forget('checkInfo');
    await start({ loginMarker: null });
    const modes = heard.flatMap((report) => (report.type === 'startup.loaded' ? [report.start.mode] : []));
    expect(modes).toEqual(['mfa', 'quick-start', 'frontline']);
  });

  test('[S6.007] enforcement is the sign-in’s, else the cookie’s', async () => {
    ports.memory.write('isPolicyEnforced', false);
    await start();
    await start({ loginMarker: null });
    const flags = heard.flatMap((report) => (report.type === 'startup.loaded' ? [report.start.isPolicyEnforced] : []));
    expect(flags).toEqual([true, false]);
  });

  test('[S2.022] on the status page every id of the person is blanked as it arrives', async () => {
    await start({ isStatusPage: true });
    expect(JSON.stringify(heard)).not.toMatch(/48210|nadia/);
    expect(heard[0]).toMatchObject({ start: { settings: { user: { id: '', login: '', email: '' } } } });
  });
});

describe('compatibility', () => {
  test.each<Visitor>([
    { ...WINDOWS, browser: 'Opera' },
    { ...WINDOWS, systemVersion: '6.1' },
    { ...MAC, systemVersion: '10.14' },
    { ...WINDOWS, system: 'mobile' },
  ])('[S4.002, S4.003] $browser on $system $systemVersion goes to /compatibility', async (other) => {
    visitor = other;
    await start();
    expect(ports.visited).toEqual(['/compatibility']);
    expect(ports.messages).toEqual([]);
  });

  test('asks the server’s list first', async () => {
    const list = {
      supportedOs: [{ version: '10.0', name: 'Windows' }],
      supportedBrowsers: [{ name: 'Opera', version: '' }],
    };
    const platform = { frontline: list, secureEnclave: list, other: list };
    ports.onCall('supportedVersions', () => answered({ mac: platform, windows: platform }));
    visitor = { ...WINDOWS, browser: 'Opera' };
    await start();
    expect(isReady()).toBe(true);
  });
});

describe('the extension', () => {
  beforeEach(() => {
    ports.isExtensionThere = false;
  });

  test('[S4.004, S9.005] is looked for again and again', async () => {
    const advance = await start();
    ports.isExtensionThere = true;
    await advance(LIMITS.extensionPresenceIntervalMs - 1);
    expect(ports.messages).toEqual([]);
    await advance(1);
    expect(ports.messages[0]).toMatchObject({ type: 'get-device-name' });
  });

  test('[S4.005, S4.006, S9.006] missing for long: download parameters are fetched, then the download page', async () => {
    const advance = await start();
    await advance(LIMITS.extensionPresenceTimeoutMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    await advance(0);
    expect(ports.calls.at(-1)?.name).toBe('installerParameters');
    expect(ports.memory.read('downloadParameters')).toEqual({ url: INSTALLER.url, params: INSTALLER.params });
    expect(ports.visited).toEqual(['/download']);
  });

  test('download parameters that cannot be had do not keep the download page away, a session that is over does', async () => {
    ports.onCall('installerParameters', () => unreachable);
    await (await start())(LIMITS.extensionPresenceTimeoutMs);
    ports.onCall('installerParameters', () => refused(401, 'not_signed_in'));
    await (await start())(LIMITS.extensionPresenceTimeoutMs);
    expect(ports.visited).toEqual(['/download', '/session-expired']);
  });

  test('[S4.007] missing on Firefox: its own page', async () => {
    const firefox = {
      supportedOs: [{ version: '10.0', name: 'W' }],
      supportedBrowsers: [{ name: 'Firefox', version: '' }],
    };
    const platform = { frontline: firefox, secureEnclave: firefox, other: firefox };
    ports.onCall('supportedVersions', () => answered({ mac: platform, windows: platform }));
    visitor = { ...WINDOWS, browser: 'Firefox' };
    await (await start())(LIMITS.extensionPresenceTimeoutMs);
    expect(ports.visited).toEqual(['/firefox-extension']);
  });

  describe('on Edge', () => {
    beforeEach(() => {
      visitor = { ...WINDOWS, browser: 'Edge' };
      ports.memory.write('deviceAccountId', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
      ports.memory.write('deviceToken', 'token');
      ports.memory.write('downloadParameters', { url: INSTALLER.url, params: {} });
    });

    test('[S4.008] first the account is asked about; a verdict goes on without an extension', async () => {
      ports.onCall('checkByDevice', () => answered(createCheckResult()));
      await (await start())(LIMITS.extensionPresenceTimeoutMs);
      expect(ports.calls.at(-1)).toEqual({
        name: 'checkByDevice',
        input: {
          parameters: { deviceId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff' },
          query: { skipSamlResponse: 'true' },
        },
      });
      expect(heard.at(-1)).toMatchObject({ type: 'startup.ready-without-extension' });
      expect(ports.visited).toEqual([]);
    });

    test.each([
      [412, 'keys_missing'],
      [409, 'report_missing'],
    ])('%i %s goes on to download', async (status, code) => {
      ports.onCall('checkByDevice', () => refused(status, code));
      await (await start())(LIMITS.extensionPresenceTimeoutMs);
      expect(ports.visited).toEqual(['/download']);
      expect(ports.memory.read('deviceAccountId')).not.toBeNull();
    });

    test('[S8.006] 403 forgets account id, download parameters and device token', async () => {
      ports.onCall('checkByDevice', () => refused(403, 'device_unknown'));
      ports.onCall('installerParameters', () => unreachable);
      await (await start())(LIMITS.extensionPresenceTimeoutMs);
      const names = ['deviceAccountId', 'downloadParameters', 'deviceToken'] as const;
      const kept = names.map((name) => ports.memory.read(name));
      expect(kept).toEqual([null, null, null]);
      expect(ports.visited).toEqual(['/download']);
    });

    test('[S4.008] in no other browser the account is asked about', async () => {
      visitor = WINDOWS;
      await (await start())(LIMITS.extensionPresenceTimeoutMs);
      expect(ports.calls.some(({ name }) => name === 'checkByDevice')).toBe(false);
      expect(ports.visited).toEqual(['/download']);
    });

    test('without an account id it goes to download like everybody else', async () => {
      ports.memory.forget('deviceAccountId');
      await (await start())(LIMITS.extensionPresenceTimeoutMs);
      expect(ports.calls.some(({ name }) => name === 'checkByDevice')).toBe(false);
      expect(ports.visited).toEqual(['/download']);
    });
  });
});

describe('the device name', () => {
  test('is kept, so that this computer counts as known', async () => {
    await start();
    expect(ports.memory.read('deviceName')).toBe('NADIA-LT-0427');
    expect(heard.at(-1)).toMatchObject({ type: 'startup.ready', client: { deviceName: 'NADIA-LT-0427' } });
  });

  test.each([
    ['S4.009, S4.011, S9.011', 'Chrome', WINDOWS, LIMITS.deviceNameTries],
    ['S4.010, S4.011, S9.012', 'Safari', MAC, LIMITS.deviceNameTriesInSafari],
  ] as const)('[%s] is asked for again and again in %s, and then download', async (_ids, _browser, other, tries) => {
    visitor = other;
    ports.onMessage('get-device-name', () => failedWith('host-missing'));
    const advance = await start();
    for (let attempt = 1; attempt < tries; attempt += 1) {
      await advance(LIMITS.deviceNameIntervalMs - 1);
      expect(asked('get-device-name')).toBe(attempt);
      expect(ports.visited).toEqual([]);
      await advance(1);
    }
    await advance(0);
    expect(asked('get-device-name')).toBe(tries);
    expect(ports.visited).toEqual(['/download']);
  });

  test.each(['host-missing', 'timed-out'] as const)(
    '[S8.015] that fails at every try by %s leads to download',
    async (code) => {
      ports.onMessage('get-device-name', () => failedWith(code));
      const advance = await start();
      for (let attempt = 0; attempt < LIMITS.deviceNameTries; attempt += 1) await advance(LIMITS.deviceNameIntervalMs);
      expect(ports.visited).toEqual(['/download']);
    },
  );

  test('[S8.027] every failure is logged by its code', async () => {
    ports.onMessage('get-device-name', () => failedWith('timed-out', 'Nadia’s computer'));
    const advance = await start();
    await advance(LIMITS.deviceNameIntervalMs);
    expect(ports.logged).toEqual(['startup: timed-out', 'startup: timed-out']);
  });

  test('a client that refuses this address is no reason to download it: help is shown, and it is asked again', async () => {
    ports.onMessage('get-device-name', () => failedWith('origin-not-allowed', 'not known here'));
    const advance = await start();
    expect(heard.at(-1)).toEqual({ type: 'startup.trouble', trouble: 'grant-refused', detail: 'not known here' });
    for (let attempt = 0; attempt < 10; attempt += 1) await advance(LIMITS.workflowRetryDelayMs);
    expect(ports.visited).toEqual([]);
    ports.onMessage('get-device-name', () => said({ id: 'id', deviceName: 'N', clientVersion: '3.6.0' }));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(heard.slice(-2)).toMatchObject([{ type: 'startup.trouble', trouble: null }, { type: 'startup.ready' }]);
  });
});
