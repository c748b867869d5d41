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
  ['wg*', 'outside'],
  ['tailscale*', 'inside'],
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

const NET = '/sys/class/net';
const ETHERNET = { type: '1\n', uevent: 'INTERFACE=x\n' };
const BRIDGE = { type: '1\n', uevent: 'DEVTYPE=bridge\n', 'bridge/bridge_id': '8000.0242\n' };
const CARD = { ...ETHERNET, 'device/vendor': '0x8086\n' };

/** Interfaces that are there, each with what the kernel says of it. */
const present = (interfaces: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.fromEntries(
    Object.entries(interfaces).flatMap(([name, files]) =>
      Object.entries(files).map(([file, text]) => [`${NET}/${name}/${file}`, text]),
    ),
  );
const DEFAULT = (name: string) => ({ '/proc/net/route': `Iface\tDestination\n${name}\t00000000\t0102A8C0\n` });

test.each<[what: string, name: string, files: Record<string, string>, reach: string]>([
  ['a bridge of containers', 'docker0', present({ docker0: BRIDGE }), 'inside'],
  [
    'a bridge of containers with pairs',
    'docker0',
    present({ docker0: { ...BRIDGE, 'brif/veth1/x': '' }, veth1: ETHERNET }),
    'inside',
  ],
  ['a card', 'docker0', present({ docker0: CARD }), 'outside'],
  ['no bridge', 'docker0', present({ docker0: ETHERNET }), 'unknown'],
  ['no bridge, and the way out', 'docker0', { ...present({ docker0: ETHERNET }), ...DEFAULT('docker0') }, 'outside'],
  ['a bridge with a card', 'virbr0', present({ virbr0: { ...BRIDGE, 'brif/net7/x': '' }, net7: CARD }), 'outside'],
  [
    'a bridge with a bond of cards',
    'virbr0',
    present({ virbr0: { ...BRIDGE, 'brif/b/x': '' }, b: { ...ETHERNET, 'lower_net7/x': '' }, net7: CARD }),
    'outside',
  ],
  ['a part of a card', 'tun0', present({ tun0: { ...ETHERNET, 'lower_net7/x': '' }, net7: CARD }), 'outside'],
  ['no tunnel', 'tun0', present({ tun0: ETHERNET }), 'unknown'],
  ['a tunnel', 'tun0', present({ tun0: { type: '65534\n', tun_flags: '0x1001\n' } }), 'inside'],
  ['a tunnel of IPsec', 'xfrm0', { ...present({ xfrm0: { type: '65534\n' } }), ...DEFAULT('xfrm0') }, 'inside'],
  ['a card among those that are meant', 'tun*', present({ tun3: CARD, eth0: CARD }), 'outside'],
  ['tunnels alone that are meant', 'tun*', present({ tun3: { tun_flags: '0x1\n' }, eth0: CARD }), 'inside'],
  ['the loop under its name', 'lo', present({ lo: { type: '772\n' } }), 'inside'],
  ['a card under the name of the loop', 'lo', present({ lo: CARD, loop: { type: '772\n' } }), 'outside'],
  ['the loop under another name', 'loop', present({ lo: CARD, loop: { type: '772\n' } }), 'inside'],
])('%s, named %s', async (_, name, files, reach) => {
  const reachOf = await readReach(createFakeSystem({ files }), [name]);
  expect(reachOf(name)).toBe(reach);
});

test('one that a rule names itself is not meant by a beginning', async () => {
  const files = present({ tun3: CARD });
  const reachOf = await readReach(createFakeSystem({ files }), ['tun*', 'tun3']);
  expect(['tun*', 'tun3'].map(reachOf)).toEqual(['inside', 'outside']);
});
