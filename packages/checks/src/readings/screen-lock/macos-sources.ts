/** How long after the screen went dark it still opens without a password; null when it always does. */
export type ScreenLockDelay = { readonly seconds: number | null };

/** The delay by which Apple says that no password is asked for. */
export const NEVER_SECONDS = 2_147_483_647;

const STATUS =
  /\bscreenLock (?:is (off)|delay is (?:(immediate)|(-?\d{1,10}(?:\.\d{1,9})?)(?:\(\.\d{1,9}\))? seconds?))\s*$/gm;

/**
 * Reads `sysadminctl -screenLock status`, which answers on its standard error.
 * @returns null when there is no answer, or more than one
 */
export function parseScreenLockStatus(text: string): ScreenLockDelay | null {
  const answers = [...text.matchAll(STATUS)];
  const [answer] = answers;
  if (answer === undefined || answers.length > 1) return null;
  const [, off, immediate, amount] = answer;
  if (off !== undefined) return { seconds: null };
  if (immediate !== undefined) return { seconds: 0 };
  const seconds = Number(amount);
  return { seconds: seconds < 0 || seconds >= NEVER_SECONDS ? null : seconds };
}

/** Every Mac can run on mains: without that part, or its last line, the answer is cut. */
const MAINS = 'AC Power:';
const POWER_SOURCE = /^(Battery Power|AC Power|UPS Power):$/;
const DISPLAY_SLEEP = /^\s+displaysleep\s+(\d{1,6})(?:\s+\(.*\))?$/;

/**
 * Reads `pmset -g custom`: the minutes after which the display goes dark, for each source of power.
 * @returns seconds, null for never; null instead of a list when a source does not say
 */
export function parseDisplaySleep(text: string): readonly (number | null)[] | null {
  if (!text.split(/\r?\n/).includes(MAINS) || !text.endsWith('\n')) return null;
  const sources: (number | null | undefined)[] = [];
  for (const line of text.split(/\r?\n/)) {
    if (POWER_SOURCE.test(line.trim()) && !/^\s/.test(line)) {
      sources.push(undefined);
      continue;
    }
    const minutes = DISPLAY_SLEEP.exec(line)?.[1];
    if (minutes === undefined) continue;
    if (sources.length === 0 || sources.at(-1) !== undefined) return null;
    sources[sources.length - 1] = minutes === '0' ? null : Number(minutes) * 60;
  }
  const told = sources.filter((source) => source !== undefined);
  return told.length === 0 || told.length !== sources.length ? null : told;
}

/**
 * When the screen goes dark, whichever comes first of screen saver and sleeping display, by the source of power with
 * which it takes longest.
 * @param saverSeconds null for never
 */
export function darkAfter(saverSeconds: number | null, displays: readonly (number | null)[]): number | null {
  const perSource = displays.map((display) =>
    saverSeconds === null || display === null ? (saverSeconds ?? display) : Math.min(saverSeconds, display),
  );
  return perSource.includes(null) ? null : Math.max(...perSource.map(Number));
}
