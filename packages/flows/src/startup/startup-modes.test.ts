import { LIMITS } from '@vestibule/contracts';
import type { Visitor } from '@vestibule/policy';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, failedWith, type FakePorts, refused } from '../fake-ports.ts';
import type { StartupReport } from './startup-types.ts';
import {
  createStartupPorts,
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

describe('an old Windows client', () => {
  beforeEach(() => {
    ports = createStartupPorts('3.4.7380.14005');
  });

  test('[S4.012, S9.049] before 3.4.7380.14006 goes to /download-updater', async () => {
    await start();
    expect(ports.visited).toEqual(['/download-updater']);
    expect(isReady()).toBe(false);
  });

  test('[S4.012, S9.049] of that version itself does not', async () => {
    ports = createStartupPorts('3.4.7380.14006');
    await start();
    expect(ports.visited).toEqual([]);
    expect(isReady()).toBe(true);
  });

  test('on another system does not', async () => {
    visitor = { ...MAC, browser: 'Chrome' };
    await start();
    expect(isReady()).toBe(true);
  });

  test('[S4.014] does not while the updater cookie is set', async () => {
    ports.memory.write('isUpdaterInstalled', true);
    await start();
    expect(isReady()).toBe(true);
  });

  test('[S4.013] does not when onboarding-v3 is set', async () => {
    ports.memory.write('onboardingV3Status', 'launched');
    await start();
    expect(isReady()).toBe(true);
    ports.memory.forget('onboardingV3Status');
    ports.onCall('pendingSignIn', () => answered(pending('onboarding-v3')));
    await start();
    expect(ports.visited).toEqual([]);
  });
});

describe('by mode', () => {
  const DESK = { appName: 'desk', url: '/welcome' };
  const inMode = (mode: string, successUrl: typeof DESK | null = null) => {
    ports.onCall('pendingSignIn', () => answered(pending(mode)));
    ports.memory.write('checkInfo', { mode: 'frontline', successUrl, failUrl: null });
  };

  test.each(['frontline', 'mfa', 'quick-start'])('[S4.021, S4.022] %s goes on to the checks', async (mode) => {
    inMode(mode);
    await start();
    expect(isReady()).toBe(true);
  });

  test('[S4.016, S4.017, S4.018] onboarding: installer parameters, application mode, success destination', async () => {
    inMode('onboarding', DESK);
    await start();
    expect(ports.calls.at(-1)).toMatchObject({ name: 'installerParameters', input: { query: { mode: 'onboarding' } } });
    expect(ports.messages.at(-1)).toEqual({ type: 'set-application-mode', request: { mode: 'onboarding' } });
    expect(ports.left).toEqual(['/desk/welcome']);
    expect(isReady()).toBe(false);
  });

  test('[S4.019] install goes to the success destination', async () => {
    inMode('install');
    await start();
    expect(ports.left).toEqual(['/online/session-status']);
    expect(asked('set-application-mode')).toBe(0);
  });

  test('[S7.016, S7.072] onboarding-v3 has Workplace open the person’s page signed in, by a web token', async () => {
    inMode('onboarding-v3');
    ports.onCall('webToken', () => answered({ token: 't'.repeat(43) }));
    await start();
    const input = { body: { deviceId: 'id', url: '/online/session-status' } };
    expect(ports.calls.filter(({ name }) => name === 'webToken')).toEqual([{ name: 'webToken', input }]);
    expect(ports.messages.at(-1)).toEqual({ type: 'launch-workplace', request: { webToken: 't'.repeat(43) } });
    expect(isReady()).toBe(true);
  });

  test('[S4.020] onboarding-v3 sets the full mode, launches Workplace, and goes on to the checks', async () => {
    inMode('onboarding-v3');
    ports.onCall('webToken', () => refused(404, 'device_unknown'));
    await start();
    expect(ports.messages.slice(-2)).toEqual([
      { type: 'set-application-mode', request: { mode: 'full' } },
      { type: 'launch-workplace', request: {} },
    ]);
    expect(ports.memory.read('onboardingV3Status')).toBe('launched');
    expect(isReady()).toBe(true);
    expect(ports.left).toEqual([]);
  });

  test('a Workplace without a window does not keep anybody from the checks', async () => {
    inMode('onboarding-v3');
    ports.onMessage('launch-workplace', () => failedWith('window-missing'));
    await start();
    expect(isReady()).toBe(true);
    expect(ports.memory.read('onboardingV3Status')).toBeNull();
    expect(ports.logged).toEqual(['mode-ending: window-missing']);
  });

  test('[S9.024] the application mode is tried again, with a pause between', async () => {
    inMode('onboarding');
    ports.onMessage('set-application-mode', () => failedWith('host-stopped'));
    const advance = await start();
    expect(asked('set-application-mode')).toBe(1);
    await advance(LIMITS.switchModeRetryDelayMs - 1);
    expect(asked('set-application-mode')).toBe(1);
    await advance(1);
    await advance(LIMITS.switchModeRetryDelayMs);
    expect(asked('set-application-mode')).toBe(LIMITS.switchModeRetries);
    expect(ports.left).toEqual(['/online/session-status']);
    await advance(LIMITS.switchModeRetryDelayMs);
    expect(asked('set-application-mode')).toBe(LIMITS.switchModeRetries);
  });

  test('[S9.025] each try has a limit', async () => {
    inMode('onboarding');
    ports.onMessage('set-application-mode', () => new Promise(() => undefined));
    const advance = await start();
    await advance(LIMITS.switchModeTimeoutMs - 1);
    await advance(LIMITS.switchModeRetryDelayMs - 1);
    expect(asked('set-application-mode')).toBe(1);
    await advance(1);
    await advance(1);
    expect(asked('set-application-mode')).toBe(1);
    await advance(LIMITS.switchModeRetryDelayMs - 2);
    expect(asked('set-application-mode')).toBe(2);
    expect(ports.logged).toEqual(['mode-ending: timed-out']);
  });

  test('a destination on another site is refused', async () => {
    inMode('install', { appName: 'online', url: 'https://evil.example/' });
    await start();
    expect(ports.left).toEqual(['/online/session-status']);
  });

  test('a session that is over ends it', async () => {
    inMode('onboarding');
    ports.onCall('installerParameters', () => refused(401, 'not_signed_in'));
    await start();
    expect(ports.visited).toEqual(['/session-expired']);
    expect(ports.left).toEqual([]);
  });

  test('the status page has no ending', async () => {
    inMode('install');
    await start({ isStatusPage: true });
    expect(isReady()).toBe(true);
    expect(ports.left).toEqual([]);
  });
});
