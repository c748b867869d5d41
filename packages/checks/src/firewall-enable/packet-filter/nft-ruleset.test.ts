import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSample } from '../../samples.ts';
import { hasFlags, parseNftRuleset } from './nft-ruleset.ts';
import { findOpenings, type Opening, type Reach } from './openings.ts';
import type { Rule } from './rules.ts';

const sample = (name: string) => readSample(join(import.meta.dirname, '..'), `nft-${name}.json`);

/** 'closed', 'unknown' with what was not understood, or what comes in: 'ipv4 tcp'. */
function judge(text: string, plain = '', saved: readonly Rule[] | null = null): string {
  const rules = parseNftRuleset(text, { plain, savedRules: () => saved });
  if (rules === null) return 'no ruleset';
  const reachOf = (name: string): Reach => (name === 'lo' ? 'inside' : 'outside');
  const { openings, doubts } = findOpenings(rules, ['ipv4', 'ipv6'], reachOf);
  if (openings.length > 0) return [...new Set(openings.map(nameOf))].join(', ');
  return doubts.length > 0 ? `unknown: ${doubts.join(', ')}` : 'closed';
}
const nameOf = ({ family, protocol }: Opening) => `${family} ${protocol}`;

const OPEN = 'ipv4 tcp, ipv4 udp, ipv6 tcp, ipv6 udp';
const OPEN_6 = 'ipv6 tcp, ipv6 udp';

// Every sample is what a kernel answered after the rules had been loaded (nft 1.0.6).
test.each([
  ['empty', OPEN],
  ['debian-default', OPEN],
  ['only-forward-drops', OPEN],
  ['nat-hook-only', OPEN],
  ['policy-drop-but-accepts-all', OPEN],
  ['policy-drop-but-accepts-new', OPEN],
  ['policy-drop-but-accepts-tcp', OPEN],
  ['policy-drop-but-accepts-in-jump', OPEN],
  ['policy-drop-but-accepts-other-interfaces', OPEN],
  ['only-ipv4', OPEN_6],
  ['ipv4-and-ipv6', 'closed'],
  ['firewalld', 'closed'],
  ['two-chains-one-drops', 'closed'],
  ['goto-then-policy', 'closed'],
  ['workplace-table', 'closed'],
  ['policy-accept-but-drops-from-elsewhere', 'closed'],
  ['policy-accept-but-drops-new', 'closed'],
])('the ruleset %s: %s', (name, expected) => {
  expect(judge(sample(name))).toBe(expected);
});

const INPUT = { family: 'inet', table: 't', name: 'input', type: 'filter', hook: 'input', policy: 'drop' };

/** A ruleset with one chain on the input hook, another that it may jump to, and what else there is. */
function ruleset(expressions: readonly unknown[], more: { chain?: object; table?: object; also?: object[] } = {}) {
  return JSON.stringify({
    nftables: [
      { table: { family: 'inet', name: 't', ...more.table } },
      { chain: { ...INPUT, ...more.chain } },
      { chain: { family: 'inet', table: 't', name: 'other' } },
      ...(more.also ?? []),
      { rule: { family: 'inet', table: 't', chain: 'input', expr: expressions } },
    ],
  });
}

const accept = { accept: null };
const match = (left: object, right: unknown, op = '==') => ({ match: { op, left, right } });
const meta = (key: string) => ({ meta: { key } });
const payload = (protocol: string, field: string) => ({ payload: { protocol, field } });
const mark = { mark: 1 };

/** What may come in behind a policy of drop, by a condition that most would take for a narrow one. */
test.each<readonly [string, unknown, string]>([
  ['a statement that is not known', { novel: null }, 'unknown: novel'],
  ['two statements in one', { counter: null, accept: null }, 'unknown: an expression'],
  ['no statement', null, 'unknown: an expression'],
  ['a text', 'novel', 'unknown: an expression'],
  ['a match of nothing', match({}, 1), 'unknown: a match'],
  ['another match', match({ novel: { key: 'x' } }, 1), 'unknown: novel x'],
  ['another operator', match(meta('l4proto'), 'tcp', '~'), 'unknown: meta l4proto'],
  ['a protocol of a new name', match(meta('l4proto'), 'novel'), 'unknown: protocol'],
  ['an address that is none', match(payload('ip', 'saddr'), 'x'), 'unknown: address'],
  ['a port by its name', match(payload('tcp', 'dport'), 'ssh'), 'unknown: port'],
  ['a port of an unknown protocol', match(payload('novel', 'dport'), 22), 'unknown: payload dport'],
  ['a port of SCTP', match(payload('sctp', 'dport'), { range: [0, 65_535] }), 'closed'],
  ['a part of a packet', match({ payload: { base: 'transport', offset: 0, len: 8 } }, 1), 'unknown: payload'],
  ['an interface that is gone', match(meta('iif'), '7'), 'unknown: iif'],
  ['an interface with a star in its name', match(meta('iifname'), 'eth\\*'), 'unknown: iifname'],
  ['a set of stars, as nft loses it', match(meta('iifname'), { set: [{ range: ['', ''] }] }), 'unknown: iifname'],
  ['a set that is not there', match(payload('ip', 'saddr'), '@gone'), 'unknown: payload saddr'],
  ['a state by its bit', match({ '&': [{ ct: { key: 'state' } }, 8] }, 8), OPEN],
  ['another bit of the state', match({ '&': [{ ct: { key: 'state' } }, 'novel'] }, 8), 'unknown: ct state'],
  ['a state of a new name', match({ ct: { key: 'state' } }, 'novel'), 'unknown: ct state'],
  ['neither of two states', match({ ct: { key: 'state' } }, ['established', 'related'], '!'), OPEN],
  ['two states at once', match({ ct: { key: 'state' } }, { '|': ['new', 'related'] }), 'closed'],
  ['another status', match({ ct: { key: 'status' } }, 'snat'), 'unknown: ct status'],
  ['a destination of nothing', match({ ct: { key: 'status' } }, 'dnat', 'in'), 'closed'],
  ['no other destination', match({ ct: { key: 'status' } }, 'dnat', '!'), OPEN],
  ['a length', match(meta('length'), 40, '>'), OPEN],
  ['chance', match({ numgen: { mode: 'random', mod: 2 } }, 0), OPEN],
  ['a way back to the source', match({ fib: { result: 'oif', flags: ['saddr', 'iif'] } }, true), OPEN],
  ['a source of its own', match({ fib: { result: 'type', flags: ['saddr'] } }, 'local'), 'unknown: fib'],
  ['another question to fib', match({ fib: { result: 'oif', flags: ['daddr'] } }, true), 'unknown: fib oif'],
  ['every destination', match(payload('ip', 'daddr'), { prefix: { addr: '0.0.0.0', len: 0 } }), 'ipv4 tcp, ipv4 udp'],
  ['a set and its rest', match(payload('ip', 'saddr'), { set: ['192.0.2.1', '*'] }), 'ipv4 tcp, ipv4 udp'],
  ['ports below', match(payload('th', 'dport'), 65_535, '<='), OPEN],
  ['ports below a few', match(payload('th', 'dport'), 22, '<'), 'closed'],
  [
    'a concatenation of another length',
    match({ concat: [meta('iif')] }, { set: [{ concat: [1, 2] }] }),
    'unknown: concat',
  ],
  ['a limit of each sender', { meter: { name: 'm', stmt: { limit: { rate: 1 } } } }, OPEN],
  ['a note of each sender', { set: { op: 'add', elem: 'x', set: '@s' } }, 'unknown: set'],
  ['what the old tools hide', { xt: { type: 'match', name: 'novel' } }, 'unknown: xt novel'],
  ['a packet that is written into', { mangle: { key: payload('ip', 'saddr'), value: '10.0.0.1' } }, 'unknown: mangle'],
  ['a mark that is set', { mangle: { key: meta('mark'), value: mark } }, OPEN],
  ['a queue of a program', { queue: { num: 1 } }, 'unknown: queue'],
  ['a map that is not there', { vmap: { key: meta('l4proto'), data: '@gone' } }, 'unknown: vmap'],
  [
    'a map with a verdict that is none',
    { vmap: { key: meta('l4proto'), data: { set: [['tcp', {}]] } } },
    'unknown: a verdict',
  ],
])('what %s accepts', (_, expression, expected) => {
  expect(judge(ruleset([expression, accept]))).toBe(expected);
});

test('sets and maps with names are those of the table', () => {
  const set = { set: { family: 'inet', table: 't', name: 's', elem: [{ elem: { val: { range: [0, 65_535] } } }] } };
  const map = {
    map: {
      family: 'inet',
      table: 't',
      name: 'm',
      elem: [
        ['tcp', accept],
        ['udp', { drop: null }],
      ],
    },
  };
  expect(judge(ruleset([match(payload('udp', 'dport'), '@s'), accept], { also: [set] }))).toBe('ipv4 udp, ipv6 udp');
  expect(judge(ruleset([{ vmap: { key: meta('l4proto'), data: '@m' } }], { also: [map] }))).toBe('ipv4 tcp, ipv6 tcp');
});

test.each([
  ['a policy that is not known', { policy: 'novel' }, 'unknown: the rules'],
  ['no policy', { policy: undefined }, 'unknown: the rules'],
  ['a chain on the way out', { hook: 'output' }, OPEN],
  ['a chain for IPv6 alone', { family: 'ip6' }, 'no ruleset'],
])('%s', (_, chain, expected) => {
  expect(judge(ruleset([{ counter: null }], { chain }))).toBe(expected);
});

test('chains that lead round in a circle, and to none, are not understood', () => {
  expect(judge(ruleset([{ jump: { target: 'input' } }]))).toBe('unknown: the rules');
  expect(judge(ruleset([{ goto: { target: 'gone' } }]))).toBe('unknown: the rules');
  expect(judge(ruleset([{ jump: {} }]))).toBe('unknown: jump');
});

// nft 1.0.6 writes the family where the flags should be; the plain text says them.
test.each([
  ['\tflags dormant\n', OPEN],
  ['\tflags dormant,owner\n', OPEN],
  ['\tflags owner\n', 'closed'],
  ['\tflags novel\n', 'unknown: flags of a table'],
  ['\tset s {\n\t\tflags dormant\n\t}\n', 'unknown: flags of a table'],
  ['', 'unknown: flags of a table'],
])('a table with %j', (lines, expected) => {
  const text = ruleset([{ counter: null }], { table: { flags: 'inet' } });
  expect(hasFlags(text)).toBe(true);
  expect(judge(text, `table inet other {\n}\ntable inet t {\n${lines}}\n`)).toBe(expected);
});

test('what may drop before all others makes nothing open for sure', () => {
  const early = (policy: string) => [
    { table: { family: 'netdev', name: 'n' } },
    { chain: { family: 'netdev', table: 'n', name: 'c', type: 'filter', hook: 'ingress', policy } },
  ];
  expect(judge(ruleset([accept], { also: early('drop') }))).toBe('unknown: ingress');
  expect(judge(ruleset([accept], { also: early('accept') }))).toBe(OPEN);
  expect(judge(ruleset([{ counter: null }], { also: early('drop') }))).toBe('closed');
});

test('what the old tools hide is known from what they save, rule by rule', () => {
  const hidden = { xt: { type: 'match', name: 'comment' } };
  const never: Rule = { branches: [{ when: { is: 'any', conditions: [] }, action: { does: 'accept' } }] };
  const always: Rule = { branches: [{ when: { is: 'always' }, action: { does: 'accept' } }] };
  expect(judge(ruleset([hidden, accept]), '', [always])).toBe(OPEN);
  expect(judge(ruleset([hidden, accept]), '', [never])).toBe('closed');
  expect(judge(ruleset([hidden, accept]), '', [never, never])).toBe('unknown: xt comment');
  // What nft says itself is not given up for it.
  expect(judge(ruleset([accept]), '', [never])).toBe(OPEN);
  expect(judge(ruleset([hidden, match(meta('l4proto'), 'tcp'), accept]), '', [always])).toBe('ipv4 tcp, ipv6 tcp');
  expect(judge(ruleset([hidden, { xt: { type: 'target', name: 'ACCEPT' } }]), '', [always])).toBe(OPEN);
});

test.each([
  '',
  'Error: cache initialization failed: Operation not permitted',
  '{"nftables":{}}',
  '{"nftables":[{"rule":{"family":"inet","table":"t","chain":"gone","expr":[{"drop":null}]}}]}',
  '{"nftables":[{"chain":{"family":"inet","table":"t","name":"c"}}]}',
  '{"nftables":[{"table":{"family":"inet","name":1}}]}',
  '{"nftables":[{"set":{"family":"inet","table":"t","name":"s"}}]}',
])('%s is no ruleset', (text) => {
  expect(judge(text)).toBe('no ruleset');
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('no ruleset of an open computer that is mangled until it cannot be read reads as closed', () => {
  const text = sample('policy-drop-but-accepts-new');
  fc.assert(
    fc.property(fc.nat(text.length), fc.nat(40), fc.string({ maxLength: 20 }), (at, cut, noise) => {
      const mangled = text.slice(0, at) + noise + text.slice(at + cut);
      // What can be read is another ruleset, and may be closed.
      fc.pre(!isJson(mangled));
      expect(judge(mangled)).not.toBe('closed');
    }),
    { numRuns: propertyRuns(5000) },
  );
});

const KNOCKED = { set: { family: 'inet', table: 't', name: 'knocked', type: 'ipv4_addr', elem: ['192.0.2.1'] } };
const SENDER = { payload: { protocol: 'ip', field: 'saddr' } };
const IS_KNOCKED = (op: string) => ({ match: { op, left: SENDER, right: '@knocked' } });
const putBy = (statement: object) => [
  KNOCKED,
  { rule: { family: 'inet', table: 't', chain: 'other', expr: [statement] } },
];

test.each<[what: string, statement: object]>([
  ['adds', { set: { op: 'add', elem: SENDER, set: '@knocked' } }],
  ['updates', { set: { op: 'update', elem: SENDER, set: '@knocked' } }],
  ['deletes', { set: { op: 'delete', elem: SENDER, set: '@knocked' } }],
  ['counts', { meter: { key: SENDER, stmt: { limit: { rate: 1, per: 'second' } }, size: 9, name: 'knocked' } }],
])('a set to which a rule %s what packets carry may hold any sender, or none', (_, statement) => {
  const also = putBy(statement);
  const accepting = [IS_KNOCKED('=='), { accept: null }];
  expect(judge(ruleset(accepting, { also: [KNOCKED] }))).toBe('closed');
  expect(judge(ruleset(accepting, { also }))).toMatch(/^unknown: .*a set that packets fill/);
  const others = [IS_KNOCKED('!='), { accept: null }];
  expect(judge(ruleset(others, { also: [KNOCKED] }))).toBe('ipv4 tcp, ipv4 udp');
  expect(judge(ruleset(others, { also }))).toMatch(/^unknown/);
  // Dropped by it is only who would come in otherwise.
  expect(judge(ruleset([IS_KNOCKED('=='), { drop: null }], { also }))).toBe('closed');
});

test('a verdict map into which a rule puts something decides nothing for sure', () => {
  const map = { map: { family: 'inet', table: 't', name: 'm', type: 'ipv4_addr', map: 'verdict', elem: [] } };
  const put = { map: { op: 'update', elem: SENDER, data: { accept: null }, map: '@m' } };
  const asks = [{ vmap: { key: SENDER, data: '@m' } }];
  expect(judge(ruleset(asks, { also: [map] }))).toBe('closed');
  const also = [map, { rule: { family: 'inet', table: 't', chain: 'other', expr: [put] } }];
  expect(judge(ruleset(asks, { also }))).toMatch(/^unknown/);
});
