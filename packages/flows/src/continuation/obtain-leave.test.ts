import { beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSession,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import { obtainLeave } from './obtain-leave.ts';
import type { LeaveInput } from './read-leave.ts';

const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';
const INFO = { lookupId: 'device', deviceImportantDataHash: 'hash-1' };
const DATA = { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' };

let ports: FakePorts;
let result: ReturnType<typeof createCheckResult> | null;

beforeEach(() => {
  result = createCheckResult();
  ports = createWorkingPorts(() => result);
  ports.onCall('activate', () => answered({ continueTo: `/saml/continue?login=${MARKER}` }));
  ports.onMessage('get-device-info', () => said(INFO));
  ports.onCall('check', () => answered(createCheckResult({ samlResponseData: DATA })));
});

const obtain = (changes: Partial<LeaveInput> = {}) =>
  obtainLeave({
    ports,
    loginMarker: MARKER,
    origin: 'https://gate.example',
    session: fakeSession,
    nonce: 'newest-nonce',
    hasExtension: true,
    kind: 'response',
    ...changes,
  });
const NOT_NOW = { ok: true, value: { kind: 'not-now' } };
const calls = () => ports.calls.map(({ name }) => name);

describe('the response', () => {
  test('[S4.066, S4.067] is had by a fresh result, its permit opened, and the permit redeemed', async () => {
    expect(await obtain()).toEqual({ ok: true, value: { kind: 'response', data: DATA } });
    expect(calls()).toEqual(['checkResult', 'samlResponse']);
    expect(ports.messages).toEqual([
      { type: 'devices-v2/decrypt-permit', request: { encryptedPermit: 'encrypted', permitSalt: 'salt' } },
    ]);
    expect(ports.calls.at(-1)?.input).toEqual({ body: 'permit' });
  });

  test('[S4.076] NotCompliant under Strict rejects, even if a permit came with it', async () => {
    result = createCheckResult({ complianceStatus: 'NotCompliant', policyMode: 'Strict' });
    expect(await obtain()).toEqual(NOT_NOW);
    expect(ports.messages).toEqual([]);
    result = createCheckResult({ complianceStatus: 'NotCompliant', policyMode: 'Permissive' });
    expect(await obtain()).toMatchObject({ value: { kind: 'response' } });
  });

  test.each([{ encryptedPermit: null }, { permitSalt: null }])('needs a whole permit: %j', async (changes) => {
    result = createCheckResult(changes);
    expect(await obtain()).toEqual(NOT_NOW);
    result = null;
    expect(await obtain()).toEqual(NOT_NOW);
  });

  test.each(['policy_not_met', 'report_missing'])('%s is no error: the verdict has changed', async (code) => {
    ports.onCall('samlResponse', () => refused(403, code));
    expect(await obtain()).toEqual(NOT_NOW);
  });

  test.each(['permit_used', 'permit_expired'])('%s is followed by a fresh permit, three times in all', async (code) => {
    ports.onCall('samlResponse', () => refused(409, code));
    expect(await obtain()).toEqual({ ok: false, failure: { kind: 'unreachable' } });
    expect(calls().filter((name) => name === 'checkResult')).toHaveLength(3);
  });

  test('a permit that the server does not know drops the session', async () => {
    ports.onCall('samlResponse', () => refused(403, 'permit_unknown'));
    expect(await obtain()).toEqual({ ok: false, failure: { kind: 'restart' } });
  });

  test('[S8.002] 401 stops it at once', async () => {
    ports.onCall('samlResponse', () => refused(401, 'not_signed_in'));
    expect(await obtain()).toEqual({ ok: false, failure: { kind: 'signed-out' } });
    expect(calls()).toEqual(['checkResult', 'samlResponse']);
  });

  test.each([
    ['response', fakeSession],
    ['response', null],
    ['activation', fakeSession],
    ['activation', null],
  ] as const)('of a request that this sign-in cannot answer goes on at the server: %s', async (kind, session) => {
    for (const call of ['samlResponse', 'check', 'activate'] as const) {
      ports.onCall(call, () => refused(410, 'sign_in_expired'));
    }
    expect(await obtain({ kind, session })).toEqual({
      ok: true,
      value: { kind: 'page', path: `/saml/continue?login=${MARKER}` },
    });
  });

  test('of the first version comes with a report of this moment: nothing that is stored is gone on with', async () => {
    expect(await obtain({ session: null })).toEqual({ ok: true, value: { kind: 'response', data: DATA } });
    expect(ports.messages).toEqual([{ type: 'get-device-info', request: { nonce: 'newest-nonce' } }]);
    expect(ports.calls).toEqual([{ name: 'check', input: { query: { loginMarker: MARKER }, body: INFO } }]);
  });

  test('of the first version is not there while the verdict is not good enough, or the client has no keys', async () => {
    ports.onCall('check', () => answered(createCheckResult({ samlResponseData: null })));
    expect(await obtain({ session: null })).toEqual(NOT_NOW);
    ports.onCall('check', () => refused(412, 'keys_missing'));
    expect(await obtain({ session: null })).toEqual(NOT_NOW);
    ports.onMessage('get-device-info', () => failedWith('session-missing'));
    expect(await obtain({ session: null })).toEqual(NOT_NOW);
  });

  test('of the first version is asked for with another report when a newer one was quicker', async () => {
    const answers = [refused(409, 'report_replayed'), answered(createCheckResult({ samlResponseData: DATA }))];
    ports.onCall('check', () => answers.shift());
    expect(await obtain({ session: null })).toMatchObject({ value: { kind: 'response' } });
    expect(ports.messages).toHaveLength(2);
  });

  test.each(['response', 'activation'] as const)(
    'of a client that reports by itself is not asked for (%s): nothing shows that this browser stands on that computer',
    async (kind) => {
      expect(await obtain({ session: null, hasExtension: false, kind })).toEqual({
        ok: true,
        value: { kind: 'refused', trouble: 'extension-missing' },
      });
      expect([ports.calls, ports.messages]).toEqual([[], []]);
    },
  );
});

describe('activation', () => {
  test('[S7.039] shows the permit, and goes on where the server says', async () => {
    expect(await obtain({ kind: 'activation' })).toEqual({
      ok: true,
      value: { kind: 'page', path: `/saml/continue?login=${MARKER}` },
    });
    expect(ports.calls.at(-1)).toEqual({
      name: 'activate',
      input: { body: { type: 'deviceComplianceV2', permit: 'permit' } },
    });
  });

  test('[S7.038] of the first version shows what is known of the computer, and a signed report', async () => {
    const complianceInfo = { deviceName: 'NADIA', deviceAccountName: 'nadia', osVersionCaption: 'W', deviceType: 0 };
    ports.memory.write('complianceInfo', complianceInfo);
    await obtain({ kind: 'activation', session: null });
    expect(ports.calls).toEqual([
      {
        name: 'activate',
        input: {
          body: {
            type: 'deviceCompliance',
            deviceComplianceInfo: complianceInfo,
            loginMarker: MARKER,
            deviceInfo: INFO,
          },
        },
      },
    ]);
  });

  test.each([fakeSession, null])(
    '[S5.022, S5.023, S8.012] 422 clears the active session, and the sign-in goes on with what was not spent',
    async (session) => {
      ports.memory.write('isInActiveSession', true);
      ports.onCall('activate', () => refused(422, 'already_activated'));
      const { value } = (await obtain({ kind: 'activation', session })) as { value?: unknown };
      expect(value).toMatchObject({ kind: 'response', data: { samlResponse: 'response' } });
      expect(calls().at(-1)).toBe(session === null ? 'check' : 'samlResponse');
      expect(ports.memory.read('isInActiveSession')).toBe(false);
    },
  );

  test('an answer that leads to another site is no answer', async () => {
    ports.onCall('activate', () => answered({ continueTo: 'https://evil.example/' }));
    expect(await obtain({ kind: 'activation' })).toEqual({ ok: false, failure: { kind: 'unreachable' } });
  });

  test('an answer that was lost is followed by a fresh permit', async () => {
    const answers = [unreachable, answered({ continueTo: '/online/' })];
    ports.onCall('activate', () => answers.shift());
    expect(await obtain({ kind: 'activation' })).toMatchObject({ value: { path: '/online/' } });
    expect(calls()).toEqual(['checkResult', 'activate', 'checkResult', 'activate']);
  });
});
