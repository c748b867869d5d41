import type { CheckResult } from '@vestibule/contracts';
import { LIMITS } from '@vestibule/contracts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { answered, createWorkingPorts, type FakePorts, unreachable } from '../fake-ports.ts';
import { check, failedCheck, failing, passing, pendIn, setUser, startHome, warmUp } from './testing/start-home.ts';

let ports: FakePorts;
let result: CheckResult | null;

beforeAll(warmUp);
beforeEach(() => {
  result = failing();
  ports = createWorkingPorts(() => result);
  pendIn(ports, 'frontline');
});

const FLEET = { name: 'Fleet', enrollUrl: 'https://fleet.example/', mayOptOut: true };

describe('the list of issues', () => {
  test.each([
    [
      'the company has a service',
      answered({ sessionType: 'Unknown', features: [], managedDeviceService: FLEET }),
      true,
    ],
    ['it has none', answered({ sessionType: 'Unknown', features: [], managedDeviceService: null }), false],
    ['no one says', unreachable, false],
  ])('offers management where %s: %s', async (_name, answer, isManagementOffered) => {
    ports.onCall('onlineSettings', () => answer);
    const { view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues', isManagementOffered, isExtensionInstalled: true });
  });

  test.each([true, false])('[S5.017] repairs where remediation is enabled: %s', async (isRemediationEnabled) => {
    setUser(ports, { isRemediationEnabled });
    const { view } = await startHome(ports);
    expect(view()).toMatchObject({ phase: 'issues', isRemediationEnabled });
  });
});

describe('the scan', () => {
  const checks = [
    check({ checkType: 'OSSupported', checkMessage: 'Supported', scanText: 'System is supported' }),
    check({ checkType: 'FirewallEnable', checkMessage: 'Repairing', isPassed: false, state: 'fixing' }),
    failedCheck('OsAutoUpdateEnable', { checkMessage: 'Updates are off', scanText: 'Updates are on' }),
    check({ checkType: 'PasswordSet', checkMessage: 'Not read', isPassed: false, state: 'unknown' }),
  ];

  test('[S2.042, S4.024] shows each check by its neutral text until its turn is over, then what was found', async () => {
    result = failing(...checks);
    const { advance, view } = await startHome(ports, { skipsAnimation: false });
    expect(view()).toMatchObject({
      phase: 'scanning',
      runningText: '1/4 Supported',
      done: 0,
      total: 4,
      rows: [
        { text: 'System is supported', state: 'scanning' },
        { text: 'Repairing', state: 'waiting' },
        { text: 'Updates are on', state: 'waiting' },
        { text: 'Not read', state: 'waiting' },
      ],
    });
    await advance(LIMITS.scanAnimationMs / 4);
    await advance(LIMITS.scanAnimationMs / 4);
    await advance(LIMITS.scanAnimationMs / 4);
    expect(view()).toMatchObject({
      runningText: '4/4 Not read',
      done: 3,
      rows: [
        { text: 'Supported', state: 'passed' },
        { text: 'Repairing', state: 'failed' },
        { text: 'Updates are off', state: 'failed' },
        { text: 'Not read', state: 'scanning' },
      ],
    });
  });

  test('is none where there is nothing to check', async () => {
    result = { ...passing(), securityChecks: [] };
    const { view } = await startHome(ports, { skipsAnimation: false });
    expect(view().phase).toBe('passed');
  });
});
