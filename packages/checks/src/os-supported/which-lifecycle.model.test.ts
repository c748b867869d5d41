import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Lifecycle } from './lifecycle.ts';
import { lifecycleAt, tooOldFrom } from './which-lifecycle.ts';

const FIRST = Date.parse('2026-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const nameOf = (day: number) => new Date(FIRST + day * DAY_MS).toISOString().slice(0, 10);

interface Written {
  readonly day: number;
  readonly version: number;
}

/** Lives through the days one by one, and within each through the versions, and remembers the last data that it met. */
function model(builtIn: Written, taken: Written | null, today: number): 'built-in' | 'taken' {
  let last: 'built-in' | 'taken' = 'built-in';
  let hasMetBuiltIn = false;
  for (let day = 0; day <= today + 1; day += 1) {
    for (let version = 1; version <= 4; version += 1) {
      if (taken?.day === day && taken.version === version) last = 'taken';
      // Of two that are the same age, what comes with the product is met last.
      if (builtIn.day === day && builtIn.version === version) {
        last = 'built-in';
        hasMetBuiltIn = true;
      }
    }
  }
  // The product may have been built on a day that this clock has not reached: nothing that was taken is newer.
  return hasMetBuiltIn ? last : 'built-in';
}

const written = fc.record({ day: fc.integer({ min: 0, max: 12 }), version: fc.integer({ min: 1, max: 4 }) });
const dataOf = ({ day, version }: Written): Lifecycle => ({
  format: 1,
  version,
  asOf: nameOf(day),
  sources: ['model'],
  releases: [{ system: 'arch', version: 'any', until: null }],
});

test('which data judges is what a slow model says that lives through the days', () => {
  const seen = new Set<string>();
  const moments = fc.record({ today: fc.integer({ min: 0, max: 12 }), hour: fc.integer({ min: 0, max: 23 }) });
  fc.assert(
    fc.property(written, fc.option(written), moments, (builtIn, taken, { today, hour }) => {
      const data = { 'built-in': dataOf(builtIn), taken: taken === null ? null : dataOf(taken) };
      const now = new Date(FIRST + today * DAY_MS + hour * 3_600_000);
      const expected = model(builtIn, taken, today);
      seen.add(expected);
      expect(lifecycleAt(data['built-in'], data.taken, now)).toBe(data[expected]);
    }),
    { numRuns: propertyRuns(10_000) },
  );
  expect([...seen].toSorted()).toEqual(['built-in', 'taken']);
});

test('data is too old on the day after its last', () => {
  const data = dataOf({ day: 0, version: 1 });
  expect(tooOldFrom(data)).toBe('2027-01-02');
  expect(tooOldFrom(data, 1)).toBe('2026-01-03');
});
