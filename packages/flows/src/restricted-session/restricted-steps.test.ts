import { LIMITS, type RestrictedSession, type SessionParameters } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createCheckResult, createWorkingPorts, type FakePorts, fakeSession, refused } from '../fake-ports.ts';
import {
  getAuthServiceRestrictedAccessToken,
  getRestrictedCheckResult,
  getRestrictedDeviceData,
  postRestrictedSession,
  putRestrictedSession,
  setRestrictedSessionData,
} from './restricted-steps.ts';

const REQUEST = { signIn: 'this sign-in', correlationId: 'visit' };
const SESSION = { sessionId: fakeSession.sessionId, accessToken: 'restricted' } as RestrictedSession;
const PARAMETERS = { deviceId: 'device' } as SessionParameters;

let ports: FakePorts;
beforeEach(() => {
  ports = createWorkingPorts(() => createCheckResult());
});

describe('what each step sends', () => {
  test('a restricted session is opened with the client’s keys, kept by the client, and confirmed by its id', async () => {
    await postRestrictedSession(ports, PARAMETERS, 'the token');
    await setRestrictedSessionData(ports, SESSION);
    await putRestrictedSession(ports, SESSION, 'the token');
    expect(ports.calls).toEqual([
      { name: 'createRestrictedSession', input: { body: PARAMETERS, token: 'the token' } },
      { name: 'confirmRestrictedSession', input: { body: { sessionId: SESSION.sessionId }, token: 'the token' } },
    ]);
    expect(ports.messages).toEqual([{ type: 'devices-v2/set-restricted-session-data', request: { session: SESSION } }]);
  });

  test.each([
    [null, { dataVersion: LIMITS.dataVersion, correlationId: 'visit' }],
    ['a nonce', { dataVersion: LIMITS.dataVersion, correlationId: 'visit', nonce: 'a nonce' }],
  ])('facts are asked for over the nonce %j, and without the name of the sign-in', async (nonce, request) => {
    await getRestrictedDeviceData(ports, REQUEST, nonce);
    expect(ports.messages).toEqual([{ type: 'devices-v2/get-restricted-device-data', request }]);
  });
});

test('401 concerns the person where a token is asked for, and the session in every other step', async () => {
  for (const name of ['accessToken', 'createRestrictedSession', 'confirmRestrictedSession', 'checkResult'] as const)
    ports.onCall(name, () => refused(401, 'not_signed_in'));
  const config = { devicesV2: { token: 'restricted', session: { id: SESSION.sessionId }, endpoints: [] } };
  const steps = [
    await getAuthServiceRestrictedAccessToken(ports),
    await postRestrictedSession(ports, PARAMETERS, 'token'),
    await putRestrictedSession(ports, SESSION, 'token'),
    await getRestrictedCheckResult(ports, config as never),
  ];
  const kinds = steps.map((step) => (step.ok ? 'ok' : step.failure.kind));
  expect(kinds).toEqual(['signed-out', 'restart', 'restart', 'restart']);
});
