import { syntheticFacts } from '@vestibule/checks';
import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { createReport } from './fake-report.ts';
import { policySchema } from './policy-schema.ts';

const now = new Date('2026-11-21T09:00:00Z');

/** The specification's list, section 3, but for `KnownDevice`, which no computer says of itself. */
const SPECIFIED = [
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
  ['S3.019', 'ManagedDevice'],
  ['S3.020', 'RmmAgent'],
] as const;

test.each(SPECIFIED)('[%s] a policy that requires %s stops a computer on which it fails, by that name', (_, type) => {
  const policy = policySchema.parse({
    version: 1,
    workplaceAccessPolicy: 'Strict',
    checks: { [type]: { severity: 'required' } },
  });
  const judge = (bad: readonly (typeof type)[]) => {
    const facts = syntheticFacts({ system: 'linux', bad: [...bad], unread: [] }, () => ({}), now);
    const { blocking, securityChecks } = evaluate({ report: createReport(facts), policy, now });
    return { blocking, checks: securityChecks.map(({ checkType, isPassed }) => [checkType, isPassed]) };
  };
  expect(judge([])).toEqual({ blocking: [], checks: [[type, true]] });
  expect(judge([type])).toEqual({ blocking: [type], checks: [[type, false]] });
});
