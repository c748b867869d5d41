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
  oneSecond: '1 second',
  seconds: '{count} seconds',
} as const;

/** '15 minutes', '90 seconds': whole units only. */
export function durationOf(seconds: number): SimpleTextRef & { readonly key: keyof typeof DURATION_TEXTS } {
  const isWholeMinutes = seconds >= 60 && seconds % 60 === 0;
  const count = isWholeMinutes ? seconds / 60 : Math.round(seconds);
  if (count === 1) return { key: isWholeMinutes ? 'oneMinute' : 'oneSecond' };
  return { key: isWholeMinutes ? 'minutes' : 'seconds', values: { count } };
}
