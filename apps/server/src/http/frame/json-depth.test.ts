import { expect, test } from 'vitest';
import { isNestedDeeper } from './json-depth.ts';

test.each([
  ['{"a":[{"b":1}]}', 3],
  ['[[],[],[[]]]', 3],
  ['{"a":"[[[[["}', 1],
  ['{"a":"\\"[[[","b":"\\\\"}', 1],
  ['1', 0],
])('%s is nested %d deep', (text, depth) => {
  expect([isNestedDeeper(text, depth), depth > 0 && isNestedDeeper(text, depth - 1)]).toEqual([false, depth > 0]);
});
