import type { SystemPort } from '../../system-port.ts';
import { isNamed } from './conditions.ts';
import type { Reach } from './openings.ts';

/** Names that lead out of a computer: cards, radios, modems, and what is made of cards. */
const OUTSIDE = /^(?:any$|eth|en[opsxPX*]|wl|ww|usb|bond|team|br\d|vlan|lan|wan|host\d)/;

/** Names of bridges that engines of containers and machines make for those alone. */
const INSIDE_BRIDGE = beginsWith(
  ...['docker', 'br-(?:[0-9a-f]{12}$|\\*$)', 'podman', 'cni', 'lxdbr', 'incusbr', 'lxcbr', 'virbr', 'mpqemubr'],
);
/** Names of tunnels by which a computer joins a network of its own: of one that is there, the kernel says that it is one. */
const TUNNEL = beginsWith(
  ...['wg', 'tun', 'tap', 'tailscale', 'zt', 'nebula', 'nordlynx', 'nordtun', 'proton', 'pvpn', 'mullvad', 'ham'],
  ...['CloudflareWARP', 'gpd', 'cscotun', 'vnet'],
);
/** Other names that lead to what runs on this computer, or into such a network; the kernel does not tell what they are. */
const OTHER_INSIDE = beginsWith(
  ...['flannel', 'cali', 'cilium', 'lxc', 'vmnet', 'vboxnet', 've-', 'vb-', 'ipsec', 'vti', 'xfrm'],
);

function beginsWith(...beginnings: readonly string[]): RegExp {
  return new RegExp(`^(?:${beginnings.join('|')})`);
}

const CLASS = '/sys/class/net';
/** ARPHRD_LOOPBACK */
const LOOPBACK = '772';
/** ARPHRD_TUNNEL, ARPHRD_TUNNEL6 and ARPHRD_NONE: what carries IP packets alone, as tunnels of IPsec do. */
const IP_TUNNELS: readonly string[] = ['768', '769', '65534'];
/** A card below a bridge below a bond: no one stacks more. */
const MOST_LAYERS = 4;

const DEFAULT_ROUTE = /^(\S+)\t0{8}\t/gm;
const DEFAULT_ROUTE_6 = /^0{32} 00 .* (\S+)$/gm;

/**
 * Tells of the interfaces that rules name which lead to other computers. Of those that are there the kernel says what they
 * are: a card stays one under the name of a bridge or a tunnel. By one that is not there nothing comes in, so its name has
 * to do. A name that says nothing may lead anywhere.
 */
export async function readReach(system: SystemPort, names: readonly string[]): Promise<(name: string) => Reach> {
  const [routes, routes6] = await Promise.all(
    ['/proc/net/route', '/proc/net/ipv6_route'].map((path) => system.readFile(path)),
  );
  const uplinks = new Set([
    ...(routes?.ok ? [...routes.value.matchAll(DEFAULT_ROUTE)].map(([, name]) => name) : []),
    ...(routes6?.ok ? [...routes6.value.matchAll(DEFAULT_ROUTE_6)].map(([, name]) => name) : []),
  ]);
  const listed = await system.listFolder(CLASS);
  const present = listed.ok ? listed.value : [];
  const isUplink = (name: string) => uplinks.has(name);
  const reaches = new Map<string, Reach>();
  for (const name of names) {
    // One that is named itself answers for itself.
    const meant = present.filter((one) => one === name || (isNamed(one, name) && !names.includes(one)));
    const found = await Promise.all(meant.map((one) => reachOfPresent(system, one, isUplink, MOST_LAYERS)));
    reaches.set(name, found.length === 0 ? reachByName(name, isUplink(name)) : farthest(found));
  }
  return (name) => reaches.get(name) ?? 'unknown';
}

function farthest(reaches: readonly Reach[]): Reach {
  if (reaches.includes('outside')) return 'outside';
  return reaches.includes('unknown') ? 'unknown' : 'inside';
}

function reachByName(name: string, isUplink: boolean): Reach {
  if (name === 'lo' || [INSIDE_BRIDGE, TUNNEL, OTHER_INSIDE].some((pattern) => pattern.test(name))) return 'inside';
  return isUplink || OUTSIDE.test(name) ? 'outside' : 'unknown';
}

/** What the kernel says of an interface, and only then its name. */
async function reachOfPresent(
  system: SystemPort,
  name: string,
  isUplink: (name: string) => boolean,
  layers: number,
): Promise<Reach> {
  const folder = `${CLASS}/${name}`;
  const read = async (file: string) => {
    const text = await system.readFile(`${folder}/${file}`);
    return text.ok ? text.value : null;
  };
  const list = async (entry: string) => {
    const names = await system.listFolder(`${folder}${entry}`);
    return names.ok ? names.value : null;
  };
  const type = (await read('type'))?.trim() ?? '';
  if (type === LOOPBACK || (IP_TUNNELS.includes(type) && OTHER_INSIDE.test(name))) return 'inside';
  if ((await list('/device')) !== null) return 'outside';
  const kind = /^DEVTYPE=(\w+)$/m.exec((await read('uevent')) ?? '')?.[1];
  if (kind === 'wireguard' || (await read('tun_flags')) !== null) return 'inside';
  if (isUplink(name)) return 'outside';
  const lower = ((await list('')) ?? []).flatMap((entry) => /^lower_(.+)$/.exec(entry)?.[1] ?? []);
  const below = [...lower, ...((await list('/brif')) ?? [])];
  if (below.length > 0) {
    const reaches =
      layers === 0
        ? ['unknown' as const]
        : await Promise.all(below.map((one) => reachOfPresent(system, one, isUplink, layers - 1)));
    // A pair of cards whose other end is in a container or a machine: no more is known of it.
    if (reaches.includes('outside')) return 'outside';
    if (kind !== 'bridge') return 'unknown';
  }
  if (kind === 'bridge' ? INSIDE_BRIDGE.test(name) : OTHER_INSIDE.test(name)) return 'inside';
  return OUTSIDE.test(name) ? 'outside' : 'unknown';
}
