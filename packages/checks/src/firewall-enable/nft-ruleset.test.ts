import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readSample } from '../samples.ts';
import { parseLegacyRules } from './kernel-rules.ts';
import { parseNftRuleset } from './nft-ruleset.ts';

const sample = (name: string) => readSample(import.meta.dirname, `nft-${name}.json`);

const none = { ipv4: false, ipv6: false };
const both = { ipv4: true, ipv6: true };

// Every sample is what a kernel answered after the rules had been loaded (nft 1.0.6).
test.each([
  ['empty', none],
  ['debian-default', none],
  ['only-forward-drops', none],
  ['nat-hook-only', none],
  ['policy-drop-but-accepts-all', none],
  ['policy-drop-but-accepts-new', none],
  ['policy-drop-but-accepts-tcp', none],
  ['policy-drop-but-accepts-in-jump', none],
  ['policy-drop-but-accepts-other-interfaces', none],
  ['only-ipv4', { ipv4: true, ipv6: false }],
  ['ipv4-and-ipv6', both],
  ['firewalld', both],
  ['two-chains-one-drops', both],
  ['goto-then-policy', both],
  ['workplace-table', both],
  ['policy-accept-but-drops-from-elsewhere', both],
  ['policy-accept-but-drops-new', both],
])('the ruleset %s', (name, expected) => {
  expect(parseNftRuleset(sample(name))).toEqual(expected);
});

test('a chain that jumps to itself ends', () => {
  const chain = { family: 'inet', table: 't', name: 'input', type: 'filter', hook: 'input', policy: 'accept' };
  const rule = { family: 'inet', table: 't', chain: 'input', expr: [{ jump: { target: 'input' } }] };
  expect(parseNftRuleset(JSON.stringify({ nftables: [{ chain }, { rule }] }))).toEqual(none);
});

test.each([
  '',
  'Error: cache initialization failed: Operation not permitted',
  '{"nftables":{}}',
  '{"nftables":[{"rule":{"family":"inet","table":"t","chain":"gone","expr":[{"drop":null}]}}]}',
  '{"nftables":[{"chain":{"family":"inet","name":"input","hook":"input","type":"filter","policy":"drop"}}]}',
])('%s is no ruleset', (text) => {
  expect(parseNftRuleset(text)).toBeNull();
});

test('no mangled ruleset of an open computer reads as a firewall', () => {
  const text = sample('debian-default');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 20 }), (at, cut, noise) => {
      const read = parseNftRuleset(text.slice(0, at) + noise + text.slice(at + cut));
      expect(read === null || (!read.ipv4 && !read.ipv6)).toBe(true);
    }),
  );
});

const INPUT = { family: 'inet', table: 't', name: 'input', type: 'filter', hook: 'input', policy: 'drop' };
const match = (left: object, right: unknown, op = '==') => ({ match: { op, left, right } });
const OPEN = { policy: 'accept' };
const drop = { drop: null };
const accept = { accept: null };

/** A ruleset with one chain on the input hook and another that it may jump to. */
const ruleset = (chain: object, rules: readonly (readonly unknown[])[], others: readonly unknown[][] = []) =>
  JSON.stringify({
    nftables: [
      { chain: { ...INPUT, ...chain } },
      { chain: { family: 'inet', table: 't', name: 'other' } },
      ...rules.map((expr) => ({ rule: { family: 'inet', table: 't', chain: 'input', expr } })),
      ...others.map((expr) => ({ rule: { family: 'inet', table: 't', chain: 'other', expr } })),
    ],
  });

test.each<readonly [string, object, readonly unknown[][], readonly unknown[][], object]>([
  ['of IPv6 alone', { family: 'ip6' }, [], [], { ipv4: false, ipv6: true }],
  ['that translates addresses', { type: 'nat' }, [], [], none],
  ['on another hook', { hook: 'output' }, [], [], none],
  ['with a policy of another kind', { policy: 1 }, [], [], none],
  ['without a policy', { policy: undefined }, [], [], none],
  ['that lets an established connection in', {}, [[match({ ct: { key: 'state' } }, 'established'), accept]], [], both],
  ['that lets in what is not new', {}, [[match({ ct: { key: 'state' } }, 'new', '!='), accept]], [], both],
  ['that lets in what is not TCP', {}, [[match({ meta: { key: 'l4proto' } }, 'tcp', '!='), accept]], [], both],
  ['that lets all of TCP in', {}, [[match({ payload: { field: 'protocol' } }, 'tcp'), accept]], [], none],
  ['that lets TCP and UDP in', {}, [[match({ meta: { key: 'l4proto' } }, { set: ['udp', 'tcp'] }), accept]], [], none],
  ['that lets in what is not invalid', {}, [[match({ ct: { key: 'state' } }, 'invalid', '!='), accept]], [], none],
  ['that lets in what is not UDP', {}, [[match({ meta: { key: 'l4proto' } }, 'udp', '!='), accept]], [], none],
  ['that lets in by all ways but one', {}, [[match({ meta: { key: 'iifname' } }, 'eth0', '!='), accept]], [], none],
  ['that lets in by one way', {}, [[match({ meta: { key: 'iifname' } }, 'eth0'), accept]], [], both],
  ['that lets all but one network in', {}, [[match({ payload: { field: 'saddr' } }, 'x', '!='), accept]], [], none],
  ['that drops by all ways but one', {}, [[match({ meta: { key: 'iifname' } }, 'lo', '!='), drop]], [], both],
  [
    'that lets one port in by all ways but one',
    {},
    [[match({ meta: { key: 'iifname' } }, 'x', '!='), match({ payload: { field: 'dport' } }, 22), accept]],
    [],
    both,
  ],
  ['that lets in what has not one mark', {}, [[match({ meta: { key: 'mark' } }, 1, '!='), accept]], [], both],
  ['that lets UDP in', {}, [[match({ meta: { key: 'l4proto' } }, 'udp'), accept]], [], both],
  ['that lets a port called tcp in', {}, [[match({ payload: { field: 'dport' } }, 'tcp'), accept]], [], both],
  ['that counts before it lets in', {}, [[{ counter: null }, accept]], [], none],
  ['with a statement that nobody knows', {}, [[{ counter: null, novel: null }, accept]], [], both],
  [
    'with an expression that is none',
    {},
    [
      [null, accept],
      ['novel', accept],
    ],
    [],
    both,
  ],
  ['that drops some, then lets in', {}, [[match({ meta: { key: 'iif' } }, 'x'), drop], [accept]], [], none],
  ['that returns before it lets in', {}, [[{ return: null }], [accept]], [], both],
  ['that returns before it drops', { policy: 'accept' }, [[{ return: null }], [drop]], [], none],
  ['that jumps to what drops', { policy: 'accept' }, [[{ jump: { target: 'other' } }]], [[drop]], both],
  [
    'that refuses what comes from elsewhere',
    OPEN,
    [[match({ meta: { key: 'iif' } }, 'lo', '!='), { reject: null }]],
    [],
    both,
  ],
  ['that drops what comes by one card', OPEN, [[match({ meta: { key: 'iifname' } }, 'eth0'), drop]], [], none],
  ['that drops by all cards but one', OPEN, [[match({ meta: { key: 'iifname' } }, 'eth0', '!='), drop]], [], none],
  ['that drops by all but two', OPEN, [[match({ meta: { key: 'iif' } }, { set: ['lo', 'x'] }, '!='), drop]], [], none],
  ['that drops from loopback', OPEN, [[match({ meta: { key: 'iif' } }, 'lo'), drop]], [], none],
  ['that drops what is new', OPEN, [[match({ ct: { key: 'state' } }, 'new', 'in'), drop]], [], both],
  [
    'that drops what is new or old',
    OPEN,
    [[match({ ct: { key: 'state' } }, { '|': ['new', 'related'] }), drop]],
    [],
    both,
  ],
  ['that drops what is invalid', OPEN, [[match({ ct: { key: 'state' } }, 'invalid', 'in'), drop]], [], none],
  [
    'that drops what is not established',
    OPEN,
    [[match({ ct: { key: 'state' } }, 'established', '!='), drop]],
    [],
    both,
  ],
  [
    'that drops what is neither new nor known',
    OPEN,
    [[match({ ct: { key: 'state' } }, { '|': ['new', 'established'] }, '!='), drop]],
    [],
    none,
  ],
  [
    'that drops what stands in a set elsewhere',
    OPEN,
    [[match({ ct: { key: 'state' } }, { map: 1 }, '!='), drop]],
    [],
    none,
  ],
  ['that drops another mark', OPEN, [[match({ ct: { key: 'mark' } }, 'new'), drop]], [], none],
  [
    'that drops one port from elsewhere',
    OPEN,
    [[match({ meta: { key: 'iif' } }, 'lo', '!='), match({ payload: { field: 'dport' } }, 22), drop]],
    [],
    none,
  ],
  [
    'that drops what is new, from elsewhere',
    OPEN,
    [[match({ meta: { key: 'iif' } }, 'lo', '!='), match({ ct: { key: 'state' } }, 'new', 'in'), drop]],
    [],
    both,
  ],
  [
    'that lets all in, then drops from elsewhere',
    OPEN,
    [[accept], [match({ meta: { key: 'iif' } }, 'lo', '!='), drop]],
    [],
    none,
  ],
  ['that jumps to what returns', {}, [[{ jump: { target: 'other' } }], [accept]], [[{ return: null }]], none],
  ['that goes to what returns', {}, [[{ goto: { target: 'other' } }], [accept]], [[{ return: null }]], both],
  ['that jumps to what is not there', {}, [[{ jump: { target: 'gone' } }], [accept]], [], none],
])('a chain %s', (_, chain, rules, others, expected) => {
  expect(parseNftRuleset(ruleset(chain, rules, others))).toEqual(expected);
});

test('chains of one name in two families are two', () => {
  const chain = (family: string) => ({ chain: { ...INPUT, family, policy: 'accept' } });
  const rule = { rule: { family: 'ip6', table: 't', chain: 'input', expr: [drop] } };
  const text = JSON.stringify({ nftables: [chain('ip'), chain('ip6'), rule] });
  expect(parseNftRuleset(text)).toEqual({ ipv4: false, ipv6: true });
});

test.each(['family', 'table', 'name'])('a chain whose %s is no text makes it no ruleset', (name) => {
  expect(parseNftRuleset(ruleset({ [name]: 1 }, []))).toBeNull();
});

test.each([
  ['-P INPUT ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -i lo -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT -j ACCEPT\n', false],
  ['-P INPUT ACCEPT\n-A INPUT ! -i lo -j REJECT --reject-with icmp-port-unreachable\n', true],
  ['-P INPUT ACCEPT\n-A INPUT ! -i lo -m conntrack --ctstate NEW -j DROP\n', true],
  ['-P INPUT ACCEPT\n-A INPUT -m state ! --state RELATED,ESTABLISHED -j DROP\n', true],
  ['-P INPUT ACCEPT\n-A INPUT -m conntrack ! --ctstate NEW -j DROP\n', false],
  ['-P INPUT ACCEPT\n-A INPUT -m conntrack --ctstate INVALID -j DROP\n', false],
  ['-P INPUT ACCEPT\n-A INPUT ! -i eth0 -j DROP\n', false],
  ['-P INPUT ACCEPT\n-A INPUT ! -i lo -p tcp -j DROP\n', false],
  ['-P INPUT ACCEPT\n-A INPUT -i lo -j DROP\n', false],
  ['-P INPUT ACCEPT\n-A INPUT ! -i lo+ -j DROP\n', false],
  ['-P INPUT DROP\n-A INPUT ! -i eth0 -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT ! -s 192.0.2.0/24 ! -i eth0 -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT ! -s 192.0.2.0/24 -i eth0 -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT ! -p udp -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT ! -p tcp -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT -p tcp -m tcp ! --dport 22 -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT -m conntrack ! --ctstate INVALID -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -m conntrack ! --ctstate INVALID,NEW -j ACCEPT\n', true],
  [
    '-P INPUT ACCEPT\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n-A INPUT -j REJECT --reject-with icmp-port-unreachable\n',
    true,
  ],
  ['-P INPUT DROP\n-A INPUT -m state --state NEW,ESTABLISHED -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -p tcp -m conntrack --ctstate NEW -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -p tcp -j ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -m conntrack --ctstate RELATED,ESTABLISHED -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT -p tcp -m tcp --dport 22 -m state --state NEW -j ACCEPT\n', true],
  ['-P INPUT ACCEPT\n-A INPUT -p tcp -j DROP\n', false],
  ['  -P INPUT DROP  \n', true],
  ['-P INPUT DROPPED\n', null],
  ['x -P INPUT DROP\n', null],
  ['-P INPUT ACCEPT\nx -A INPUT -j DROP\n', false],
  ['iptables: Permission denied', null],
  ['', null],
])('legacy rules %j', (text, expected) => {
  expect(parseLegacyRules(text)).toBe(expected);
});
