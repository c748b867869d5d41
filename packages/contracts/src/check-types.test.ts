import { describe, expect, test } from 'vitest';
import { securityCheckSchema } from './check-result.ts';
import { CHECK_TYPES, FURTHER_CHECK_TYPES, SPECIFIED_CHECK_TYPES } from './check-types.ts';

/** The specification's list, section 3, each with its statement. */
const KNOWN = [
  ['S3.005', 'NoActiveInfections'],
  ['S3.006', 'OsAutoUpdateEnable'],
  ['S3.007', 'PasswordSet'],
  ['S3.008', 'ScreenSaverPasswordProtected'],
  ['S3.009', 'ScreenSaverState'],
  ['S3.010', 'ScreenSaverTimeout'],
  ['S3.011', 'AntiVirusInstalled'],
  ['S3.012', 'AntiVirusRealtimeProtection'],
  ['S3.013', 'AntiVirusSignaturesUpToDate'],
  ['S3.014', 'DeviceEncrypted'],
  ['S3.015', 'FirewallEnable'],
  ['S3.016', 'FciAgentRunning'],
  ['S3.017', 'OSSupported'],
  ['S3.018', 'KnownDevice'],
  ['S3.019', 'ManagedDevice'],
  ['S3.020', 'RmmAgent'],
] as const;

const named = (checkType: string) => ({
  checkType,
  checkMessage: '',
  description: '',
  fixAction: null,
  isPassed: true,
  isRequired: true,
  isSigninStopper: false,
  state: 'passed',
});

describe('check names', () => {
  test.each(KNOWN)('[%s] %s is known', (_, name) => {
    expect(CHECK_TYPES).toContain(name);
    expect(securityCheckSchema.safeParse(named(name)).success).toBe(true);
  });

  test('are these sixteen, each once, and no others', () => {
    expect([...SPECIFIED_CHECK_TYPES].toSorted()).toEqual(KNOWN.map(([, name]) => name).toSorted());
  });

  test('come before those that the specification does not name', () => {
    expect(CHECK_TYPES).toEqual([...SPECIFIED_CHECK_TYPES, ...FURTHER_CHECK_TYPES]);
    expect(new Set(CHECK_TYPES).size).toBe(CHECK_TYPES.length);
  });

  test.each(['', 'Firewall', 'firewallEnable', 'toString', 'FirewallEnable '])('%j is not one', (name) => {
    expect(securityCheckSchema.safeParse(named(name)).success).toBe(false);
  });
});
