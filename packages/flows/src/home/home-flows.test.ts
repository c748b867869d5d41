import { type CheckResult, LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  fakeSettings,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import { CHROME, failing, passing, pendIn, setUser, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = failing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const count = (name: string) => ports.calls.filter((call) => call.name === name).length;
const asked = (type: string) => ports.messages.filter((message) => message.type === type).length;
const order = () => ports.calls.map(({ name }) => name);

describe('which flow brings the verdicts', () => {
  test('[S4.078] in frontline the restricted session comes before the device flow', async () => {
    await startHome(ports);
    expect(order().indexOf('confirmRestrictedSession')).toBeGreaterThan(-1);
    expect(order().indexOf('confirmRestrictedSession')).toBeLessThan(order().indexOf('createSession'));
  });

  test.each(['mfa', 'quick-start'])('in %s there is none', async (mode) => {
    pendIn(ports, mode);
    await startHome(ports);
    expect(count('createRestrictedSession')).toBe(0);
    expect(count('checkResult')).toBeGreaterThan(0);
  });

  test('a restricted session that is refused leads to /v2/session-expired, and the device flow does not begin', async () => {
    ports.onCall('createRestrictedSession', () => refused(401, 'access_token_wrong'));
    const { advance } = await startHome(ports);
    await advance(LIMITS.redirectDelayMs);
    expect(ports.visited).toEqual(['/v2/session-expired']);
    expect(count('createSession')).toBe(0);
  });

  test('settings without device endpoints mean the first version', async () => {
    setUser(ports, {}, { silo: { ...fakeSettings.silo, devicesV2ApiEndpoints: [] } });
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    ports.onMessage('get-device-info', () => said({ lookupId: 'device', deviceImportantDataHash: 'hash' }));
    const samlResponseData = { actionUrl: 'https://app.example/acs', samlResponse: 'v1', relayState: null };
    const isAsked = (input: unknown) => 'loginMarker' in (input as { query: object }).query;
    ports.onCall('check', (input) => answered({ ...passing(), ...(isAsked(input) ? { samlResponseData } : {}) }));
    const { advance, view } = await startHome(ports);
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(count('createSession')).toBe(0);
    expect(view()).toMatchObject({ phase: 'passed' });
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.submitted).toMatchObject([{ samlResponse: 'v1' }]);
  });

  test('[S4.008] Edge without an extension shows what the server knows of its account, and offers no fix', async () => {
    ports.isExtensionThere = false;
    ports.memory.write('deviceAccountId', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    ports.onCall('checkByDevice', () => answered(failing()));
    const { advance, view } = await startHome(ports, { visitor: { ...CHROME, browser: 'Edge' } });
    await advance(LIMITS.extensionPresenceTimeoutMs);
    expect(view()).toMatchObject({ phase: 'issues', isExtensionInstalled: false });
    expect(ports.messages).toEqual([]);
  });

  test('and where all is well, Continue says at once that the extension is missing: the account alone opens nothing', async () => {
    ports.isExtensionThere = false;
    ports.memory.write('deviceAccountId', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    ports.onCall('checkByDevice', () => answered(passing()));
    const { advance, view } = await startHome(ports, { visitor: { ...CHROME, browser: 'Edge' } });
    await advance(LIMITS.extensionPresenceTimeoutMs);
    expect(view()).toMatchObject({ phase: 'passed' });
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'extension-missing' });
    await advance(60_000);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'extension-missing' });
    expect([ports.submitted, count('samlResponseV1'), count('check')]).toEqual([[], 0, 0]);
  });

  test('and once it is there, Try again checks the computer through it', async () => {
    ports.isExtensionThere = false;
    ports.memory.write('deviceAccountId', '6f9619ff-8b86-4d01-b42d-00cf4fc964ff');
    ports.onCall('checkByDevice', () => answered(passing()));
    const { advance, send, view } = await startHome(ports, { visitor: { ...CHROME, browser: 'Edge' } });
    await advance(LIMITS.extensionPresenceTimeoutMs);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'extension-missing' });
    ports.isExtensionThere = true;
    await send({ type: 'user.try-again' });
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(count('createSession')).toBe(1);
  });
});

describe('device endpoints', () => {
  const second = { id: 'second', url: 'https://devices.example', isMain: false };
  const endpointsOf = (name: string) =>
    ports.calls.filter((call) => call.name === name).map(({ input }) => (input as { endpoint?: string }).endpoint);

  beforeEach(() => {
    const endpoints = [...fakeSettings.silo.devicesV2ApiEndpoints, second];
    setUser(ports, {}, { silo: { ...fakeSettings.silo, devicesV2ApiEndpoints: endpoints } });
  });

  test('[S4.099, S8.009] the whole sign-in goes through the next one when the main one is away', async () => {
    result = passing();
    for (const name of ['createRestrictedSession', 'createSession', 'uploadUrl', 'checkResult'] as const) {
      const answers = createWorkingPorts(() => result);
      ports.onCall(name, (input) =>
        (input as { endpoint?: string }).endpoint === second.url
          ? answers.server.call(name, input as never)
          : unreachable,
      );
    }
    const { advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.submitted).toHaveLength(1);
    expect(endpointsOf('createRestrictedSession')).toEqual(['https://gate.example', second.url]);
    expect(new Set(endpointsOf('checkResult'))).toEqual(new Set([second.url]));
    expect(endpointsOf('samlResponse')).toEqual([undefined]);
    expect(endpointsOf('accessToken')).toEqual([undefined, undefined]);
  });
});

describe('temporary access', () => {
  test('[S4.062, S4.064] is watched for in frontline', async () => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: true }));
    const { advance } = await startHome(ports);
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(ports.visited).toEqual(['/temporary-access']);
  });

  test('is looked at as soon as the server says so', async () => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: true }));
    const { said: hear } = await startHome(ports);
    await hear({ said: 'look', subject: 'temporary-access' });
    expect(ports.visited).toEqual(['/temporary-access']);
  });

  test('a gate that begins to observe lets the page with issues go on, as soon as the server says so', async () => {
    ports.onCall('temporaryAccessInfo', () => answered({ isTempAccessGranted: false, isObserved: true }));
    const { said: hear, view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues' });
    await hear({ said: 'look', subject: 'policy' });
    expect(ports.left).toEqual([expect.stringMatching(/^\/saml\/continue\?login=.*&read=done$/)]);
  });

  test('is no business of what else the server says', async () => {
    const { said: hear } = await startHome(ports);
    await hear({ said: 'look', subject: 'check-result' });
    expect(count('temporaryAccessInfo')).toBe(0);
  });

  test.each(['mfa', 'quick-start'])('is not watched for in %s', async (mode) => {
    pendIn(ports, mode);
    const { advance } = await startHome(ports);
    await advance(LIMITS.temporaryAccessPollInitialMs);
    expect(count('temporaryAccessInfo')).toBe(0);
  });
});

describe('when something is away', () => {
  test('[S8.001, S8.002] 401 leads to session expired and nothing is posted', async () => {
    result = passing();
    ports.onCall('samlResponse', () => refused(401, 'not_signed_in'));
    const { advance } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.visited).toEqual(['/session-expired']);
    await advance(LIMITS.samlSentFlagMs);
    expect(ports.submitted).toEqual([]);
  });

  test('a server that comes back is found by itself: the verdict stays, and says that it is not live', async () => {
    const { advance, view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues', isLive: true });
    ports.onCall('checkResult', () => unreachable);
    await advance(LIMITS.resultsPollIntervalMs);
    expect(view()).toMatchObject({ phase: 'issues', isLive: false, isServerAway: true });
    result = passing();
    ports.onCall('checkResult', () => answered(result));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('a blocked computer is said on the screen, a blocked account has its page', async () => {
    ports.onCall('checkResult', () => refused(403, 'device_blocked'));
    expect((await startHome(ports)).view()).toMatchObject({ phase: 'trouble', trouble: 'device-blocked' });
    ports.onCall('checkResult', () => refused(403, 'account_disabled'));
    const { advance } = await startHome(ports);
    expect(ports.visited).toEqual(['/user-blocked']);
    const before = count('checkResult');
    await advance(LIMITS.workflowRetryDelayMs);
    expect([ports.visited, count('checkResult')]).toEqual([['/user-blocked'], before]);
  });

  test('a computer that is not let wait with the others is said to be not registered', async () => {
    ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
    ports.onCall('createSession', () => refused(403, 'device_not_approved'));
    expect((await startHome(ports)).view()).toMatchObject({ phase: 'trouble', trouble: 'device-not-approved' });
  });

  test('a verdict that comes back old again and again is renewed with a pause between', async () => {
    result = { ...failing(), checksExpired: true };
    const { advance } = await startHome(ports);
    expect(count('upload')).toBe(1);
    await advance(LIMITS.workflowRetryDelayMs - 1);
    expect(count('upload')).toBe(1);
    await advance(1);
    await advance(LIMITS.resultsPollIntervalMs);
    expect(count('upload')).toBe(2);
  });

  test('a verdict that comes while a response is asked for is the one that decides', async () => {
    result = passing();
    ports.onCall('samlResponse', () => {
      result = failing();
      return refused(403, 'policy_not_met');
    });
    const { advance, view } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'issues' });
    expect(count('samlResponse')).toBe(1);
  });

  test('a client that pauses does not take the verdict away', async () => {
    const { advance, view } = await startHome(ports);
    ports.onMessage('devices-v2/get-device-data', () => failedWith('host-stopped'));
    await advance(LIMITS.deviceDataCollectIntervalMs);
    expect(view()).toMatchObject({ phase: 'issues', isLive: false, isServerAway: false });
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(ports.messages.map(({ type }) => type)).not.toContain('get-extension-status');
  });

  test('[S8.014] a client that has no data for too long leads to download', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('client-error', 'no keys'));
    ports.onMessage('get-extension-status', () => said({ status: 'noData' }));
    pendIn(ports, 'mfa');
    const { advance, view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'client-not-answering', detail: 'no keys' });
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    for (let second = 0; second < LIMITS.noDataOrKeysTimeoutMs / 1000 - 1; second += 1) await advance(1000);
    expect(ports.visited).toEqual([]);
    await advance(1000);
    expect(ports.visited).toEqual(['/download']);
  });

  test.each([
    ['noKeys', 'keys-missing'],
    ['noData', 'no-data'],
  ])('a client that says %s is shown as %s, also while the flow tries again', async (status, trouble) => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('client-error', 'no keys'));
    ports.onMessage('get-extension-status', () => said({ status }));
    ports.onMessage('get-client-device-key', () => failedWith('client-error'));
    pendIn(ports, 'mfa');
    const { advance, view } = await startHome(ports);
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    const shown: unknown[] = [];
    for (let second = 0; second < 12; second += 1) {
      await advance(1000);
      shown.push((view() as { trouble?: unknown }).trouble);
    }
    expect(new Set(shown.slice(LIMITS.extensionNotReadyAfterRetries))).toEqual(new Set([trouble]));
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
    await advance(1000);
    expect(view()).toMatchObject({ phase: 'issues' });
  });

  test('a client that has recovered goes on at once', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('client-error', 'no keys'));
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    pendIn(ports, 'mfa');
    const { advance, view } = await startHome(ports);
    ports.onMessage('devices-v2/get-session-data', () => said({ session: null }));
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(view()).toMatchObject({ phase: 'issues' });
  });

  test('a client that says it is well and does not do its part is not asked without pause', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('client-error', 'no keys'));
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    pendIn(ports, 'mfa');
    const { advance } = await startHome(ports);
    for (let tenth = 0; tenth < 49; tenth += 1) await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect([asked('get-extension-status'), asked('devices-v2/get-session-data')]).toEqual([1, 2]);
  });

  test('and is looked after again once the next try has failed as well', async () => {
    ports.onMessage('devices-v2/get-session-data', () => failedWith('client-error', 'no keys'));
    ports.onMessage('get-extension-status', () => said({ status: 'ok' }));
    pendIn(ports, 'mfa');
    const { advance } = await startHome(ports);
    await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(asked('get-extension-status')).toBe(1);
    for (let tenth = 0; tenth < 110; tenth += 1) await advance(LIMITS.extensionReadinessInitialDelayMs);
    expect(asked('get-extension-status')).toBeGreaterThan(1);
  });
});

test('the result of a sign-in is written to the activity log before the page ends', async () => {
  result = createCheckResult({ ...passing(), deviceName: 'NADIA' });
  const { advance } = await startHome(ports);
  await advance(LIMITS.samlSubmitDelayMs);
  expect(ports.submitted).toHaveLength(1);
  expect([count('samlLoginActivity'), count('activity')]).toEqual([1, 1]);
});
