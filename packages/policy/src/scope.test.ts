import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePolicy } from './parse-policy.ts';
import { policySchema } from './policy-schema.ts';
import { furtherReach, isEnforcedFor, ticketOf, type Visit } from './scope.ts';

const mara: Visit = {
  personId: 'b2b7d6de-6b1c-4c3e-9e0f-2d1f3a4b5c6d',
  groups: ['Sales', 'Pilot'],
  applicationName: 'Mail',
};
const policyWith = (enforceFor?: Readonly<Record<string, unknown>>) =>
  policySchema.parse({ version: 1, workplaceAccessPolicy: 'Strict', enforceFor, checks: {} });

test('a policy that names nobody is for everybody', () => {
  expect(isEnforcedFor(policyWith(), mara)).toBe(true);
});

test('groups count by name, whatever their case; none of them lets the person through', () => {
  expect(isEnforcedFor(policyWith({ groups: ['pilot '] }), mara)).toBe(true);
  expect(isEnforcedFor(policyWith({ groups: ['Management'] }), mara)).toBe(false);
});

test('an application narrows: alone it is for everybody on the way there, with groups for those of them', () => {
  expect(isEnforcedFor(policyWith({ applications: ['mail'] }), mara)).toBe(true);
  expect(isEnforcedFor(policyWith({ applications: ['Payroll'] }), mara)).toBe(false);
  expect(isEnforcedFor(policyWith({ groups: ['Pilot'], applications: ['Payroll'] }), mara)).toBe(false);
});

test('a percentage draws the same people every time, and who is in stays in when it grows', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 100 }), (personId, percentage) => {
      const visit = { ...mara, personId };
      const isIn = isEnforcedFor(policyWith({ percentage }), visit);
      expect(isIn).toBe(ticketOf(personId) < percentage);
      for (let more = percentage; more <= 100; more += 7) {
        if (isIn) expect(isEnforcedFor(policyWith({ percentage: more }), visit)).toBe(true);
      }
    }),
  );
  expect(isEnforcedFor(policyWith({ percentage: 0 }), mara)).toBe(false);
  expect(isEnforcedFor(policyWith({ percentage: 100 }), mara)).toBe(true);
  expect(isEnforcedFor(policyWith({ percentage: 0, groups: ['Pilot'] }), mara)).toBe(true);
});

test.each([
  ['everywhere after one application', undefined, { applications: ['Mail'] }, true],
  ['one application more', { applications: ['Mail', 'Wiki'] }, { applications: ['Mail'] }, true],
  ['another application', { applications: ['Wiki'] }, { applications: ['Mail'] }, true],
  ['fewer applications', { applications: [' mail'] }, { applications: ['Mail', 'Wiki'] }, false],
  ['one application after everywhere', { applications: ['Mail'] }, undefined, false],
  ['every application there is, by name', undefined, { applications: ['WIKI', 'Mail'] }, false],
  ['an application that there is not', { applications: ['Mail', 'Post'] }, { applications: ['Mail'] }, false],
  ['everybody after a group of theirs', undefined, { groups: ['Pilot'] }, false],
  ['everybody after a group of others', undefined, { groups: ['Management'] }, true],
  ['a group of others after everywhere', { groups: ['Management'] }, { applications: ['Wiki'] }, false],
  ['a hundred after none', { percentage: 100 }, { percentage: 0 }, true],
  ['the same', { percentage: 100 }, { percentage: 100 }, false],
])('%s: whether that reaches somebody further', (_name, after, before, isFurther) => {
  const { applicationName: _, ...person } = mara;
  expect(furtherReach(policyWith(after), policyWith(before), ['Mail', 'Wiki'])(person)).toBe(isFurther);
});

test('who is reached further goes to an application at which only the later policy stops them', () => {
  const names = ['Mail', 'Wiki', 'Payroll'];
  const lists = fc.option(fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }), { nil: undefined });
  const groups = fc.option(fc.uniqueArray(fc.constantFrom('Pilot', 'Management'), { minLength: 1 }), {
    nil: undefined,
  });
  const percentage = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
  const scopes = fc
    .record({ applications: lists, groups, percentage })
    .map((scope) => policyWith(Object.values(scope).every((value) => value === undefined) ? undefined : scope));
  fc.assert(
    fc.property(scopes, scopes, fc.uuid(), (after, before, personId) => {
      const person = { personId, groups: mara.groups };
      const isSomewhere = names.some((applicationName) => {
        const visit = { ...person, applicationName };
        return isEnforcedFor(after, visit) && !isEnforcedFor(before, visit);
      });
      expect(furtherReach(after, before, names)(person)).toBe(isSomewhere);
    }),
  );
});

test('tickets are spread evenly over people', () => {
  const tickets = Array.from({ length: 10_000 }, (_, index) => ticketOf(`person-${index}`));
  const share = tickets.filter((ticket) => ticket < 20).length / tickets.length;
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.22);
});

test('a scope that names nobody is a mistake, said with line and column', () => {
  const parsed = parsePolicy('version: 1\nworkplaceAccessPolicy: Strict\nenforceFor: {}\nchecks: {}\n');
  expect(parsed).toMatchObject({ ok: false, problems: [{ line: 3, column: 1 }] });
  if (!parsed.ok) expect(parsed.problems[0]?.message).toContain('names nobody');
});
