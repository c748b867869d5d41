import { CHECK_TYPES } from '@vestibule/contracts';
import type { CheckPolicy, Policy } from './policy-schema.ts';

const DAY_MS = 86_400_000;

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
  };
}

/** The last day on which something of this policy's roll-out begins to hold; null: all of it holds at that moment. */
export function lastRollOutDay(policy: Policy, after: Date): Date | null {
  const days = CHECK_TYPES.flatMap((type) => {
    const check = policy.checks[type];
    if (check === undefined || check.reportOnly || !holds(check)) return [];
    const begins = check.startDate === undefined ? [] : [enforcedAt(check.startDate, check.graceDays)];
    return [...begins, ...check.exemptions.map(({ until }) => Date.parse(until) + DAY_MS)];
  }).filter((day) => day > after.getTime());
  return days.length === 0 ? null : new Date(Math.max(...days));
}

function enforcedAt(startDate: string, graceDays: number): number {
  return Date.parse(startDate) + graceDays * DAY_MS;
}

function holds({ severity }: CheckPolicy): boolean {
  return severity === 'required' || severity === 'sign-in-stopper';
}
