import { type CheckResult, LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  answered,
  createCheckResult,
  createWorkingPorts,
  failedWith,
  type FakePorts,
  refused,
  said,
  unreachable,
} from '../fake-ports.ts';
import {
  changeFacts,
  check,
  failedCheck,
  failing,
  passing,
  pendIn,
  recommended,
  settleStatusPage,
  setUser,
  startHome,
  warmUp,
} from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const start = (options?: Parameters<typeof startHome>[1]) => startHome(ports, options);
const count = (name: string) => ports.calls.filter((call) => call.name === name).length;

describe('starting', () => {
  test('[S2.033] shows its first title until the computer has said its name', async () => {
    ports.isExtensionThere = false;
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'determining', title: 'Determining Computer Security…', resultStatus: '' });
    ports.isExtensionThere = true;
    await advance(LIMITS.extensionPresenceIntervalMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('a client that refuses this address is shown, and gone on from as soon as it does not', async () => {
    ports.onMessage('get-device-name', () => failedWith('origin-not-allowed', 'not known'));
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'grant-refused', detail: 'not known' });
    ports.onMessage('get-device-name', () => said({ id: 'id', deviceName: 'N', clientVersion: '3.6.0' }));
    await advance(LIMITS.workflowRetryDelayMs);
    expect(view()).toMatchObject({ phase: 'passed' });
  });

  test('begins again when the person tries again', async () => {
    ports.onMessage('get-device-name', () => failedWith('grant-refused'));
    const { send } = await start();
    const before = count('settings');
    await send({ type: 'user.try-again' });
    expect(count('settings')).toBe(before + 1);
  });
});

describe('titles', () => {
  test('[S2.034, S2.035, S9.013] Connecting… becomes Still working… in time', async () => {
    result = null;
    const { view, advance } = await start();
    expect(view()).toMatchObject({ phase: 'connecting', title: 'Connecting…' });
    await advance(LIMITS.stillWorkingTitleAfterMs - 1);
    expect(view()).toMatchObject({ title: 'Connecting…' });
    await advance(1);
    expect(view()).toMatchObject({ title: 'Still working…' });
  });

  test('[S2.036, S9.014] and asks for patience later', async () => {
    result = null;
    const { view, advance } = await start();
    await advance(LIMITS.stillWorkingTitleAfterMs);
    await advance(LIMITS.takingLongerTitleAfterMs - LIMITS.stillWorkingTitleAfterMs - 1);
    expect(view()).toMatchObject({ title: 'Still working…' });
    await advance(1);
    expect(view()).toMatchObject({ title: "It's taking longer than expected. Thanks for your patience!" });
  });

  test('[S4.023, S4.024, S9.036] the staged scan spreads its time over the checks', async () => {
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

  test('[S4.025, S4.036, S9.037] fast-check mode has no staged scan: the verdict stands there at once', async () => {
    setUser(ports, { isFastCheckModeEnabled: true });
    expect((await start({ skipsAnimation: false })).view()).toMatchObject({ phase: 'passed' });
    setUser(ports, { isFastCheckModeEnabled: false });
    expect((await start({ skipsAnimation: false })).view()).toMatchObject({ phase: 'scanning' });
  });
});

describe('the list of checks', () => {
  const open = failedCheck('OSSupported');

  test.each([{ isStatusPage: false }, { isStatusPage: true, loginMarker: null }])(
    '[S1.005, S1.015] holds passed and failed ones alike: %j',
    async (page) => {
      result = failing(check(), open);
      settleStatusPage(ports);
      const { view } = await start(page);
      expect(view()).toMatchObject({
        checks: [
          { checkType: 'FirewallEnable', isPassed: true },
          { checkType: 'OSSupported', isPassed: false },
        ],
      });
    },
  );

  test('[S4.034] is renewed with each polled result', async () => {
    result = failing(open, failedCheck('PasswordSet'));
    const { advance, view } = await start();
    expect(view()).toMatchObject({ checks: [{ isPassed: false }, { isPassed: false }] });
    result = failing(open, check({ checkType: 'PasswordSet' }));
    await advance(LIMITS.resultsPollIntervalMs - 1);
    expect(view()).toMatchObject({ checks: [{ isPassed: false }, { isPassed: false }] });
    await advance(1);
    expect(view()).toMatchObject({ checks: [{ isPassed: false }, { isPassed: true }] });
  });

  test.each([
    ['is offered repair', true],
    ['is not offered repair where remediation is off', false],
  ])('[S6.011] a failed one %s', async (_, isRemediationEnabled) => {
    result = failing();
    setUser(ports, { isRemediationEnabled });
    expect((await start()).view()).toMatchObject({ isRemediationEnabled });
  });
});

describe('going on', () => {
  test('[S4.037, S9.033] all passed: the form is posted after a moment', async () => {
    const { advance, view } = await start();
    expect(view()).toMatchObject({ phase: 'passed', isRedirecting: true, applicationName: 'Mail' });
    await advance(LIMITS.samlSubmitDelayMs - 1);
    expect(ports.submitted).toHaveLength(0);
    await advance(1);
    expect(ports.submitted).toEqual([
      { actionUrl: 'https://app.example/acs', samlResponse: 'response', relayState: 'relay' },
    ]);
  });

  test('[S4.088] that moment begins after the restricted session, however long that took', async () => {
    let confirm: (value: unknown) => void = () => undefined;
    ports.onCall('confirmRestrictedSession', () => new Promise((resolve) => (confirm = resolve)));
    const { advance } = await start();
    await advance(LIMITS.samlSubmitDelayMs);
    expect([ports.submitted, count('createSession')]).toEqual([[], 0]);
    confirm(answered({ accessToken: 'confirmed', sessionId: 'session' }));
    await advance(0);
    await advance(LIMITS.samlSubmitDelayMs - 1);
    expect(ports.submitted).toHaveLength(0);
    await advance(1);
    expect(ports.submitted).toHaveLength(1);
  });

  test('a check that fails in that moment stops it', async () => {
    const { advance, view, pushed } = await start();
    result = failing();
    changeFacts(ports);
    await pushed('device-changed');
    await advance(LIMITS.samlSubmitDelayMs);
    expect(view()).toMatchObject({ phase: 'issues' });
    expect(ports.submitted).toHaveLength(0);
  });

  test('without a work application the person goes to the session status', async () => {
    const { advance } = await start({ loginMarker: null });
    await advance(LIMITS.samlSubmitDelayMs);
    expect(ports.left).toEqual(['/online/session-status']);
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

  test('Continue is pressed once: a response that comes to nothing in that moment is asked for again', async () => {
    result = recommended();
    const answers = [
      refused(403, 'policy_not_met'),
      answered({ actionUrl: 'https://app.example/acs', samlResponse: 'second', relayState: null }),
    ];
    ports.onCall('samlResponse', () => answers.shift());
    const { advance, send } = await start();
    await advance(LIMITS.automaticContinueDelayMs);
    await send({ type: 'user.continue' });
    await advance(LIMITS.workflowSleepAfterNoContentMs);
    expect(ports.submitted).toMatchObject([{ samlResponse: 'second' }]);
  });

  test('[S4.041, S6.006] required failed under Strict: Continue is absent and does nothing', async () => {
    result = failing();
    const { view, send } = await start();
    expect(view()).toMatchObject({ phase: 'issues', continueOffer: { kind: 'absent' } });
    await send({ type: 'user.continue' });
    expect(ports.messages.some(({ type }) => type === 'devices-v2/decrypt-permit')).toBe(false);
  });

  test('[S9.032] the response is not sent twice; later the person may ask again', async () => {
    const { advance, send, view } = await start();
    await advance(LIMITS.samlSubmitDelayMs);
    await send({ type: 'user.continue' });
    await advance(LIMITS.samlSentFlagMs - 1);
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(1);
    await advance(1);
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
    const before = count('checkResult');
    await advance(LIMITS.samlSubmitDelayMs);
    expect(count('checkResult')).toBe(before + 2);
    expect(ports.submitted).toMatchObject([{ samlResponse: 'second' }]);
  });

  test('a verdict that has grown old is renewed before anything is posted', async () => {
    result = { ...recommended(), encryptedPermit: null, permitSalt: null };
    const { send, advance } = await start();
    const before = count('upload');
    const old = result;
    ports.onCall('checkResult', () => answered(count('upload') > before ? recommended() : old));
    await send({ type: 'user.continue' });
    await advance(LIMITS.workflowSleepAfterNoContentMs);
    expect(count('upload')).toBe(before + 1);
    // Pressed once, gone on with once.
    expect(ports.submitted).toHaveLength(1);
  });
});
