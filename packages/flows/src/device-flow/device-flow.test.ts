import { LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { deviceFlowMachine } from './device-flow.ts';
import type { DeviceFlowEvent } from './device-flow-types.ts';

let ports: FakePorts;
let result: ReturnType<typeof createCheckResult> | null;

beforeEach(() => {
  result = createCheckResult();
  ports = createWorkingPorts(() => result);
});

async function start({ isFastCheckMode = false } = {}) {
  const heard: { type: string; failure?: { kind: string } }[] = [];
  const clock = new SimulatedClock();
  const parent = createMachine({
    invoke: {
      id: 'flow',
      src: deviceFlowMachine,
      input: {
        ports,
        push: { client: false, server: false },
        signIn: 'this sign-in',
        loginMarker: 'marker',
        isFastCheckMode,
      },
    },
    on: { 'flow.*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  await settle();
  const advance = async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settle();
  };
  const flow = actor.getSnapshot().children['flow'] as { send(event: DeviceFlowEvent): void };
  return { heard, advance, flow };
}

const namesOf = (wanted: FakePorts) => wanted.calls.map(({ name }) => name);
const count = (name: string) => namesOf(ports).filter((candidate) => candidate === name).length;

describe('device flow v2', () => {
  test('[S4.066] runs the steps in the order of the specification', async () => {
    const { client, server } = ports;
    const journal: string[] = [];
    ports = {
      ...ports,
      client: { ...client, send: (type, request) => (journal.push(type), client.send(type, request)) },
      server: { ...server, call: (name, input) => (journal.push(name), server.call(name, input)) },
    };
    const { heard } = await start();
    // Collecting for the report begins next to the question for the verdict.
    expect(journal.filter((step) => step !== 'devices-v2/get-device-data').slice(0, 6)).toEqual([
      'devices-v2/get-session-data',
      'devices-v2/get-create-session-parameters',
      'accessToken',
      'createSession',
      'devices-v2/set-session-data',
      'checkResult',
    ]);
    expect(heard.map(({ type }) => type)).toContain('flow.result');
  });

  test('goes straight on with a session the client still has', async () => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
    await start();
    expect(count('createSession')).toBe(0);
    expect(count('checkResult')).toBeGreaterThan(0);
  });

  test('does not go on with the session of another sign-in', async () => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: { ...fakeSession, signIn: 'an older one' } }));
    await start();
    expect(count('createSession')).toBe(1);
  });

  test('[S4.069, S4.070, S9.018] waits after 204 and asks again', async () => {
    result = null;
    ports.onCall('uploadUrl', () => unreachable);
    const { advance, heard } = await start();
    const before = count('checkResult');
    await advance(LIMITS.workflowSleepAfterNoContentMs - 1);
    expect(count('checkResult')).toBe(before);
    await advance(1);
    expect(count('checkResult')).toBe(before + 1);
    expect(heard.some(({ type }) => type === 'flow.result')).toBe(false);
  });

  test('[S4.089, S4.090, S4.091] collects, gets an address, and puts there what was collected', async () => {
    ports.onMessage('devices-v2/get-device-data', () =>
      said({ lookupId: 'l', importantDataHash: 'h', signedReport: { protected: 'a', payload: 'b', signature: 'c' } }),
    );
    ports.onCall('uploadUrl', () => answered({ uploadUrl: 'https://gate.example/upload/17' }));
    await start();
    const calls = ports.calls.filter(({ name }) => name === 'uploadUrl' || name === 'upload');
    expect(calls).toEqual([
      { name: 'uploadUrl', input: expect.objectContaining({ token: expect.any(String) }) },
      {
        name: 'upload',
        input: {
          address: 'https://gate.example/upload/17',
          text: '{"protected":"a","payload":"b","signature":"c"}',
        },
      },
    ]);
  });

  test('asks for the result as soon as a report was taken', async () => {
    await start();
    expect(namesOf(ports).lastIndexOf('checkResult')).toBeGreaterThan(namesOf(ports).indexOf('upload'));
  });

  test('[S4.033, S9.015] polls the result every second', async () => {
    const { advance } = await start();
    const before = count('checkResult');
    await advance(LIMITS.resultsPollIntervalMs - 1);
    expect(count('checkResult')).toBe(before);
    await advance(1);
    expect(count('checkResult')).toBe(before + 1);
  });

  test('while the server pushes, the result poll rests, and is back at once when push is lost', async () => {
    const { advance, flow } = await start();
    const before = count('checkResult');
    flow.send({ type: 'push.connected', from: 'server' });
    await advance(LIMITS.resultsPollIntervalMs);
    await advance(OWN_LIMITS.safetyPollIntervalMs - 1);
    expect(count('checkResult')).toBe(before + 1);
    await advance(1);
    expect(count('checkResult')).toBe(before + 2);
    flow.send({ type: 'push.lost', from: 'server' });
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkResult')).toBe(before + 3);
  });

  test('asks at once when the server says "look", also while it waits for a first verdict', async () => {
    const { flow } = await start();
    const before = count('checkResult');
    flow.send({ type: 'result.look' });
    await settle();
    expect(count('checkResult')).toBe(before + 1);
    result = null;
    flow.send({ type: 'result.look' });
    await settle();
    flow.send({ type: 'result.look' });
    await settle();
    expect(count('checkResult')).toBe(before + 3);
  });

  test('asks one question at a time, and once more for what came meanwhile', async () => {
    const { flow, heard } = await start();
    const open: ((answer: ReturnType<typeof answered>) => void)[] = [];
    ports.onCall('checkResult', () => new Promise((resolve) => open.push(resolve)));
    const told = () =>
      heard.flatMap((event) => ('result' in event ? [(event.result as { permitSalt: string }).permitSalt] : []));
    const answer = async (index: number) => {
      open[index]?.(answered({ ...createCheckResult(), permitSalt: `${index}` }));
      await settle();
    };
    const before = told().length;
    for (const _ of [1, 2, 3]) flow.send({ type: 'result.look' });
    await settle();
    expect(open).toHaveLength(1);
    await answer(0);
    // The looks of meanwhile are one question more.
    expect([open.length, told().slice(before)]).toEqual([2, ['0']]);
    flow.send({ type: 'result.look' });
    await answer(1);
    await answer(2);
    expect([open.length, told().slice(before)]).toEqual([3, ['0', '1', '2']]);
  });

  test('asks nothing while a permit is shown, and then what it did not ask', async () => {
    const { advance, flow, heard } = await start();
    let answer: ((given: ReturnType<typeof answered>) => void) | undefined;
    ports.onCall('checkResult', () => new Promise((resolve) => (answer = resolve)));
    flow.send({ type: 'result.look' });
    await settle();
    const before = count('checkResult');
    const told = heard.length;
    flow.send({ type: 'leave.asked' });
    flow.send({ type: 'result.look' });
    // The answer of the question that was open is too late for the permit that is shown.
    answer?.(answered(createCheckResult()));
    await advance(LIMITS.resultsPollIntervalMs * 5);
    expect([count('checkResult'), heard.length]).toEqual([before, told]);
    flow.send({ type: 'leave.answered' });
    await settle();
    expect(count('checkResult')).toBe(before + 1);
    answer?.(answered(createCheckResult()));
    await settle();
    flow.send({ type: 'leave.asked' });
    flow.send({ type: 'leave.answered' });
    await settle();
    expect(count('checkResult')).toBe(before + 1);
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('checkResult')).toBe(before + 2);
  });

  test('while the client pushes, collecting rests, and is back at once when push is lost', async () => {
    const collected = () => ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data').length;
    const { advance, flow } = await start();
    flow.send({ type: 'push.connected', from: 'client' });
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(collected()).toBe(2);
    await advance(OWN_LIMITS.safetyPollIntervalMs - 1);
    expect(collected()).toBe(2);
    await advance(1);
    expect(collected()).toBe(3);
    flow.send({ type: 'push.lost', from: 'client' });
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(collected()).toBe(4);
  });

  test('[S4.035, S6.010] in fast-check mode everything is read and sent at each interval, unless the client pushes', async () => {
    const { advance, flow } = await start({ isFastCheckMode: true });
    await advance(LIMITS.fastCheckRefreshIntervalMs - 1);
    expect(count('upload')).toBe(1);
    await advance(1);
    expect(count('upload')).toBe(2);
    flow.send({ type: 'push.connected', from: 'client' });
    await advance(LIMITS.fastCheckRefreshIntervalMs);
    await advance(OWN_LIMITS.safetyPollIntervalMs);
    expect(count('upload')).toBe(2);
  });

  test('[S4.092, S4.093, S4.094] collects again at its interval and sends unchanged data only on the third try', async () => {
    const collected = () => ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data').length;
    const { advance } = await start();
    expect(count('upload')).toBe(1);
    await advance(LIMITS.deviceDataCollectIntervalMs - 1);
    expect(collected()).toBe(1);
    await advance(1);
    expect(collected()).toBe(2);
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(count('upload')).toBe(1);
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(count('upload')).toBe(2);
  });

  test('reports at once when the client saw a change, without waiting for a poll', async () => {
    const { flow } = await start();
    ports.onMessage('devices-v2/get-device-data', () =>
      said({ lookupId: 'l', importantDataHash: 'hash-2', signedReport: { protected: '', payload: '', signature: '' } }),
    );
    flow.send({ type: 'device.changed' });
    await settle();
    expect(count('upload')).toBe(2);
  });

  test.each([
    ['uploadUrl', answered({ uploadUrl: 'https://gate.example/upload/1' })],
    ['upload', answered(null, 204)],
  ] as const)('reports at once what the client saw change while a report was sent (%s)', async (step, answer) => {
    const { flow } = await start();
    const reads: string[] = [];
    let hash = 'hash-2';
    ports.onMessage('devices-v2/get-device-data', () => {
      reads.push(hash);
      return said({
        lookupId: 'l',
        importantDataHash: hash,
        signedReport: { protected: '', payload: '', signature: '' },
      });
    });
    ports.onCall(step, () => {
      if (hash === 'hash-2') {
        hash = 'hash-3';
        flow.send({ type: 'device.changed' });
      }
      return answer;
    });
    flow.send({ type: 'device.changed' });
    await settle();
    await settle();
    expect(reads).toEqual(['hash-2', 'hash-3']);
    expect(count('upload')).toBe(3);
  });

  test('a computer that changes at every reading is reported all the same', async () => {
    const { flow } = await start();
    let reads = 0;
    ports.onMessage('devices-v2/get-device-data', () => {
      reads += 1;
      if (reads < 4) flow.send({ type: 'device.changed' });
      const signedReport = { protected: '', payload: '', signature: '' };
      return said({ lookupId: 'l', importantDataHash: `reading-${reads}`, signedReport });
    });
    flow.send({ type: 'device.changed' });
    await settle();
    await settle();
    expect(reads).toBe(4);
    expect(count('upload')).toBe(5);
  });

  test('signs the next report over the newest nonce', async () => {
    const { flow } = await start();
    flow.send({ type: 'device.changed' });
    await settle();
    const last = ports.messages.findLast(({ type }) => type === 'devices-v2/get-device-data');
    expect(last?.request).toMatchObject({ nonce: 'next-nonce' });
  });

  test.each([
    [401, 'session_expired'],
    [400, 'request_malformed'],
  ])(
    '[S4.072, S4.073] %i removes the session data and starts again, three times, then the person has to sign in',
    async (status, code) => {
      ports.onCall('checkResult', () => refused(status, code));
      const { heard } = await start();
      await settle();
      await settle();
      expect(count('createSession')).toBe(OWN_LIMITS.sessionRestarts + 1);
      expect(ports.messages.filter(({ type }) => type === 'devices-v2/remove-session-data')).toHaveLength(3);
      expect(heard.at(-1)).toMatchObject({ type: 'flow.failed', failure: { kind: 'signed-out' } });
    },
  );

  test('a server that shows verdicts and takes no report of the session is not asked without end', async () => {
    ports.onCall('uploadUrl', () => refused(401, 'session_expired'));
    const { heard } = await start();
    await settle();
    await settle();
    expect(count('createSession')).toBe(OWN_LIMITS.sessionRestarts + 1);
    expect(heard.at(-1)).toMatchObject({ failure: { kind: 'signed-out' } });
  });

  test.each([
    ['device_blocked', 'device-blocked'],
    ['account_disabled', 'account-disabled'],
  ])('[S4.074, S4.075] 403 %s removes the session data, tells it and ends', async (code, kind) => {
    ports.onCall('checkResult', () => refused(403, code));
    const { heard, advance } = await start();
    expect(heard.at(-1)).toMatchObject({ failure: { kind } });
    expect(ports.messages.at(-1)).toMatchObject({ type: 'devices-v2/remove-session-data' });
    const before = ports.calls.length;
    await advance(60_000);
    expect(ports.calls).toHaveLength(before);
  });

  test('[S4.068, S4.077] a step that finds no one is tried again from getSessionData', async () => {
    ports.onCall('accessToken', () => unreachable);
    const { advance, heard } = await start();
    expect(heard.at(-1)).toMatchObject({ failure: { kind: 'unreachable' } });
    ports.onCall('accessToken', () => answered({ accessToken: 'token', expiresIn: 1, scope: 'device-v2' }));
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(count('checkResult')).toBe(0);
    await advance(1);
    expect(count('checkResult')).toBeGreaterThan(0);
  });

  test.each([
    ['upload', 'refused', refused(409, 'report_replayed'), LIMITS.uploadUrlErrorSleepMs],
    ['upload', 'answered with 503', { ...unreachable, status: 503 }, LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', 'answered with 500', { ...unreachable, status: 500 }, LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', 'answered with 400', refused(400, 'request_malformed'), LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', 'answered with 403', refused(403, 'company_mismatch'), LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', 'answered with 404', refused(404, 'not_found'), LIMITS.uploadUrlErrorSleepMs],
    ['upload', 'never answered', unreachable, LIMITS.uploadFailureRetryMs],
    ['uploadUrl', 'never answered', unreachable, LIMITS.uploadFailureRetryMs],
  ] as const)(
    '[S8.010, S8.011] %s %s: it is collected again in time, and not before',
    async (name, _, answer, delay) => {
      ports.onCall(name, () => answer);
      const { advance } = await start();
      const collected = () => ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data').length;
      expect(collected()).toBe(1);
      await advance(delay - 1);
      expect(collected()).toBe(1);
      await advance(1);
      expect(collected()).toBe(2);
      expect(ports.messages.map(({ type }) => type)).not.toContain('devices-v2/remove-session-data');
    },
  );

  test('a client that does not answer is told to the parent and tried again', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('host-missing', 'not found'));
    const { heard, advance } = await start();
    expect(heard.at(-1)).toMatchObject({ failure: { kind: 'client', code: 'host-missing', detail: 'not found' } });
    ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(heard.at(-1)).toMatchObject({ type: 'flow.result' });
  });
});
