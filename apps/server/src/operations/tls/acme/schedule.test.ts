import { describe, expect, test } from 'vitest';
import { crypto } from 'acme-client';
import { GATE_CERTIFICATE } from '../../../testing/localhost-certificate.ts';
import { createCertificateMaker } from '../testing/certificate-maker.ts';
import { renewalTime, retryTime } from './schedule.ts';

const DAY_MS = 86_400_000;
const FROM = new Date('2026-12-01T00:00:00Z');
const [never, always] = [() => 0, () => 1];

describe('a certificate is renewed', () => {
  test.each([
    [90, 60],
    [365, 335],
    [47, 31.333],
    [6, 4],
    [1, 0.667],
  ])('of %i days after %f', async (life, after) => {
    const until = new Date(FROM.getTime() + life * DAY_MS);
    const maker = await createCertificateMaker(FROM, until);
    const [, request] = await crypto.createCsr({ altNames: ['x.example'] }, await crypto.createPrivateEcdsaKey());
    const der = Buffer.from(crypto.getPemBodyAsB64u(request), 'base64url');
    const cert = await maker.sign(der, FROM, until);
    const days = (random: () => number) => (renewalTime(cert, random).getTime() - FROM.getTime()) / DAY_MS;
    expect(days(never)).toBeCloseTo(after, 2);
    // By chance a little earlier, and never so early that it would be renewed again and again.
    expect(days(always)).toBeLessThan(after);
    expect(days(always)).toBeGreaterThan(life / 2);
  });
});

describe('an order that failed is tried again', () => {
  const minutes = (failures: number, more: Partial<Parameters<typeof retryTime>[0]> = {}) =>
    (retryTime({ failures, certificate: GATE_CERTIFICATE, now: FROM, random: never, ...more }).getTime() -
      FROM.getTime()) /
    60_000;

  test('later each time, up to half a day', () => {
    expect([1, 2, 3, 4, 5, 9, 2000].map((failures) => minutes(failures))).toEqual([5, 10, 20, 40, 80, 720, 720]);
    expect(minutes(1, { random: always })).toBe(6.25);
  });

  test('within an hour while no one gets in: there is no certificate, or it is over', () => {
    expect(minutes(9, { certificate: null })).toBe(60);
    const now = new Date('2127-01-01T00:00:00Z');
    expect(retryTime({ failures: 9, certificate: GATE_CERTIFICATE, now, random: never })).toEqual(
      new Date('2127-01-01T01:00:00Z'),
    );
  });

  test('at most four times in the first hour, where five failures are too many', () => {
    let [at, orders] = [0, 0];
    while (at < 60) {
      orders += 1;
      at += minutes(orders, { certificate: null });
    }
    expect(orders).toBeLessThan(5);
  });

  test('not before the authority wants it', () => {
    expect(minutes(1, { random: always, wantedMs: 86_400_000 })).toBe(1440);
    expect(minutes(9, { certificate: null, wantedMs: 86_400_000 })).toBe(1440);
    expect(minutes(9, { wantedMs: 1000 })).toBe(720);
  });
});
