import { expect, test } from 'vitest';
import { type CheckPolicy, policySchema } from './policy-schema.ts';
import { standingOf, type Whose } from './roll-out.ts';

const DEVICE = 'abcdefab-cdef-4abc-8def-abcdefabcdef';
const reason = { why: 'Repair', approvedBy: 'Tomas Merk' };
const mara: Whose = { login: 'mara', deviceId: DEVICE };
const noon = new Date('2026-11-21T12:00:00Z');
const holds = { isRequired: true, isSigninStopper: false };
const recommended = { isRequired: false, isSigninStopper: false };

function checkOf(rule: Readonly<Record<string, unknown>>): CheckPolicy {
  const { checks } = policySchema.parse({
    version: 1,
    workplaceAccessPolicy: 'Strict',
    checks: { FirewallEnable: { severity: 'required', ...rule } },
  });
  if (checks.FirewallEnable === undefined) throw new Error('The check was left out.');
  return checks.FirewallEnable;
}

test('a check begins to hold with the first moment of its day, and an exemption ends with the last of its own', () => {
  const moments = (day: string) => [new Date(Date.parse(day) - 1), new Date(day)] as const;
  for (const [rule, day] of [
    [{ startDate: '2026-11-22' }, '2026-11-22'],
    [{ startDate: '2026-11-20', graceDays: 2 }, '2026-11-22'],
    [{ exemptions: [{ login: 'mara', until: '2026-11-21', ...reason }] }, '2026-11-22'],
  ] as const) {
    const [before, after] = moments(day);
    expect(standingOf(checkOf(rule), mara, before)).toEqual({ ...recommended, deadline: day });
    expect(standingOf(checkOf(rule), mara, after)).toEqual(holds);
  }
});

test('of several reasons to wait, the one that lasts longest is the deadline', () => {
  const exemptions = ['2026-11-25', '2026-11-30', '2026-11-20'].map((until) => ({ login: 'mara', until, ...reason }));
  expect(standingOf(checkOf({ exemptions }), mara, noon).deadline).toBe('2026-12-01');
  expect(standingOf(checkOf({ exemptions, startDate: '2026-11-23' }), mara, noon).deadline).toBe('2026-12-01');
  expect(standingOf(checkOf({ exemptions, startDate: '2026-12-05' }), mara, noon).deadline).toBe('2026-12-05');
  expect(standingOf(checkOf({ exemptions, startDate: '2026-11-01' }), mara, noon).deadline).toBe('2026-12-01');
});

test('an exemption of a device is for that device however its id is spelled, and for no other', () => {
  const exemptionOf = (deviceId: string) => checkOf({ exemptions: [{ deviceId, until: '2026-11-30', ...reason }] });
  for (const [inPolicy, known] of [
    [DEVICE.toUpperCase(), DEVICE],
    [DEVICE, DEVICE.toUpperCase()],
  ] as const) {
    expect(standingOf(exemptionOf(inPolicy), { login: undefined, deviceId: known }, noon)).toMatchObject(recommended);
  }
  const other = { login: 'mara', deviceId: DEVICE.replace('a', 'b') };
  expect(standingOf(exemptionOf(DEVICE), other, noon)).toEqual(holds);
});

test('a check that is off stops no one', () => {
  expect(standingOf(checkOf({ severity: 'off' }), mara, noon)).toEqual(recommended);
});
