import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsePolicy } from './parse-policy.ts';
import { policySchema } from './policy-schema.ts';
import { enforcesNoLess, isEnforcedFor, ticketOf, type Visit } from './scope.ts';

const mara: Visit = {
  personId: 'b2b7d6de-6b1c-4c3e-9e0f-2d1f3a4b5c6d',
  groups: ['Sales', 'Pilot'],
  applicationName: 'Mail',
};
const policyWith = (enforceFor?: Readonly<Record<string, unknown>>) =>
  policySchema.parse({ version: 1, workplaceAccessPolicy: 'Strict', enforceFor, checks: {} });

test('a policy that names no one is for everybody', () => {
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

test('tickets are spread evenly over people', () => {
  const tickets = Array.from({ length: 10_000 }, (_, index) => ticketOf(`person-${index}`));
  const share = tickets.filter((ticket) => ticket < 20).length / tickets.length;
  expect(share).toBeGreaterThan(0.18);
  expect(share).toBeLessThan(0.22);
});

test('a scope that names no one is a mistake, said with line and column', () => {
  const parsed = parsePolicy('version: 1\nworkplaceAccessPolicy: Strict\nenforceFor: {}\nchecks: {}\n');
  expect(parsed).toMatchObject({ ok: false, problems: [{ line: 3, column: 1 }] });
  if (!parsed.ok) expect(parsed.problems[0]?.message).toContain('names no one');
});

const names = (...all: string[]) => fc.option(fc.subarray(all, { minLength: 1 }), { nil: undefined });
const someScope = fc
  .record({
    groups: names('Pilot', 'pilot ', 'Sales', 'Staff'),
    percentage: fc.option(fc.constantFrom(0, 1, 50, 99, 100), { nil: undefined }),
    applications: names('Mail', 'mail', 'Payroll'),
  })
  .map((scope) => (Object.values(scope).every((value) => value === undefined) ? undefined : scope));
/** Everyone there can be, as far as these scopes tell them apart, on the way to each application. */
const PEOPLE = [0, 1, 49, 50, 98, 99].map((ticket) => {
  for (let tried = 0; ; tried += 1) if (ticketOf(`person-${tried}`) === ticket) return `person-${tried}`;
});
const EVERY_VISIT: readonly Visit[] = PEOPLE.flatMap((personId) =>
  [[], ['Pilot'], ['Sales'], ['Staff'], ['Pilot', 'Staff'], ['Others']].flatMap((groups) =>
    ['Mail', 'Payroll', 'Wiki'].map((applicationName) => ({ personId, groups, applicationName })),
  ),
);

test('a scope enforces no less than another where no one, on the way to nowhere, falls out of it', () => {
  fc.assert(
    fc.property(someScope, someScope, (wider, narrower) => {
      const falls = EVERY_VISIT.some(
        (visit) => isEnforcedFor(policyWith(narrower), visit) && !isEnforcedFor(policyWith(wider), visit),
      );
      // A share of nought holds no one: what follows it may be anything, but is not known by its names.
      if (narrower?.percentage === 0) expect(enforcesNoLess(wider, narrower) && falls).toBe(false);
      else expect(enforcesNoLess(wider, narrower)).toBe(!falls);
    }),
    { numRuns: 3000 },
  );
});
