import { CHECK_TYPES } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { datesAhead } from './dates-ahead.ts';
import { evaluate } from './evaluate.ts';
import { createReport, fact } from './fake-report.ts';
import { policySchema } from './policy-schema.ts';

const DAY_MS = 86_400_000;
const now = new Date('2026-11-21T09:00:00Z');
const dayIn = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const moment = fc
  .integer({ min: -60 * 24, max: 60 * 24 })
  .map((hours) => new Date(now.getTime() + hours * 3_600_000).toISOString());
const day = fc.integer({ min: -20, max: 60 }).map(dayIn);

const check = fc
  .record(
    {
      severity: fc.constantFrom('recommended', 'required', 'sign-in-stopper'),
      startDate: day,
      graceDays: fc.nat(20),
      unknown: fc.constantFrom('allow', 'block'),
      exemptions: fc.array(
        day.map((until) => ({ login: 'nadia', until, why: 'test', approvedBy: 'test' })),
        { maxLength: 2 },
      ),
      for: fc.array(
        day.map((startDate) => ({ groups: ['Sales'], severity: 'required', startDate })),
        { minLength: 1, maxLength: 1 },
      ),
    },
    { requiredKeys: ['severity'] },
  )
  .map((made) => ('startDate' in made ? made : { ...made, graceDays: 0 }));

const facts = fc.record({
  antivirus: fc
    .record({ definitionsFrom: fc.option(moment), id: fc.constantFrom('defender', 'xprotect') })
    .map(({ id, definitionsFrom }) =>
      fact({
        products: [{ id, name: id, isRunning: true, isRealtimeOn: true, areDefinitionsCurrent: null, definitionsFrom }],
      }),
    ),
  automaticUpdates: fc
    .record({ lastAt: fc.option(moment), onSince: moment, everyDays: fc.nat(7) })
    .map((updates) => fact({ state: 'on', mechanism: 'unattended-upgrades', ...updates })),
  operatingSystem: fc
    .record({ version: fc.constantFrom('24.04', '20.04', '25.10', '99.04'), supportEnd: day })
    .map(({ version, supportEnd }) => fact({ family: 'linux', id: 'ubuntu', version, name: 'Ubuntu', supportEnd })),
  firewall: fc.boolean().map((isOn) => fact({ isOn, manager: 'ufw', gaps: [] })),
});

test('between two of the dates nothing changes, whatever is asked, reported and exempted', () => {
  fc.assert(
    fc.property(
      facts,
      fc.record({
        FirewallEnable: check,
        AntiVirusSignaturesUpToDate: check,
        OsAutoUpdateEnable: check,
        OSSupported: check,
      }),
      fc.boolean(),
      (changes, checks, isInSales) => {
        const input = {
          report: createReport(changes),
          policy: policySchema.parse({ version: 1, workplaceAccessPolicy: 'Strict', checks }),
          login: 'nadia',
          visit: { groups: isInSales ? ['Sales'] : [], applicationName: null },
          lifecycle: {
            format: 1 as const,
            version: 1,
            asOf: dayIn(-350),
            sources: ['test'],
            releases: [
              { system: 'ubuntu', version: '24.04', until: dayIn(12), paidUntil: dayIn(40) },
              { system: 'ubuntu', version: '25.10', until: dayIn(-3) },
              { system: 'ubuntu', version: '20.04', until: null },
            ],
          },
        };
        const standsAt = (then: Date) => {
          const { securityChecks, blocking } = evaluate({ ...input, now: then });
          return JSON.stringify([
            blocking,
            securityChecks.map(({ state, deadline, isRequired }) => [state, deadline, isRequired]),
          ]);
        };
        const dates = datesAhead({ ...input, now });
        expect(dates.every((date) => date > now)).toBe(true);
        // The plain way: look every four hours for 70 days.
        for (let hours = 4; hours < 70 * 24; hours += 4) {
          const [before, then] = [hours - 4, hours].map((hour) => new Date(now.getTime() + hour * 3_600_000 + 60_000));
          if (before === undefined || then === undefined || standsAt(before) === standsAt(then)) continue;
          expect(dates.some((date) => date > before && date <= then)).toBe(true);
        }
      },
    ),
    { numRuns: propertyRuns(50) },
  );
});

test('there are none where nothing goes by time', () => {
  const checks = Object.fromEntries(CHECK_TYPES.map((type) => [type, { severity: 'required' }]));
  const policy = policySchema.parse({
    version: 1,
    workplaceAccessPolicy: 'Strict',
    checks: { ...checks, OSSupported: { severity: 'off' } },
  });
  expect(datesAhead({ report: createReport(), policy, now })).toEqual([]);
});
