import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
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
let heard: { type: string }[];

beforeEach(() => {
  heard = [];
  ports = createFakePorts();
  ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
  ports.onMessage('get-device-info', () => said({ lookupId: DEVICE_ID, deviceImportantDataHash: 'hash-1' }));
  ports.onMessage('get-client-device-key', () => said({ deviceId: DEVICE_ID }));
  ports.onMessage('set-server-device-key', () => said({}));
  ports.onCall('check', () => answered(createCheckResult()));
  ports.onCall('checkByDevice', () => answered(createCheckResult()));
  ports.onCall('keyExchange', () => answered({ sessionId: 'session' }));
});

async function start() {
  const clock = new SimulatedClock();
  const input = { ports, push: { client: false, server: false }, origin: 'https://gate.example', accountId: null };
  const parent = createMachine({
    invoke: { src: firstVersionMachine, input },
    on: { 'flow.*': { actions: ({ event }) => heard.push(event) } },
  });
  createActor(parent, { clock }).start();
  await settle();
  const advance = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settle();
  };
  await advance(LIMITS.extensionReadinessInitialDelayMs);
  return { advance, clock };
}

describe('the time of a key exchange', () => {
  test.each([
    ['get-client-device-key', 'timed-out'],
    ['set-server-device-key', 'timed-out'],
    ['keyExchange', null],
  ] as const)(
    '[S8.013, S9.003] tries without an answer count together (%s): each is given up in time',
    async (part, code) => {
      ports.onCall('check', () => refused(412, 'keys_missing'));
      ports.onMessage('get-extension-status', () => said({ status: 'noData' }));
      const { advance, clock } = await start();
      const late = (answer: unknown) =>
        new Promise((resolve) => void clock.setTimeout(() => resolve(answer), OWN_LIMITS.nativeMessageTimeoutMs));
      if (code === null) ports.onCall(part, () => late(unreachable));
      else ports.onMessage(part, () => late(failedWith(code)));
      ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
      await advance(LIMITS.extensionReadinessIntervalMs);
      for (let waited = 500; waited < LIMITS.keyExchangeTimeoutMs; waited += 500) await advance(500);
      expect([ports.visited, ports.left]).toEqual([[], []]);
      await advance(500);
      expect([ports.visited, ports.left]).toEqual([['/download'], []]);
    },
  );

  test('is over once keys are no longer wanted', async () => {
    ports.onCall('check', () => refused(412, 'keys_missing'));
    ports.onMessage('get-client-device-key', () => failedWith('timed-out'));
    const { advance } = await start();
    ports.onCall('check', () => answered(createCheckResult()));
    for (let waited = 0; waited <= LIMITS.keyExchangeTimeoutMs; waited += 1500) await advance(1500);
    expect([ports.visited, ports.left]).toEqual([[], []]);
    expect(heard.at(-1)).toMatchObject({ type: 'flow.result' });
  });
});
