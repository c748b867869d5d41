import { expect, test } from 'vitest';
import { parseSavedTables } from './iptables-save.ts';
import { findOpenings } from './openings.ts';

const saved = (...rules: readonly string[]) =>
  ['*filter', ':INPUT DROP [0:0]', ':other - [0:0]', '-A other -j DROP', ...rules, 'COMMIT', ''].join('\n');

/** What comes in over IPv4. */
function judge(text: string): string {
  const tables = parseSavedTables('ipv4', text);
  if (tables === null) return 'no tables';
  const { openings, doubts } = findOpenings(
    { tables: [...tables.values()], unread: [], isTracked: true },
    ['ipv4'],
    (name) => (name === 'lo' ? 'inside' : 'outside'),
  );
  if (openings.length > 0) return [...new Set(openings.map(({ protocol }) => protocol))].join(' ');
  return doubts.length > 0 ? `unknown ${doubts.join(' ')}` : 'closed';
}

const OPEN = 'tcp udp';

test.each([
  ['-A INPUT -j ACCEPT', OPEN],
  ['[12:345] -A INPUT -j ACCEPT', OPEN],
  ['-A INPUT -p tcp -j ACCEPT', 'tcp'],
  ['-A INPUT ! -p tcp -j ACCEPT', 'udp'],
  ['-A INPUT -p 17 -j ACCEPT', 'udp'],
  ['-A INPUT -p novel -j ACCEPT', 'unknown protocol'],
  ['-A INPUT -s 192.0.2.0/24 -j ACCEPT', 'closed'],
  ['-A INPUT ! -s 192.0.2.0/24 -j ACCEPT', OPEN],
  ['-A INPUT -m iprange --src-range 1.0.0.0-223.255.255.255 -j ACCEPT', OPEN],
  ['-A INPUT -d 0.0.0.0/0 -j ACCEPT', OPEN],
  ['-A INPUT -d 224.0.0.0/4 -j ACCEPT', 'closed'],
  ['-A INPUT -d 192.0.2.1/32 -j ACCEPT', 'unknown destination address'],
  ['-A INPUT -m iprange --dst-range 224.0.0.0-239.255.255.255 -j ACCEPT', 'closed'],
  ['-A INPUT -i lo -j ACCEPT', 'closed'],
  ['-A INPUT -i eth+ -j ACCEPT', OPEN],
  ['-A INPUT -f -j ACCEPT', OPEN],
  ['-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT', 'closed'],
  ['-A INPUT -p tcp -m multiport --dports 0:20000,20001:65535 -j ACCEPT', 'tcp'],
  ['-A INPUT -p tcp -m multiport --dports 22,novel -j ACCEPT', 'unknown port'],
  ['-A INPUT -p tcp -m tcp --dport 22:1 -j ACCEPT', 'unknown port'],
  ['-A INPUT -p tcp -m tcp --sport :1023 -j ACCEPT', 'tcp'],
  ['-A INPUT -p udp -m udp --sport 1024: -j ACCEPT', 'udp'],
  ['-A INPUT -p udp -m multiport --ports 22 -j ACCEPT', 'unknown --ports'],
  ['-A INPUT -m conntrack --ctstate NEW,INVALID -j ACCEPT', OPEN],
  ['-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT', 'closed'],
  ['-A INPUT -m conntrack ! --ctstate INVALID -j ACCEPT', OPEN],
  ['-A INPUT -m conntrack --ctstate DNAT -j ACCEPT', 'closed'],
  ['-A INPUT -m conntrack --ctstate NOVEL -j ACCEPT', 'unknown conntrack'],
  ['-A INPUT -m conntrack --ctdir ORIGINAL -j ACCEPT', OPEN],
  ['-A INPUT -m conntrack --ctdir REPLY -j ACCEPT', 'closed'],
  ['-A INPUT -p tcp -m tcp --tcp-flags FIN,SYN,RST,ACK SYN -j ACCEPT', 'tcp'],
  ['-A INPUT -p tcp -m tcp --tcp-flags ALL SYN -j ACCEPT', 'tcp'],
  ['-A INPUT -p tcp -m tcp --tcp-flags ALL NONE -j ACCEPT', 'closed'],
  ['-A INPUT -p tcp -m tcp --tcp-flags NOVEL SYN -j ACCEPT', 'unknown tcp flags'],
  ['-A INPUT -m pkttype --pkt-type unicast -j ACCEPT', OPEN],
  ['-A INPUT -m pkttype --pkt-type multicast -j ACCEPT', 'closed'],
  ['-A INPUT -m pkttype --pkt-type novel -j ACCEPT', 'unknown type'],
  ['-A INPUT -m addrtype --dst-type LOCAL -j ACCEPT', OPEN],
  ['-A INPUT -m addrtype --dst-type LOCAL --limit-iface-in -j ACCEPT', OPEN],
  ['-A INPUT -m addrtype --src-type LOCAL -j ACCEPT', 'unknown addrtype'],
  ['-A INPUT -m policy --dir in --pol none -j ACCEPT', OPEN],
  ['-A INPUT -m policy --dir in --pol ipsec -j ACCEPT', 'closed'],
  ['-A INPUT -m policy --pol none -j ACCEPT', 'unknown policy'],
  ['-A INPUT -m recent --set --name x --mask 255.255.255.255 --rsource -j ACCEPT', OPEN],
  ['-A INPUT -m recent --rcheck --name x --mask 255.255.255.255 --rsource -j ACCEPT', 'unknown --rcheck --name recent'],
  ['-A INPUT -m limit --limit 3/min -j ACCEPT', OPEN],
  ['-A INPUT -m rpfilter --invert -j ACCEPT', OPEN],
  ['-A INPUT -m novel -j ACCEPT', 'unknown novel'],
  ['-A INPUT -m mark --mark 0x1 -j ACCEPT', 'unknown --mark'],
  ['-A INPUT novel -j ACCEPT', 'unknown novel'],
  ['-A INPUT -m comment --comment "-j DROP -p icmp" -j ACCEPT', OPEN],
  ['-A INPUT -m comment --comment "a \\" -p icmp" -j ACCEPT', OPEN],
  ['-A INPUT -m comment --comment -j -j ACCEPT', OPEN],
  ['-A INPUT -j LOG --log-prefix "x -j ACCEPT"', 'closed'],
  ['-A INPUT', 'closed'],
  ['-A INPUT -j NFQUEUE --queue-num 0 --queue-bypass', 'unknown NFQUEUE'],
  ['-A INPUT -j constructor', 'unknown constructor'],
  ['-A INPUT -j other\n-A INPUT -j ACCEPT', 'closed'],
  ['-A INPUT -g other\n-A INPUT -j ACCEPT', 'closed'],
  ['-A INPUT -j RETURN\n-A INPUT -j ACCEPT', 'closed'],
  ['-A other -j ACCEPT\n-A INPUT -j other', 'closed'],
])('%s: %s', (rule, expected) => {
  expect(judge(saved(...rule.split('\n')))).toBe(expected);
});

test.each([
  ['a table that is cut off', '*filter\n:INPUT DROP [0:0]\n-A INPUT -j DROP\n'],
  ['a table in a table', '*filter\n*nat\nCOMMIT\n'],
  ['a table of a new name', '*novel\nCOMMIT\n'],
  ['rules before a table', '-A INPUT -j DROP\nCOMMIT\n'],
  ['a rule of no chain', saved('-A gone -j DROP')],
  ['another command', saved('-I INPUT -j DROP')],
  ['a table that iptables cannot say', `${saved()}# Table \`nat' is incompatible, use 'nft' tool.\n`],
  ['an error', 'iptables-save: Permission denied'],
])('%s is not read', (_, text) => {
  expect(judge(text)).toBe('no tables');
});

test('a policy that is neither is not understood, and a chain of one’s own begins nowhere', () => {
  expect(judge('*filter\n:INPUT QUEUE [0:0]\nCOMMIT\n')).toBe('unknown the rules');
  expect(judge('*filter\n:INPUT ACCEPT [0:0]\n:mine - [0:0]\n-A mine -j DROP\nCOMMIT\n')).toBe(OPEN);
  expect(judge('*raw\n:PREROUTING DROP [0:0]\nCOMMIT\n*filter\n:INPUT ACCEPT [0:0]\nCOMMIT\n')).toBe('closed');
});

test('ports that are sent on are in, as many as are sent on', () => {
  const nat = (ports: string) =>
    `*nat\n:PREROUTING ACCEPT [0:0]\n-A PREROUTING -p tcp -m tcp --dport ${ports} -j REDIRECT --to-ports 80\nCOMMIT\n`;
  const filter = saved('-A INPUT -m conntrack --ctstate DNAT -j ACCEPT');
  expect(judge(nat('8080') + filter)).toBe('closed');
  expect(judge(nat('1:65535') + filter)).toBe('tcp');
});
