const FIRST_MS = 5000;
const LONGEST_MS = 15 * 60_000;

/**
 * How long to wait after so many failures in a row: twice as long each time, up to a quarter of an hour, and by chance
 * up to half less, so that computers that lost a server together do not come back together.
 * @param random from 0 up to, and without, 1
 */
export function delayAfterFailures(failures: number, random: () => number): number {
  const longest = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1));
  return Math.round(longest * (0.5 + 0.5 * random()));
}

/** The usual wait, a tenth shorter at most, so that a verdict never ends before the next report. */
export function withJitter(milliseconds: number, random: () => number): number {
  return Math.round(milliseconds * (1 - 0.1 * random()));
}
