import { CHECK_TYPES } from '@vestibule/contracts';
import { type PlainCheckPolicy, variantsOf } from './policy-for.ts';
import type { CheckPolicy, Policy } from './policy-schema.ts';

const DAY_MS = 86_400_000;
const LONG_AGO = '1970-01-01';

/**
 * The policy as it will hold from a moment on, with nothing left to come: start dates, days of grace and exemptions that
 * are over by then are gone. With it a report of today can be judged as of that day.
 */
export function policyAt(policy: Policy, moment: Date): Policy {
  const checks = Object.fromEntries(
    CHECK_TYPES.flatMap((type) => {
      const check = policy.checks[type];
      return check === undefined ? [] : [[type, checkAt(check, moment)]];
    }),
  );
  return { ...policy, checks };
}

function checkAt({ startDate, ...check }: CheckPolicy, moment: Date): CheckPolicy {
  const isInForce = startDate === undefined || enforcedAt(startDate, check.graceDays) <= moment.getTime();
  return {
    ...check,
    ...(isInForce ? { graceDays: 0 } : { startDate }),
    exemptions: check.exemptions.filter(({ until }) => Date.parse(until) + DAY_MS > moment.getTime()),
    ...(check.for === undefined ? {} : { for: check.for.map((entry) => entryAt(entry, moment)) }),
  };
}

/** What holds by then has held for ever: without a date, the one it replaces would come back. */
function entryAt<Entry extends NonNullable<CheckPolicy['for']>[number]>(entry: Entry, moment: Date): Entry {
  const { startDate, graceDays = 0 } = entry;
  const isInForce = startDate !== undefined && enforcedAt(startDate, graceDays) <= moment.getTime();
  return isInForce ? { ...entry, startDate: LONG_AGO, graceDays: 0 } : entry;
}

/** The last day on which something of this policy's roll-out begins to hold; null: all of it holds at that moment. */
export function lastRollOutDay(policy: Policy, after: Date): Date | null {
  const days = CHECK_TYPES.flatMap((type) => {
    const check = policy.checks[type];
    if (check === undefined || check.reportOnly) return [];
    const variants = variantsOf(check).map((variant) => variant.check);
    if (!variants.some(holds)) return [];
    const begins = variants.flatMap(({ startDate, graceDays }) =>
      startDate === undefined ? [] : [enforcedAt(startDate, graceDays)],
    );
    return [...begins, ...check.exemptions.map(({ until }) => Date.parse(until) + DAY_MS)];
  }).filter((day) => day > after.getTime());
  return days.length === 0 ? null : new Date(Math.max(...days));
}

function enforcedAt(startDate: string, graceDays: number): number {
  return Date.parse(startDate) + graceDays * DAY_MS;
}

function holds({ severity }: PlainCheckPolicy): boolean {
  return severity === 'required' || severity === 'sign-in-stopper';
}
