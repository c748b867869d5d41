import { expect, test } from 'vitest';
import { compareVersions } from './version-number.ts';

test.each([
  ['10.15', '10.9', 1],
  ['10.9', '10.15', -1],
  ['14', '14.0.0', 0],
  // A shorter one is the older one wherever the longer one goes on with more than zeros.
  ['14', '14.1', -1],
  ['14.0.1', '14', 1],
  ['22.4', '22.04', 0],
])('%s against %s: %i', (left, right, expected) => {
  expect(compareVersions(left, right)).toBe(expected);
});

test.each(['', '14 ', ' 14', '14.', '.14', '14a', 'a14', '14-1', '1.2.3.4.5.6.7', '1234567890', '1\n2'])(
  '%j is no version, on either side',
  (wrong) => {
    expect(compareVersions(wrong, '1')).toBeNull();
    expect(compareVersions('1', wrong)).toBeNull();
  },
);
