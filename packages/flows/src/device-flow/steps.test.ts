import { LIMITS, type SessionParameters } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import {
  collectDeviceData,
  getAuthServiceAccessToken,
  getCheckResult,
  getSessionData,
  getUploadUrl,
  postSession,
  putReport,
  setSessionData,
} from './steps.ts';

let ports: FakePorts;
beforeEach(() => {
  ports = createWorkingPorts(() => createCheckResult());
});

describe('what each step sends', () => {
  test('the client is told which sign-in it is, and what to keep', async () => {
    await getSessionData(ports, 'this sign-in');
    await setSessionData(ports, fakeSession);
    expect(ports.messages).toEqual([
      { type: 'devices-v2/get-session-data', request: { signIn: 'this sign-in' } },
      { type: 'devices-v2/set-session-data', request: { session: fakeSession } },
    ]);
  });

  test('a session is opened with the client’s keys and a token for device calls alone', async () => {
    const parameters = { deviceId: 'device' } as SessionParameters;
    expect(await getAuthServiceAccessToken(ports)).toEqual({ ok: true, value: 'token' });
    await postSession(ports, parameters, 'the token');
    expect(ports.calls).toEqual([
      { name: 'accessToken', input: { scope: 'device-v2', query: {} } },
      { name: 'createSession', input: { body: parameters, token: 'the token' } },
    ]);
  });

  test.each([
    [null, false, { force: false }],
    ['a nonce', true, { nonce: 'a nonce', force: true }],
  ])('facts are collected over the nonce %j, forced: %s', async (nonce, isForced, request) => {
    const collected = await collectDeviceData(ports, nonce, isForced);
    expect(ports.messages).toEqual([{ type: 'devices-v2/get-device-data', request }]);
    const text = JSON.stringify({ protected: '', payload: '', signature: '' });
    expect(collected).toEqual({ ok: true, value: { text, importantDataHash: 'hash-1' } });
  });

  test('an upload is announced with its length in bytes', async () => {
    await getUploadUrl(ports, fakeSession, 'für');
    const query = {
      sessionId: fakeSession.sessionId,
      deviceDataVersion: LIMITS.dataVersion,
      deviceDataLength: 4,
      dataFormat: 'json',
      isLogin: 'true',
    };
    expect(ports.calls).toEqual([{ name: 'uploadUrl', input: { query, token: 'token' } }]);
  });

  test.each([
    [null, { sessionId: fakeSession.sessionId }],
    ['a marker', { sessionId: fakeSession.sessionId, loginMarker: 'a marker' }],
  ])('a verdict is asked for with the sign-in %j', async (loginMarker, query) => {
    await getCheckResult(ports, fakeSession, loginMarker);
    expect(ports.calls).toEqual([{ name: 'checkResult', input: { query, token: 'token' } }]);
  });
});

describe('what a step makes of the answer', () => {
  test.each([
    ['this sign-in', fakeSession],
    ['another sign-in', null],
  ])('a session counts in its own sign-in alone: %s', async (signIn, value) => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: fakeSession }));
    expect(await getSessionData(ports, signIn)).toEqual({ ok: true, value });
  });

  test('a client that fails has collected nothing', async () => {
    ports.onMessage('devices-v2/get-device-data', () => failedWith('client-error', 'no disk'));
    const failure = { kind: 'client', code: 'client-error', detail: 'no disk' };
    expect(await collectDeviceData(ports, null, false)).toEqual({ ok: false, failure });
  });

  test('401 concerns the person where a token is asked for, and the device session where one is opened', async () => {
    ports.onCall('accessToken', () => refused(401, 'not_signed_in'));
    ports.onCall('createSession', () => refused(401, 'access_token_wrong'));
    const token = await getAuthServiceAccessToken(ports);
    const session = await postSession(ports, {} as SessionParameters, 'token');
    expect([token, session]).toEqual([
      { ok: false, failure: { kind: 'signed-out' } },
      { ok: false, failure: { kind: 'restart' } },
    ]);
  });

  test.each([
    [unreachable, 'failed'],
    [{ kind: 'unreachable', status: 399 }, 'failed'],
    [{ kind: 'unreachable', status: 400 }, 'refused'],
    [{ kind: 'unreachable', status: 503 }, 'refused'],
    [{ kind: 'unreachable', status: 600 }, 'refused'],
    [{ kind: 'unreachable', status: 601 }, 'failed'],
    [refused(401, 'session_expired'), 'restart'],
    [refused(409, 'report_nonce_expired'), 'stale'],
    [refused(399, 'server_error'), 'failed'],
    [refused(400, 'request_malformed'), 'refused'],
    [refused(409, 'report_replayed'), 'refused'],
    [refused(600, 'server_error'), 'refused'],
    [refused(601, 'server_error'), 'failed'],
  ])('[S8.010, S8.011] an upload answered with %j: %s', async (answer, outcome) => {
    ports.onCall('upload', () => answer);
    expect(await putReport(ports, 'https://gate.example/upload/1', 'report')).toBe(outcome);
  });
});
