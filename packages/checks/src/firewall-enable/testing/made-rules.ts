import fc from 'fast-check';

/** Rulesets as tests make them up: written for nft and for iptables, and followed packet by packet by a model. */
export interface MadeTable {
  readonly family: 'inet' | 'ip' | 'ip6';
  readonly isDormant: boolean;
  readonly chains: readonly MadeChain[];
}

export interface MadeChain {
  readonly name: string;
  /** Where the kernel begins; null for a chain that others lead to. */
  readonly base: { readonly hook: 'input' | 'prerouting'; readonly policy: 'accept' | 'drop' } | null;
  readonly rules: readonly MadeRule[];
}

export interface MadeRule {
  readonly matches: readonly MadeMatch[];
  readonly verdict: MadeVerdict | MadeMap;
}

export type MadeVerdict =
  | { readonly does: 'accept' | 'drop' | 'return' | 'count' }
  /** Some answers are for one family or one protocol alone: then the rule is as well. */
  | { readonly does: 'reject'; readonly answer: 'any' | 'icmp' | 'icmpv6' | 'tcp reset' }
  | { readonly does: 'jump' | 'goto'; readonly chain: string };

/** A verdict for each value of one thing. */
export interface MadeMap {
  readonly by: 'port' | 'state' | 'protocol' | 'interface';
  readonly entries: readonly (readonly [value: string, verdict: MadeVerdict])[];
}

export type MadeMatch =
  | { readonly on: 'source'; readonly family: 4 | 6; readonly isNot: boolean; readonly blocks: readonly string[] }
  | {
      readonly on: 'port' | 'source port';
      readonly protocol: 'tcp' | 'udp';
      readonly isNot: boolean;
      readonly ranges: readonly (readonly [number, number])[];
    }
  | {
      readonly on: 'source and port';
      readonly family: 4 | 6;
      readonly isNot: boolean;
      readonly pairs: readonly (readonly [block: string, port: string])[];
    }
  | { readonly on: 'either port'; readonly range: readonly [number, number] }
  /** What the header of IP says comes next. */
  | { readonly on: 'header'; readonly family: 4 | 6; readonly isNot: boolean; readonly protocol: 'tcp' | 'udp' }
  /** States as bits: any of them, or not exactly these. */
  | { readonly on: 'state bits'; readonly isNot: boolean; readonly names: readonly string[] }
  | { readonly on: 'interface' | 'protocol' | 'state'; readonly isNot: boolean; readonly names: readonly string[] }
  | { readonly on: 'family'; readonly family: 4 | 6 }
  | { readonly on: 'type'; readonly name: string }
  | { readonly on: 'syn' | 'local' | 'remark' }
  | { readonly on: 'limit'; readonly nth: number }
  | { readonly on: 'mark'; readonly mark: number };

const oneOf = <T>(...values: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...values);
const some = <T>(value: fc.Arbitrary<T>, maxLength = 3) =>
  fc.uniqueArray(value, { minLength: 1, maxLength, selector: (one) => JSON.stringify(one) });

/** Everything, halves of it, networks of one's own, and small ones of others. */
const BLOCKS = {
  4: [
    ...['0.0.0.0/0', '0.0.0.0/1', '128.0.0.0/1', '0.0.0.0/2', '64.0.0.0/2'],
    ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '192.0.2.0/24', '203.0.113.7'],
  ],
  6: ['::/0', '::/1', '2000::/3', '2000::/4', '3000::/4', 'fe80::/10', 'fc00::/7', '2001:db8::/32', '2001:db8::7'],
} as const;

const RANGES: readonly (readonly [number, number])[] = [
  ...([
    [0, 65_535],
    [1, 65_535],
    [0, 32_767],
    [32_768, 65_535],
    [1024, 65_535],
    [0, 1023],
    [1, 1023],
  ] as const),
  ...([
    [22, 22],
    [80, 80],
    [443, 443],
    [5353, 5353],
    [8000, 8100],
    [60_000, 61_000],
  ] as const),
];

const source: fc.Arbitrary<MadeMatch> = oneOf<4 | 6>(4, 6).chain((family) =>
  fc.record({
    on: fc.constant('source' as const),
    family: fc.constant(family),
    isNot: fc.boolean(),
    blocks: fc.constantFrom<string>(...BLOCKS[family]).map((block) => [block]),
  }),
);
const port: fc.Arbitrary<MadeMatch> = fc.record({
  on: oneOf<'port' | 'source port'>('port', 'port', 'port', 'source port'),
  protocol: oneOf<'tcp' | 'udp'>('tcp', 'udp'),
  isNot: oneOf(false, false, true),
  ranges: fc.constantFrom(...RANGES).map((range) => [range]),
});
const named = (on: 'interface' | 'protocol' | 'state', ...names: readonly string[]): fc.Arbitrary<MadeMatch> =>
  fc.record({ on: fc.constant(on), isNot: oneOf(false, false, true), names: some(oneOf(...names)) });

const STATES = ['new', 'established', 'related', 'invalid'];

const pair: fc.Arbitrary<MadeMatch> = oneOf<4 | 6>(4, 6).chain((family) =>
  fc.record({
    on: fc.constant('source and port' as const),
    family: fc.constant(family),
    isNot: oneOf(false, false, true),
    pairs: fc
      .tuple(oneOf<string>(...BLOCKS[family]), oneOf('22', '0-65535', '1024-65535', '0-1023'))
      .map((one) => [one]),
  }),
);

const anyMatch: fc.Arbitrary<MadeMatch> = fc.oneof(
  source,
  pair,
  fc.record({ on: fc.constant('either port' as const), range: fc.constantFrom(...RANGES) }),
  fc.record({
    on: fc.constant('header' as const),
    family: oneOf<4 | 6>(4, 6),
    isNot: fc.boolean(),
    protocol: oneOf<'tcp' | 'udp'>('tcp', 'udp'),
  }),
  fc.record({ on: fc.constant('state bits' as const), isNot: fc.boolean(), names: some(oneOf(...STATES)) }),
  port,
  port,
  named('interface', 'lo', 'eth0', 'wlan0', 'wg0'),
  named('protocol', 'tcp', 'udp', 'icmp'),
  named('state', ...STATES),
  fc.record({ on: fc.constant('family' as const), family: oneOf<4 | 6>(4, 6) }),
  fc.constant<MadeMatch>({ on: 'limit', nth: 0 }),
  fc.record({ on: fc.constant('type' as const), name: oneOf('host', 'broadcast', 'multicast') }),
  oneOf<MadeMatch>({ on: 'syn' }, { on: 'local' }, { on: 'remark' }, { on: 'mark', mark: 1 }),
);

const wildcard: fc.Arbitrary<MadeMatch> = fc.record({
  on: fc.constant('interface' as const),
  isNot: fc.boolean(),
  names: oneOf('e*', 'eth*', 'w*', 'wg*').map((name) => [name]),
});

function verdict(later: readonly string[]): fc.Arbitrary<MadeVerdict> {
  const plain = oneOf<MadeVerdict>(
    ...([{ does: 'accept' }, { does: 'accept' }, { does: 'drop' }, { does: 'return' }, { does: 'count' }] as const),
    ...(['any', 'icmp', 'icmpv6', 'tcp reset'] as const).map((answer) => ({ does: 'reject' as const, answer })),
  );
  if (later.length === 0) return plain;
  const leads = fc.record({ does: oneOf<'jump' | 'goto'>('jump', 'jump', 'goto'), chain: oneOf(...later) });
  return fc.oneof({ arbitrary: plain, weight: 3 }, { arbitrary: leads, weight: 1 });
}

const KEYS: Readonly<Record<MadeMap['by'], readonly string[]>> = {
  port: ['22', '80', '0-21', '23-79', '81-65535'],
  state: STATES,
  protocol: ['tcp', 'udp', 'icmp'],
  interface: ['lo', 'eth0', 'wlan0'],
};

const map = (later: readonly string[]): fc.Arbitrary<MadeMap> =>
  oneOf<MadeMap['by']>('port', 'state', 'protocol', 'interface').chain((by) =>
    some(oneOf(...KEYS[by])).chain((keys) =>
      fc.tuple(...keys.map(() => verdict(later))).map((verdicts) => ({
        by,
        // A map of verdicts cannot reject.
        entries: keys.map((key, index) => {
          const found = verdicts[index];
          return [key, found === undefined || found.does === 'reject' ? { does: 'drop' as const } : found] as const;
        }),
      })),
    ),
  );

/** Chains lead only to later ones, so that none leads to itself. */
const rules = (later: readonly string[], hasMaps: boolean): fc.Arbitrary<readonly MadeRule[]> =>
  fc.array(
    fc.record({
      matches: fc.array(fc.oneof({ arbitrary: anyMatch, weight: 8 }, { arbitrary: wildcard, weight: 1 }), {
        maxLength: 2,
      }),
      verdict: hasMaps
        ? fc.oneof({ arbitrary: verdict(later), weight: 6 }, { arbitrary: map(later), weight: 1 })
        : verdict(later),
    }),
    { maxLength: 5 },
  );

/** What stands at the beginning of most rulesets that people write. */
const USUAL: readonly MadeRule[] = [
  { matches: [{ on: 'state', isNot: false, names: ['established', 'related'] }], verdict: { does: 'accept' } },
  { matches: [{ on: 'interface', isNot: false, names: ['lo'] }], verdict: { does: 'accept' } },
];

const policy = oneOf<'accept' | 'drop'>('accept', 'drop', 'drop');

const table = (family: MadeTable['family'], hasMaps: boolean): fc.Arbitrary<MadeTable> =>
  fc.record({
    family: fc.constant(family),
    isDormant: hasMaps ? oneOf(...Array.from({ length: 9 }, () => false), true) : fc.constant(false),
    chains: fc
      .tuple(
        fc.record({ hook: oneOf<'input' | 'prerouting'>('input', 'input', 'input', 'prerouting'), policy }),
        fc.boolean(),
        rules(['first', 'second'], hasMaps),
        rules(['second'], hasMaps),
        rules([], hasMaps),
      )
      .map(([base, isUsual, own, first, second]) => [
        { name: 'second', base: null, rules: second },
        { name: 'first', base: null, rules: first },
        { name: 'begin', base, rules: [...(isUsual ? USUAL : []), ...own] },
      ]),
  });

/** Each limit counts for itself; more than a few are told apart no further. */
const DIFFERENT_LIMITS = 4;

function numberLimits(tables: readonly MadeTable[]): readonly MadeTable[] {
  let next = 0;
  const number = (match: MadeMatch): MadeMatch =>
    match.on === 'limit' ? { ...match, nth: next++ % DIFFERENT_LIMITS } : match;
  return tables.map((one) => ({
    ...one,
    chains: one.chains.map((chain) => ({
      ...chain,
      rules: chain.rules.map((rule) => ({ ...rule, matches: rule.matches.map(number) })),
    })),
  }));
}

/** Tables of nftables: one or two for both families, or one for each. */
export const madeTables: fc.Arbitrary<readonly MadeTable[]> = fc
  .oneof(
    { arbitrary: fc.array(table('inet', true), { minLength: 1, maxLength: 2 }), weight: 4 },
    { arbitrary: fc.tuple(table('ip', true), table('ip6', true)), weight: 1 },
  )
  .map(numberLimits);

/** Tables that iptables can write as well: one for each family. */
export const madeIptables: fc.Arbitrary<readonly MadeTable[]> = fc
  .tuple(table('ip', false), table('ip6', false))
  .map(numberLimits);
