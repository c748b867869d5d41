import { OPERATING_SYSTEMS } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from './evaluate.ts';
import { createReport, fact } from './fake-report.ts';
import { parsePolicy } from './parse-policy.ts';
import { lastRollOutDay, policyAt } from './policy-at.ts';
import { isOff, policyFor, type Subject } from './policy-for.ts';
import { type Policy, policySchema } from './policy-schema.ts';
import { modelOf, type WrittenCheck } from './testing/policy-for-model.ts';

const today = new Date('2026-11-21T12:00:00Z');
const TYPE = 'ScreenSaverTimeout';

function policyWith(rule: object): Policy {
  return policySchema.parse({ version: 1, workplaceAccessPolicy: 'Strict', checks: { [TYPE]: rule } });
}

const subject = (more: Partial<Subject> = {}): Subject => ({
  operatingSystem: 'linux',
  groups: [],
  applicationName: null,
  ...more,
});
const ruleFor = (rule: object, more: Partial<Subject> = {}) =>
  policyFor(policyWith(rule), subject(more)).checks.ScreenSaverTimeout;

const severities = fc.constantFrom('off', 'recommended', 'required', 'sign-in-stopper');
const days = fc.constantFrom('2026-01-01', '2026-11-21', '2026-12-24', '2027-06-01');
const groups = fc.subarray(['Sales', 'Pilot', 'nights']);
const applications = fc.subarray(['Mail', 'Payroll']);
const said = fc.record(
  {
    severity: severities,
    unknown: fc.constantFrom('allow', 'block'),
    parameters: fc.record({ maximumSeconds: fc.integer({ min: 60, max: 3600 }) }),
    dates: fc.record({ startDate: days, graceDays: fc.integer({ min: 0, max: 9 }) }, { requiredKeys: ['startDate'] }),
  },
  { requiredKeys: [] },
);
const entry = fc
  .tuple(said, fc.record({ systems: fc.subarray([...OPERATING_SYSTEMS]), groups, applications }, { requiredKeys: [] }))
  .map(([{ dates, ...rest }, conditions]) => ({
    ...rest,
    ...dates,
    ...Object.fromEntries(Object.entries(conditions).filter(([, list]) => list.length > 0)),
  }));
const written: fc.Arbitrary<WrittenCheck> = fc
  .tuple(severities, said, fc.array(entry, { maxLength: 5 }))
  .map(([severity, { dates, ...rest }, entries]) => ({ ...rest, ...dates, severity, for: entries }));
const subjects = fc.record({
  operatingSystem: fc.constantFrom(...OPERATING_SYSTEMS),
  groups: fc.subarray(['sales', ' PILOT', 'europe']),
  applicationName: fc.constantFrom(null, 'mail', 'Payroll', 'Wiki'),
});

test('what holds for one person, on one system and one way, is what reading the file backwards says', () => {
  let seen = 0;
  fc.assert(
    fc.property(written, subjects, (check, whose) => {
      const { for: entries, ...rest } = check;
      const parsed = policySchema.safeParse({
        version: 1,
        workplaceAccessPolicy: 'Strict',
        checks: { [TYPE]: entries.length === 0 ? rest : check },
      });
      if (!parsed.success) return;
      seen += 1;
      const { severity, startDate, graceDays, unknown, parameters } =
        policyFor(parsed.data, whose).checks.ScreenSaverTimeout ?? {};
      expect({ severity, startDate, graceDays, unknown, parameters }).toEqual(modelOf(check, whose));
    }),
    { numRuns: propertyRuns(3000) },
  );
  expect(seen).toBeGreaterThan(propertyRuns(3000) / 10);
});

test('a later entry wins over an earlier one, and over the check; what it leaves out stays', () => {
  const rule = {
    severity: 'required',
    unknown: 'block',
    parameters: { maximumSeconds: 600 },
    for: [
      { systems: ['linux'], severity: 'recommended', unknown: 'allow' },
      { groups: ['sales'], parameters: { maximumSeconds: 300 } },
      { applications: ['Payroll'], severity: 'sign-in-stopper' },
    ],
  };
  expect(ruleFor(rule, { operatingSystem: 'windows' })).toMatchObject({ severity: 'required', unknown: 'block' });
  expect(ruleFor(rule)).toMatchObject({ severity: 'recommended', unknown: 'allow' });
  expect(ruleFor(rule, { groups: ['Sales'], applicationName: 'payroll' })).toMatchObject({
    severity: 'sign-in-stopper',
    unknown: 'allow',
    parameters: { maximumSeconds: 300 },
  });
});

test('all that an entry names has to fit; on the status page none for applications does', () => {
  const rule = { severity: 'off', for: [{ groups: ['Sales'], applications: ['Mail'], severity: 'required' }] };
  expect(ruleFor(rule, { groups: ['Sales'], applicationName: 'Mail' })?.severity).toBe('required');
  expect(ruleFor(rule, { groups: ['Sales'] })?.severity).toBe('off');
  expect(ruleFor(rule, { applicationName: 'Mail' })?.severity).toBe('off');
});

test('a policy without entries is what it was, and says the same for everybody', () => {
  const policy = policyWith({ severity: 'required', startDate: '2027-01-01', graceDays: 3 });
  expect(policyFor(policy, subject({ groups: ['Sales'], applicationName: 'Mail' }))).toEqual(policy);
});

test('report only, which the brake sets, holds for everybody whatever an entry says', () => {
  const rule = { severity: 'off', reportOnly: true, for: [{ groups: ['Sales'], severity: 'sign-in-stopper' }] };
  const verdict = evaluate({
    report: createReport({
      screenLock: fact({ desktop: 'GNOME', idleSeconds: null, asksPassword: true, graceSeconds: 0 }),
    }),
    policy: policyWith(rule),
    now: today,
    visit: { groups: ['Sales'], applicationName: null },
  });
  expect(verdict.securityChecks).toHaveLength(1);
  expect(verdict.blocking).toEqual([]);
});

describe('dates', () => {
  const late = createReport({
    screenLock: fact({ desktop: 'GNOME', idleSeconds: 3000, asksPassword: true, graceSeconds: 0, managedSettings: [] }),
  });
  const blocks = (policy: Policy, groupsOf: readonly string[] = []) =>
    evaluate({ report: late, policy, now: today, visit: { groups: groupsOf, applicationName: null } }).blocking.length >
    0;

  test('of an entry that holds already do not give way to a later one of the check, on no day that is asked about', () => {
    const policy = policyWith({
      severity: 'required',
      startDate: '2027-03-01',
      for: [{ groups: ['Sales'], startDate: '2026-11-20' }],
    });
    for (const moment of [today, new Date('2026-12-24T00:00:00Z')]) {
      const then = policyAt(policy, moment);
      expect([blocks(then, ['Sales']), blocks(then)]).toEqual([true, false]);
    }
    expect(blocks(policyAt(policy, new Date('2027-03-01T00:00:00Z')))).toBe(true);
  });

  test('of an entry that holds on the day asked about hold for a report of before as well', () => {
    const policy = policyWith({
      severity: 'off',
      for: [{ groups: ['Sales'], severity: 'required', startDate: '2026-11-20' }],
    });
    const visit = { groups: ['Sales'], applicationName: null };
    const before = new Date('2026-11-10T00:00:00Z');
    const { blocking } = evaluate({ report: late, policy: policyAt(policy, today), now: before, visit });
    expect(blocking).toEqual([TYPE]);
    expect(evaluate({ report: late, policy: policyAt(policy, before), now: before, visit }).blocking).toEqual([]);
  });

  test('the last day counts those of entries, and no entry that holds no one', () => {
    const coming = { groups: ['Sales'], severity: 'required', startDate: '2026-12-01', graceDays: 2 };
    expect(lastRollOutDay(policyWith({ severity: 'off', for: [coming] }), today)).toEqual(
      new Date('2026-12-03T00:00:00Z'),
    );
    const recommended = { ...coming, severity: 'recommended' };
    expect(lastRollOutDay(policyWith({ severity: 'off', for: [recommended] }), today)).toBeNull();
  });
});

test('a check is off when it is off for everybody', () => {
  const policy = policyWith({ severity: 'off', for: [{ groups: ['Sales'], severity: 'required' }] });
  expect(isOff(policy.checks.ScreenSaverTimeout)).toBe(false);
  expect(isOff(policyWith({ severity: 'off', for: [{ groups: ['x'], unknown: 'block' }] }).checks[TYPE])).toBe(true);
});

test.each([
  ['{ severity: required, for: [] }', 'for'],
  ['{ severity: required, for: [{ severity: off }] }', 'names no one'],
  ['{ severity: required, for: [{ groups: [Sales] }] }', 'says nothing'],
  ['{ severity: required, for: [{ groups: [Sales], graceDays: 3 }] }', 'startDate'],
  ['{ severity: required, for: [{ systems: [beos], severity: off }] }', 'systems'],
  ['{ severity: required, for: [{ group: Sales, severity: off }] }', 'groups'],
  ['{ severity: required, for: [{ groups: [Sales], exemptions: [] }] }', 'exemptions'],
  ['{ severity: required, for: [{ groups: [Sales], parameters: { seconds: 3 } }] }', 'maximumSeconds'],
])('%s is a mistake that is said with its line', (rule, words) => {
  const parsed = parsePolicy(`version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  ${TYPE}: ${rule}\n`);
  expect(parsed.ok || parsed.problems.map(({ line }) => line)).toEqual(expect.arrayContaining([4]));
  if (!parsed.ok) expect(parsed.problems.map(({ message }) => message).join(' ')).toContain(words);
});
