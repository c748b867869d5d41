import { expect, test } from 'vitest';
import { readTestOptions } from './options.ts';

const read = (...args: string[]) => readTestOptions(args, ['unit', 'system']);

test('without --minutes a run has no end', () => {
  expect(read('--only', 'unit')).toEqual({
    kind: 'options',
    options: { isFull: false, isChanged: false, only: ['unit'], minutes: undefined },
  });
});

test('--minutes goes with the parts', () => {
  expect(read('--full', '--only', 'unit,system', '--minutes', '75')).toMatchObject({
    options: { isFull: true, only: ['unit', 'system'], minutes: 75 },
  });
});

test.each([
  [['--minutes', '0'], /whole number/],
  [['--minutes', 'soon'], /whole number/],
  [['--minutes', '1.5'], /whole number/],
  [['--minutes', '10000'], /whole number/],
  [['--minutes', ''], /whole number/],
  [['--minutes'], /want a value/],
  [['--minutes', '-1'], /want a value/],
  [['--minute', '1'], /no option/],
  [['--only', 'units'], /no part "units"/],
  [['--changed', '--minutes', '1'], /no other option/],
])('what is wrong is said in one sentence: %j', (args, sentence) => {
  expect(read(...args)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) });
});
