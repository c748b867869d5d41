import { expect, test } from 'vitest';
import { addressKey, networksOf } from './address-keys.ts';

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:207', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2/64'],
  ['2001:db8::1', '2001:db8:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0/64'],
  ['::1', '0:0:0:0/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0/64'],
  ['', ''],
])('knows %s as %s', (address, key) => {
  expect(addressKey(address)).toBe(key);
});

test('counts an IPv6 address in its /64, and more widely in its /56 and /48', () => {
  expect(networksOf('2001:db8:1:fedc:1:2:3:4')).toEqual([
    { key: '2001:db8:1:fedc/64', share: 1 },
    { key: '2001:db8:1:fe00/56', share: 2 },
    { key: '2001:db8:1:0/48', share: 4 },
  ]);
});
