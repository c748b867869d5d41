import { BlockList, isIP } from 'node:net';

/** Addresses that are not out on the internet (IANA special-purpose registries), and Azure's own one that looks as if it were. */
const INSIDE = [
  ...'0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24'.split(
    ' ',
  ),
  ...'192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4'.split(' '),
  ...'240.0.0.0/4 ::/128 ::1/128 64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16'.split(' '),
  ...'3fff::/20 5f00::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8 ::/96 ::ffff:0:0:0/96'.split(' '),
];

/**
 * Where clouds answer anyone who asks from the machine itself, with credentials of it too (AWS, Azure, Google, Oracle,
 * Alibaba); and addresses at which no server is.
 */
const NEVER_BY_FOUR =
  '169.254.0.0/16 168.63.129.16/32 192.0.0.192/32 100.100.100.200/32 0.0.0.0/8 224.0.0.0/4 240.0.0.0/4'.split(' ');
/** What translates an IPv6 address to the IPv4 one at its end (RFC 6052, 8215, 2765). */
const TRANSLATED = ['64:ff9b::', '64:ff9b:1::', '::ffff:0:'];
const NEVER = [
  ...'fe80::/10 fd00:ec2::254/128 fd20:ce::254/128 ff00::/8 ::/128'.split(' '),
  ...NEVER_BY_FOUR,
  ...TRANSLATED.flatMap((prefix) => NEVER_BY_FOUR.map((network) => withinSix(prefix, network))),
];

function withinSix(prefix: string, network: string): string {
  const [base = '', bits = ''] = network.split('/');
  return `${prefix}${base}/${96 + Number(bits)}`;
}

/** @param networks addresses or networks such as 10.0.0.0/8; anything else is a mistake of ours */
export function networkList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const isFour = isIP(base) === 4;
    list.addSubnet(base, bits === undefined ? (isFour ? 32 : 128) : Number(bits), isFour ? 'ipv4' : 'ipv6');
  }
  return list;
}

const inside = networkList(INSIDE);
const never = networkList(NEVER);

/** An IPv4 address within an IPv6 one counts as what it is, however it is written. */
export function isAmong(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** @param address of either kind */
export function isInside(address: string): boolean {
  return isAmong(inside, address);
}

/** Whether nothing is asked there unless the operator names the very network. */
export function isForNobody(address: string): boolean {
  return isAmong(never, address);
}
