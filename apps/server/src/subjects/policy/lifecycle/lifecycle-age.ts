import { LIFECYCLE_MAXIMUM_AGE_DAYS, tooOldFrom } from '@vestibule/checks';
import { type Policy, variantsOf } from '@vestibule/policy';
import type { LoadedLifecycle } from '../../../context/lifecycle-memory.ts';

const DAY_MS = 86_400_000;
/** It is said so long before. */
const WARN_DAYS = 60;
/** What mends it. */
const HOW_TO_UPDATE =
  'Take newer data: vestibule lifecycle update FILE (docs/administration.md), or a newer version of the server.';

/** The smallest age that a rule of the policy names; null: the check is off, so the data judges nothing. */
export function maximumAgeUnder({ checks }: Pick<Policy, 'checks'>): number | null {
  const check = checks.OSSupported;
  if (check === undefined) return null;
  const ages = variantsOf(check)
    .filter((variant) => variant.check.severity !== 'off')
    .map(({ check: { parameters } }) => parameters['maximumDataAgeDays'] ?? LIFECYCLE_MAXIMUM_AGE_DAYS);
  return ages.length === 0 ? null : Math.min(...ages.map(Number));
}

/** What someone should know of the data, in sentences, the most urgent first. */
export function warnOfAge(
  { data, unused }: LoadedLifecycle,
  now: Date,
  maximumAgeDays = LIFECYCLE_MAXIMUM_AGE_DAYS,
): string[] {
  const from = tooOldFrom(data, maximumAgeDays);
  const today = now.toISOString().slice(0, 10);
  const soon = new Date(now.getTime() + WARN_DAYS * DAY_MS).toISOString().slice(0, 10);
  const what = `What is known of ends of support is of ${data.asOf}`;
  return [
    ...(today >= from
      ? [
          `${what} and too old since ${from}: the check OSSupported cannot tell who still gets updates. ${HOW_TO_UPDATE}`,
        ]
      : soon >= from
        ? [`${what} and too old from ${from} on: the check OSSupported cannot tell then. ${HOW_TO_UPDATE}`]
        : []),
    ...(unused === null ? [] : [unused]),
  ];
}
