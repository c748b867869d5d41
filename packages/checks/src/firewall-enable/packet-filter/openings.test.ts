import { expect, test } from 'vitest';
import { type Family, inOrder, parseAddresses } from './addresses.ts';
import { ALWAYS, all, type Condition, type PortRange, unknown } from './conditions.ts';
import { findOpenings, interfacesOf, type Reach } from './openings.ts';
import type { Action, Ruleset } from './rules.ts';

/** Nothing comes in but what meets a condition. */
function ruleset(when: Condition, action: Action = { does: 'accept' }, more: Partial<Ruleset> = {}): Ruleset {
  const chain = { rules: [{ branches: [{ when, action }] }], base: { policy: 'drop' as const } };
  const table = { families: ['ipv4', 'ipv6'] as const, chains: new Map([['input', chain]]) };
  return { tables: [table], unread: [], isTracked: true, ...more };
}

const reaches = (of: Readonly<Record<string, Reach>>) => (name: string) => of[name] ?? 'outside';

function judge(rules: Ruleset, reachOf = reaches({ lo: 'inside' })): string {
  const { openings, doubts } = findOpenings(rules, ['ipv4', 'ipv6'], reachOf);
  const said = openings.map(({ family, protocol, place }) => `${family} ${protocol} ${place}`);
  return [...new Set(said), ...doubts.map((doubt) => `unknown ${doubt}`)].join(', ') || 'closed';
}

const tcpPorts = (...ports: readonly PortRange[]): Condition =>
  all({ is: 'protocol', protocols: ['tcp'] }, { is: 'family', family: 'ipv4' }, { is: 'port', ports });

// ADR 40: an eighth of the system ports, or half of the user ports.
test.each<readonly [string, readonly PortRange[], boolean]>([
  ['one', [[22, 22]], true],
  ['an eighth of the system ports', [[0, 127]], true],
  ['one more', [[0, 128]], false],
  [
    'system ports in parts',
    [
      [0, 63],
      [100, 163],
      [1000, 1000],
    ],
    false,
  ],
  ['half of the user ports', [[1024, 25_087]], true],
  ['one more of them', [[1024, 25_088]], false],
  ['all that are handed out', [[49_152, 65_535]], true],
  [
    'both bands to their limits',
    [
      [0, 127],
      [1024, 25_087],
    ],
    true,
  ],
])('%s', (_, ports, isClosed) => {
  expect(judge(ruleset(tcpPorts(...ports)))).toBe(isClosed ? 'closed' : 'ipv4 tcp internet, ipv4 tcp neighbours');
});

const from = (family: Family, ...blocks: readonly string[]): Condition =>
  all(
    { is: 'protocol', protocols: ['udp'] },
    { is: 'from', family, addresses: inOrder(blocks.flatMap((one) => parseAddresses(family, one) ?? [])) },
  );

test.each<readonly [Family, readonly string[], string]>([
  ['ipv4', ['192.0.2.0/24'], 'closed'],
  ['ipv4', ['8.0.0.0/8', '9.0.0.0/8'], 'closed'],
  ['ipv4', ['8.0.0.0/6'], 'ipv4 udp internet'],
  ['ipv4', ['192.168.0.0/16'], 'closed'],
  ['ipv4', ['10.0.0.0/8', '192.168.0.0/16'], 'closed'],
  ['ipv4', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'], 'ipv4 udp neighbours'],
  ['ipv4', ['10.0.0.0/9', '172.16.0.0/12', '192.168.0.0/16'], 'closed'],
  ['ipv4', ['169.254.0.0/16'], 'ipv4 udp neighbours'],
  ['ipv6', ['2001:db8::/32'], 'closed'],
  ['ipv6', ['2a00::/12'], 'ipv6 udp internet'],
  ['ipv6', ['fe80::/10'], 'ipv6 udp neighbours'],
  ['ipv6', ['fd00::/8'], 'ipv6 udp neighbours'],
  ['ipv6', ['fd12:3456:789a::/48'], 'closed'],
])('%s from %j', (family, blocks, expected) => {
  expect(judge(ruleset(from(family, ...blocks)))).toBe(expected);
});

test.each<readonly [string, Reach, string]>([
  ['eth0', 'outside', 'ipv4 tcp internet'],
  ['wg0', 'inside', 'closed'],
  ['corp', 'unknown', 'unknown an interface'],
])('what comes in by %s', (name, reach, expected) => {
  const rules = ruleset(all(tcpPorts([0, 65_535]), { is: 'interface', name }));
  expect(judge(rules, reaches({ lo: 'inside', [name]: reach })).split(', ')[0]).toBe(expected);
});

test('a star stands for the names there are on many computers, and for those that begin so', () => {
  const named = (name: string) => interfacesOf(ruleset({ is: 'interface', name }));
  expect(named('w*')).toEqual(['w*', 'wlan0', 'wlp1s0', 'wwan0', 'any']);
  expect(named('lo')).toEqual(['lo', 'any']);
  expect(
    judge(ruleset(all(tcpPorts([0, 65_535]), { is: 'interface', name: 'w*' })), reaches({ 'w*': 'unknown' })),
  ).toBe('ipv4 tcp internet, ipv4 tcp neighbours, unknown an interface');
});

test('from two source ports half of the ports each is all of them', () => {
  const half = (ports: PortRange, source: PortRange) => all(tcpPorts(ports), { is: 'source port', ports: [source] });
  const when: Condition = { is: 'any', conditions: [half([0, 25_000], [53, 53]), half([25_001, 65_535], [67, 67])] };
  expect(judge(ruleset(when))).toBe('ipv4 tcp internet, ipv4 tcp neighbours');
});

test('what is not understood is named, and never nothing', () => {
  expect(judge(ruleset(unknown('novel')))).toBe('unknown novel');
  expect(judge(ruleset(all(unknown('novel'), tcpPorts([22, 22]))))).toBe('closed');
  expect(judge(ruleset(ALWAYS, { does: 'unknown', what: 'queue' }))).toBe('unknown queue');
  expect(judge(ruleset(ALWAYS, { does: 'jump', chain: 'gone' }))).toBe('unknown the rules');
  expect(judge(ruleset(ALWAYS, { does: 'accept' }, { unread: ['old rules'] }))).toBe('unknown old rules');
  expect(judge(ruleset({ is: 'tracked' }, { does: 'accept' }, { isTracked: false }))).toBe('unknown notrack');
});

test('more rules than can be followed are not understood', () => {
  const rules = Array.from({ length: 2000 }, (_, port) => ({
    branches: [{ when: tcpPorts([port, port]), action: { does: 'drop' as const } }],
  }));
  const table = {
    families: ['ipv4'] as const,
    chains: new Map([['input', { rules, base: { policy: 'drop' as const } }]]),
  };
  expect(judge({ tables: [table], unread: [], isTracked: true })).toBe('unknown more rules than it can follow');
});
