import { type CheckResult, LIMITS, OWN_LIMITS, type SecurityCheck } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  refused,
  said,
  settle,
  unreachable,
} from '../fake-ports.ts';
import { homeMachine } from './home.ts';
import type { HomeEvent } from './home-setup.ts';
import { selectHomeView } from './select-home-view.ts';

const MARKER = '5f0c9a7e-7b3f-4d4e-9d57-0d9d3d5f1a11';

let ports: FakePorts;
let result: CheckResult | null;

function check(changes: Partial<SecurityCheck> = {}): SecurityCheck {
  return {
    checkType: 'FirewallEnable',
    checkMessage: 'The firewall is on',
    description: '',
    fixAction: null,
    isPassed: true,
    isRequired: true,
    isSigninStopper: false,
    state: 'passed',
    ...changes,
  };
}

const failed = (changes: Partial<SecurityCheck> = {}) =>
  check({
    checkMessage: 'The firewall is turned off',
    isPassed: false,
    state: 'failed',
    fixAction: { fixActionType: 'FirewallEnable' },
    ...changes,
  });

const passing = () => createCheckResult({ securityChecks: [check()] });
const failing = (changes: Partial<SecurityCheck> = {}) =>
  createCheckResult({
    securityChecks: [failed(changes)],
    complianceStatus: 'NotCompliant',
    encryptedPermit: null,
    permitSalt: null,
  });
const recommended = () => createCheckResult({ securityChecks: [failed({ isRequired: false })] });

beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  ports.onCall('settings', () =>
    answered({ isDemo: false, user: { isFastCheckModeEnabled: false, isRemediationEnabled: true } }),
  );
  ports.onCall('pendingSignIn', () =>
    answered({
      loginMarker: MARKER,
      applicationName: 'Mail',
      startUrl: null,
      mode: 'frontline',
      workplaceAccessPolicy: 'Strict',
      isPolicyEnforced: true,
    }),
  );
});

async function start(changes: { loginMarker?: string | null; skipsAnimation?: boolean; isSafari?: boolean } = {}) {
  const clock = new SimulatedClock();
  const input = { ports, loginMarker: MARKER, skipsAnimation: true, isSafari: false, ...changes };
  const actor = createActor(homeMachine, { clock, input }).start();
  await settle();
  await settle();
  return {
    view: () => selectHomeView(actor.getSnapshot()),
    advance: async (milliseconds: number) => {
      clock.increment(milliseconds);
      await settle();
      await settle();
    },
    send: async (event: HomeEvent) => {
      actor.send(event);
      await settle();
      await settle();
    },
    pushed: async (push: 'heartbeat' | 'device-changed') => {
      ports.push({ v: 1, push });
      await settle();
      await settle();
    },
  };
}

describe('starting', () => {
  test('[S4.004, S9.005] looks for the extension every 50 ms', async () => {
    ports.isExtensionThere = false;
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'determining', title: 'Determining Computer Security…' });
    ports.isExtensionThere = true;
    await advance(LIMITS.extensionPresenceIntervalMs - 1);
    expect(ports.messages).toHaveLength(0);
    await advance(1);
    expect(ports.messages[0]).toMatchObject({ type: 'get-device-name' });
  });

  test('[S9.006] says after 10 s that the extension is missing, and goes on by itself when it comes', async () => {
    ports.isExtensionThere = false;
    const { view, advance } = await start();
    await advance(LIMITS.extensionPresenceTimeoutMs - 1);
    expect(view()).toMatchObject({ phase: 'determining' });
    await advance(1);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'extension-missing' });
    ports.isExtensionThere = true;
    await advance(LIMITS.extensionPresenceIntervalMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('[S4.009, S9.011] asks for the device name six times, every 2.5 s', async () => {
    ports.onMessage('get-device-name', () => failedWith('host-missing', 'Specified native messaging host not found.'));
    const { view, advance } = await start();
    for (let attempt = 1; attempt < LIMITS.deviceNameTries; attempt += 1) {
      expect(view()).toMatchObject({ phase: 'determining' });
      await advance(LIMITS.deviceNameIntervalMs);
    }
    expect(ports.messages).toHaveLength(LIMITS.deviceNameTries);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'client-missing' });
  });

  test('[S4.010, S9.012] asks eighteen times in Safari', async () => {
    ports.onMessage('get-device-name', () => failedWith('timed-out'));
    const { view, advance } = await start({ isSafari: true });
    for (let attempt = 1; attempt < LIMITS.deviceNameTriesInSafari; attempt += 1) {
      expect(view()).toMatchObject({ phase: 'determining' });
      await advance(LIMITS.deviceNameIntervalMs);
    }
    expect(ports.messages).toHaveLength(LIMITS.deviceNameTriesInSafari);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'client-not-answering' });
  });

  test('[S8.001] 401 goes to session-expired, a server that is away to service-error', async () => {
    ports.onCall('settings', () => refused(401, 'not_signed_in'));
    await start();
    ports.onCall('settings', () => unreachable);
    await start();
    ports.onCall('settings', () => refused(403, 'account_disabled'));
    await start();
    expect(ports.visited).toEqual(['/session-expired', '/service-error', '/user-blocked']);
  });
});

describe('titles', () => {
  test('[S2.035, S2.036] Connecting… becomes Still working… at 30 s and asks for patience at 60 s', async () => {
    result = null;
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'connecting', title: 'Connecting…' });
    await advance(29_999);
    expect(view()).toMatchObject({ title: 'Connecting…' });
    await advance(1);
    expect(view()).toMatchObject({ title: 'Still working…' });
    await advance(29_999);
    expect(view()).toMatchObject({ title: 'Still working…' });
    await advance(1);
    expect(view()).toMatchObject({ title: "It's taking longer than expected. Thanks for your patience!" });
  });

  test('[S4.023, S4.024, S9.036] the staged scan spreads 2000 ms over the checks', async () => {
    result = createCheckResult({
      securityChecks: [check(), check({ checkType: 'OSSupported', checkMessage: 'Supported' })],
    });
    const { view, advance } = await start({ skipsAnimation: false });
    expect(view()).toMatchObject({
      phase: 'scanning',
      title: 'Scanning Computer…',
      runningText: '1/2 The firewall is on',
    });
    await advance(1000);
    expect(view()).toMatchObject({
      runningText: '2/2 Supported',
      done: 1,
      rows: [{ state: 'passed' }, { state: 'scanning' }],
    });
    await advance(999);
    expect(view()).toMatchObject({ phase: 'scanning' });
    await advance(1);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('[S4.026] a repeat has no staged scan', async () => {
    expect((await start({ skipsAnimation: true })).view()).toMatchObject({ phase: 'passed' });
  });

  test('[S4.025, S9.037] fast-check mode has no staged scan', async () => {
    ports.onCall('settings', () =>
      answered({ isDemo: false, user: { isFastCheckModeEnabled: true, isRemediationEnabled: true } }),
    );
    expect((await start({ skipsAnimation: false })).view()).toMatchObject({ phase: 'passed' });
  });
});

describe('going on', () => {
  test('[S4.037, S9.033] all passed: the form is posted after 500 ms', async () => {
    const { advance, view } = await start();
    expect(view()).toMatchObject({ phase: 'passed', isRedirecting: true, applicationName: 'Mail' });
    await advance(LIMITS.samlSubmitDelayMs - 1);
    expect(ports.submitted).toHaveLength(0);
    await advance(1);
    expect(ports.submitted).toEqual([
      { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' },
    ]);
  });

  test('a check that fails in those 500 ms stops it', async () => {
    const { advance, view, pushed } = await start();
    result = failing();
    ports.onMessage('devices-v2/get-device-data', () =>
      said({
        lookupId: 'l',
        importantDataHash: 'changed',
        signedReport: { protected: '', payload: '', signature: '' },
      }),
    );
    await pushed('device-changed');
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'issues' });
    expect(ports.submitted).toHaveLength(0);
  });

  test('without a work application the person goes to the session status', async () => {
    const { advance } = await start({ loginMarker: null });
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.visited).toEqual(['/online/session-status']);
  });

  test('only recommended checks fail: nothing happens until Continue', async () => {
    result = recommended();
    const { advance, view, send } = await start();
    await advance(LIMITS.automaticContinueDelayMs);
    expect(view()).toMatchObject({ phase: 'issues', continueOffer: { kind: 'enabled' } });
    expect(ports.submitted).toHaveLength(0);
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(1);
  });

  test('[S4.041] required failed under Strict: Continue is absent and does nothing', async () => {
    result = failing();
    const { view, send } = await start();
    expect(view()).toMatchObject({ phase: 'issues', continueOffer: { kind: 'absent' } });
    await send({ type: 'user.continue' });
    expect(ports.messages.some(({ type }) => type === 'devices-v2/decrypt-permit')).toBe(false);
  });

  test('[S9.032] the response is not sent twice; after 10 s the person may ask again', async () => {
    const { advance, send, view } = await start();
    await advance(LIMITS.samlSubmitDelayMs);
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(1);
    await advance(LIMITS.samlSentFlagMs);
    expect(view()).toMatchObject({ phase: 'passed', isRedirecting: false });
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(2);
  });

  test('a lost answer is followed by a fresh permit', async () => {
    const answers = [
      unreachable,
      answered({ actionUrl: 'https://app.example/acs', samlResponse: 'second', relayState: null }),
    ];
    ports.onCall('samlResponse', () => answers.shift());
    const { advance } = await start();
    const before = ports.calls.filter(({ name }) => name === 'checkResult').length;
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.calls.filter(({ name }) => name === 'checkResult').length).toBe(before + 2);
    expect(ports.submitted).toMatchObject([{ samlResponse: 'second' }]);
  });

  test('a verdict that has grown old is renewed before anything is posted', async () => {
    result = { ...recommended(), encryptedPermit: null, permitSalt: null };
    const { send } = await start();
    const before = ports.calls.filter(({ name }) => name === 'upload').length;
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(0);
    expect(ports.calls.filter(({ name }) => name === 'upload').length).toBe(before + 1);
  });
});

describe('push', () => {
  test('a change on the computer is reported at once and opens the gate', async () => {
    result = failing();
    const { view, pushed } = await start();
    expect(view()).toMatchObject({ phase: 'issues' });
    result = passing();
    ports.onMessage('devices-v2/get-device-data', () =>
      said({
        lookupId: 'l',
        importantDataHash: 'changed',
        signedReport: { protected: '', payload: '', signature: '' },
      }),
    );
    await pushed('device-changed');
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('counts as connected only while heartbeats arrive', async () => {
    result = failing();
    const { advance, pushed } = await start();
    const asked = () => ports.calls.filter(({ name }) => name === 'checkResult').length;
    await pushed('heartbeat');
    await advance(LIMITS.resultsPollIntervalMs);
    const withPush = asked();
    for (let second = 0; second < 10; second += 1) {
      await advance(1000);
      if (second % 5 === 4) await pushed('heartbeat');
    }
    expect(asked()).toBe(withPush);
    for (let second = 0; second < OWN_LIMITS.pushLostAfterMs / 1000; second += 1) await advance(1000);
    const whenLost = asked();
    await advance(LIMITS.resultsPollIntervalMs);
    expect(asked()).toBe(whenLost + 1);
  });
});

describe('fixing', () => {
  const outcome = (changes = {}) =>
    said({ outcomes: [{ fixActionType: 'FirewallEnable', outcome: 'fixed', ...changes }] });

  beforeEach(() => {
    result = failing();
    ports.onCall('fixGrant', () => answered({ grant: 'fix-grant' }));
    ports.onMessage('execute-fix-action', () => outcome({ undo: 'Turn it off in the settings.' }));
  });

  test('[S7.074] asks the server for leave and hands it to the client, then looks again', async () => {
    const { send } = await start();
    const before = ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data').length;
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(ports.messages.find(({ type }) => type === 'execute-fix-action')).toMatchObject({
      request: { grant: 'fix-grant' },
    });
    expect(ports.messages.filter(({ type }) => type === 'devices-v2/get-device-data').length).toBe(before + 1);
  });

  test('[S8.016] a fix that fails shows the client’s own words', async () => {
    ports.onMessage('execute-fix-action', () => failedWith('fix-failed', 'pkexec: Not authorized'));
    const { send, view } = await start();
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({
      fixes: { FirewallEnable: { kind: 'ended', outcome: { outcome: 'not-fixed', detail: 'pkexec: Not authorized' } } },
    });
  });

  test('[S5.014, S5.015] encryption and enrolment have windows of their own and are not run here', async () => {
    const { send } = await start();
    await send({ type: 'user.fix', types: ['DeviceEncrypted', 'ManagedDevice'] });
    expect(ports.messages.some(({ type }) => type === 'execute-fix-action')).toBe(false);
  });

  test('the first fix of a trial asks for consent, the second does not', async () => {
    ports.onCall('settings', () =>
      answered({ isDemo: true, user: { isFastCheckModeEnabled: false, isRemediationEnabled: true } }),
    );
    const { send, view } = await start();
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(view()).toMatchObject({ asksDemoConsent: true });
    await send({ type: 'user.decline-demo' });
    expect(view()).toMatchObject({ asksDemoConsent: false });
    expect(ports.messages.some(({ type }) => type === 'execute-fix-action')).toBe(false);
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    await send({ type: 'user.confirm-demo' });
    await send({ type: 'user.fix', types: ['FirewallEnable'] });
    expect(ports.messages.filter(({ type }) => type === 'execute-fix-action')).toHaveLength(2);
  });
});
