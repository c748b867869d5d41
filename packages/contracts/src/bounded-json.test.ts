import { expect, test } from 'vitest';
import { isBoundedJson, JSON_BOUNDS } from './bounded-json.ts';
import { factReadingSchema } from './device-report.ts';

const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let index = 0; index < depth; index += 1) value = index % 2 === 0 ? [value] : { value };
  return value;
};

test.each([
  ['as deep as may be', nested(JSON_BOUNDS.depth)],
  ['as long as may be', 'x'.repeat(JSON_BOUNDS.textLength)],
  ['as wide as may be', Array.from({ length: JSON_BOUNDS.values - 1 }, () => 1)],
  ['nothing', undefined],
])('takes what is %s', (_what, value) => {
  expect(isBoundedJson(value)).toBe(true);
});

test.each([
  ['deeper', nested(JSON_BOUNDS.depth + 1)],
  ['much deeper', nested(100_000)],
  ['longer', ['x'.repeat(JSON_BOUNDS.textLength + 1)]],
  ['wider', Array.from({ length: JSON_BOUNDS.values }, () => 1)],
  ['of longer names', { ['x'.repeat(JSON_BOUNDS.nameLength + 1)]: 1 }],
])('refuses what is %s, also as a fact', (_what, value) => {
  expect(isBoundedJson(value)).toBe(false);
  expect(factReadingSchema.safeParse({ source: 'a', readAt: '2026-11-23T00:00:00Z', value }).success).toBe(false);
});
