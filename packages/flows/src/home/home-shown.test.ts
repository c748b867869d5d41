import { type CheckResult, LIMITS, OWN_LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts, unreachable } from '../fake-ports.ts';
import { failedCheck, failing, passing, pendIn, recommended, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = passing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const wait = async (advance: (milliseconds: number) => Promise<void>, milliseconds: number) => {
  for (let passed = 0; passed < milliseconds; passed += 1000) await advance(1000);
};

describe('what is shown is the result', () => {
  test('[S2.040] “Resolve compliance issues” stays while someone goes on with a recommended fix open', async () => {
    result = recommended();
    let respond: (answer: unknown) => void = () => undefined;
    ports.onCall('samlResponse', () => new Promise((resolve) => (respond = resolve)));
    const { view, send, advance } = await startHome(ports);
    await send({ type: 'user.continue' });
    expect(view()).toMatchObject({ phase: 'issues', isRedirecting: true });
    respond(answered({ actionUrl: 'https://app.example/acs', samlResponse: 'r', relayState: null }));
    await advance(0);
    expect(ports.submitted).toHaveLength(1);
    expect(view()).toMatchObject({ phase: 'issues', isRedirecting: true });
    await advance(LIMITS.samlSentFlagMs);
    expect(view()).toMatchObject({ phase: 'issues', isRedirecting: false });
  });

  test('in quick start too: what failed has not passed because the person goes on', async () => {
    pendIn(ports, 'quick-start', false);
    result = failing(failedCheck('FirewallEnable', { isRequired: false }));
    result = { ...result, complianceStatus: 'Compliant' };
    const { view, send } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues', resultStatus: 'checks-recommended quick-start' });
    await send({ type: 'user.continue' });
    expect(ports.left).toHaveLength(1);
    expect(view()).toMatchObject({ phase: 'issues', isRedirecting: true });
  });

  test.each([0, LIMITS.samlSentFlagMs])(
    'a check that fails %d ms after the response was sent is shown, and no one is said to be on the way',
    async (later) => {
      const { view, advance } = await startHome(ports);
      await advance(LIMITS.samlSubmitDelayMs);
      expect(view()).toMatchObject({ phase: 'passed', isRedirecting: true });
      await wait(advance, later);
      result = failing();
      await wait(advance, LIMITS.workflowSleepAfterNoContentMs);
      expect(view()).toMatchObject({ phase: 'issues', isRedirecting: false, continueOffer: { kind: 'absent' } });
    },
  );

  test('Continue asks for no other response once a check stops the person', async () => {
    const { advance, send } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    await wait(advance, LIMITS.samlSentFlagMs);
    result = failing();
    await wait(advance, LIMITS.workflowSleepAfterNoContentMs);
    await send({ type: 'user.continue' });
    expect(ports.submitted).toHaveLength(1);
  });

  test.each([
    ['Strict', 'absent'],
    ['Permissive', 'disabled'],
  ] as const)('under %s (Continue is %s) one that is fixed again goes on by itself', async (policyMode, kind) => {
    const { advance, view } = await startHome(ports);
    await advance(LIMITS.samlSubmitDelayMs);
    await wait(advance, LIMITS.samlSentFlagMs);
    result = { ...failing(), policyMode };
    await wait(advance, LIMITS.workflowSleepAfterNoContentMs);
    expect(view()).toMatchObject({ continueOffer: { kind } });
    result = passing();
    await wait(advance, LIMITS.workflowSleepAfterNoContentMs);
    expect(ports.submitted).toHaveLength(2);
  });
});

test('no one is taken away from a window that they opened in the last moment', async () => {
  const { advance, send } = await startHome(ports);
  await advance(LIMITS.samlSubmitDelayMs - 1);
  await send({ type: 'modal.support' });
  await advance(LIMITS.automaticContinueDelayMs);
  expect(ports.submitted).toEqual([]);
  await send({ type: 'user.close-modal' });
  await advance(LIMITS.modalFadeMs);
  await advance(LIMITS.samlSubmitDelayMs);
  expect(ports.submitted).toHaveLength(1);
});

test('the third time that Continue comes to nothing is the last one before the help', async () => {
  ports.onCall('samlResponse', () => unreachable);
  const { actor, view, advance } = await startHome(ports);
  for (let second = 0; view().phase !== 'trouble' && second < 120; second += 1) await advance(1000);
  expect(view()).toMatchObject({ trouble: 'no-leave' });
  expect(actor.getSnapshot().context.obtainTries).toBe(OWN_LIMITS.sessionRestarts);
});

describe('trying again by hand', () => {
  test('shows nothing of the verdict before, neither while it begins nor after', async () => {
    ports.onCall('samlResponse', () => unreachable);
    const { view, advance, send } = await startHome(ports);
    await wait(advance, 60_000);
    expect(view()).toMatchObject({ phase: 'trouble', trouble: 'no-leave' });
    ports.isExtensionThere = false;
    result = failing();
    await send({ type: 'user.try-again' });
    expect(view()).toMatchObject({ phase: 'determining', resultStatus: '', title: 'Determining Computer Security…' });
    ports.isExtensionThere = true;
    const asked = ports.calls.filter(({ name }) => name === 'samlResponse').length;
    await advance(LIMITS.extensionPresenceIntervalMs);
    expect(view()).toMatchObject({ phase: 'issues' });
    expect(ports.calls.filter(({ name }) => name === 'samlResponse')).toHaveLength(asked);
  });

  test('closes a window that stood over the screen', async () => {
    ports.onCall('samlResponse', () => unreachable);
    const { view, advance, send } = await startHome(ports);
    await wait(advance, 60_000);
    await send({ type: 'modal.support' });
    expect(view().modal).toEqual({ kind: 'support' });
    ports.isExtensionThere = false;
    await send({ type: 'user.try-again' });
    expect(view().modal).toBeNull();
  });
});

test('[S2.034, S2.035, S2.036] each wait begins with “Connecting…” and has a clock of its own', async () => {
  result = recommended();
  const { view, advance, send } = await startHome(ports);
  await wait(advance, LIMITS.takingLongerTitleAfterMs);
  ports.onCall('checkResult', () => unreachable);
  ports.onCall('uploadUrl', () => unreachable);
  ports.onCall('samlResponse', () => unreachable);
  await send({ type: 'user.continue' });
  expect(view()).toMatchObject({ phase: 'connecting', title: 'Connecting…' });
  await advance(LIMITS.stillWorkingTitleAfterMs - 1);
  expect(view()).toMatchObject({ title: 'Connecting…' });
  await advance(1);
  expect(view()).toMatchObject({ title: 'Still working…' });
  await advance(LIMITS.takingLongerTitleAfterMs - LIMITS.stillWorkingTitleAfterMs);
  expect(view()).toMatchObject({ title: "It's taking longer than expected. Thanks for your patience!" });
  await advance(OWN_LIMITS.noVerdictAfterMs - LIMITS.takingLongerTitleAfterMs - 1);
  expect(view()).toMatchObject({ phase: 'connecting' });
  await advance(1);
  expect(view()).toMatchObject({ phase: 'trouble', trouble: 'server-not-answering' });
});
