import type { Said } from './compare.ts';

/** A ruleset by its name, what the reader has to say of it, and its text for nft. */
export type NftRuleset = readonly [name: string, expected: Said, text: string];

/** One chain on the input hook, and what stands in the table next to it. */
function input(policy: 'accept' | 'drop', rules: string, others = '', family = 'inet'): string {
  return `table ${family} t {
${others}
chain input { type filter hook input priority filter; policy ${policy};
${rules.replaceAll('; ', '\n')}
}
}`;
}

const drops = (rules: string, others?: string) => input('drop', rules, others);
const accepts = (rules: string, others?: string) => input('accept', rules, others);
const USUAL = 'ct state established,related accept; iif lo accept; ';
const HALVES =
  'ip saddr 0.0.0.0/1 accept; ip saddr 128.0.0.0/1 accept; ip6 saddr ::/1 accept; ip6 saddr 8000::/1 accept';
const EVERYTHING = 'meta l4proto { tcp, udp } accept';

/** Those that look closed and are open: a condition that holds for everything, a way round, a table that sleeps. */
export const LOOK_CLOSED: readonly NftRuleset[] = [
  ['verdict map of states', 'off', drops('ct state vmap { established : accept, new : accept }')],
  ['verdict map of states with a jump', 'off', drops('ct state vmap { new : jump in }', 'chain in { accept; }')],
  ['verdict map of protocols', 'off', drops(`${USUAL}meta l4proto vmap { tcp : accept, udp : accept }`)],
  ['verdict map of ports', 'off', drops('th dport vmap { 0-65535 : accept }')],
  ['verdict map of interfaces', 'off', drops('iifname vmap { "lo" : accept, "eth0" : accept }')],
  ['verdict map with a rest', 'off', drops('ip saddr vmap { 192.0.2.1 : drop, * : accept }; meta nfproto ipv6 accept')],
  [
    'named verdict map',
    'off',
    drops(
      'tcp dport vmap @v; udp dport vmap @v',
      'map v { type inet_service : verdict; flags interval; elements = { 1-65535 : accept }; }',
    ),
  ],
  ['every address', 'off', drops('ip saddr 0.0.0.0/0 accept; ip6 saddr ::/0 accept')],
  ['halves of all addresses', 'off', drops(HALVES)],
  [
    'quarters of all addresses, IPv4',
    'gap',
    drops('ip saddr { 0.0.0.0/2, 64.0.0.0/2, 128.0.0.0/2, 192.0.0.0/2 } accept'),
  ],
  ['one half of all addresses', 'gap', drops('ip saddr 128.0.0.0/1 accept')],
  [
    'set of every address',
    'gap',
    drops('ip saddr @any accept', 'set any { type ipv4_addr; flags interval; elements = { 0.0.0.0/1, 128.0.0.0/1 }; }'),
  ],
  [
    'set with a rest',
    'gap',
    drops('ip saddr @any accept', 'set any { type ipv4_addr; flags interval; elements = { 192.0.2.1, * }; }'),
  ],
  ['range of all addresses', 'gap', drops('ip saddr 1.0.0.0-223.255.255.255 accept')],
  ['all but one network', 'gap', drops('ip saddr != 192.0.2.0/24 accept')],
  ['all but a set', 'gap', drops('ip saddr != @bad accept', 'set bad { type ipv4_addr; elements = { 192.0.2.1 }; }')],
  ['family', 'off', drops('meta nfproto ipv4 accept; meta nfproto ipv6 accept')],
  ['family by protocol', 'off', drops('meta protocol ip accept; meta protocol ip6 accept')],
  ['every port', 'off', drops('tcp dport 0-65535 accept; udp dport 0-65535 accept')],
  ['every port but 0', 'off', drops('th dport 1-65535 accept')],
  [
    'halves of all ports',
    'off',
    drops('tcp dport 0-32767 accept; tcp dport 32768-65535 accept; udp dport 0-65535 accept'),
  ],
  ['every port but one', 'gap', drops(`${USUAL}tcp dport != 25 accept`)],
  [
    'set of every port',
    'gap',
    drops('tcp dport @p accept', 'set p { type inet_service; flags interval; elements = { 0-1023, 1024-65535 }; }'),
  ],
  ['ports at least 1', 'gap', drops('tcp dport >= 1 accept')],
  ['port by its place in the packet', 'off', drops('@th,16,16 0-65535 accept')],
  ['every protocol', 'off', drops('meta l4proto 0-255 accept')],
  ['two protocols', 'off', drops(EVERYTHING)],
  ['protocol of IPv4', 'gap', drops('ip protocol tcp accept')],
  ['next header of IPv6', 'gap', drops('ip6 nexthdr { tcp, udp } accept')],
  ['one card by its name', 'off', drops('iifname "eth0" accept')],
  ['one card by its number', 'off', drops('iif eth0 accept')],
  ['cards by a star', 'off', drops('iifname "e*" accept')],
  ['cards by a set', 'off', drops('iifname { "lo", "eth0" } accept')],
  ['all cards but one', 'off', drops('iifname != "wlan0" accept')],
  ['packet type', 'off', drops('meta pkttype host accept')],
  ['not of a packet type', 'off', drops('meta pkttype != broadcast accept')],
  ['own address by fib', 'off', drops('fib daddr type local accept')],
  ['own address of the card by fib', 'off', drops('fib daddr . iif type local accept')],
  ['flags of TCP', 'gap', drops('tcp flags syn accept')],
  ['flags of TCP with a mask', 'gap', drops('tcp flags & (fin|syn|rst|ack) == syn accept')],
  ['flags of TCP that are not', 'gap', drops('tcp flags ! ack accept')],
  ['limit', 'off', drops('limit rate 9000/second burst 9000 packets accept')],
  ['count of connections', 'gap', drops('meta l4proto tcp ct count 9000 accept')],
  ['remark', 'off', drops('accept comment "drop everything else"')],
  ['counted and logged', 'off', drops('counter log prefix "x" accept')],
  ['state new', 'off', drops('ct state new accept')],
  ['state new among others', 'off', drops('ct state established,related,new accept')],
  ['state new in a set', 'off', drops('ct state { new, established } accept')],
  ['state not invalid', 'off', drops('ct state != invalid accept')],
  ['state new by its bit', 'off', drops('ct state & new == new accept')],
  ['direction of the connection', 'off', drops('ct direction original accept')],
  [
    'kept from connection tracking',
    'unknown',
    `${drops('ct state untracked accept')}\ntable inet r { chain p { type filter hook prerouting priority raw; notrack; }; }`,
  ],
  ['chain that lets new ones in', 'off', drops('jump in', 'chain in { ct state new accept; }')],
  [
    'chain of a chain that accepts',
    'off',
    drops('jump a', 'chain b { accept; }; chain a { meta nfproto { ipv4, ipv6 } goto b; }'),
  ],
  [
    'chain gone to that accepts',
    'off',
    drops('ip saddr != 192.0.2.1 goto in; meta nfproto ipv6 goto in', 'chain in { accept; }'),
  ],
  ['return before the drop', 'off', accepts('meta l4proto { tcp, udp } return; drop')],
  ['conditional returns before the drop', 'off', accepts('ip saddr 0.0.0.0/0 return; iifname "eth0" return; drop')],
  ['return in a chain before its drop', 'off', accepts('jump out', 'chain out { ct state new return; drop; }')],
  ['goto back to an open policy', 'off', accepts('goto out; drop', 'chain out { tcp dport 22 accept; }')],
  ['accept before the drop', 'off', accepts(`${EVERYTHING}; drop`)],
  ['drop of one port', 'off', accepts('tcp dport 22 drop')],
  ['drop of what is invalid', 'off', accepts('ct state invalid drop')],
  ['drop of what is not TCP or UDP', 'off', accepts('meta l4proto != { tcp, udp } drop')],
  ['drop of TCP alone', 'gap', accepts('meta l4proto tcp drop')],
  ['drop on one card alone', 'off', accepts('iifname "wlan0" drop')],
  ['drop beyond a limit', 'off', accepts('limit rate over 9000/second burst 9000 packets drop')],
  ['drop by a limit', 'off', accepts('limit rate 1/minute burst 1 packets drop')],
  ['drop of other packet types', 'off', accepts('meta pkttype != host drop')],
  ['drop of what is routed', 'off', accepts('fib daddr type != local drop')],
  ['drop from other sources', 'off', accepts('ip saddr 192.0.2.0/24 drop; ip6 saddr 2001:db8::/32 drop')],
  ['dormant table', 'off', drops(USUAL).replace('{', '{ flags dormant;')],
  [
    'drop on the way through and out',
    'off',
    'table inet t { chain f { type filter hook forward priority 0; policy drop; }; }',
  ],
  ['drop for IPv4 alone', 'gap', input('drop', USUAL, '', 'ip')],
  ['drop for IPv6 alone', 'gap', input('drop', USUAL, '', 'ip6')],
  ['two chains that accept', 'off', `${accepts(USUAL)}\n${accepts('tcp dport 22 accept').replace('inet t', 'inet u')}`],
  ['system ports', 'gap', drops('tcp dport 1-1023 accept')],
  ['user ports', 'off', drops(`${USUAL}th dport 1025-65535 accept`)],
  ['private networks', 'gap', drops('ip saddr { 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16 } accept')],
  ['neighbours over IPv6', 'gap', drops('ip6 saddr fe80::/10 accept')],
  ['source ports of TCP', 'gap', drops('tcp sport 1024-65535 accept')],
  ['source port of a name server', 'gap', drops('udp sport 53 accept')],
  ['empty table', 'off', 'table inet t { }'],
  ['empty', 'off', ''],
];

/** Those that keep others out, as people and programs write them. */
export const CLOSED: readonly NftRuleset[] = [
  ['nothing but a policy', 'on', drops('')],
  ['answers and loopback', 'on', drops(USUAL)],
  [
    'a few ports',
    'on',
    drops(`${USUAL}tcp dport { 22, 80, 443 } accept; udp dport 5353 accept; meta l4proto { icmp, ipv6-icmp } accept`),
  ],
  [
    'a range for a program',
    'on',
    drops(`${USUAL}tcp dport 1714-1764 accept; udp dport 60000-61000 accept; udp dport 10000-20000 accept`),
  ],
  ['a network of one’s own', 'on', drops(`${USUAL}ip saddr 192.0.2.0/24 accept; ip6 saddr 2001:db8::/32 accept`)],
  [
    'a set of addresses',
    'on',
    drops(
      'ip saddr @good accept',
      'set good { type ipv4_addr; flags interval; elements = { 192.0.2.0/24, 203.0.113.7 }; }',
    ),
  ],
  [
    'a set of addresses and ports',
    'on',
    drops(
      'ip saddr . tcp dport @good accept',
      'set good { type ipv4_addr . inet_service; elements = { 192.0.2.1 . 22 }; }',
    ),
  ],
  ['a chain that drops', 'on', accepts('jump out', 'chain out { iifname "lo" return; drop; }')],
  ['a chain gone to that drops', 'on', accepts(`${USUAL}goto out`, 'chain out { tcp dport 22 accept; reject; }')],
  ['a chain of a chain that drops', 'on', accepts('jump a', 'chain b { drop; }; chain a { ct state new jump b; }')],
  ['a last rule that drops', 'on', accepts(`${USUAL}tcp dport 22 accept; counter drop`)],
  ['a last rule that rejects', 'on', accepts(`${USUAL}reject with icmpx admin-prohibited`)],
  ['drop of what is new', 'on', accepts('iifname "lo" accept; ct state new drop')],
  ['drop from all cards but one’s own', 'on', accepts('iifname != "lo" ct state new drop')],
  [
    'drop of states in a map',
    'on',
    accepts(
      'iifname "lo" accept; ct state vmap { established : accept, related : accept, new : drop, invalid : drop }',
    ),
  ],
  [
    'drop of TCP and of UDP',
    'on',
    accepts('iifname "lo" accept; tcp flags & (syn|ack) == syn drop; meta l4proto udp ct state new drop'),
  ],
  [
    'drop of halves',
    'on',
    accepts(
      'iif lo accept; ct state established accept; ip saddr 0.0.0.0/1 drop; ip saddr 128.0.0.0/1 drop; meta nfproto ipv6 drop',
    ),
  ],
  [
    'drop of every port',
    'on',
    accepts('iif lo accept; ct state established accept; tcp dport 0-65535 drop; udp dport 0-65535 drop'),
  ],
  ['two chains of which one drops', 'on', `${drops(USUAL)}\n${accepts('accept').replace('inet t', 'inet u')}`],
  [
    'before routing',
    'on',
    'table inet t { chain p { type filter hook prerouting priority raw; policy drop; iif lo accept; fib daddr type != local accept; }; }',
  ],
  ['for each family its own', 'on', `${input('drop', USUAL, '', 'ip')}\n${input('drop', USUAL, '', 'ip6')}`],
  [
    'a tunnel of one’s own',
    'on',
    drops(`${USUAL}iifname { "wg0", "tun*", "tailscale0" } accept; iifname "docker0" accept`),
  ],
  [
    'a limit for what is let in',
    'on',
    drops(`${USUAL}tcp dport 22 limit rate 3/minute accept; meta l4proto icmp limit rate 5/second accept`),
  ],
  [
    'multicast and broadcast',
    'on',
    drops(
      `${USUAL}meta pkttype { broadcast, multicast } accept; ip daddr 224.0.0.0/4 accept; fib daddr type broadcast accept`,
    ),
  ],
  [
    'addresses by DHCP',
    'on',
    drops(`${USUAL}udp sport 67 udp dport 68 accept; ip6 saddr fe80::/10 udp sport 547 udp dport 546 accept`),
  ],
  ['ports that are handed out', 'on', drops(`${USUAL}tcp dport 49152-65535 accept`)],
  ['names of tables and chains that mislead', 'on', drops(USUAL, 'chain accept_all { tcp dport 22 accept; }')],
  ['way back to the source', 'on', drops(`${USUAL}fib saddr . iif oif missing drop; tcp dport 22 accept`)],
  [
    'marks with a way to one port',
    'on',
    drops(`${USUAL}meta mark 7 tcp dport 22 accept; ct mark 3 udp dport 53 accept`),
  ],
  [
    'translated ports',
    'on',
    `${drops(`${USUAL}ct status dnat accept`)}\ntable inet n { chain p { type nat hook prerouting priority dstnat; tcp dport 8080 redirect to :80; }; }`,
  ],
  [
    'a brute-force guard',
    'on',
    drops(
      `${USUAL}tcp dport 22 ct state new add @seen { ip saddr limit rate over 3/minute } drop; tcp dport 22 accept`,
      'set seen { type ipv4_addr; size 1000; flags dynamic; }',
    ),
  ],
];

/** Those of which too much is not understood. */
export const NOT_UNDERSTOOD: readonly NftRuleset[] = [
  ['a mark', 'unknown', drops(`${USUAL}meta mark 7 accept`)],
  ['a socket', 'unknown', drops(`${USUAL}socket transparent 1 accept`)],
  ['a kind of card', 'unknown', drops(`${USUAL}meta iiftype ether accept`)],
  ['a card that is not there', 'unknown', drops(`${USUAL}iifname "corp" accept`)],
  ['a hardware address', 'unknown', drops(`${USUAL}ether saddr 02:00:00:00:00:09 accept`)],
  [
    'knock on one port to open all',
    'unknown',
    drops(
      `${USUAL}tcp dport 22 add @knocked { ip saddr }; ip saddr @knocked accept`,
      'set knocked { type ipv4_addr; flags dynamic,timeout; timeout 1h; }',
    ),
  ],
  [
    'knock on any port to open all',
    'unknown',
    drops(
      `${USUAL}ip saddr @clients accept`,
      'set clients { type ipv4_addr; size 65535; flags dynamic; }\nchain p { type filter hook prerouting priority -10; update @clients { ip saddr }; }',
    ),
  ],
  ['an address of this computer', 'unknown', drops(`${USUAL}ip daddr 192.168.9.1 accept`)],
];
