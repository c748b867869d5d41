import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Addresses,
  complement,
  everyAddress,
  inOrder,
  intersection,
  isWithin,
  parseAddresses,
  shareOf,
  union,
} from './addresses.ts';

/** Sets of few addresses, so that each can be asked for. */
const LAST = 20;
const addresses = fc
  .array(fc.tuple(fc.nat(LAST), fc.nat(4)), { maxLength: 4 })
  .map((ranges) => inOrder(ranges.map(([from, more]) => ({ from: BigInt(from), to: BigInt(from + more) }))));
const has = (set: Addresses, one: number) => set.some(({ from, to }) => BigInt(one) >= from && BigInt(one) <= to);
const asked = Array.from({ length: LAST + 10 }, (_, index) => index);

test('sets hold what they should, asked address by address', () => {
  fc.assert(
    fc.property(addresses, addresses, (left, right) => {
      const every = everyAddress('ipv4');
      for (const one of asked) {
        expect(has(union(left, right), one)).toBe(has(left, one) || has(right, one));
        expect(has(intersection(left, right), one)).toBe(has(left, one) && has(right, one));
        expect(has(complement('ipv4', left), one)).toBe(!has(left, one));
        expect(has(intersection(every, left), one)).toBe(has(left, one));
        expect(has(union(left, every), one)).toBe(true);
      }
      expect(isWithin('ipv4', left, right)).toBe(asked.every((one) => !has(left, one) || has(right, one)));
      expect(complement('ipv4', complement('ipv4', left))).toEqual(left);
    }),
  );
});

test('the complement of all is nothing, and of nothing all', () => {
  for (const family of ['ipv4', 'ipv6'] as const) {
    expect(complement(family, everyAddress(family))).toEqual([]);
    expect(complement(family, [])).toEqual(everyAddress(family));
    const all = parseAddresses(family, family === 'ipv4' ? '0.0.0.0/0' : '::/0') ?? [];
    expect(all).toEqual(everyAddress(family));
    expect(complement(family, all)).toEqual([]);
  }
});

test.each([
  ['0.0.0.0/1', 0.5],
  ['192.0.2.0/24', 2 ** -24],
  ['0.0.0.0/0', 1],
])('of all addresses %s are %d', (text, share) => {
  expect(shareOf(everyAddress('ipv4'), parseAddresses('ipv4', text) ?? [])).toBe(share);
});

test.each([
  ['ipv4', '192.0.2.7', [0xc000_0207n, 0xc000_0207n]],
  ['ipv4', '192.0.2.7/24', [0xc000_0200n, 0xc000_02ffn]],
  ['ipv4', '10.0.0.0/255.0.0.0', [0x0a00_0000n, 0x0aff_ffffn]],
  ['ipv4', '10.0.0.1-10.0.0.9', [0x0a00_0001n, 0x0a00_0009n]],
  ['ipv6', '::1', [1n, 1n]],
  ['ipv6', '2001:db8::/127', [0x2001_0db8n << 96n, (0x2001_0db8n << 96n) + 1n]],
  ['ipv6', '1:2:3:4:5:6:7:8', [0x1_0002_0003_0004_0005_0006_0007_0008n, 0x1_0002_0003_0004_0005_0006_0007_0008n]],
  ['ipv6', '::ffff:192.0.2.7', [0xffff_c000_0207n, 0xffff_c000_0207n]],
  ['ipv6', 'ffff::/ffff::', [0xffffn << 112n, (0xffffn << 112n) + (1n << 112n) - 1n]],
] as const)('%s %s', (family, text, [from, to]) => {
  expect(parseAddresses(family, text)).toEqual([{ from, to }]);
});

test.each([
  ['ipv4', ''],
  ['ipv4', '256.0.0.1'],
  ['ipv4', '1.2.3'],
  ['ipv4', '1.2.3.4/33'],
  ['ipv4', '1.2.3.4/24/24'],
  ['ipv4', '10.0.0.0/255.0.255.0'],
  ['ipv4', '10.0.0.9-10.0.0.1'],
  ['ipv4', '1.1.1.1-2.2.2.2-3.3.3.3'],
  ['ipv4', '::1'],
  ['ipv6', '1.2.3.4'],
  ['ipv6', ''],
  ['ipv6', '1:2:3:4:5:6:7'],
  ['ipv6', '1:2:3:4:5:6:7:8:9'],
  ['ipv6', '1::2::3'],
  ['ipv6', '1:2:3:4::5:6:7:8'],
  ['ipv6', 'g::'],
  ['ipv6', '::/129'],
] as const)('%s %j is no address', (family, text) => {
  expect(parseAddresses(family, text)).toBeNull();
});
