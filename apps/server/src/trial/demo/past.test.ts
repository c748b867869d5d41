import { SIGN_IN_WAYS } from '@vestibule/contracts';
import { expect, test } from 'vitest';
import { pastOf } from './past.ts';

const NOW = new Date('2026-11-28T13:00:00.000Z');
const COMPANY = '11111111-2222-4333-8444-555555555555';
const DAY_MS = 86_400_000;

test('the past of the trial has every way around the gate in October, with a reason where one was given', () => {
  const { signIns, grants } = pastOf(COMPANY, NOW);
  const october = signIns.filter(({ at }) => at.toISOString().startsWith('2026-10'));
  expect(new Set(october.flatMap(({ ways = [] }) => ways))).toEqual(new Set(SIGN_IN_WAYS));
  const given = signIns.filter(({ outcome }) => outcome === 'access').map(({ grantId }) => grantId);
  expect(given.length).toBeGreaterThan(2);
  expect(grants.map(({ id }) => id)).toEqual(given);
  expect(grants.every(({ reason, usesLeft, expiresAt }) => reason !== '' && usesLeft === 0 && expiresAt < NOW)).toBe(
    true,
  );
});

test('most pass, some are stopped and some are fixed', () => {
  const of = (outcome: string) => pastOf(COMPANY, NOW).signIns.filter((one) => one.outcome === outcome).length;
  expect(of('through')).toBeGreaterThan(pastOf(COMPANY, NOW).signIns.length / 2);
  expect(of('stopped')).toBeGreaterThan(0);
  expect(of('fixed')).toBeGreaterThan(0);
});

test('it is the same for the same moment, ends before it, and lies within what is kept', () => {
  for (const moment of [NOW, new Date('2027-01-20T00:00:00.000Z'), new Date('2026-05-04T05:00:00.000Z')]) {
    const past = pastOf(COMPANY, moment);
    expect(pastOf(COMPANY, moment)).toEqual(past);
    const times = past.signIns.map(({ at }) => at.getTime());
    expect(Math.max(...past.signIns.map(({ expiresAt }) => expiresAt.getTime()))).toBeLessThan(moment.getTime());
    expect(Math.min(...times)).toBeGreaterThan(moment.getTime() - 90 * DAY_MS);
    expect(Math.min(...times)).toBeLessThan(moment.getTime() - 55 * DAY_MS);
    expect(new Set(past.signIns.map(({ id }) => id)).size).toBe(times.length);
  }
});
