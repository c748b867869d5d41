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
  ['only-ipv4', { ipv4: true, ipv6: false }],
  ['ipv4-and-ipv6', both],
  ['firewalld', both],
  ['two-chains-one-drops', both],
  ['goto-then-policy', both],
  ['workplace-table', both],
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

test.each([
  ['-P INPUT ACCEPT\n', false],
  ['-P INPUT DROP\n-A INPUT -i lo -j ACCEPT\n', true],
  ['-P INPUT DROP\n-A INPUT -j ACCEPT\n', false],
  [
    '-P INPUT ACCEPT\n-A INPUT -p tcp -m tcp --dport 22 -j ACCEPT\n-A INPUT -j REJECT --reject-with icmp-port-unreachable\n',
    true,
  ],
  ['iptables: Permission denied', null],
  ['', null],
])('legacy rules %j', (text, expected) => {
  expect(parseLegacyRules(text)).toBe(expected);
});
