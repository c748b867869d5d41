import type { CheckResult } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts } from '../fake-ports.ts';
import {
  check,
  failedCheck,
  failing,
  MARKER,
  passing,
  pendIn,
  recommended,
  startHome,
  warmUp,
} from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = null;
  ports = createWorkingPorts(() => result);
});

/** The status of the page after what the server has said. */
async function statusAfter(mode: string): Promise<string> {
  pendIn(ports, mode);
  const { actor, view } = await startHome(ports);
  const { resultStatus } = view();
  actor.stop();
  return resultStatus;
}

describe('the result status of the page', () => {
  test('[S4.027] is empty while it scans', async () => {
    expect(await statusAfter('frontline')).toBe('');
  });

  test.each([
    failedCheck('FirewallEnable', { isRequired: true }),
    failedCheck('NoActiveInfections', { isRequired: false, isSigninStopper: true }),
  ])('[S4.028] is checks-failed where a required check or a sign-in stopper failed (%j)', async (failed) => {
    result = failing(
      check({ checkType: 'OSSupported' }),
      failedCheck('OsAutoUpdateEnable', { isRequired: false }),
      failed,
    );
    expect(await statusAfter('frontline')).toBe('checks-failed');
  });

  test('[S4.029] is checks-recommended where only recommended ones failed', async () => {
    result = recommended();
    expect(await statusAfter('frontline')).toBe('checks-recommended');
  });

  test('[S4.030] is checks-passed where all passed', async () => {
    result = passing();
    expect(await statusAfter('frontline')).toBe('checks-passed');
  });

  test.each([
    [' quick-start', null],
    ['checks-failed quick-start', failing()],
    ['checks-recommended quick-start', recommended()],
    ['checks-passed quick-start', passing()],
  ])('[S4.032] is "%s" in quick start', async (status, said) => {
    result = said;
    expect(await statusAfter('quick-start')).toBe(status);
  });
});

describe('with no failures Continue runs by itself after a moment', () => {
  beforeEach(() => {
    result = passing();
    ports.memory.write('checkInfo', {
      mode: 'onboarding',
      successUrl: { appName: 'onboarding', url: '/in-progress' },
      failUrl: null,
    });
    ports.onMessage('set-application-mode', () => ({ kind: 'answer', answer: {} }));
    ports.onMessage('launch-workplace', () => ({ kind: 'answer', answer: {} }));
  });

  async function expectThreeSeconds(home: Awaited<ReturnType<typeof startHome>>) {
    await home.advance(2999);
    expect([...ports.left, ...ports.submitted]).toEqual([]);
    await home.advance(1);
    await home.advance(0);
    expect([...ports.left, ...ports.submitted]).toHaveLength(1);
  }

  // With the extension onboarding ends before any check (S4.018): in Edge without it the account's checks are shown.
  test('[S4.038] in onboarding', async () => {
    pendIn(ports, 'onboarding');
    ports.isExtensionThere = false;
    ports.memory.write('deviceAccountId', 'account');
    ports.onCall('checkByDevice', () => answered(passing()));
    const visitor = { system: 'windows', systemVersion: '10.0.22631', browser: 'Edge', browserVersion: '143' } as const;
    const home = await startHome(ports, { visitor, loginMarker: null });
    await home.advance(10_000);
    await home.advance(0);
    await expectThreeSeconds(home);
  });

  test('[S4.039] in onboarding-v3', async () => {
    pendIn(ports, 'onboarding-v3');
    await expectThreeSeconds(await startHome(ports, { loginMarker: MARKER }));
  });
});
