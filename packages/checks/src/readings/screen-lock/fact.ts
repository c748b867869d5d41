import * as z from 'zod/mini';
import type { SimpleTextRef } from '../../definition.ts';

/** The settings that a company may hold, each on its own. */
export const SCREEN_LOCK_SETTINGS = ['idleSeconds', 'asksPassword', 'graceSeconds'] as const;
export type ScreenLockSetting = (typeof SCREEN_LOCK_SETTINGS)[number];

/** What is asked where the desktop leaves the lock to a program of its own. */
export const SCREEN_LOCKER = 'Screen locker';

/** Thirty years: longer is as good as never. */
export const LONGEST_SECONDS = 1_000_000_000;
const secondsSchema = z.number().check(z.minimum(0), z.maximum(LONGEST_SECONDS));

/** What happens to the screen of this person's session when no one touches the computer. */
export const screenLockFactSchema = z.object({
  /** 'GNOME', 'KDE Plasma', 'Windows', 'macOS'. */
  desktop: z.string().check(z.maxLength(100)),
  /** Idle time until the screen saver or the lock starts; null when it never does. */
  idleSeconds: z.nullable(secondsSchema),
  /** Settings are another matter: a program inhibits the screen saver without an end, or presses keys again and again. */
  isKeptAwake: z.optional(z.boolean()),
  asksPassword: z.boolean(),
  /** How long after the start the screen still opens without a password. */
  graceSeconds: secondsSchema,
  managedSettings: z.array(z.enum(SCREEN_LOCK_SETTINGS)).check(z.maxLength(3)),
});
export type ScreenLockFact = z.infer<typeof screenLockFactSchema>;

/** A grace of a few seconds lets a person stop a lock that starts under their eyes; it is not counted as waiting. */
export const TOLERATED_GRACE_SECONDS = 5;

/** For the checks of the screen lock alike. */
export const DURATION_TEXTS = {
  oneMinute: '1 minute',
  minutes: '{count} minutes',
  minutesAndSeconds: '{minutes} min {seconds} s',
  oneSecond: '1 second',
  seconds: '{count} seconds',
  oneHour: '1 hour',
  hours: '{count} hours',
  hoursAndMinutes: '{hours} h {minutes} min',
  hoursMinutesAndSeconds: '{hours} h {minutes} min {seconds} s',
  overADay: 'more than 1 day',
  overAYear: 'more than 1 year',
} as const;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/**
 * As people say it: '15 minutes', '90 seconds', '15 min 1 s', '1 h 5 min'. Up to a day it is exact, so that what is found is
 * never the same words as a limit that it misses.
 */
export function durationOf(given: number): SimpleTextRef & { readonly key: keyof typeof DURATION_TEXTS } {
  const all = Math.round(given);
  if (all > YEAR) return { key: 'overAYear' };
  if (all > DAY) return { key: 'overADay' };
  const [hours, minutes, seconds] = [Math.floor(all / HOUR), Math.floor((all % HOUR) / MINUTE), all % MINUTE];
  if (all === 1) return { key: 'oneSecond' };
  if (all < MINUTE || (all < 2 * MINUTE && seconds > 0)) return { key: 'seconds', values: { count: all } };
  if (seconds > 0) {
    return hours === 0
      ? { key: 'minutesAndSeconds', values: { minutes, seconds } }
      : { key: 'hoursMinutesAndSeconds', values: { hours, minutes, seconds } };
  }
  if (hours === 0) return minutes === 1 ? { key: 'oneMinute' } : { key: 'minutes', values: { count: minutes } };
  if (minutes > 0) return { key: 'hoursAndMinutes', values: { hours, minutes } };
  return hours === 1 ? { key: 'oneHour' } : { key: 'hours', values: { count: hours } };
}
