import { LIMITS } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, createMachine, SimulatedClock } from 'xstate';
import {
  answered,
  createFakePorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { restrictedSessionMachine } from './restricted-session.ts';

let ports: FakePorts;
let heard: { type: string; failure?: { kind: string } }[];
let isThere: boolean;

const config = {
  devicesV2: { token: 'restricted', session: { id: fakeSession.sessionId }, endpoints: [] },
  user: { id: 'u', displayName: 'Nadia' },
  company: { id: 'c', displayName: 'Alderbrook' },
};
const { token: _token, ...session } = fakeSession;
const restricted = { ...session, accessToken: 'restricted', config };

beforeEach(() => {
  heard = [];
  isThere = false;
  ports = createFakePorts();
  ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config: null }));
  ports.onMessage('devices-v2/get-create-restricted-session-parameters', () => said({ deviceId: 'device' }));
  ports.onMessage('devices-v2/set-restricted-session-data', () => said({}));
  ports.onMessage('devices-v2/set-restricted-token', () => said({}));
  ports.onCall('accessToken', () => answered({ accessToken: 'token', expiresIn: 60, scope: 'device-v2-restricted' }));
  ports.onCall('createRestrictedSession', () => answered(restricted));
  ports.onCall('confirmRestrictedSession', () =>
    answered({ accessToken: 'confirmed', sessionId: fakeSession.sessionId }),
  );
});

async function start() {
  const clock = new SimulatedClock();
  const parent = createMachine({
    invoke: {
      src: restrictedSessionMachine,
      input: { ports, signIn: 'this sign-in', correlationId: 'correlation' },
      onDone: {
        actions: () => {
          isThere = true;
        },
      },
    },
    on: { 'flow.*': { actions: ({ event }) => heard.push(event) } },
  });
  createActor(parent, { clock }).start();
  await settle();
  return async (milliseconds: number) => {
    clock.increment(milliseconds);
    await settle();
  };
}

const CALLS = ['accessToken', 'createRestrictedSession', 'confirmRestrictedSession'] as const;
const MESSAGES = [
  'devices-v2/get-restricted-session-config',
  'devices-v2/get-create-restricted-session-parameters',
  'devices-v2/set-restricted-session-data',
  'devices-v2/set-restricted-token',
] as const;

describe('restricted session', () => {
  test('[S4.080] runs its steps: the client stores the session before the server is told', async () => {
    const order: string[] = [];
    const { client, server } = ports;
    const watched: FakePorts = {
      ...ports,
      client: {
        ...client,
        send: (type, request) => {
          order.push(type);
          return client.send(type, request);
        },
      },
      server: {
        ...server,
        call: (name, input) => {
          order.push(name);
          return server.call(name, input);
        },
      },
    };
    ports = watched;
    await start();
    expect(order).toEqual([
      'devices-v2/get-restricted-session-config',
      'devices-v2/get-create-restricted-session-parameters',
      'accessToken',
      'createRestrictedSession',
      'devices-v2/set-restricted-session-data',
      'confirmRestrictedSession',
      'devices-v2/set-restricted-token',
    ]);
    expect(isThere).toBe(true);
  });

  test('[S7.045, S7.075, S7.076] asks for the restricted scope and sends data version 1 and correlation id', async () => {
    await start();
    expect(ports.calls[0]).toMatchObject({ name: 'accessToken', input: { scope: 'device-v2-restricted' } });
    expect(ports.messages[0]?.request).toEqual({
      dataVersion: 1,
      correlationId: 'correlation',
      signIn: 'this sign-in',
    });
    expect(ports.messages.at(-1)?.request).toEqual({ accessToken: 'confirmed', sessionId: fakeSession.sessionId });
  });

  test('a session of this sign-in that the client keeps is enough', async () => {
    ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config }));
    await start();
    expect(isThere).toBe(true);
    expect(ports.calls).toEqual([]);
  });

  test.each(CALLS)(
    '[S4.087, S9.035] %s refused leads to /v2/session-expired after a moment, and is logged',
    async (name) => {
      ports.onCall(name, () => refused(401, 'not_signed_in'));
      const advance = await start();
      await advance(LIMITS.redirectDelayMs - 1);
      expect(ports.visited).toEqual([]);
      await advance(1);
      expect(ports.visited).toEqual(['/v2/session-expired']);
      expect(ports.logged).toHaveLength(1);
      expect(isThere).toBe(false);
    },
  );

  test.each(CALLS.flatMap((name) => [400, 404, 409, 422, 499].map((status) => [name, status] as const)))(
    '[S4.087] %s refused with %i is not asked again',
    async (name, status) => {
      ports.onCall(name, () => refused(status, 'refused'));
      const advance = await start();
      await advance(LIMITS.redirectDelayMs);
      expect(ports.visited).toEqual(['/v2/session-expired']);
      await advance(LIMITS.workflowRetryDelayMs);
      expect(ports.calls.filter((call) => call.name === name)).toHaveLength(1);
    },
  );

  test.each([refused(429, 'too_many_requests'), { ...unreachable, status: 500 }, { ...unreachable, status: 503 }])(
    '[S8.009] %j is no refusal: it is tried again',
    async (answer) => {
      ports.onCall('accessToken', () => answer);
      const advance = await start();
      await advance(LIMITS.workflowRetryDelayMs);
      expect(ports.calls).toHaveLength(2);
      expect(ports.visited).toEqual([]);
    },
  );

  test.each([unreachable, { ...unreachable, status: 503 }, refused(429, 'too_many_requests')])(
    '[S8.008, S8.009] %j that stays is no end of the session: it is tried again for ever',
    async (answer) => {
      ports.onCall('accessToken', () => answer);
      const advance = await start();
      for (let retry = 0; retry < 50; retry += 1) await advance(LIMITS.workflowRetryDelayMs);
      expect(ports.calls).toHaveLength(51);
      expect(ports.visited).toEqual([]);
    },
  );

  test.each(CALLS)('[S8.008, S8.009] %s without an answer is tried again', async (name) => {
    ports.onCall(name, () => unreachable);
    const advance = await start();
    expect(heard.at(-1)).toMatchObject({ failure: { kind: 'unreachable' } });
    ports.onCall(name, () =>
      name === 'accessToken'
        ? answered({ accessToken: 'token', expiresIn: 60, scope: 's' })
        : name === 'createRestrictedSession'
          ? answered(restricted)
          : answered({ accessToken: 'confirmed', sessionId: fakeSession.sessionId }),
    );
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(isThere).toBe(false);
    await advance(1);
    expect(isThere).toBe(true);
    expect(ports.visited).toEqual([]);
  });

  test.each(MESSAGES)('[S8.027] %s that fails is logged and tried again', async (type) => {
    ports.onMessage(type, () => failedWith('host-stopped'));
    const advance = await start();
    await advance(LIMITS.workflowRetryDelayMs);
    expect(ports.logged).toEqual(['restricted-session: host-stopped', 'restricted-session: host-stopped']);
    expect(ports.messages.filter((message) => message.type === type)).toHaveLength(2);
    expect(ports.visited).toEqual([]);
  });

  test.each([
    ['device_blocked', 'device-blocked'],
    ['device_not_approved', 'device-not-approved'],
    ['account_disabled', 'account-disabled'],
  ])('%s is told to the parent and ends there', async (code, kind) => {
    ports.onCall('createRestrictedSession', () => refused(403, code));
    const advance = await start();
    await advance(LIMITS.workflowRetryDelayMs);
    expect(heard).toEqual([{ type: 'flow.failed', failure: { kind } }]);
    expect(ports.visited).toEqual([]);
    expect(isThere).toBe(false);
  });
});
