import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import { DURATION_TEXTS, durationOf, type ScreenLockFact, screenLockFactSchema } from '../readings/screen-lock/fact.ts';

const parametersSchema = z.object({});

export const screenSaverState: CheckDefinition<ScreenLockFact, z.infer<typeof parametersSchema>> = {
  type: 'ScreenSaverState',
  facts: 'screenLock',
  factSchema: screenLockFactSchema,
  parameters: parametersSchema,
  judge({ idleSeconds, isKeptAwake, managedSettings, desktop }) {
    const managed = managedSettings.includes('idleSeconds');
    const isNever = idleSeconds === null || idleSeconds === 0;
    if (isNever && isKeptAwake === true) {
      // No setting takes back what a program does.
      return {
        state: 'failed',
        message: { key: 'keptAwake' },
        description: { key: 'keptAwakeWhy' },
        found: { key: 'foundKeptAwake', values: { desktop } },
        wanted: { key: 'wanted' },
        managed,
      };
    }
    if (isNever) {
      return {
        state: 'failed',
        message: { key: 'off' },
        description: { key: 'why' },
        found: { key: 'foundNever', values: { desktop } },
        wanted: { key: 'wanted' },
        managed,
        fix: {},
      };
    }
    return {
      state: 'passed',
      message: { key: 'on' },
      description: { key: 'onWhy', values: { time: durationOf(idleSeconds) } },
      found: { key: 'foundAfter', values: { time: durationOf(idleSeconds), desktop } },
      wanted: { key: 'wanted' },
      managed,
    };
  },
  texts: {
    ...DURATION_TEXTS,
    wanted: 'Starts by itself',
    foundKeptAwake: 'A program keeps the screen awake ({desktop})',
    foundNever: 'Never starts ({desktop})',
    foundAfter: 'Starts after {time} ({desktop})',
    scanText: 'Screen saver is on',
    unknownText: 'Screen saver',
    on: 'Screen saver is on',
    onWhy: 'It starts after {time} without use.',
    keptAwake: 'A program keeps the screen saver from starting',
    keptAwakeWhy: 'The settings are right. Close that program, then check again.',
    off: 'The screen saver is turned off',
    why: 'A screen left open shows your work to anybody who passes.',
  },
  helpArticle: 'screen-saver-state',
  fixableOn: ['linux', 'macos', 'windows'],
};
