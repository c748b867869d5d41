import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import { durationText, type ScreenLockFact, screenLockFactSchema } from '../readings/screen-lock/fact.ts';

const parametersSchema = z.object({});

export const screenSaverState: CheckDefinition<ScreenLockFact, z.infer<typeof parametersSchema>> = {
  type: 'ScreenSaverState',
  facts: 'screenLock',
  factSchema: screenLockFactSchema,
  parameters: parametersSchema,
  judge({ idleSeconds, managedSettings, desktop }) {
    const managed = managedSettings.includes('idleSeconds');
    if (idleSeconds === null || idleSeconds === 0) {
      return {
        state: 'failed',
        message: { key: 'off' },
        description: { key: 'why' },
        found: `Never starts (${desktop})`,
        wanted: 'Starts by itself',
        managed,
        fix: {},
      };
    }
    return {
      state: 'passed',
      message: { key: 'on' },
      description: { key: 'onWhy', values: { time: durationText(idleSeconds) } },
      found: `Starts after ${durationText(idleSeconds)} (${desktop})`,
      wanted: 'Starts by itself',
      managed,
    };
  },
  texts: {
    on: 'Screen saver is on',
    onWhy: 'It starts after {time} without use.',
    off: 'The screen saver is turned off',
    why: 'A screen left open shows your work to anybody who passes.',
  },
  scanText: 'Screen saver is on',
  unknownText: 'Screen saver',
  helpArticle: 'screen-saver-state',
  fixableOn: ['linux', 'macos', 'windows'],
};
