import { describe, expect, test } from 'vitest';
import { isInside } from './inner-networks.ts';
import { createReach, type MayReach } from './reach.ts';

const GATE = 'https://gate.example.com';
const METADATA = ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '168.63.129.16', '::ffff:169.254.169.254'];
const OUTSIDE = ['93.184.215.14', '172.32.0.1', '100.128.0.1', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'];
const OWN = ['10.1.2.3', '172.16.0.1', '192.168.1.1', '127.0.0.1', '::1', 'fd12:3456::1', '::ffff:10.1.2.3'];

const reach = (privateNetworks: readonly string[] | null, isOnlyCompany: boolean, publicUrl = GATE) =>
  createReach({ config: { privateNetworks, publicUrl }, isOnlyCompany });

describe('addresses within the network', () => {
  test.each([
    ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
    ...['0.0.0.0', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', 'ff02::1', '::ffff:127.0.0.1'],
    ...['::ffff:10.0.0.1', '::FFFF:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', '168.63.129.16'],
    ...['::7f00:1', '::ffff:0:7f00:1', '64:ff9b:1::a00:1'],
  ])('%s is one', (address) => {
    expect(isInside(address)).toBe(true);
  });

  test.each([...OUTSIDE, '::ffff:93.184.215.14', '::ffff:5db8:d70e'])('%s is none', (address) => {
    expect(isInside(address)).toBe(false);
  });
});

/** Those of the addresses that are reached. */
const among = (mayReach: MayReach, addresses: readonly string[]) => addresses.filter((address) => mayReach(address));

describe('where the server asks on the word of a company', () => {
  test.each([
    ['of one company', reach(null, true)],
    ['of several', reach(null, false)],
    ['whose operator says none', reach([], true)],
  ])('is out on the internet, in an installation %s', (_of, mayReach) => {
    const outside = [...OUTSIDE, '::ffff:93.184.215.14'];
    expect(among(mayReach, outside)).toEqual(outside);
  });

  test('is its own network where it is alone, but for what a cloud tells its machines', () => {
    expect(among(reach(null, true), OWN)).toEqual(OWN);
    expect(among(reach(null, true), [...METADATA, '0.0.0.0', '::', 'fe80::1'])).toEqual([]);
    const translated = ['64:ff9b::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe', '::ffff:0:a9fe:a9fe', '64:ff9b::'];
    expect(among(reach(null, true), translated)).toEqual([]);
    const own = ['64:ff9b::10.1.2.3', '::1'];
    expect(among(reach(null, true), own)).toEqual(own);
  });

  test.each([
    ['companies share the installation', reach(null, false)],
    ['the operator says none', reach([], true)],
    ['the operator says none, for a trial too', reach([], true, 'http://localhost:8080')],
  ])('is nothing inside where %s', (_why, mayReach) => {
    expect(among(mayReach, [...OWN, ...METADATA])).toEqual([]);
  });

  test('is exactly what the operator names, no matter who is there', () => {
    const mayReach = reach(['10.20.0.0/16', 'fd12:3456::/32', '127.0.0.1'], true);
    const named = ['10.20.1.1', '::ffff:10.20.1.1', '::ffff:a14:101', 'fd12:3456::9', '127.0.0.1'];
    expect(among(mayReach, named)).toEqual(named);
    const others = ['10.21.0.1', '192.168.1.1', '127.0.0.2', '::1', 'fd12:3457::1', ...METADATA];
    expect(among(mayReach, others)).toEqual([]);
    expect(reach(['169.254.169.254'], true)('169.254.169.254')).toBe(true);
  });

  test('is this computer and all around it while someone tries the gate out here', () => {
    const mayReach = reach(null, false, 'http://localhost:8080');
    expect(among(mayReach, [...OWN, ...METADATA])).toEqual(OWN);
  });
});
