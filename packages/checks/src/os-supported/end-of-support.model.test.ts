import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { supportOf } from './end-of-support.ts';
import type { Lifecycle, Release } from './lifecycle.ts';

/**
 * A slow model, written apart from the code: it lives through the days one by one, and keeps a set of the releases that
 * still get updates. It knows no prefixes, dates or lengths but by trying every one.
 */
interface Case {
  readonly releases: readonly Release[];
  readonly asOf: number;
  readonly today: number;
  readonly maximumAge: number;
  readonly pays: boolean;
  readonly version: readonly number[];
  readonly edition: 'Core' | 'Enterprise' | 'Unheard';
}

const FIRST = Date.parse('2026-01-01T00:00:00Z');
const dayOf = (number: number) => new Date(FIRST + number * 86_400_000).toISOString().slice(0, 10);
const DAYS = Array.from({ length: 1200 }, (_, number) => dayOf(number));

function model({ releases, asOf, today, maximumAge, pays, version, edition }: Case): string {
  if (releases.length === 0) return 'not-known';
  let rows: Release[] = [];
  // From the shortest beginning to the whole version: the last one that any row names is the closest.
  for (let length = 1; length <= version.length; length += 1) {
    const beginning = version.slice(0, length).join('.');
    const named = releases.filter((release) => release.version === beginning);
    if (named.length > 0) rows = named;
  }
  if (rows.length === 0) {
    const isOlder = releases.every((release) => {
      const other = release.version.split('.').map(Number);
      for (const [index, number] of version.entries()) {
        const against = other[index] ?? 0;
        if (index >= other.length && number === 0) continue;
        if (number !== against) return number < against;
      }
      return false;
    });
    return isOlder ? 'ended' : 'not-known';
  }
  const group = { Core: 'home-pro', Enterprise: 'enterprise', Unheard: 'none' }[edition];
  const row = rows.filter((one) => one.edition === undefined || one.edition === group)[0];
  const ages = (one: Release, isPaid: boolean) => {
    // Every day on which it gets updates, written down.
    const days = new Set<string>();
    for (const name of DAYS) {
      if (name <= (one.until ?? '') || (isPaid && name <= (one.paidUntil ?? ''))) days.add(name);
    }
    return days;
  };
  if (row === undefined) return rows.some((one) => ages(one, true).has(dayOf(asOf))) ? 'not-known' : 'ended';
  let isTooOld = false;
  for (let day = asOf; day < today; day += 1) isTooOld = day - asOf >= maximumAge;
  if (ages(row, pays).has(dayOf(today))) return isTooOld ? 'not-known' : 'supported';
  if (row.isForecast === true) return 'not-known';
  const hadEnded = !ages(row, pays).has(dayOf(asOf));
  if (isTooOld && !hadEnded) return 'not-known';
  return ages(row, true).has(dayOf(today)) ? 'paid-only' : 'ended';
}

const day = fc.integer({ min: 0, max: 800 });
const numbers = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 3 });

const cases = fc.record({
  releases: fc.uniqueArray(
    fc
      .record({
        version: fc.oneof(
          fc.integer({ min: 0, max: 3 }).map((one) => [one]),
          fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 })),
        ),
        edition: fc.constantFrom('home-pro' as const, 'enterprise' as const),
        until: day,
        paid: fc.option(fc.integer({ min: 1, max: 300 })),
        isForecast: fc.boolean(),
      })
      .map(
        ({ version, edition, until, paid, isForecast }): Release => ({
          system: 'windows',
          version: version.join('.'),
          edition,
          until: dayOf(until),
          ...(paid === null ? {} : { paidUntil: dayOf(until + paid) }),
          ...(isForecast ? { isForecast } : {}),
        }),
      ),
    { maxLength: 8, selector: ({ version, edition }) => `${version} ${edition}` },
  ),
  asOf: day,
  today: day,
  maximumAge: fc.integer({ min: 1, max: 400 }),
  pays: fc.boolean(),
  version: numbers,
  edition: fc.constantFrom('Core' as const, 'Enterprise' as const, 'Unheard' as const),
});

test('what is known of a release is what a slow model of its days says', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(cases, (one) => {
      const lifecycle: Lifecycle = {
        format: 1,
        version: 1,
        asOf: dayOf(one.asOf),
        sources: ['model'],
        releases: [...one.releases],
      };
      const found = supportOf(
        { family: 'windows', id: one.edition, version: one.version.join('.') },
        {
          lifecycle,
          now: new Date(`${dayOf(one.today)}T13:00:00Z`),
          maximumAgeDays: one.maximumAge,
          paidFor: one.pays ? ['windows'] : [],
        },
      );
      const expected = model(one);
      seen.add(expected);
      expect(found.is).toBe(expected);
    }),
    { numRuns: propertyRuns(20_000) },
  );
  expect([...seen].toSorted()).toEqual(['ended', 'not-known', 'paid-only', 'supported']);
});
