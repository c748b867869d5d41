import type { SystemPort } from '../../system-port.ts';
import type { Reach } from './openings.ts';

/** Names that lead out of a computer: cards, radios, modems, and what is made of cards. */
const OUTSIDE = /^(?:any$|eth|en[opsxPX*]|wl|ww|usb|bond|team|br\d|vlan|lan|wan|host\d)/;

/** Names that lead to what runs on this computer, or into a network of its own that it has joined: a tunnel. */
const INSIDE = new RegExp(
  `^(?:${[
    ...[
      'lo$',
      'docker',
      'br-(?:[0-9a-f]{12}$|\\*$)',
      'podman',
      'cni',
      'flannel',
      'cali',
      'cilium',
      'lxc',
      'lxdbr',
      'incusbr',
    ],
    ...['virbr', 'vnet', 'vmnet', 'vboxnet', 'mpqemubr', 've-', 'vb-'],
    ...['wg', 'tun', 'tap', 'tailscale', 'zt', 'nebula', 'nordlynx', 'nordtun', 'proton', 'pvpn', 'mullvad', 'ham'],
    ...['CloudflareWARP', 'gpd', 'cscotun', 'ipsec', 'vti', 'xfrm'],
  ].join('|')})`,
);

const DEFAULT_ROUTE = /^(\S+)\t0{8}\t/gm;
const DEFAULT_ROUTE_6 = /^0{32} 00 .* (\S+)$/gm;

/**
 * Tells of the interfaces that rules name which lead to other computers: by what the kernel says of those that are there,
 * else by their names. A name that says nothing may lead anywhere.
 */
export async function readReach(system: SystemPort, names: readonly string[]): Promise<(name: string) => Reach> {
  const [routes, routes6] = await Promise.all(
    ['/proc/net/route', '/proc/net/ipv6_route'].map((path) => system.readFile(path)),
  );
  const uplinks = new Set([
    ...(routes?.ok ? [...routes.value.matchAll(DEFAULT_ROUTE)].map(([, name]) => name) : []),
    ...(routes6?.ok ? [...routes6.value.matchAll(DEFAULT_ROUTE_6)].map(([, name]) => name) : []),
  ]);
  const reaches = new Map<string, Reach>();
  for (const name of names) reaches.set(name, await reachOf(system, name, uplinks.has(name)));
  return (name) => reaches.get(name) ?? 'unknown';
}

async function reachOf(system: SystemPort, name: string, isUplink: boolean): Promise<Reach> {
  if (name === 'lo') return 'inside';
  if (/^[\w.-]+$/.test(name) && !name.startsWith('.')) {
    const folder = `/sys/class/net/${name}`;
    if ((await system.listFolder(`${folder}/device`)).ok) return 'outside';
    const description = await system.readFile(`${folder}/uevent`);
    const isTunnel = description.ok && /^DEVTYPE=wireguard$/m.test(description.value);
    if (isTunnel || (await system.readFile(`${folder}/tun_flags`)).ok) return 'inside';
  }
  if (INSIDE.test(name)) return 'inside';
  return isUplink || OUTSIDE.test(name) ? 'outside' : 'unknown';
}
