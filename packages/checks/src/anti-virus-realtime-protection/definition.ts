import * as z from 'zod/mini';
import type { CheckDefinition } from '../definition.ts';
import {
  ANTIVIRUS_NOT_APPLICABLE,
  ANTIVIRUS_TEXTS,
  type AntivirusFact,
  acceptedProducts,
  antivirusFactSchema,
  antivirusParameters,
  isAntivirusOptional,
  namesOf,
} from '../readings/antivirus/fact.ts';
import { canFixAntivirus } from '../readings/antivirus/fixable.ts';

const parametersSchema = z.object(antivirusParameters);

export const antiVirusRealtimeProtection: CheckDefinition<AntivirusFact, z.infer<typeof parametersSchema>> = {
  type: 'AntiVirusRealtimeProtection',
  facts: 'antivirus',
  factSchema: antivirusFactSchema,
  parameters: parametersSchema,
  judge(fact, parameters, { operatingSystem }) {
    const wanted = { key: 'wanted' };
    if (isAntivirusOptional(fact, parameters, operatingSystem)) return { ...ANTIVIRUS_NOT_APPLICABLE, wanted };
    const accepted = acceptedProducts(fact, parameters);
    const guarding = accepted.filter(({ isRunning, isRealtimeOn }) => isRunning && isRealtimeOn === true);
    if (guarding.length > 0) {
      const names = namesOf(guarding);
      const description = { key: 'onWhy', values: { names } };
      return {
        state: 'passed',
        message: { key: 'on' },
        description,
        found: { key: 'foundOn', values: { names } },
        wanted,
      };
    }
    if (accepted.length === 0) {
      const found = namesOf(fact.products);
      return { state: 'failed', message: { key: 'none' }, description: { key: 'noneWhy' }, found, wanted };
    }
    const names = namesOf(accepted);
    const silent = accepted.filter(({ isRunning, isRealtimeOn }) => isRunning && isRealtimeOn === null);
    if (silent.length > 0) {
      return {
        state: 'unknown',
        reason: 'not-supported',
        message: { key: 'silent' },
        description: { key: 'silentWhy', values: { names: namesOf(silent) } },
        found: namesOf(silent),
        wanted,
      };
    }
    return {
      state: 'failed',
      message: { key: 'off' },
      description: { key: 'offWhy', values: { names } },
      found: { key: 'foundOff', values: { names } },
      wanted,
      ...canFixAntivirus(accepted, operatingSystem),
    };
  },
  texts: {
    scanText: 'Antivirus protects in real time',
    unknownText: 'Protection in real time',
    ...ANTIVIRUS_TEXTS,
    wanted: 'On',
    foundOn: 'On ({names})',
    foundOff: 'Off ({names})',
    on: 'Antivirus protects in real time',
    onWhy: '{names} stops harmful programs before they run.',
    off: 'The antivirus does not protect in real time',
    offWhy: '{names} is installed but does not look at files as they are opened.',
    silent: 'Protection in real time',
    silentWhy: '{names} runs but does not say whether it protects in real time.',
  },
  helpArticle: 'anti-virus-realtime-protection',
  fixableOn: ['linux', 'windows'],
};
