import { expect, test } from 'vitest';
import { lookAtLifecycle } from './look-at-lifecycle.ts';

const data = { version: 3, asOf: '2026-11-24', tooOldFrom: '2027-11-25' };

test('says what is known, what will be too old, and what is', () => {
  const at = (day: string, warnings: string[]) => lookAtLifecycle({ ...data, warnings }, new Date(`${day}T08:00:00Z`));
  expect(at('2026-12-01', [])).toMatchObject({ state: 'good', sentence: expect.stringContaining('2027-11-25') });
  const next = expect.stringContaining('vestibule lifecycle update');
  expect(at('2027-11-24', ['Soon.', 'No answer.'])).toMatchObject({
    state: 'look',
    sentence: 'Soon. No answer.',
    next,
  });
  expect(at('2027-11-25', ['Too old.'])).toMatchObject({ state: 'wrong', sentence: 'Too old.', next });
});
