import type { Said } from './compare.ts';

/** Rules made by another tool than nft: a script for `sh`, what takes away what it leaves, and what the reader has to say. */
export interface Scripted {
  readonly name: string;
  readonly expected: Said;
  readonly load: string;
  readonly unload?: string;
}

/** Rules for both families, for the tool of either kind: `-P INPUT DROP` and so on. */
function forBoth(kind: 'nft' | 'legacy', rules: string): string {
  const lines = rules.split('; ').flatMap((rule) => ['iptables', 'ip6tables'].map((tool) => `${tool}-${kind} ${rule}`));
  return ['set -e', ...lines].join('\n');
}

const USUAL = '-A INPUT -i lo -j ACCEPT; -A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT; ';

const OF_IPTABLES: readonly (readonly [name: string, expected: Said, rules: string])[] = [
  ['accept with a remark', 'off', '-P INPUT DROP; -A INPUT -m comment --comment "drop -j DROP" -j ACCEPT'],
  ['state new', 'off', '-P INPUT DROP; -A INPUT -m conntrack --ctstate NEW -j ACCEPT'],
  ['state new, as it was written once', 'off', '-P INPUT DROP; -A INPUT -m state --state NEW,RELATED -j ACCEPT'],
  ['not invalid', 'off', '-P INPUT DROP; -A INPUT -m conntrack ! --ctstate INVALID -j ACCEPT'],
  [
    'every port',
    'off',
    '-P INPUT DROP; -A INPUT -p tcp --dport 0:65535 -j ACCEPT; -A INPUT -p udp -m multiport --dports 1:65535 -j ACCEPT',
  ],
  ['halves of all ports', 'gap', '-P INPUT DROP; -A INPUT -p tcp -m multiport --dports 0:32767,32768:65535 -j ACCEPT'],
  ['all ports but one', 'gap', '-P INPUT DROP; -A INPUT -p tcp ! --dport 22 -j ACCEPT'],
  ['one card', 'off', '-P INPUT DROP; -A INPUT -i eth+ -j ACCEPT'],
  ['not the loopback', 'off', '-P INPUT DROP; -A INPUT ! -i lo -j ACCEPT'],
  ['packet type', 'off', '-P INPUT DROP; -A INPUT -m pkttype --pkt-type unicast -j ACCEPT'],
  ['own addresses', 'off', '-P INPUT DROP; -A INPUT -m addrtype --dst-type LOCAL -j ACCEPT'],
  ['limit', 'off', '-P INPUT DROP; -A INPUT -m limit --limit 9000/sec --limit-burst 9000 -j ACCEPT'],
  [
    'limit for each sender',
    'off',
    '-P INPUT DROP; -A INPUT -m hashlimit --hashlimit-upto 9000/sec --hashlimit-burst 9000 --hashlimit-mode srcip --hashlimit-name x -j ACCEPT',
  ],
  ['flags of TCP', 'gap', '-P INPUT DROP; -A INPUT -p tcp --syn -j ACCEPT'],
  ['chance', 'off', '-P INPUT DROP; -A INPUT -m statistic --mode random --probability 0.9 -j ACCEPT'],
  ['chain that accepts', 'off', '-P INPUT DROP; -N in; -A in -j ACCEPT; -A INPUT -j in'],
  [
    'chain gone to that returns to an open policy',
    'off',
    '-N in; -A in -p icmp -j DROP; -A INPUT -g in; -A INPUT -j DROP',
  ],
  ['return before the drop', 'off', '-A INPUT -m conntrack --ctstate NEW -j RETURN; -A INPUT -j DROP'],
  ['drop of what is invalid', 'off', '-A INPUT -m conntrack --ctstate INVALID -j DROP'],
  ['drop on the way through', 'off', '-P FORWARD DROP; -A OUTPUT -p icmp -j DROP'],
  ['nothing but a policy', 'on', '-P INPUT DROP'],
  [
    'a few ports',
    'on',
    `-P INPUT DROP; ${USUAL}-A INPUT -p tcp -m multiport --dports 22,80,443 -j ACCEPT; -A INPUT -p udp --dport 5353 -j ACCEPT`,
  ],
  [
    'a chain that drops',
    'on',
    '-N out; -A out -i lo -j RETURN; -A out -m conntrack --ctstate NEW -j REJECT; -A INPUT -j out',
  ],
  [
    'a chain gone to that drops',
    'on',
    `${USUAL}-N out; -A out -p tcp --dport 22 -j ACCEPT; -A out -j DROP; -A INPUT -g out`,
  ],
  ['a last rule that rejects', 'on', `${USUAL}-A INPUT -p tcp --dport 22 -j ACCEPT; -A INPUT -j REJECT`],
  ['drop of what is new', 'on', '-A INPUT ! -i lo -m state --state NEW -j DROP'],
  [
    'drop of SYN and of UDP',
    'on',
    '-A INPUT ! -i lo -p tcp --syn -j DROP; -A INPUT ! -i lo -p udp -m conntrack --ctstate NEW -j DROP',
  ],
  [
    'a guard against guessing',
    'on',
    `-P INPUT DROP; ${USUAL}-A INPUT -p tcp --dport 22 -m recent --set --name s; -A INPUT -p tcp --dport 22 -m recent --update --seconds 30 --hitcount 6 --name s -j DROP; -A INPUT -p tcp --dport 22 -j ACCEPT`,
  ],
  ['a mark', 'unknown', '-P INPUT DROP; -A INPUT -m mark --mark 7 -j ACCEPT'],
  ['contents', 'unknown', '-P INPUT DROP; -A INPUT -m string --string x --algo bm -j ACCEPT'],
];

const ONE_FAMILY: readonly Scripted[] = [
  { name: 'iptables for IPv4 alone', expected: 'gap', load: 'iptables -P INPUT DROP' },
  { name: 'iptables-legacy for IPv6 alone', expected: 'gap', load: 'ip6tables-legacy -P INPUT DROP' },
  {
    name: 'ranges of addresses',
    expected: 'gap',
    load: 'iptables -P INPUT DROP; ip6tables -P INPUT DROP; iptables -A INPUT -m iprange --src-range 1.0.0.0-223.255.255.255 -j ACCEPT',
  },
  {
    name: 'IPv4 by the old tool, IPv6 by nft',
    expected: 'on',
    load: 'iptables-legacy -P INPUT DROP; nft "table ip6 t { chain i { type filter hook input priority 0; policy drop; }; }"',
  },
  {
    name: 'nft between rules of iptables',
    expected: 'gap',
    load: 'iptables -P INPUT DROP; ip6tables -P INPUT DROP; iptables -A INPUT -m comment --comment x -p icmp -j ACCEPT; nft add rule ip filter INPUT ip saddr 0.0.0.0/0 accept',
  },
];

const UFW_RESET =
  'rm -rf /etc/ufw /etc/default/ufw; cp -a /srv/made/ufw /etc/ufw; cp -a /srv/made/default-ufw /etc/default/ufw';

const ufw = (name: string, expected: Said, ...commands: readonly string[]): Scripted => ({
  name: `ufw: ${name}`,
  expected,
  load: ['set -e', ...commands].join('\n'),
  unload: UFW_RESET,
});

/** Tried one after the other: their settings are in one place. */
export const UFW: readonly Scripted[] = [
  ufw('as it comes', 'on', 'ufw --force enable'),
  ufw(
    'some services',
    'on',
    'ufw allow 22/tcp; ufw limit 2222/tcp; ufw allow 1714:1764/udp; ufw allow from 192.0.2.0/24; ufw --force enable',
  ),
  ufw('a tunnel', 'on', 'ufw allow in on wg0; ufw --force enable'),
  ufw('default reject', 'on', 'ufw default reject incoming; ufw --force enable'),
  ufw('default allow', 'off', 'ufw default allow incoming; ufw --force enable'),
  ufw('allow from any', 'off', 'ufw allow from any; ufw --force enable'),
  ufw('all ports', 'off', 'ufw allow 1:65535/tcp; ufw allow 1:65535/udp; ufw --force enable'),
  ufw('a card', 'off', 'ufw allow in on eth0; ufw --force enable'),
  ufw(
    'without IPv6',
    'gap',
    'sed -i s/^IPV6=.*/IPV6=no/ /etc/default/ufw; ufw --force enable; ip6tables -F; ip6tables -P INPUT ACCEPT',
  ),
  ufw('not loaded', 'off', 'sed -i s/^ENABLED=.*/ENABLED=yes/ /etc/ufw/ufw.conf'),
  ufw('flushed', 'off', 'ufw --force enable; nft flush ruleset'),
];

/** Its settings are written while it does not run; then it starts in the network that is tried, and is ended afterwards. */
const firewalld = (name: string, expected: Said, settings: string, after = 'true'): Scripted => ({
  name: `firewalld: ${name}`,
  expected,
  load: `rm -rf /etc/firewalld/zones/* /etc/firewalld/firewalld.conf
cp /srv/made/firewalld.conf /etc/firewalld/firewalld.conf
${settings}
firewalld --nopid --nofork > /tmp/firewalld.log 2>&1 &
for turn in $(seq 200); do nft list table inet firewalld > /dev/null 2>&1 && break; sleep 0.1; done
for turn in $(seq 20); do firewall-cmd --state > /dev/null 2>&1 && break; sleep 0.2; done
firewall-cmd --state > /dev/null && ${after}`,
  unload: 'kill $(pidof -x firewalld); while pidof -x firewalld > /dev/null; do sleep 0.05; done',
});

/** Tried one after the other: there can be only one. */
export const FIREWALLD: readonly Scripted[] = [
  firewalld('as it comes', 'on', ''),
  firewalld(
    'some services',
    'on',
    'firewall-offline-cmd --zone=public --add-service=http --add-port=8000-8100/tcp --add-rich-rule="rule family=ipv4 source address=192.0.2.0/24 accept"',
  ),
  firewalld('zone drop', 'on', 'firewall-offline-cmd --set-default-zone=drop'),
  firewalld('a tunnel is trusted', 'on', 'firewall-offline-cmd --zone=trusted --add-interface=wg0'),
  firewalld(
    'a translated port',
    'on',
    'firewall-offline-cmd --zone=public --add-forward-port=port=8080:proto=tcp:toport=80',
  ),
  firewalld('zone trusted', 'off', 'firewall-offline-cmd --set-default-zone=trusted'),
  firewalld('target ACCEPT', 'off', 'firewall-offline-cmd --zone=public --set-target=ACCEPT'),
  firewalld('the card is trusted', 'off', 'firewall-offline-cmd --zone=trusted --add-interface=eth0'),
  firewalld(
    'every source is trusted',
    'gap',
    'firewall-offline-cmd --zone=trusted --add-source=0.0.0.0/1 --add-source=128.0.0.0/1',
  ),
  firewalld('all ports', 'off', 'firewall-offline-cmd --zone=public --add-port=1-65535/tcp --add-port=1-65535/udp'),
  firewalld(
    'as Fedora Workstation has it',
    'off',
    'firewall-offline-cmd --zone=public --add-port=1025-65535/tcp --add-port=1025-65535/udp',
  ),
  firewalld('flushed', 'off', '', 'nft flush ruleset'),
];

/** Of each kind of iptables, the newer one that fills nft's tables and the old one that has tables of its own. */
export const IPTABLES: readonly Scripted[] = [
  ...(['nft', 'legacy'] as const).flatMap((kind) =>
    OF_IPTABLES.map(([name, expected, rules]) => ({
      name: `iptables-${kind}: ${name}`,
      expected,
      load: forBoth(kind, rules),
    })),
  ),
  ...ONE_FAMILY,
];
