import { expect, test } from 'vitest';
import { dropsInput } from './nft-file.ts';

const HEAD = 'type filter hook input priority filter; policy drop;';
const input = (rules: string, others = '') => `table inet filter {
  ${others}
  chain input {
    ${HEAD}
    ${rules}
  }
  chain output { type filter hook output priority filter; policy accept; }
}`;

test.each([
  ['no rule', ''],
  ['what is established', 'ct state established,related accept'],
  ['what is established, in a map', 'ct state vmap { established : accept, related : accept, invalid : drop }'],
  ['loopback', 'iif lo accept\n    iifname "lo" accept'],
  ['one port', 'tcp dport 22 accept'],
  ['new connections to some ports', 'ct state new tcp dport { 22, 443 } counter accept'],
  ['one network', 'ip saddr 192.0.2.0/24 accept'],
  ['ICMP', 'meta l4proto { icmp, ipv6-icmp } accept\n    icmpv6 type echo-request accept'],
  ['what another chain allows', 'jump allowed', 'chain allowed { tcp dport 22 accept; }'],
  ['chains that lead to each other', 'jump one', 'chain one { jump two; }\n  chain two { jump one; }'],
])('a chain that drops all but %s is a firewall', (_, rules, others = '') => {
  expect(dropsInput(input(rules, others))).toBe(true);
});

test.each([
  ['everything', 'accept'],
  ['everything, counted', 'counter accept;'],
  ['everything, in one line with another rule', 'iif lo accept; accept'],
  ['everything, with a remark', 'accept comment "for now"'],
  ['new connections', 'ct state new accept'],
  ['new connections, in a map', 'ct state vmap { established : accept, new : accept }'],
  ['what is not invalid', 'ct state != invalid accept'],
  ['all of TCP', 'meta l4proto tcp accept'],
  ['all cards but one', 'iifname != "eth0" accept'],
  ['all ports but one', 'tcp dport != 22 accept'],
  ['all networks but one', 'ip saddr != 192.0.2.0/24 accept'],
  ['what another chain lets in', 'jump all', 'chain all { accept; }'],
  ['what a chain elsewhere does', 'goto elsewhere'],
  ['words that nobody knows', 'socket transparent 1 accept'],
])('a chain that lets in %s is none', (_, rules, others = '') => {
  expect(dropsInput(input(rules, others))).toBe(false);
});

test.each([
  ['a policy of accept', input('').replace('policy drop', 'policy accept')],
  ['no policy', input('').replace(' policy drop;', '')],
  ['another hook', input('').replace('hook input', 'hook forward')],
  ['another type', input('').replace('type filter', 'type nat')],
  ['no chain', 'flush ruleset\n'],
  ['a chain that is cut off', `table inet filter { chain input { ${HEAD}`],
])('%s is none', (_, text) => {
  expect(dropsInput(text)).toBe(false);
});

test('one chain that drops is enough: what it drops, no other can let in', () => {
  const other = 'chain early { type filter hook input priority -10; policy accept; accept; }';
  expect(dropsInput(input('tcp dport 22 accept', other))).toBe(true);
});

test('a head over several lines is understood', () => {
  expect(dropsInput(`chain  x  {\n  type  filter  hook  input  priority 0\n  ;\n  policy  drop  ;\n}`)).toBe(true);
});
