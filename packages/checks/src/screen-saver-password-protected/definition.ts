import * as z from 'zod/mini';
import type { CheckDefinition, Judgement } from '../definition.ts';
import {
  DURATION_TEXTS,
  durationOf,
  type ScreenLockFact,
  screenLockFactSchema,
  TOLERATED_GRACE_SECONDS,
} from '../readings/screen-lock/fact.ts';

const parametersSchema = z.object({
  maximumGraceSeconds: z._default(z.int().check(z.minimum(0), z.maximum(3600)), TOLERATED_GRACE_SECONDS),
});

export const screenSaverPasswordProtected: CheckDefinition<ScreenLockFact, z.infer<typeof parametersSchema>> = {
  type: 'ScreenSaverPasswordProtected',
  facts: 'screenLock',
  factSchema: screenLockFactSchema,
  parameters: parametersSchema,
  judge({ idleSeconds, asksPassword, graceSeconds, managedSettings, desktop }, { maximumGraceSeconds }) {
    const managed = managedSettings.includes(asksPassword ? 'graceSeconds' : 'asksPassword');
    const wanted =
      maximumGraceSeconds === 0
        ? { key: 'wantedAtOnce' }
        : { key: 'wantedWithin', values: { time: durationOf(maximumGraceSeconds) } };
    const fix: Pick<Judgement, 'fix'> = { fix: {} };
    if (!asksPassword) {
      const found = { key: 'foundOff', values: { desktop } };
      return { state: 'failed', message: { key: 'off' }, description: { key: 'why' }, found, wanted, managed, ...fix };
    }
    const found =
      graceSeconds === 0
        ? { key: 'foundAtOnce', values: { desktop } }
        : { key: 'foundAfter', values: { time: durationOf(graceSeconds), desktop } };
    if (graceSeconds > maximumGraceSeconds) {
      const message = { key: 'late', values: { time: durationOf(graceSeconds) } };
      return { state: 'failed', message, description: { key: 'why' }, found, wanted, managed, ...fix };
    }
    const isNever = idleSeconds === null || idleSeconds === 0;
    const [message, description] = isNever
      ? [{ key: 'onNever' }, { key: 'onNeverWhy' }]
      : [{ key: 'on' }, { key: 'onWhy' }];
    return { state: 'passed', message, description, found, wanted, managed };
  },
  texts: {
    ...DURATION_TEXTS,
    wantedAtOnce: 'At once',
    wantedWithin: 'Within {time}',
    foundOff: 'No password asked ({desktop})',
    foundAtOnce: 'Asked at once ({desktop})',
    foundAfter: 'Asked after {time} ({desktop})',
    scanText: 'Screen saver asks for a password',
    unknownText: 'Password of the screen saver',
    on: 'Screen saver asks for a password',
    onNever: 'Screen saver would ask for a password',
    onNeverWhy: 'It never starts by itself, so the screen stays open: see the check “Screen saver”.',
    onWhy: 'Only you can open the screen again.',
    off: 'The screen saver asks for no password',
    late: 'The screen saver asks for a password only after {time}',
    why: 'Without a password anybody can open the screen while you are away.',
  },
  helpArticle: 'screen-saver-password-protected',
  fixableOn: ['linux', 'windows'],
};
