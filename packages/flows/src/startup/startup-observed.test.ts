import { OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import type { StartupReport } from './startup-types.ts';
import { createStartupPorts, MAC, pending, startStartup, type StartupOptions } from './testing/start-startup.ts';

const APPLICATION = `/saml/continue?login=${pending('frontline').loginMarker}&read=done`;

let ports: FakePorts;
let heard: StartupReport[];

beforeEach(() => {
  [heard, ports] = [[], createStartupPorts()];
  ports.onCall('pendingSignIn', () => answered({ ...pending('frontline'), isObserved: true }));
});

const start = (options: StartupOptions = {}) => startStartup(ports, heard, options);
const isReady = () => heard.some(({ type }) => type === 'startup.ready');

/** A computer whose report and verdict come at once; without it the client answers nothing. */
function withComputer(): void {
  const working = createWorkingPorts(() => createCheckResult({ complianceStatus: 'NotCompliant' }));
  for (const name of WORK) ports.onCall(name, (input) => working.server.call(name, input as never));
  ports.onCall('upload', () => answered(null, 204));
  for (const type of MESSAGES) ports.onMessage(type, (request) => working.client.send(type, request as never));
}

const WORK = ['accessToken', 'createSession', 'uploadUrl', 'checkResult'] as const;
const MESSAGES = [
  'devices-v2/get-session-data',
  'devices-v2/get-create-session-parameters',
  'devices-v2/set-session-data',
  'devices-v2/get-device-data',
] as const;

describe('while the policy only observes', () => {
  test('no one waits for an extension: the application opens half a second later', async () => {
    ports.isExtensionThere = false;
    const advance = await start();
    await advance(OWN_LIMITS.observationPresenceMs - 1);
    expect(ports.left).toEqual([]);
    await advance(1);
    expect(ports.left).toEqual([APPLICATION]);
    await advance(60_000);
    expect([ports.left, ports.visited]).toEqual([[APPLICATION], []]);
    expect(isReady()).toBe(false);
  });

  test('a computer is read in passing, and goes on whatever the verdict', async () => {
    withComputer();
    const advance = await start();
    for (let waited = 0; waited < OWN_LIMITS.observationLimitMs - 100 && ports.left.length === 0; waited += 100) {
      await advance(100);
    }
    expect(ports.left).toEqual([APPLICATION]);
    expect(ports.calls.map(({ name }) => name)).toContain('checkResult');
    expect(ports.visited).toEqual([]);
  });

  test('the computer opens the permit that came with the verdict: by that the server knows which one it is', async () => {
    withComputer();
    ports.onMessage('devices-v2/decrypt-permit', () => said({ permit: 'opened permit' }));
    await (await start())(1000);
    expect(ports.left).toEqual([`${APPLICATION}&proof=opened%20permit`]);
  });

  test.each([
    ['cannot open it', () => ports.onMessage('devices-v2/decrypt-permit', () => failedWith('host-stopped'))],
    ['never answers', () => ports.onMessage('devices-v2/decrypt-permit', () => new Promise(() => undefined))],
  ])('a computer that %s goes on without a name', async (_, breakIt) => {
    withComputer();
    breakIt();
    await (await start())(OWN_LIMITS.observationLimitMs);
    expect(ports.left).toEqual([APPLICATION]);
  });

  test.each([
    ['the client fails', () => ports.onMessage('devices-v2/get-session-data', () => failedWith('host-missing'))],
    ['the server does not answer', () => ports.onCall('createSession', () => unreachable)],
    ['too many computers wait', () => ports.onCall('createSession', () => refused(403, 'device_not_approved'))],
  ])('and also when %s', async (_, breakIt) => {
    withComputer();
    breakIt();
    const advance = await start();
    expect(ports.left).toEqual([APPLICATION]);
    await advance(60_000);
    expect(ports.left).toEqual([APPLICATION]);
  });

  test.each([
    ['device_blocked', 403],
    ['account_disabled', 403],
  ])('what was blocked (%s) is not let through, and the check goes on to say so', async (code, status) => {
    withComputer();
    ports.onCall('createSession', () => refused(status, code));
    const advance = await start();
    await advance(60_000);
    expect(ports.left).toEqual([]);
    expect(isReady()).toBe(true);
  });

  test('no computer is waited for longer than three seconds', async () => {
    ports.onMessage('devices-v2/get-session-data', () => new Promise(() => undefined));
    const advance = await start();
    await advance(OWN_LIMITS.observationLimitMs - 1);
    expect(ports.left).toEqual([]);
    await advance(1);
    expect(ports.left).toEqual([APPLICATION]);
  });

  test('a browser that is not supported opens the application all the same', async () => {
    ports.isExtensionThere = false;
    const advance = await start({ visitor: { ...MAC, browserVersion: '9', systemVersion: '10.9' } });
    await advance(OWN_LIMITS.observationPresenceMs);
    expect([ports.left, ports.visited]).toEqual([[APPLICATION], []]);
  });

  test('the status page shows how the computer stands, and leads nowhere', async () => {
    await start({ isStatusPage: true });
    expect(ports.left).toEqual([]);
    expect(isReady()).toBe(true);
  });

  test('a person without a right to go on hears that first', async () => {
    ports.onCall('settings', () => refused(403, 'account_disabled'));
    const advance = await start();
    await advance(60_000);
    expect([ports.left, ports.visited]).toEqual([[], ['/user-blocked']]);
  });
});
