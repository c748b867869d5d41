import { CHECK_TYPES, type FixActionType } from '@vestibule/contracts';
import { beforeEach, describe, expect, test } from 'vitest';
import { answered, createCheckResult, createFakePorts, type FakePorts, fakeSession } from '../fake-ports.ts';
import { verbOfFix, writeActivity, writeFixes, writeSignIn } from './activity.ts';

let ports: FakePorts;
beforeEach(() => {
  ports = createFakePorts();
  for (const name of ['activity', 'samlLoginActivity', 'logFciAgentInstallation'] as const) {
    ports.onCall(name, () => answered(null, 204));
  }
});

const actor = (session: typeof fakeSession | null = fakeSession) => ({ ports, session, deviceName: 'NADIA' });
const outcome = (fixActionType: FixActionType, result: 'fixed' | 'not-fixed' = 'fixed') =>
  ({ fixActionType, outcome: result }) as const;

describe('the activity log', () => {
  test('[S7.041] is told the verb and the computer, with the session’s token', async () => {
    await writeActivity(actor(), 'deviceManagedServiceEnrolled');
    expect(ports.calls).toEqual([
      {
        name: 'activity',
        input: { body: { verb: 'deviceManagedServiceEnrolled', details: { deviceName: 'NADIA' } }, token: 'token' },
      },
    ]);
  });

  test.each([
    ['AntiVirusInstalled', 'antivirusRemediated'],
    ['AntiVirusRealtimeProtection', 'antivirusRemediated'],
    ['AntiVirusSignaturesUpToDate', 'antivirusRemediated'],
    ['NoActiveInfections', 'antivirusRemediated'],
    ['ScreenSaverState', 'screenSaverRemediated'],
    ['ScreenSaverTimeout', 'screenSaverTimeoutRemediated'],
  ] as const)('[S7.081, S7.082, S7.083] a repaired %s is %s', (type, verb) => {
    expect(verbOfFix(type)).toBe(verb);
  });

  test('[S7.079, S7.084] an installed agent is written, that of fci by its own call as well', async () => {
    await writeFixes(actor(), [outcome('FciAgentRunning'), outcome('RmmAgent')]);
    const verbs = ports.calls.filter(({ name }) => name === 'activity').map(({ input }) => JSON.stringify(input));
    expect(verbs[0]).toContain('fciAgentInstalled');
    expect(verbs[1]).toContain('rmmAgentInstalled');
    expect(ports.calls.at(-1)).toEqual({
      name: 'logFciAgentInstallation',
      input: { body: { deviceName: 'NADIA' } },
    });
  });

  test('is told each verb once, and nothing of what was not repaired or has no verb', async () => {
    await writeFixes(actor(), [
      outcome('AntiVirusRealtimeProtection'),
      outcome('AntiVirusSignaturesUpToDate'),
      outcome('FirewallEnable'),
      outcome('ScreenSaverState', 'not-fixed'),
      outcome('FciAgentRunning', 'not-fixed'),
    ]);
    expect(ports.calls.map(({ name }) => name)).toEqual(['activity']);
  });

  test('has a verb, or knowingly none, for every check', () => {
    expect(CHECK_TYPES.filter((type) => verbOfFix(type) !== null)).toHaveLength(9);
  });

  test('[S7.057, S7.085] is told the verdict of a sign-in that is posted', async () => {
    const securityChecks = [
      {
        checkType: 'FirewallEnable',
        checkMessage: 'The firewall is on',
        description: '',
        fixAction: null,
        isPassed: true,
        isRequired: true,
        isSigninStopper: false,
        state: 'passed',
      } as const,
    ];
    await writeSignIn(actor(), createCheckResult({ securityChecks }));
    expect(ports.calls[0]).toEqual({
      name: 'samlLoginActivity',
      input: {
        token: 'token',
        body: {
          securityChecks: [{ checkType: 'FirewallEnable', isPassed: true, isRequired: true }],
          deviceOsType: 'linux',
          deviceName: 'NADIA-LT-0427',
          deviceType: 0,
          osVersionCaption: 'Debian GNU/Linux 12',
          clientVersion: '3.6.0',
          model: 'Model',
          manufacturer: 'Maker',
          serialNumber: '',
          deviceLoginName: 'nadia',
        },
      },
    });
    expect(JSON.stringify(ports.calls[1]?.input)).toContain('deviceLoginStateSuccess');
  });

  test('is told nothing without a session of the second version', async () => {
    await writeActivity(actor(null), 'rmmAgentInstalled');
    await writeSignIn(actor(null), createCheckResult());
    expect(ports.calls).toEqual([]);
  });
});
