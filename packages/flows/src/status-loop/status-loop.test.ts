import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import type { FlowEvent } from '../device-flow/device-flow-types.ts';
import {
  answered,
  createCheckResult,
  createFakePorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { statusLoopMachine } from './status-loop.ts';

const SESSION_ID = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';

let ports: FakePorts;
let heard: { type: string; failure?: { kind: string } }[];
let result: ReturnType<typeof createCheckResult> | null;
let hash: string;

const config = (changes: object = {}) => ({
  devicesV2: { token: 'restricted', session: { id: SESSION_ID }, endpoints: [], ...changes },
  user: { id: 'u-48210', displayName: 'Nadia' },
  company: { id: 'c', displayName: 'Alderbrook' },
});

beforeEach(() => {
  heard = [];
  result = createCheckResult();
  hash = 'hash-1';
  ports = createFakePorts();
  ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config: config() }));
  ports.onMessage('devices-v2/get-restricted-device-data', () =>
    said({ deviceInfo: { signedReport: { protected: '', payload: 'é', signature: '' } }, importantDataHash: hash }),
  );
  ports.onCall('checkResult', () => (result === null ? answered(null, 204) : answered(result)));
  ports.onCall('uploadUrl', () => answered({ uploadUrl: 'https://gate.example/upload/1' }));
  ports.onCall('upload', () => answered(null, 204));
});

async function start() {
  const clock = new SimulatedClock();
  const parent = createMachine({
    invoke: { id: 'loop', src: statusLoopMachine, input: { ports, signIn: 's', correlationId: 'correlation' } },
    on: { 'flow.*': { actions: ({ event }) => heard.push(event) } },
  });
  const actor = createActor(parent, { clock }).start();
  await settle();
  const loop = actor.getSnapshot().children['loop'] as {
    send(event: FlowEvent): void;
    getSnapshot(): { context: unknown };
  };
  return {
    advance: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
    },
    send: async (event: FlowEvent) => {
      loop.send(event);
      await settle();
    },
    context: () => loop.getSnapshot().context,
  };
}

const restricted = () => {
  const { token: _token, ...session } = fakeSession;
  return { ...session, accessToken: 'restricted', config: config() };
};

/** The page is opened by itself: the client has no session yet. */
function letOpen(kept: () => object | null) {
  ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config: kept() }));
  ports.onMessage('devices-v2/get-create-restricted-session-parameters', () => said({ deviceId: 'device' }));
  ports.onMessage('devices-v2/set-restricted-session-data', () => said({}));
  ports.onMessage('devices-v2/set-restricted-token', () => said({}));
  ports.onCall('accessToken', () => answered({ accessToken: 'token', expiresIn: 60, scope: 'device-v2-restricted' }));
  ports.onCall('createRestrictedSession', () => answered(restricted()));
  ports.onCall('confirmRestrictedSession', () => answered({ accessToken: 'confirmed', sessionId: SESSION_ID }));
}

const count = (name: string) => ports.calls.filter((call) => call.name === name).length;
const configs = () => ports.messages.filter(({ type }) => type === 'devices-v2/get-restricted-session-config').length;

describe('the status loop', () => {
  test('[S4.082, S4.083] gets the restricted config, then the check results with its token, without a login marker', async () => {
    await start();
    expect(ports.messages[0]).toEqual({
      type: 'devices-v2/get-restricted-session-config',
      request: { dataVersion: 1, correlationId: 'correlation', signIn: 's' },
    });
    expect(ports.calls[0]).toEqual({
      name: 'checkResult',
      input: { query: { sessionId: SESSION_ID }, token: 'restricted' },
    });
    expect(heard[0]).toMatchObject({ type: 'flow.result' });
  });

  test('[S4.081, S9.016] goes round at its interval', async () => {
    const { advance } = await start();
    await advance(LIMITS.statusLoopIntervalMs - 1);
    expect(configs()).toBe(1);
    await advance(1);
    expect(configs()).toBe(2);
  });

  test('[S4.085, S4.086, S9.031] uploads the first report, the 2nd collection, and then only what has changed', async () => {
    const { advance } = await start();
    expect(count('upload')).toBe(1);
    await advance(LIMITS.statusLoopIntervalMs);
    expect(count('upload')).toBe(2);
    await advance(LIMITS.statusLoopIntervalMs);
    await advance(LIMITS.statusLoopIntervalMs);
    expect(count('upload')).toBe(2);
    hash = 'hash-2';
    await advance(LIMITS.statusLoopIntervalMs);
    expect(count('upload')).toBe(3);
  });

  test('announces the length of the report in bytes', async () => {
    await start();
    const upload = ports.calls.find(({ name }) => name === 'upload')?.input as { text: string };
    const url = ports.calls.find(({ name }) => name === 'uploadUrl')?.input as { query: { deviceDataLength: number } };
    expect(url.query.deviceDataLength).toBe(Buffer.byteLength(upload.text));
    expect(upload.text.length).toBeLessThan(url.query.deviceDataLength);
  });

  test('asks again as soon as a report was taken', async () => {
    await start();
    expect(ports.calls.map(({ name }) => name)).toEqual(['checkResult', 'uploadUrl', 'upload', 'checkResult']);
    expect(heard.filter(({ type }) => type === 'flow.result')).toHaveLength(2);
  });

  test('[S4.071, S4.084, S9.017] 204 means none; after an upload it is asked for again after its sleep', async () => {
    result = null;
    const { advance } = await start();
    expect(heard).toEqual([]);
    const before = count('checkResult');
    await advance(LIMITS.checkWorkflowSleepMs - 1);
    expect(count('checkResult')).toBe(before);
    await advance(1);
    expect(count('checkResult')).toBeGreaterThan(before);
  });

  test('signs over the newest nonce', async () => {
    const { advance } = await start();
    await advance(LIMITS.statusLoopIntervalMs);
    expect(ports.messages.at(-1)?.request).toMatchObject({ nonce: 'next-nonce' });
  });

  test.each(['device.changed', 'result.look'] as const)('%s begins the next round at once', async (type) => {
    const { send } = await start();
    await send({ type });
    expect(configs()).toBe(2);
  });

  test.each([
    ['uploadUrl', answered({ uploadUrl: 'https://gate.example/upload/1' })],
    ['upload', answered(null, 204)],
  ] as const)('device.changed while a report is sent (%s) begins the next round after it', async (step, answer) => {
    const { send } = await start();
    hash = 'hash-2';
    const before = count('upload');
    ports.onCall(step, () => {
      if (hash === 'hash-2') {
        hash = 'hash-3';
        void send({ type: 'device.changed' });
      }
      return answer;
    });
    await send({ type: 'device.changed' });
    await settle();
    await settle();
    expect(count('upload')).toBe(before + 2);
    expect(configs()).toBe(3);
  });

  test('a refresh sends what has not changed', async () => {
    const { advance, send } = await start();
    await advance(LIMITS.statusLoopIntervalMs);
    await advance(LIMITS.statusLoopIntervalMs);
    const before = count('upload');
    await send({ type: 'device.refresh' });
    expect(count('upload')).toBe(before + 1);
  });

  test('[S2.022] keeps no id of the person', async () => {
    const { context } = await start();
    expect(JSON.stringify(context())).not.toContain('u-48210');
    expect(JSON.stringify(ports.calls)).not.toContain('u-48210');
  });
});

describe('an error', () => {
  async function expectLeft() {
    const { advance, send } = await start();
    await advance(LIMITS.redirectDelayMs - 1);
    expect(ports.visited).toEqual([]);
    await advance(1);
    expect(ports.visited).toEqual(['/v2/session-expired']);
    expect(ports.logged).toEqual(['status-loop: signed-out']);
    const before = ports.messages.length;
    await send({ type: 'device.refresh' });
    await advance(LIMITS.statusLoopIntervalMs);
    expect(ports.messages).toHaveLength(before);
  }

  test('[S8.024] a config that the client does not keep is logged and leads to session expired', async () => {
    letOpen(() => null);
    await expectLeft();
    expect(count('createRestrictedSession')).toBe(1);
  });

  test('[S2.014] opened by itself it gives the client a session, once, and goes on with it', async () => {
    letOpen(() => (ports.messages.some(({ type }) => type === 'devices-v2/set-restricted-token') ? config() : null));
    const { advance, send } = await start();
    expect([count('createRestrictedSession'), count('confirmRestrictedSession'), count('upload')]).toEqual([1, 1, 1]);
    expect(heard.at(-1)?.type).toBe('flow.result');
    await advance(LIMITS.statusLoopIntervalMs);
    await send({ type: 'device.refresh' });
    expect([count('createRestrictedSession'), ports.visited]).toEqual([1, []]);
  });

  test.each([
    ['signed out', refused(401, 'not_signed_in'), ['/v2/session-expired'], []],
    ['blocked', refused(403, 'device_blocked'), [], ['device-blocked']],
  ] as const)('opened by itself and %s: told, not asked again', async (_, answer, visited, told) => {
    letOpen(() => null);
    ports.onCall('createRestrictedSession', () => answer);
    const { advance } = await start();
    await advance(LIMITS.redirectDelayMs);
    expect([ports.visited, heard.map(({ failure }) => failure?.kind)]).toEqual([visited, told]);
  });

  describe('a session that is too old for a report', () => {
    const puts = (answers: readonly ReturnType<typeof refused>[]) => {
      let put = 0;
      letOpen(() => config());
      result = null;
      ports.onCall('upload', () => answers[put++] ?? answered(null, 204));
    };
    /** A session is opened in many steps. */
    const settleLong = async () => {
      for (let step = 0; step < 5; step += 1) await settle();
    };
    const OLD = refused(410, 'report_nonce_expired');

    test('is replaced by a new one, and the page goes on', async () => {
      puts([OLD]);
      const { advance } = await start();
      await settleLong();
      expect([count('createRestrictedSession'), count('upload')]).toEqual([1, 2]);
      await advance(LIMITS.redirectDelayMs);
      expect(ports.visited).toEqual([]);
    });

    test('is replaced once: a new one that is refused as well leads to session expired', async () => {
      puts([OLD, OLD]);
      const { advance } = await start();
      await settleLong();
      await advance(LIMITS.redirectDelayMs);
      expect(count('createRestrictedSession')).toBe(1);
      expect(ports.visited).toEqual(['/v2/session-expired']);
    });

    test('is replaced again after a report that was taken: the computer may sleep twice', async () => {
      puts([OLD, answered(null, 204) as never, OLD]);
      const { advance, send } = await start();
      await settleLong();
      await send({ type: 'device.refresh' });
      await settleLong();
      await advance(LIMITS.redirectDelayMs);
      expect(count('createRestrictedSession')).toBe(2);
      expect(ports.visited).toEqual([]);
    });
  });

  test('asked to look again while it gives the client a session, it goes on giving it', async () => {
    letOpen(() => (ports.messages.some(({ type }) => type === 'devices-v2/set-restricted-token') ? config() : null));
    let isAway = true;
    ports.onCall('createRestrictedSession', () => (isAway ? unreachable : answered(restricted())));
    const { advance, send } = await start();
    isAway = false;
    await send({ type: 'device.refresh' });
    await advance(LIMITS.workflowRetryDelayMs);
    expect([count('upload'), ports.visited]).toEqual([1, []]);
  });

  test('[S8.025] so does one without a session', async () => {
    ports.onMessage('devices-v2/get-restricted-session-config', () =>
      said({ config: config({ session: { id: '' } }) }),
    );
    await expectLeft();
  });

  test('[S8.026] and one without a token', async () => {
    ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config: config({ token: '' }) }));
    await expectLeft();
  });

  test.each(['checkResult', 'uploadUrl', 'upload'] as const)(
    '[S4.087] %s: 401 leads to session expired',
    async (name) => {
      ports.onCall(name, () => refused(401, 'session_expired'));
      const { advance } = await start();
      await advance(LIMITS.redirectDelayMs);
      expect(ports.visited).toEqual(['/v2/session-expired']);
    },
  );

  test('[S8.023] a config that cannot be had is logged and leads to session expired', async () => {
    ports.onMessage('devices-v2/get-restricted-session-config', () => failedWith('host-stopped', 'ended'));
    const { advance } = await start();
    expect(ports.logged).toEqual(['status-loop: host-stopped']);
    await advance(LIMITS.redirectDelayMs);
    expect(ports.visited).toEqual(['/v2/session-expired']);
  });

  test('[S8.027] a client that fails at its report is logged and asked again', async () => {
    ports.onMessage('devices-v2/get-restricted-device-data', () => failedWith('host-stopped', 'ended'));
    const { advance } = await start();
    expect(heard.at(-1)).toEqual({
      type: 'flow.failed',
      failure: { kind: 'client', code: 'host-stopped', detail: 'ended' },
    });
    expect(ports.logged).toEqual(['status-loop: host-stopped']);
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(configs()).toBe(1);
    await advance(1);
    expect(configs()).toBe(2);
  });

  test('no answer is asked for again', async () => {
    ports.onCall('checkResult', () => unreachable);
    const { advance } = await start();
    result = createCheckResult();
    ports.onCall('checkResult', () => answered(result));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(heard.at(-1)).toMatchObject({ type: 'flow.result' });
    expect(ports.visited).toEqual([]);
  });

  test('[S8.008] no answer for long is no end of the session: what comes at last is told', async () => {
    const { advance } = await start();
    ports.onCall('checkResult', () => unreachable);
    await advance(LIMITS.statusLoopIntervalMs);
    for (let retry = 0; retry < 50; retry += 1) await advance(LIMITS.workflowRetryDelayMs);
    expect(heard.at(-1)).toMatchObject({ failure: { kind: 'unreachable' } });
    ports.onCall('checkResult', () => answered(createCheckResult()));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(heard.at(-1)).toMatchObject({ type: 'flow.result' });
    expect(ports.visited).toEqual([]);
  });

  test.each([
    ['upload', refused(409, 'report_replayed'), LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', refused(400, 'request_malformed'), LIMITS.uploadUrlErrorSleepMs],
    ['uploadUrl', refused(409, 'session_conflict'), LIMITS.uploadUrlErrorSleepMs],
    ['upload', unreachable, LIMITS.uploadFailureRetryMs],
  ] as const)(
    '[S8.010, S8.011] %s with %j: it is collected again in time, and not before',
    async (name, answer, delay) => {
      const collected = () =>
        ports.messages.filter(({ type }) => type === 'devices-v2/get-restricted-device-data').length;
      ports.onCall(name, () => answer);
      const { advance } = await start();
      await advance(delay - 1);
      expect(collected()).toBe(1);
      await advance(1);
      expect(collected()).toBe(2);
      expect(ports.visited).toEqual([]);
    },
  );

  test.each([400, 404, 409, 422])('[S4.087] the verdict refused with %i leads to session expired', async (status) => {
    ports.onCall('checkResult', () => refused(status, 'refused'));
    const { advance } = await start();
    await advance(LIMITS.redirectDelayMs);
    expect(ports.visited).toEqual(['/v2/session-expired']);
  });

  test('a blocked computer is told to the parent and nothing more is asked', async () => {
    ports.onCall('checkResult', () => refused(403, 'device_blocked'));
    const { advance } = await start();
    await advance(LIMITS.statusLoopIntervalMs);
    expect(heard).toEqual([{ type: 'flow.failed', failure: { kind: 'device-blocked' } }]);
    expect(ports.visited).toEqual([]);
  });
});
