import { expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { createReport, fact } from './fake-report.ts';
import { lastRollOutDay, policyAt } from './policy-at.ts';
import { type Policy, policySchema } from './policy-schema.ts';

const today = new Date('2026-11-21T12:00:00Z');
const firewallOff = createReport({ firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) });
const exempt = { until: '2026-12-10', why: 'Repair', approvedBy: 'Tomas Merk' };

function policyWith(rule: Readonly<Record<string, unknown>>): Policy {
  return policySchema.parse({
    version: 1,
    workplaceAccessPolicy: 'Strict',
    checks: { FirewallEnable: { severity: 'required', ...rule } },
  });
}

const blocksToday = (policy: Policy) =>
  evaluate({ report: firewallOff, policy, now: today, login: 'mara' }).blocking.length > 0;

test('a check that begins to hold later holds in the policy of that day, and not in that of the day before', () => {
  const policy = policyWith({ startDate: '2026-12-01', graceDays: 3 });
  expect(blocksToday(policy)).toBe(false);
  expect(lastRollOutDay(policy, today)).toEqual(new Date('2026-12-04T00:00:00Z'));
  expect(blocksToday(policyAt(policy, new Date('2026-12-03T23:59:59Z')))).toBe(false);
  expect(blocksToday(policyAt(policy, new Date('2026-12-04T00:00:00Z')))).toBe(true);
});

test('an exemption that is over by then exempts no one then', () => {
  const policy = policyWith({ exemptions: [{ login: 'mara', ...exempt }] });
  expect(blocksToday(policy)).toBe(false);
  expect(lastRollOutDay(policy, today)).toEqual(new Date('2026-12-11T00:00:00Z'));
  expect(blocksToday(policyAt(policy, new Date('2026-12-10T12:00:00Z')))).toBe(false);
  expect(blocksToday(policyAt(policy, new Date('2026-12-11T00:00:00Z')))).toBe(true);
});

test('what is only reported, only recommended or long in force has nothing to come', () => {
  for (const rule of [
    { reportOnly: true, startDate: '2026-12-01' },
    { severity: 'recommended', startDate: '2026-12-01' },
    { startDate: '2026-11-01', graceDays: 5 },
    {},
  ]) {
    expect(lastRollOutDay(policyWith(rule), today)).toBeNull();
  }
});
