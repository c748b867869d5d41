/** The clocks of two servers of one gate differ by less. */
export const AHEAD_MS = 60_000;

/**
 * How long ago a moment was, in milliseconds. One that is still to come was written by a clock that was ahead: it proves nothing
 * new, so it is older than anything.
 */
export function ageOf(moment: Date, now: Date): number {
  const age = now.getTime() - moment.getTime();
  return age < -AHEAD_MS ? Number.POSITIVE_INFINITY : Math.max(0, age);
}

/**
 * Whether something that lives so long from when it was made is over. What would live longer than that was made by a clock that
 * was ahead: it is over as well.
 */
export function isOverBy(expiresAt: Date, lifeMs: number, now: Date): boolean {
  const leftMs = expiresAt.getTime() - now.getTime();
  return leftMs <= 0 || leftMs > lifeMs + AHEAD_MS;
}
