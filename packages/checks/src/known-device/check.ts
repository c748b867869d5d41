import type { Check } from '../check.ts';
import { knownDevice } from './definition.ts';
import { syntheticRegistration } from './synthetic.ts';

export const knownDeviceCheck: Check = {
  definition: knownDevice,
  reading: { readers: [], synthetic: syntheticRegistration },
  fixes: [],
  remarks: {
    fix: 'none: the company approves the computer',
    page: 'none',
  },
};
