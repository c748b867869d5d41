import { expect, test } from 'vitest';
import { ageOf } from './age.ts';

const NOW = new Date('2026-11-27T09:00:00Z');

test.each([
  [1, 1],
  [0, 0],
  [-60_000, 0],
  [-60_001, Number.POSITIVE_INFINITY],
  [-365 * 86_400_000, Number.POSITIVE_INFINITY],
])('of what was %d ms ago is %d ms', (ago, age) => {
  expect(ageOf(new Date(NOW.getTime() - ago), NOW)).toBe(age);
});
