import * as z from 'zod/mini';
import type { CheckDefinition, Judgement } from '../definition.ts';
import {
  durationText,
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
  judge({ asksPassword, graceSeconds, managedSettings, desktop }, { maximumGraceSeconds }) {
    const managed = managedSettings.includes(asksPassword ? 'graceSeconds' : 'asksPassword');
    const wanted = maximumGraceSeconds === 0 ? 'At once' : `Within ${durationText(maximumGraceSeconds)}`;
    const fix: Pick<Judgement, 'fix'> = { fix: {} };
    if (!asksPassword) {
      const found = `No password asked (${desktop})`;
      return { state: 'failed', message: { key: 'off' }, description: { key: 'why' }, found, wanted, managed, ...fix };
    }
    const found = `Asked ${graceSeconds === 0 ? 'at once' : `after ${durationText(graceSeconds)}`} (${desktop})`;
    if (graceSeconds > maximumGraceSeconds) {
      const message = { key: 'late', values: { time: durationText(graceSeconds) } };
      return { state: 'failed', message, description: { key: 'why' }, found, wanted, managed, ...fix };
    }
    return { state: 'passed', message: { key: 'on' }, description: { key: 'onWhy' }, found, wanted, managed };
  },
  texts: {
    on: 'Screen saver asks for a password',
    onWhy: 'Only you can open the screen again.',
    off: 'The screen saver asks for no password',
    late: 'The screen saver asks for a password only after {time}',
    why: 'Without a password anybody can open the screen while you are away.',
  },
  scanText: 'Screen saver asks for a password',
  unknownText: 'Password of the screen saver',
  helpArticle: 'screen-saver-password-protected',
  fixableOn: ['linux', 'windows'],
};
