import { expect, test } from 'vitest';
import { delayAfterFailures, withJitter } from './backoff.ts';

const most = () => 0.999999;

test('waits twice as long after each failure, up to a quarter of an hour', () => {
  const waits = [1, 2, 3, 4, 8, 9, 60, 2000].map((failures) => delayAfterFailures(failures, most));
  expect(waits).toEqual([5000, 10_000, 20_000, 40_000, 640_000, 900_000, 900_000, 900_000]);
});

test('waits by chance up to half less, and never not at all', () => {
  for (const failures of [0, 1, 5, 100]) {
    const longest = delayAfterFailures(failures, most);
    expect(delayAfterFailures(failures, () => 0)).toBe(longest / 2);
    expect(delayAfterFailures(failures, () => 0)).toBeGreaterThan(0);
  }
});

test('comes a little sooner than it was asked to, never later', () => {
  expect(withJitter(240_000, () => 0)).toBe(240_000);
  expect(withJitter(240_000, most)).toBe(216_000);
});
