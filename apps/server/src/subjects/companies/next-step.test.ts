import { FIRST_STEPS, type FirstStep } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { nextStep } from './next-step.ts';

/** All is done but these. */
const without =
  (...open: readonly FirstStep[]) =>
  (step: FirstStep) =>
    !open.includes(step);

test('what a later step has made pointless does not come next', () => {
  expect(nextStep(without('rehearse', 'everyone'))).toBe('rehearse');
  expect(nextStep(without('rehearse'))).toBeUndefined();
  expect(nextStep(without('rehearse', 'pilot'))).toBeUndefined();
  expect(nextStep(without('install', 'rehearse'))).toBe('install');
  expect(nextStep(without(...FIRST_STEPS))).toBe('people');
});
