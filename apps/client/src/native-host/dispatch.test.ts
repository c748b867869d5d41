import { hostname } from 'node:os';
import { CHECK_TYPES, MESSAGES, type MessageType, OWN_LIMITS, requestEnvelopeSchema } from '@vestibule/contracts';
import {
  createSigningKey,
  importAgreementKey,
  importSigningKey,
  sealPermit,
  verifyAgreementKeyProof,
  verifyDeviceToken,
  verifyReport,
} from '@vestibule/device-keys';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { dispatch } from './dispatch.ts';
import { createTestHost, DEVICE_ID, NOW, ORIGIN, SESSION_ID, type TestHost } from './test-context.ts';

const WEB_TOKEN = 'aZ09-_'.repeat(7) + 'x';
const log = { write: () => undefined };
let host: TestHost;

beforeEach(async () => {
  host = await createTestHost();
});

function ask(type: string, payload: unknown = {}, change: object = {}) {
  const envelope = { v: 1, id: '1', type, payload, sentAt: NOW.toISOString(), correlationId: 'c', origin: ORIGIN };
  return dispatch({ ...envelope, ...change }, host.context, log);
}

/** Asks and parses the answer by the contract. */
async function answerTo(type: MessageType, payload: unknown = {}): Promise<unknown> {
  const answer = await ask(type, payload);
  if (answer?.ok !== true) throw new Error(JSON.stringify(answer));
  return MESSAGES[type].answer.parse(answer.payload);
}

const expectRefused = (answer: unknown, code: string) => expect(answer).toMatchObject({ ok: false, error: { code } });

describe('who and what is answered', () => {
  test('[S7.065] every message of the protocol has an answer of the agreed form or an agreed error', async () => {
    for (const type of Object.keys(MESSAGES) as MessageType[]) {
      await answerTo('devices-v2/set-session-data', { session: await host.session() });
      const answer = await ask(type);
      if (answer?.ok === true) expect(MESSAGES[type].answer.safeParse(answer.payload).success).toBe(true);
      else expect(['malformed-message', 'session-missing']).toContain(answer?.error.code);
    }
  });

  test.each([
    ['an unknown message', 'get-everything', {}, 'unknown-message'],
    ['a method of all objects', 'constructor', {}, 'unknown-message'],
    ['another portal', 'get-device-name', { origin: 'https://evil.example' }, 'origin-not-allowed'],
    ['a page that the extension did not name', 'get-device-name', { origin: undefined }, 'origin-not-allowed'],
    ['an old message', 'get-device-name', { sentAt: '2026-11-21T07:58:59Z' }, 'malformed-message'],
    ['a message from the future', 'get-device-name', { sentAt: '2026-11-21T08:01:01Z' }, 'malformed-message'],
    ['another version', 'get-device-name', { v: 2 }, 'malformed-message'],
    ['a payload of another form', 'execute-fix-action', { payload: { grant: 7 } }, 'malformed-message'],
  ])('%s is refused', async (_, type, change, code) => {
    expectRefused(await ask(type, {}, change), code);
  });

  test('whatever arrives, nothing is thrown, and without an id nothing is answered', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (anything) => {
        if (requestEnvelopeSchema.safeParse(anything).success) return;
        const answer = await dispatch(anything, host.context, log);
        if (answer !== null) expectRefused(answer, 'malformed-message');
      }),
    );
  });

  test('a failure inside is an answer with the words of the exception', async () => {
    const context = { ...host.context, diagnose: () => Promise.reject(new Error('disk full')) };
    const envelope = { v: 1, id: '1', type: 'get-diagnostics', payload: {}, sentAt: NOW.toISOString() };
    const answer = await dispatch({ ...envelope, correlationId: 'c', origin: ORIGIN }, context, log);
    expect(answer).toMatchObject({ error: { code: 'client-error', detail: 'disk full' } });
  });
});

test('the summary counts what the checks say, and never an unread one as passed', async () => {
  const summary = MESSAGES['get-summary'].answer.parse(await answerTo('get-summary'));
  // The report of these tests holds one reading, the firewall's; the server alone knows whether the computer is known.
  expect(summary).toMatchObject({ deviceName: 'ada-laptop', failed: 0, lastReportAt: null });
  expect(summary.passed + summary.unknown).toBe(CHECK_TYPES.length - 1);
  expect(summary.passed).toBeLessThanOrEqual(1);
});

test('[S4.009, S4.010] the device name is told again, as often as it is asked for', async () => {
  for (let tries = 1; tries <= 18; tries++) {
    expect(await answerTo('get-device-name')).toMatchObject({ deviceName: hostname() });
  }
});

describe('sessions', () => {
  test('session parameters prove that both keys are of one device', async () => {
    const parameters = MESSAGES['devices-v2/get-create-session-parameters'].answer.parse(
      await answerTo('devices-v2/get-create-session-parameters'),
    );
    const { agreementKey, agreementKeyProof, identityKey } = parameters;
    const proof = await verifyAgreementKeyProof(agreementKeyProof, { deviceId: DEVICE_ID, agreementKey }, identityKey);
    expect(proof.ok).toBe(true);
  });

  test('[S4.066] a session granted by the pinned server is kept, handed out and removed', async () => {
    const session = await host.session();
    await answerTo('devices-v2/set-session-data', { session });
    const { signIn } = session;
    expect(await answerTo('devices-v2/get-session-data', { signIn })).toEqual({ session });
    expect(await answerTo('devices-v2/get-session-data', { signIn: 'another' })).toEqual({ session: null });
    await answerTo('devices-v2/remove-session-data');
    expect(await answerTo('devices-v2/get-session-data', { signIn })).toEqual({ session: null });
  });

  const other = '11111111-1111-4111-8111-111111111111';
  test.each([
    ['another computer', { deviceId: other }],
    ['another portal', { origin: 'https://evil.example' }],
    ['another session', { sessionId: other }],
    ['something else', { use: 'fix', jti: '1', fixActions: [{ fixActionType: 'FirewallEnable' }] }],
    ['yesterday', { exp: NOW.getTime() / 1000 - 86_400 }],
  ])('a grant for %s is refused', async (_, change) => {
    const session = await host.session({ grant: await host.grant(change) });
    expectRefused(await ask('devices-v2/set-session-data', { session }), 'grant-refused');
  });

  test('a grant of another server, and one whose session key was exchanged, are refused', async () => {
    const stranger = await importSigningKey(await createSigningKey());
    const forged = await host.session({ grant: await host.grant({}, stranger) });
    expectRefused(await ask('devices-v2/set-session-data', { session: forged }), 'grant-refused');
    const exchanged = await host.session({ publicKey: stranger.publicKey });
    expectRefused(await ask('devices-v2/set-session-data', { session: exchanged }), 'grant-refused');
  });
});

describe('restricted sessions', () => {
  const other = '11111111-1111-4111-8111-111111111111';
  const request = { dataVersion: 1, correlationId: 'c' };

  async function restrictedSession(change: object = {}) {
    const { token, ...rest } = await host.session();
    const devicesV2 = { token, session: { id: SESSION_ID }, endpoints: [] };
    const user = { id: 'nadia', displayName: 'Nadia Keller' };
    const company = { id: 'alderbrook', displayName: 'Alderbrook' };
    return { ...rest, accessToken: token, config: { devicesV2, user, company }, ...change };
  }

  test('[S7.076, S7.077, S4.082] are shown the keys for, kept, told to their own sign-in alone, and given their later token', async () => {
    const parameters = await answerTo('devices-v2/get-create-restricted-session-parameters');
    expect(parameters).toMatchObject({ deviceId: DEVICE_ID, deviceName: expect.any(String) });
    const session = await restrictedSession();
    await answerTo('devices-v2/set-restricted-session-data', { session });
    const config = async (signIn: string) =>
      answerTo('devices-v2/get-restricted-session-config', { ...request, signIn });
    expect(await config(session.signIn)).toEqual({ config: session.config });
    expect(await config('another')).toEqual({ config: null });
    await answerTo('devices-v2/set-restricted-token', { accessToken: 'later', sessionId: SESSION_ID });
    expect(await config(session.signIn)).toMatchObject({ config: { devicesV2: { token: 'later' } } });
  });

  test('are taken only with a grant of the pinned server, and a token only for the one that is kept', async () => {
    const forged = await restrictedSession({ grant: await host.grant({ deviceId: other }) });
    expectRefused(await ask('devices-v2/set-restricted-session-data', { session: forged }), 'grant-refused');
    const token = { accessToken: 'stolen', sessionId: SESSION_ID };
    expectRefused(await ask('devices-v2/set-restricted-token', token), 'session-missing');
    await answerTo('devices-v2/set-restricted-session-data', { session: await restrictedSession() });
    expectRefused(await ask('devices-v2/set-restricted-token', { ...token, sessionId: other }), 'session-missing');
  });

  test('[S7.075, S4.080] report for themselves, and not for a full session', async () => {
    expectRefused(await ask('devices-v2/get-restricted-device-data', request), 'session-missing');
    await answerTo('devices-v2/set-restricted-session-data', { session: await restrictedSession() });
    expectRefused(await ask('devices-v2/get-device-data'), 'session-missing');
    const { deviceInfo, importantDataHash } = MESSAGES['devices-v2/get-restricted-device-data'].answer.parse(
      await answerTo('devices-v2/get-restricted-device-data', request),
    );
    expect([deviceInfo.lookupId, importantDataHash]).toEqual([DEVICE_ID, 'hash']);
    const verified = await verifyReport(deviceInfo.signedReport, host.device.keys.identity.publicKey);
    expect(verified).toMatchObject({ ok: true, value: { sessionId: SESSION_ID, nonce: 'first-nonce' } });
  });
});

describe('the first version', () => {
  test('[S7.064, S7.066, S7.067] exchanges keys: the client’s, then the server’s by its grant', async () => {
    expect(await answerTo('get-client-device-key')).toMatchObject({ deviceId: DEVICE_ID });
    const { token: _token, publicKey, ...rest } = await host.session();
    const stranger = await importSigningKey(await createSigningKey());
    const exchanged = { ...rest, serverPublicKey: stranger.publicKey };
    expectRefused(await ask('set-server-device-key', { session: exchanged }), 'grant-refused');
    expectRefused(await ask('get-device-info'), 'session-missing');
    await answerTo('set-server-device-key', { session: { ...rest, serverPublicKey: publicKey } });
    const info = MESSAGES['get-device-info'].answer.parse(await answerTo('get-device-info', { nonce: 'second' }));
    expect(info).toMatchObject({ lookupId: DEVICE_ID, deviceImportantDataHash: 'hash', deviceType: 0 });
    const verified = await verifyReport(info.signedReport, host.device.keys.identity.publicKey);
    expect(verified).toMatchObject({ ok: true, value: { sessionId: SESSION_ID, nonce: 'second' } });
  });
});

describe('the application', () => {
  test('[S7.071, S4.017] keeps the mode of the portal that sets it, and only a mode that there is', async () => {
    await answerTo('set-application-mode', { mode: 'onboarding' });
    expect(host.modes).toEqual([{ origin: ORIGIN, mode: 'onboarding' }]);
    expectRefused(await ask('set-application-mode', { mode: 'everything' }), 'malformed-message');
  });

  test('[S7.069, S7.070] what a portal registers is kept for that portal, and only in the agreed form', async () => {
    const siloData = { id: 'eu', clientDownloadBasePath: 'https://d.example', endpoints: ['https://e.example'] };
    const fciUserInfo = { userId: '7', login: 'nadia' };
    await answerTo('register-silo-data', { siloData });
    await answerTo('register-fci-user-info', { fciUserInfo });
    expect(host.registered).toEqual([
      { origin: ORIGIN, added: { siloData } },
      { origin: ORIGIN, added: { fciUserInfo } },
    ]);
    expectRefused(
      await ask('register-silo-data', { siloData: { ...siloData, endpoints: ['e'] } }),
      'malformed-message',
    );
    expectRefused(await ask('register-fci-user-info', {}), 'malformed-message');
    expect(host.registered).toHaveLength(2);
  });

  test('[S7.068] the device token is this computer’s, for the portal that asks and no one else', async () => {
    const { token } = MESSAGES['get-device-auth-token'].answer.parse(await answerTo('get-device-auth-token'));
    const { publicKey } = host.device.keys.identity;
    const verified = await verifyDeviceToken(token, publicKey, ORIGIN, NOW);
    expect(verified).toMatchObject({ ok: true, value: { deviceId: DEVICE_ID, aud: ORIGIN } });
    expect(await verifyDeviceToken(token, publicKey, 'https://other.example', NOW)).toMatchObject({ code: 'mismatch' });
  });

  test('[S7.073] launch-app opens the secure browser alone, at what the page’s web token is for', async () => {
    const secureBrowser = { 'command-line-arguments': '-select:secure-browser' };
    expect(await answerTo('launch-app', { ...secureBrowser, webToken: WEB_TOKEN })).toEqual({});
    expect(await answerTo('launch-app', secureBrowser)).toEqual({});
    const opened = { portal: ORIGIN, isSecureBrowser: true };
    expect(host.opened).toEqual([
      { ...opened, webToken: WEB_TOKEN },
      { ...opened, webToken: null },
    ]);
    for (const words of ['', '-select:secure-browser --help', 'sh']) {
      expectRefused(await ask('launch-app', { 'command-line-arguments': words }), 'malformed-message');
    }
  });

  test('[S7.072, S4.020] launch-workplace opens the page of the portal that asks, and no other', async () => {
    expect(await answerTo('launch-workplace', { webToken: WEB_TOKEN, portal: 'https://evil.example' })).toEqual({});
    expect(host.opened).toEqual([{ portal: ORIGIN, webToken: WEB_TOKEN, isSecureBrowser: false }]);
    for (const webToken of ['', `${WEB_TOKEN}x`, `${WEB_TOKEN.slice(1)} `, 'https://evil.example', 7]) {
      expectRefused(await ask('launch-workplace', { webToken }), 'malformed-message');
    }
    expectRefused(await ask('launch-workplace', {}, { origin: 'https://evil.example' }), 'origin-not-allowed');
    expect(host.opened).toHaveLength(1);
  });

  test('where no browser could be started the page hears it', async () => {
    host.windows.answer = { ok: false, detail: 'No browser could be started.' };
    expectRefused(await ask('launch-workplace'), 'window-missing');
    host.windows.answer = { ok: false, detail: 'Not as an administrator.', cause: 'opened-as-administrator' };
    expect(await ask('launch-workplace')).toMatchObject({
      error: { code: 'window-missing', detail: 'opened-as-administrator' },
    });
  });
});

describe('a clock that is off', () => {
  const EXP = NOW.getTime() / 1000;
  const END = NOW.getTime() + OWN_LIMITS.clockToleranceMs;
  const GRANTS = {
    session: { exp: EXP },
    fix: { exp: EXP, use: 'fix', jti: '1', fixActions: [{ fixActionType: 'FirewallEnable' }] },
  };

  /** Hands a grant that expires at NOW to a computer whose clock shows this time. */
  async function askAt(time: number, use: keyof typeof GRANTS) {
    const grant = await host.grant(GRANTS[use]);
    const now = new Date(time);
    const message =
      use === 'fix'
        ? { type: 'execute-fix-action', payload: { grant } }
        : { type: 'devices-v2/set-session-data', payload: { session: await host.session({ grant }) } };
    const envelope = { v: 1, id: '1', ...message, sentAt: now.toISOString(), correlationId: 'c', origin: ORIGIN };
    return dispatch(envelope, { ...host.context, now: () => now }, log);
  }

  test.each(['session', 'fix'] as const)('within the tolerance refuses no %s grant', async (use) => {
    expect(await askAt(END - 1, use)).toMatchObject({ ok: true });
  });

  test.each(['session', 'fix'] as const)('beyond the tolerance is named when a %s grant is refused', async (use) => {
    const message = expect.stringMatching(/^The clock of this computer is off by more than 5 minutes: set it to the r/);
    expect(await askAt(END, use)).toMatchObject({ ok: false, error: { code: 'grant-refused', message } });
    expect(host.fixesRun).toEqual([]);
  });

  test('slow by hours refuses nothing', async () => {
    expect(await askAt(NOW.getTime() - 7_200_000, 'session')).toMatchObject({ ok: true });
  });
});

describe('reports and permits', () => {
  test('without a session there is no report and no permit', async () => {
    expectRefused(await ask('devices-v2/get-device-data'), 'session-missing');
    const sealed = { encryptedPermit: 'A', permitSalt: 'A' };
    expectRefused(await ask('devices-v2/decrypt-permit', sealed), 'session-missing');
  });

  test('reports are signed for session, nonce and device, and their number rises', async () => {
    await answerTo('devices-v2/set-session-data', { session: await host.session() });
    const payloads: unknown[] = [];
    for (const request of [{}, { nonce: 'second-nonce' }]) {
      const { signedReport } = MESSAGES['devices-v2/get-device-data'].answer.parse(
        await answerTo('devices-v2/get-device-data', request),
      );
      const verified = await verifyReport(signedReport, host.device.keys.identity.publicKey);
      payloads.push(verified.ok ? verified.value : verified.code);
    }
    const common = { sessionId: SESSION_ID, deviceId: DEVICE_ID, importantDataHash: 'hash' };
    expect(payloads).toMatchObject([
      { ...common, nonce: 'first-nonce', sequence: 1 },
      { ...common, nonce: 'second-nonce', sequence: 2 },
    ]);
  });

  test('a permit of this session opens, one of another session does not', async () => {
    await answerTo('devices-v2/set-session-data', { session: await host.session() });
    const seal = async (sessionId: string) =>
      sealPermit({
        permit: 'handle',
        sessionServerPrivateKey: await importAgreementKey(host.serverSessionKey),
        deviceAgreementPublicKey: host.device.keys.agreement.publicKey,
        context: { version: 1, sessionId, deviceId: DEVICE_ID },
      });
    expect(await answerTo('devices-v2/decrypt-permit', await seal(SESSION_ID))).toEqual({ permit: 'handle' });
    expectRefused(await ask('devices-v2/decrypt-permit', await seal(DEVICE_ID)), 'client-error');
  });
});

describe('fixes', () => {
  const fixGrant = (change: object = {}) =>
    host.grant({ use: 'fix', jti: '1', fixActions: [{ fixActionType: 'FirewallEnable' }], ...change });

  test('[S7.074] a granted fix runs once', async () => {
    const grant = await fixGrant();
    expect(await answerTo('execute-fix-action', { grant })).toEqual({
      outcomes: [{ fixActionType: 'FirewallEnable', outcome: 'fixed', undo: 'Turn it off again.' }],
    });
    expectRefused(await ask('execute-fix-action', { grant }), 'grant-refused');
    expect(host.fixesRun).toEqual([[{ fixActionType: 'FirewallEnable' }]]);
  });

  test.each([
    ['a command line', { fixActions: [{ fixActionType: 'rm -rf /' }] }],
    ['another computer', { deviceId: '11111111-1111-4111-8111-111111111111' }],
    ['another portal', { origin: 'https://evil.example' }],
    ['yesterday', { exp: NOW.getTime() / 1000 - 86_400 }],
    ['a session', { use: 'session' }],
  ])('a grant for %s runs nothing', async (_, change) => {
    expectRefused(await ask('execute-fix-action', { grant: await fixGrant(change) }), 'grant-refused');
    expect(host.fixesRun).toEqual([]);
  });
});
