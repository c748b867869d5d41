import type { CheckType } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { CHECK_DEFINITIONS } from './check-definitions.ts';
import { FACT_READERS } from './fact-readers.ts';
import { judgeReading } from './judge-reading.ts';
import { syntheticFacts } from './synthetic-facts.ts';

const now = new Date('2026-11-21T09:00:00Z');

/** The specification's list, section 3: what a computer is read for. `KnownDevice` is the server's own. */
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

test.each(SPECIFIED)('[%s] %s is read on each system, passes on a good computer and fails on a bad one', (_, type) => {
  const definition = CHECK_DEFINITIONS[type];
  for (const system of ['windows', 'macos', 'linux'] as const) {
    const readers = FACT_READERS.filter(
      ({ facts, operatingSystem }) => facts === definition.facts && operatingSystem === system,
    );
    expect([system, readers.length]).toEqual([system, 1]);
    const judge = (bad: readonly CheckType[]) => {
      const facts = syntheticFacts({ system, bad: [...bad], unread: [] }, () => ({}), now);
      return judgeReading(definition, facts[definition.facts], {}, { operatingSystem: system, now }).state;
    };
    expect([system, judge([]), judge([type])]).toEqual([system, 'passed', 'failed']);
  }
});
