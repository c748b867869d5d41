import { beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import { runFixes, sortFixes } from './fix-steps.ts';

const TYPES = ['FirewallEnable', 'OsAutoUpdateEnable'] as const;

let ports: FakePorts;
beforeEach(() => {
  ports = createWorkingPorts(() => null);
  ports.onCall('fixGrant', () => answered({ grant: 'grant' }));
  ports.onMessage('execute-fix-action', () =>
    said({ outcomes: TYPES.map((fixActionType) => ({ fixActionType, outcome: 'fixed' })) }),
  );
});

const run = (session: typeof fakeSession | null = fakeSession) =>
  runFixes({ ports, session, signIn: 'this sign-in', types: TYPES });

describe('running fixes', () => {
  test('asks the server for leave for just these, and the client once for all of them', async () => {
    expect(await run()).toEqual(TYPES.map((fixActionType) => ({ fixActionType, outcome: 'fixed' })));
    const body = { sessionId: fakeSession.sessionId, fixActionTypes: [...TYPES] };
    expect(ports.calls).toEqual([{ name: 'fixGrant', input: { body, token: 'token' } }]);
    expect(ports.messages).toEqual([{ type: 'execute-fix-action', request: { grant: 'grant' } }]);
  });

  test('takes the session that the client has of this sign-in, where the page has none', async () => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
    expect((await run(null)).map(({ outcome }) => outcome)).toEqual(['fixed', 'fixed']);
    expect(ports.messages[0]).toMatchObject({ request: { signIn: 'this sign-in' } });
  });

  test.each([
    ['none', said({ session: null })],
    ['of another sign-in', said({ session: { ...fakeSession, signIn: 'another' } })],
    ['no one tells', failedWith('host-missing')],
  ])('is not possible without a session: %s', async (_name, answer) => {
    ports.onMessage('devices-v2/get-session-data', () => answer);
    expect(await run(null)).toEqual(TYPES.map((fixActionType) => ({ fixActionType, outcome: 'not-possible' })));
    expect(ports.calls).toEqual([]);
  });

  test.each([refused(403, 'fix_not_offered'), refused(401, 'session_expired'), unreachable])(
    'changes nothing without leave: %j',
    async (answer) => {
      ports.onCall('fixGrant', () => answer);
      const outcomes = await run();
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['not-fixed', 'not-fixed']);
      expect(outcomes[0]?.detail).toMatch(/^The server gave no leave for this fix/);
      expect(ports.messages).toEqual([]);
    },
  );

  test.each([
    [failedWith('fix-failed', 'pkexec said no'), 'pkexec said no'],
    [failedWith('timed-out'), 'timed-out'],
    [failedWith('session-missing'), 'restart'],
  ])('[S8.016] says of each what the client said: %j', async (answer, detail) => {
    ports.onMessage('execute-fix-action', () => answer);
    expect(await run()).toEqual(TYPES.map((fixActionType) => ({ fixActionType, outcome: 'not-fixed', detail })));
  });

  test('a fix of which the client said nothing has not held', async () => {
    ports.onMessage('execute-fix-action', () =>
      said({ outcomes: [{ fixActionType: 'FirewallEnable', outcome: 'fixed', undo: 'ufw disable' }] }),
    );
    const [first, second] = await run();
    expect(first).toEqual({ fixActionType: 'FirewallEnable', outcome: 'fixed', undo: 'ufw disable' });
    expect(second).toMatchObject({ fixActionType: 'OsAutoUpdateEnable', outcome: 'not-fixed' });
  });
});

test('[S2.055, S5.014, S5.016] what windows handle is told apart from what the client runs and what it installs', () => {
  const types = ['ManagedDevice', 'FirewallEnable', 'RmmAgent', 'DeviceEncrypted', 'FciAgentRunning'] as const;
  expect(sortFixes(types)).toEqual({
    byClient: ['FirewallEnable'],
    installations: ['RmmAgent', 'FciAgentRunning'],
    hasManagedDevice: true,
    hasEncryption: true,
  });
  expect(sortFixes(['RmmAgent'])).toEqual({
    byClient: [],
    installations: ['RmmAgent'],
    hasManagedDevice: false,
    hasEncryption: false,
  });
});
