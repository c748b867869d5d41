import type { Lifecycle } from './lifecycle.ts';

const DAY_MS = 86_400_000;
/** How old the data may be where a policy does not say. */
export const LIFECYCLE_MAXIMUM_AGE_DAYS = 365;

/** Days are those of UTC, and clocks differ: it may be tomorrow already where the data was written. */
const AHEAD_MS = DAY_MS;

/** Whether data says that it was true on a day that is still to come: it would prove support for too long. */
export function isFromFuture({ asOf }: Pick<Lifecycle, 'asOf'>, now: Date): boolean {
  return asOf > dayOf(now.getTime() + AHEAD_MS);
}

/**
 * Which data judges at a moment: the newer one of what a version of the product knows itself, and of what was taken
 * afterwards. What is taken never makes it older, and a product that is brought up to date never waits for it.
 */
export function lifecycleAt(builtIn: Lifecycle, taken: Lifecycle | null, now: Date): Lifecycle {
  return taken !== null && !isFromFuture(taken, now) && isNewer(taken, builtIn) ? taken : builtIn;
}

/** By the day, and of one day by the version, which counts up. */
export function isNewer(one: Pick<Lifecycle, 'asOf' | 'version'>, other: Pick<Lifecycle, 'asOf' | 'version'>): boolean {
  return one.asOf === other.asOf ? one.version > other.version : one.asOf > other.asOf;
}

/** The first day on which the data proves no support any more. */
export function tooOldFrom({ asOf }: Pick<Lifecycle, 'asOf'>, maximumAgeDays = LIFECYCLE_MAXIMUM_AGE_DAYS): string {
  return dayOf(Date.parse(asOf) + (maximumAgeDays + 1) * DAY_MS);
}

function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
