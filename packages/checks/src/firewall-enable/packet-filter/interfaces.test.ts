import { expect, test } from 'vitest';
import { createFakeSystem } from '../../fake-system.ts';
import { readReach } from './interfaces.ts';

const ROUTE = 'Iface\tDestination\tGateway\nhost\t00000000\t0102A8C0\neth9\t0002A8C0\t00000000\n';
const ROUTE_6 = `${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 fe80 400 1 0 3 six
${'0'.repeat(32)} 00 ${'0'.repeat(32)} 00 0000 ffffffff 1 0 200200       lo
`;

const FILES = {
  '/proc/net/route': ROUTE,
  '/proc/net/ipv6_route': ROUTE_6,
  // A card that someone has given the name of a tunnel.
  '/sys/class/net/wg7/device/vendor': '0x8086\n',
  '/sys/class/net/corp/uevent': 'DEVTYPE=wireguard\nINTERFACE=corp\n',
  '/sys/class/net/home/tun_flags': '0x1001\n',
  '/sys/class/net/mine/uevent': 'INTERFACE=mine\n',
};

test.each([
  ['lo', 'inside'],
  ['any', 'outside'],
  ['eth0', 'outside'],
  ['eth0.10', 'outside'],
  ['enp0s31f6', 'outside'],
  ['enx001122334455', 'outside'],
  ['wlp2s0', 'outside'],
  ['wwan0', 'outside'],
  ['br0', 'outside'],
  ['en*', 'outside'],
  ['docker0', 'inside'],
  ['br-0123456789ab', 'inside'],
  ['br-*', 'inside'],
  ['br-lan', 'unknown'],
  ['virbr0', 'inside'],
  ['wg0', 'inside'],
  ['wg*', 'inside'],
  ['tun0', 'inside'],
  ['tailscale0', 'inside'],
  ['wg7', 'outside'],
  ['corp', 'inside'],
  ['home', 'inside'],
  ['host', 'outside'],
  ['six', 'outside'],
  ['mine', 'unknown'],
  ['gone', 'unknown'],
  ['e*', 'unknown'],
  ['../../corp', 'unknown'],
])('%s leads %s', async (name, expected) => {
  const reachOf = await readReach(createFakeSystem({ files: FILES }), [name]);
  expect(reachOf(name)).toBe(expected);
});

test('where nothing is said, names have to do', async () => {
  const reachOf = await readReach(createFakeSystem(), ['eth0', 'wg0', 'corp']);
  expect(['eth0', 'wg0', 'corp', 'never asked'].map(reachOf)).toEqual(['outside', 'inside', 'unknown', 'unknown']);
});
