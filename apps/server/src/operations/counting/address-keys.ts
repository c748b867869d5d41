import { isIPv4, isIPv6 } from 'node:net';

/** A network that a client is counted in. */
export interface Network {
  /** The address itself (IPv4), or a prefix such as `2001:db8:0:1/64`. */
  readonly key: string;
  /** How many times as much as one address a network so wide may ask. */
  readonly share: number;
}

/** One computer has a /64 of its own, a household a /56, a site a /48. */
const PREFIXES = [
  { bits: 64, share: 1 },
  { bits: 56, share: 2 },
  { bits: 48, share: 4 },
] as const;

/** The one address that a client is known by: IPv4 as it is, however it is written; of IPv6 its /64. */
export function addressKey(address: string): string {
  return networksOf(address)[0].key;
}

/** Every network that a client is counted in, the narrowest first. */
export function networksOf(address: string): readonly [Network, ...Network[]] {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return [{ key: plain.toLowerCase(), share: 1 }];
  const groups = groupsOf(plain);
  const embedded = embeddedIPv4(groups);
  if (embedded !== null) return [{ key: embedded, share: 1 }];
  const [narrowest, ...wider] = PREFIXES;
  return [networkOf(groups, narrowest), ...wider.map((prefix) => networkOf(groups, prefix))];
}

function networkOf(groups: readonly number[], { bits, share }: (typeof PREFIXES)[number]): Network {
  const kept = groups.slice(0, 4).map((group, index) => {
    const left = Math.max(0, Math.min(16, bits - index * 16));
    return (group & (0xff_ff << (16 - left)) & 0xff_ff).toString(16);
  });
  return { key: `${kept.join(':')}/${bits}`, share };
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const before = readGroups(head);
  if (tail === undefined) return before;
  const after = readGroups(tail);
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}

/** ::ffff:192.0.2.1, as a socket for both families writes it. */
function embeddedIPv4(groups: readonly number[]): string | null {
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xff_ff;
  const [high = 0, low = 0] = groups.slice(6);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null;
}
