import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import type { FlowEvent } from '../device-flow/device-flow-types.ts';
import {
  answered,
  createCheckResult,
  createFakePorts,
  failedWith,
  type FakePorts,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { firstVersionMachine } from './first-version.ts';

const DEVICE_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let ports: FakePorts;
let heard: { type: string; failure?: { kind: string } }[];
let hash: string;

beforeEach(() => {
  heard = [];
  hash = 'hash-1';
  ports = createFakePorts();
  ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
  ports.onMessage('get-device-info', () => said({ lookupId: DEVICE_ID, deviceImportantDataHash: hash }));
  ports.onMessage('get-client-device-key', () => said({ deviceId: DEVICE_ID }));
  ports.onMessage('set-server-device-key', () => said({}));
  ports.onCall('check', () => answered(createCheckResult()));
  ports.onCall('checkByDevice', () => answered(createCheckResult({ nonce: 'later-nonce' })));
  ports.onCall('keyExchange', () => answered({ sessionId: 'session' }));
});

async function start({ accountId = null as string | null, isReady = true } = {}) {
  const clock = new SimulatedClock();
  const parent = createMachine({
    invoke: {
      id: 'flow',
      src: firstVersionMachine,
      input: { ports, push: { client: false, server: false }, origin: 'https://gate.example', accountId },
    },
    on: { 'flow.*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  await settle();
  const advance = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settle();
  };
  if (isReady) await advance(LIMITS.extensionReadinessInitialDelayMs);
  const flow = actor.getSnapshot().children['flow'] as { send(event: FlowEvent): void };
  return {
    advance,
    send: async (event: FlowEvent) => {
      flow.send(event);
      await settle();
    },
  };
}

const count = (name: string) => ports.calls.filter((call) => call.name === name).length;
const collected = () => ports.messages.filter(({ type }) => type === 'get-device-info').length;

describe('the first version', () => {
  test('[S7.023] sends the device info and tells the verdict, without a response', async () => {
    await start();
    expect(ports.calls).toEqual([
      {
        name: 'check',
        input: {
          query: { skipSamlResponse: 'true' },
          body: { lookupId: DEVICE_ID, deviceImportantDataHash: 'hash-1' },
        },
      },
    ]);
    expect(heard).toMatchObject([{ type: 'flow.result' }]);
  });

  test('[S4.095, S4.096, S4.097] begins once the extension reports ok: noKeys exchanges keys, noData is asked again', async () => {
    const statuses = ['noData', 'noKeys', 'ok'];
    ports.onMessage('get-extension-status', () => said({ status: statuses.shift() }));
    const { advance } = await start();
    expect(count('check')).toBe(0);
    await advance(LIMITS.extensionReadinessIntervalMs);
    expect(count('keyExchange')).toBe(1);
    await advance(LIMITS.extensionReadinessIntervalMs);
    expect(count('check')).toBe(1);
  });

  test('[S7.021, S7.022] then asks for the verdict by the device’s id every second', async () => {
    const { advance } = await start();
    await advance(LIMITS.resultsPollIntervalMs - 1);
    expect(count('checkByDevice')).toBe(0);
    await advance(1);
    expect(ports.calls.at(-1)).toEqual({
      name: 'checkByDevice',
      input: { parameters: { deviceId: DEVICE_ID }, query: { skipSamlResponse: 'true' } },
    });
    expect(heard).toHaveLength(2);
  });

  test('rests its polls while client and server push, and looks when told to', async () => {
    const { advance, send } = await start();
    await send({ type: 'push.connected', from: 'client' });
    await send({ type: 'push.connected', from: 'server' });
    await advance(LIMITS.resultsPollIntervalMs);
    await advance(LIMITS.deviceDataCollectIntervalMs);
    const [asked, read] = [count('checkByDevice'), collected()];
    await advance(OWN_LIMITS.safetyPollIntervalMs - LIMITS.deviceDataCollectIntervalMs - 1);
    expect([count('checkByDevice'), collected()]).toEqual([asked, read]);
    await send({ type: 'result.look' });
    expect(count('checkByDevice')).toBe(asked + 1);
    await send({ type: 'push.lost', from: 'server' });
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkByDevice')).toBe(asked + 2);
  });

  test('forgets no "look" that comes while it asks', async () => {
    const { send } = await start();
    const open: ((answer: ReturnType<typeof answered>) => void)[] = [];
    ports.onCall('checkByDevice', () => new Promise((resolve) => open.push(resolve)));
    const before = count('checkByDevice');
    await send({ type: 'result.look' });
    await send({ type: 'result.look' });
    open[0]?.(answered(createCheckResult()));
    await settle();
    expect(count('checkByDevice')).toBe(before + 2);
  });

  test('signs over the newest nonce', async () => {
    const { send } = await start();
    await send({ type: 'device.changed' });
    expect(ports.messages.at(-1)).toEqual({ type: 'get-device-info', request: { nonce: 'next-nonce' } });
  });
});

describe('device info', () => {
  test('[S5.013, S9.028] is not sent again while it has not changed and is fresh', async () => {
    const { advance, send } = await start();
    for (let passed = 0; passed < LIMITS.deviceInfoCacheMs - 5000; passed += 5000) await advance(5000);
    await advance(4999);
    await send({ type: 'device.changed' });
    expect(count('check')).toBe(1);
    expect(collected()).toBeGreaterThan(10);
    await advance(1);
    await send({ type: 'device.changed' });
    expect(count('check')).toBe(2);
  });

  test('is sent at once when it has changed', async () => {
    const { send } = await start();
    hash = 'hash-2';
    await send({ type: 'device.changed' });
    expect(count('check')).toBe(2);
  });

  test('is sent once more at once when it changes while it is sent', async () => {
    const { send } = await start();
    ports.onCall('check', () => {
      if (hash === 'hash-2') {
        hash = 'hash-3';
        void send({ type: 'device.changed' });
      }
      return answered(createCheckResult());
    });
    hash = 'hash-2';
    await send({ type: 'device.changed' });
    await settle();
    expect(count('check')).toBe(3);
  });

  test('is sent when the person asks, changed or not', async () => {
    const { send } = await start();
    await send({ type: 'device.refresh' });
    expect(count('check')).toBe(2);
    await send({ type: 'device.changed' });
    expect(count('check')).toBe(2);
  });

  test('is sent again when the server has forgotten it', async () => {
    const { advance } = await start();
    ports.onCall('checkByDevice', () => refused(409, 'report_missing'));
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('check')).toBe(2);
  });

  test('of a new session is always sent', async () => {
    const { advance } = await start();
    ports.onCall('checkByDevice', () => refused(412, 'keys_missing'));
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('keyExchange')).toBe(1);
    expect(count('check')).toBe(2);
  });
});

describe('keys', () => {
  test('[S8.003] 412 exchanges them, and the check goes on', async () => {
    const answers = [refused(412, 'keys_missing'), answered(createCheckResult())];
    ports.onCall('check', () => answers.shift());
    await start();
    expect(ports.calls.map(({ name }) => name)).toEqual(['check', 'keyExchange', 'check']);
    expect(heard).toMatchObject([{ type: 'flow.result' }]);
  });

  test('a client without a session exchanges them as well', async () => {
    let isExchanged = false;
    ports.onMessage('get-device-info', () =>
      isExchanged ? said({ lookupId: DEVICE_ID, deviceImportantDataHash: hash }) : failedWith('session-missing'),
    );
    ports.onMessage('set-server-device-key', () => {
      isExchanged = true;
      return said({});
    });
    await start();
    expect(ports.calls.map(({ name }) => name)).toEqual(['keyExchange', 'check']);
  });

  test('[S8.013, S9.003] an exchange that takes too long goes to the download page', async () => {
    ports.onCall('check', () => refused(412, 'keys_missing'));
    ports.onCall('keyExchange', () => new Promise(() => undefined));
    const { advance } = await start();
    await advance(LIMITS.keyExchangeTimeoutMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/download']);
  });

  test('a server that wants keys for ever is left in the end', async () => {
    ports.onCall('check', () => refused(412, 'keys_missing'));
    await start();
    for (let turn = 0; turn < 10; turn += 1) await settle();
    expect(count('keyExchange')).toBe(LIMITS.deviceCheckRetries);
    expect(ports.left).toHaveLength(1);
  });
});

describe('a check that fails', () => {
  async function failFor(retries: number, advance: (milliseconds: number) => Promise<void>) {
    for (let retry = 0; retry < retries; retry += 1) await advance(LIMITS.deviceCheckRetryDelayMs);
  }

  test('[S8.004, S9.002] is tried again', async () => {
    ports.onCall('check', () => unreachable);
    const { advance } = await start();
    await advance(LIMITS.deviceCheckRetryDelayMs - 1);
    expect(count('check')).toBe(1);
    await advance(1);
    expect(count('check')).toBe(2);
    expect(heard).toMatchObject([{ failure: { kind: 'unreachable' } }, { failure: { kind: 'unreachable' } }]);
  });

  test('[S8.005, S9.001] is left after 10 retries for the fail destination, with the reason', async () => {
    ports.onCall('check', () => unreachable);
    const { advance } = await start();
    await failFor(LIMITS.deviceCheckRetries - 1, advance);
    expect(ports.left).toEqual([]);
    await failFor(1, advance);
    expect(count('check')).toBe(LIMITS.deviceCheckRetries + 1);
    expect(ports.left).toEqual(['/online/?reason=unreachable']);
  });

  test('goes to the fail destination of the cookie, but never to another site', async () => {
    ports.onMessage('get-device-info', () => failedWith('host-stopped'));
    ports.memory.write('checkInfo', {
      mode: 'frontline',
      successUrl: null,
      failUrl: { appName: 'desk', url: '/sorry' },
    });
    await failFor(LIMITS.deviceCheckRetries, (await start()).advance);
    const failUrl = { appName: 'desk', url: '//evil.example' };
    ports.memory.write('checkInfo', { mode: 'frontline', successUrl: null, failUrl: { ...failUrl, appName: '..' } });
    await failFor(LIMITS.deviceCheckRetries, (await start()).advance);
    expect(ports.left).toEqual(['/desk/sorry?reason=host-stopped', '/online/?reason=host-stopped']);
  });

  test('counts again after a verdict', async () => {
    ports.onCall('check', () => unreachable);
    const { advance } = await start();
    await failFor(LIMITS.deviceCheckRetries - 1, advance);
    ports.onCall('check', () => answered(createCheckResult()));
    await failFor(1, advance);
    ports.onCall('checkByDevice', () => unreachable);
    await advance(LIMITS.resultsPollIntervalMs);
    await failFor(LIMITS.deviceCheckRetries - 2, advance);
    expect(ports.left).toEqual([]);
  });

  test.each([
    [401, 'not_signed_in', 'signed-out'],
    [403, 'account_disabled', 'account-disabled'],
    [403, 'device_blocked', 'device-blocked'],
    [403, 'device_not_approved', 'device-not-approved'],
    [410, 'sign_in_expired', 'sign-in-over'],
  ])('[S8.001, S8.002] %i %s is told to the parent, and nothing more is asked', async (status, code, kind) => {
    ports.onCall('check', () => refused(status, code));
    const { advance } = await start();
    await advance(60_000);
    expect(heard).toEqual([{ type: 'flow.failed', failure: { kind } }]);
    expect(count('check')).toBe(1);
  });
});

describe('without an extension', () => {
  test('[S4.008] only asks for the verdict, by the account id', async () => {
    const { advance } = await start({ accountId: DEVICE_ID, isReady: false });
    expect(ports.messages).toEqual([]);
    expect(count('checkByDevice')).toBe(1);
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkByDevice')).toBe(2);
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(ports.messages).toEqual([]);
  });

  test('goes to download when the server wants keys or a report', async () => {
    ports.onCall('checkByDevice', () => refused(412, 'keys_missing'));
    await start({ accountId: DEVICE_ID, isReady: false });
    expect(ports.visited).toEqual(['/download']);
    expect(count('keyExchange')).toBe(0);
  });
});
