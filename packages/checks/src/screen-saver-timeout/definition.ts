import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import {
  DURATION_TEXTS,
  durationOf,
  type ScreenLockFact,
  screenLockFactSchema,
  TOLERATED_GRACE_SECONDS,
} from '../readings/screen-lock/fact.ts';

/** What both CIS benchmarks ask for. */
const USUAL_SECONDS = 900;

const parametersSchema = z.object({
  maximumSeconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), USUAL_SECONDS),
});

export const screenSaverTimeout: CheckDefinition<ScreenLockFact, z.infer<typeof parametersSchema>> = {
  type: 'ScreenSaverTimeout',
  facts: 'screenLock',
  factSchema: screenLockFactSchema,
  parameters: parametersSchema,
  judge({ idleSeconds, isKeptAwake, graceSeconds, managedSettings, desktop }, { maximumSeconds }) {
    const managed = managedSettings.includes('idleSeconds');
    const limit = durationOf(maximumSeconds);
    const wanted = { key: 'wanted', values: { limit } };
    const fix = { seconds: Math.min(maximumSeconds, USUAL_SECONDS) };
    const isNever = idleSeconds === null || idleSeconds === 0;
    if (isNever && isKeptAwake === true) {
      // No setting takes back what a program does.
      const found = { key: 'foundKeptAwake', values: { desktop } };
      const description = { key: 'keptAwakeWhy' };
      return { state: 'failed', message: { key: 'keptAwake' }, description, found, wanted, managed };
    }
    if (isNever) {
      const description = { key: 'why', values: { limit } };
      return {
        state: 'failed',
        message: { key: 'never' },
        description,
        found: { key: 'foundNever', values: { desktop } },
        wanted,
        managed,
        fix,
      };
    }
    const isGraceCounted = graceSeconds > TOLERATED_GRACE_SECONDS;
    const seconds = idleSeconds + (isGraceCounted ? graceSeconds : 0);
    const time = durationOf(seconds);
    const parts = { idle: durationOf(idleSeconds), grace: durationOf(graceSeconds) };
    const found = isGraceCounted
      ? { key: 'foundWithGrace', values: { time, ...parts, desktop } }
      : { key: 'found', values: { time, desktop } };
    if (seconds > maximumSeconds) {
      const description = { key: 'why', values: { limit } };
      return {
        state: 'failed',
        message: { key: isGraceCounted ? 'lateWithGrace' : 'late', values: { time } },
        description,
        found,
        wanted,
        managed,
        fix,
      };
    }
    return {
      state: 'passed',
      message: { key: 'inTime' },
      description: { key: isGraceCounted ? 'inTimeWithGraceWhy' : 'inTimeWhy', values: { time, limit } },
      found,
      wanted,
      managed,
    };
  },
  texts: {
    ...DURATION_TEXTS,
    wanted: '{limit} or less',
    found: '{time} ({desktop})',
    foundWithGrace: '{time}: {idle} until it starts, then {grace} until it asks for the password ({desktop})',
    foundKeptAwake: 'Never: a program keeps the screen awake ({desktop})',
    foundNever: 'Never ({desktop})',
    scanText: 'Screen saver starts in time',
    unknownText: 'Time until the screen saver starts',
    inTime: 'Screen saver starts in time',
    inTimeWhy: 'It starts after {time}; your company asks for {limit} or less.',
    inTimeWithGraceWhy: 'The screen is locked after {time}; your company asks for {limit} or less.',
    late: 'The screen saver starts after {time}',
    lateWithGrace: 'The screen is locked only after {time}',
    keptAwake: 'A program keeps the screen saver from starting',
    keptAwakeWhy: 'The settings are right. Close that program, then check again.',
    never: 'The screen saver never starts',
    why: 'Your company asks for {limit} or less.',
  },
  helpArticle: 'screen-saver-timeout',
  fixableOn: ['linux', 'macos', 'windows'],
};
