import { beforeEach, expect, test } from 'vitest';
import { createActor } from 'xstate';
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
} from '../fake-ports.ts';
import { computerFactsMachine, selectComputerFacts } from './computer-facts.ts';

const INFO = { deviceName: 'NADIA', deviceAccountName: 'nadia', osVersionCaption: 'Windows 11', deviceType: 0 };

let ports: FakePorts;
beforeEach(() => {
  ports = createFakePorts();
});

async function read() {
  const actor = createActor(computerFactsMachine, { input: { ports } }).start();
  expect(selectComputerFacts(actor.getSnapshot())).toBeNull();
  await settle();
  return selectComputerFacts(actor.getSnapshot());
}

test('asks the client for the computer, and the server for the verdict of its session', async () => {
  const result = createCheckResult();
  ports.onMessage('get-device-compliance-info', () => said(INFO));
  ports.onMessage('get-device-name', () => said({ id: 'i', deviceName: 'NADIA', clientVersion: '3.6.2' }));
  ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
  ports.onCall('settings', () => answered({ signIn: 'this sign-in' }));
  ports.onCall('checkResult', () => answered(result));
  expect(await read()).toEqual({ info: INFO, clientVersion: '3.6.2', result });
  expect(ports.calls.at(-1)).toEqual({
    name: 'checkResult',
    input: { query: { sessionId: fakeSession.sessionId }, token: 'token' },
  });
  expect(ports.remembered.get('complianceInfo')).toEqual(INFO);
});

test('takes the restricted session where there is no other', async () => {
  const config = { devicesV2: { token: 'restricted', session: { id: 'session-2' }, endpoints: [] } };
  ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
  ports.onMessage('devices-v2/get-restricted-session-config', () => said({ config }));
  ports.onCall('settings', () => answered({ signIn: 'this sign-in' }));
  ports.onCall('checkResult', () => answered(null, 204));
  expect((await read())?.result).toBeNull();
  expect(ports.messages.filter(({ type }) => type.startsWith('devices-v2/'))).toMatchObject([
    { request: { signIn: 'this sign-in' } },
    { request: { signIn: 'this sign-in', correlationId: 'support' } },
  ]);
  expect(ports.calls.at(-1)?.input).toEqual({ query: { sessionId: 'session-2' }, token: 'restricted' });
});

test('knows nothing when no one answers, and leads nowhere', async () => {
  ports.onMessage('get-device-compliance-info', () => failedWith('host-missing'));
  ports.onCall('settings', () => refused(401, 'not_signed_in'));
  expect(await read()).toEqual({ info: null, clientVersion: null, result: null });
  expect(ports.visited).toEqual([]);
});

test('falls back to what the browser remembers of the computer', async () => {
  ports.remembered.set('complianceInfo', INFO);
  expect((await read())?.info).toEqual(INFO);
});

test.each([
  ['no session', said({ session: null }), said({ config: null })],
  ['a client that knows no sessions', failedWith('unknown-message'), failedWith('unknown-message')],
])('asks for no verdict with %s', async (_name, session, config) => {
  ports.onMessage('devices-v2/get-session-data', () => session);
  ports.onMessage('devices-v2/get-restricted-session-config', () => config);
  ports.onCall('settings', () => answered({ signIn: 'this sign-in' }));
  expect((await read())?.result).toBeNull();
  expect(ports.calls.map(({ name }) => name)).toEqual(['settings']);
});

test('shows what the client says now, not what was remembered', async () => {
  ports.remembered.set('complianceInfo', { ...INFO, deviceName: 'OLD-NAME' });
  ports.onMessage('get-device-compliance-info', () => said(INFO));
  expect((await read())?.info).toEqual(INFO);
});
