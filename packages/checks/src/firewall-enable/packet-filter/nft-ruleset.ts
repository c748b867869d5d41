import { memberOf, parseJson } from '../../json.ts';
import type { Family } from './addresses.ts';
import { ALWAYS, all, CHOSEN, type Condition, unknown } from './conditions.ts';
import { FILLED_BY_PACKETS, parseKey, parseMatch, plainValue, type Sets } from './nft-match.ts';
import type { Action, Chain, Rule, Ruleset, Table } from './rules.ts';

/** What else is known of a ruleset than what `nft -j` says. */
export interface Beside {
  /** Rules of a chain as the old tools' successors write them, which know what they have hidden from nft in `xt`. */
  readonly savedRules: (family: string, table: string, chain: string) => readonly Rule[] | null;
  /** What `nft list ruleset` prints: the flags of tables are wrong in the JSON of some versions. */
  readonly plain: string;
}

interface FoundTable {
  readonly family: string;
  readonly name: string;
  readonly state: 'active' | 'dormant' | 'unknown';
  readonly sets: Map<string, readonly unknown[]>;
  readonly chains: Map<string, FoundChain>;
}

interface FoundChain {
  readonly hook: unknown;
  readonly policy: unknown;
  readonly rules: unknown[][];
}

/**
 * Reads the answer of `nft -j list ruleset`.
 * @returns null when the text is not a ruleset
 */
export function parseNftRuleset(text: string, beside: Beside): Ruleset | null {
  const entries = memberOf(parseJson(text), 'nftables');
  const found = Array.isArray(entries) ? collect(entries, beside.plain) : null;
  if (found === null) return null;
  const active = found.filter(({ state }) => state === 'active');
  return {
    tables: active.flatMap((table) => parseTable(table, beside)),
    unread: [
      ...(found.some(({ state }) => state === 'unknown') ? ['flags of a table'] : []),
      ...(active.some(dropsEarlier) ? ['ingress'] : []),
    ],
    isTracked: !KEEPS_FROM_TRACKING.test(text),
  };
}

const KEEPS_FROM_TRACKING = /"notrack"|"name": ?"(?:CT|NOTRACK)"/;

/** Whether a table says of itself what only the plain text says right. */
export function hasFlags(text: string): boolean {
  const entries = memberOf(parseJson(text), 'nftables');
  return Array.isArray(entries) && entries.some((entry) => memberOf(entry, 'table', 'flags') !== undefined);
}

/** What there is in a ruleset. Anything else might be rules of a new kind. */
const KINDS = new Set([
  ...[
    'metainfo',
    'table',
    'chain',
    'rule',
    'set',
    'map',
    'element',
    'flowtable',
    'counter',
    'quota',
    'limit',
    'secmark',
  ],
  ...['ct helper', 'ct timeout', 'ct expectation', 'synproxy', 'tunnel'],
]);

function collect(entries: readonly unknown[], plain: string): readonly FoundTable[] | null {
  const tables = new Map<string, FoundTable>();
  const tableOf = (entry: unknown) =>
    tables.get(`${String(memberOf(entry, 'family'))} ${String(memberOf(entry, 'table'))}`);
  for (const entry of entries) {
    const kinds = typeof entry === 'object' && entry !== null ? Object.keys(entry) : [];
    if (kinds.length !== 1 || !KINDS.has(kinds[0] ?? '')) return null;
    const [table, chain, rule] = ['table', 'chain', 'rule'].map((kind) => memberOf(entry, kind));
    const set = memberOf(entry, 'set') ?? memberOf(entry, 'map');
    const [family, name] = [memberOf(table ?? chain ?? set, 'family'), memberOf(table ?? chain ?? set, 'name')];
    if (table !== undefined || chain !== undefined || set !== undefined) {
      if (typeof family !== 'string' || typeof name !== 'string') return null;
      if (table !== undefined) {
        const state = stateOf(`${family} ${name}`, memberOf(table, 'flags'), plain);
        tables.set(`${family} ${name}`, { family, name, state, sets: new Map(), chains: new Map() });
        continue;
      }
      const owner = tableOf(chain ?? set);
      if (owner === undefined) return null;
      if (chain !== undefined) {
        owner.chains.set(name, { hook: memberOf(chain, 'hook'), policy: memberOf(chain, 'policy'), rules: [] });
      } else {
        const elements = memberOf(set, 'elem');
        owner.sets.set(name, Array.isArray(elements) ? elements.map(plainValue) : []);
      }
    }
    if (rule === undefined) continue;
    const expressions = memberOf(rule, 'expr');
    const owner = tableOf(rule)?.chains.get(String(memberOf(rule, 'chain')));
    if (owner === undefined || !Array.isArray(expressions)) return null;
    owner.rules.push(expressions);
  }
  for (const { sets, chains } of tables.values()) {
    const filled = [...chains.values()].flatMap(({ rules }) => rules.flat().flatMap(filledBy));
    for (const name of filled) sets.set(name, [...(sets.get(name) ?? []), FILLED_BY_PACKETS]);
  }
  return [...tables.values()];
}

/** Sets and maps into which a statement puts what the packet carries, or takes it out: `add @knocked { ip saddr }`. */
function filledBy(statement: unknown): readonly string[] {
  const names = [
    memberOf(statement, 'set', 'set'),
    memberOf(statement, 'map', 'map'),
    memberOf(statement, 'meter', 'name'),
  ];
  return names.flatMap((name) => (typeof name === 'string' ? [name.replace(/^@/, '')] : []));
}

const HARMLESS_FLAGS = ['owner', 'persist'];

/** A dormant table is there and does nothing. */
function stateOf(table: string, flags: unknown, plain: string): FoundTable['state'] {
  if (flags === undefined) return 'active';
  const head = `\ntable ${table} {`;
  const at = `\n${plain}`.indexOf(head);
  const [, listed = ''] =
    at < 0 ? [] : (/^[^}]*?\n\tflags ([a-z, ]+)/.exec(`\n${plain}`.slice(at + head.length)) ?? []);
  const names = listed.split(',').map((name) => name.trim());
  if (names.includes('dormant')) return 'dormant';
  return names.every((name) => HARMLESS_FLAGS.includes(name)) ? 'active' : 'unknown';
}

const FAMILIES: Readonly<Record<string, readonly Family[]>> = {
  ip: ['ipv4'],
  ip6: ['ipv6'],
  inet: ['ipv4', 'ipv6'],
};

const HOOKS = ['prerouting', 'input'];
const POLICIES = ['accept', 'drop'] as const;

/** Chains that see packets of one interface only, or of a bridge, before all others do. */
function dropsEarlier({ family, chains }: FoundTable): boolean {
  const isEarlier = ({ hook }: FoundChain) =>
    family === 'netdev' || family === 'bridge' ? hook !== undefined : hook === 'ingress';
  return [...chains.values()].some(
    (chain) => isEarlier(chain) && (chain.rules.length > 0 || chain.policy !== 'accept'),
  );
}

function parseTable({ family, name, sets, chains }: FoundTable, { savedRules }: Beside): readonly Table[] {
  const families = FAMILIES[family];
  if (families === undefined) return [];
  const parsed = [...chains].map(([chainName, { hook, policy, rules }]): [string, Chain] => {
    const saved = savedRules(family, name, chainName);
    // Rules that are not the same ones would be mixed up.
    const known = saved?.length === rules.length ? saved : [];
    const parsedRules = rules.map((expressions, index) => parseRule(expressions, sets, known[index] ?? null));
    if (!HOOKS.includes(String(hook))) return [chainName, { rules: parsedRules }];
    return [chainName, { rules: parsedRules, base: { policy: POLICIES.find((one) => one === policy) ?? 'unknown' } }];
  });
  return [{ families, chains: new Map(parsed) }];
}

/** What does nothing to a packet that matters here. */
const IDLE = new Set([
  ...['counter', 'log', 'comment', 'notrack', 'last', 'ct helper', 'ct timeout', 'ct expectation', 'flow', 'secmark'],
]);

const VERDICTS: Readonly<Record<string, Action['does']>> = {
  ...{ accept: 'accept', drop: 'drop', reject: 'drop', return: 'return', continue: 'continue' },
  ...{ jump: 'jump', goto: 'goto' },
  ...{ dnat: 'redirect', redirect: 'redirect', snat: 'accept', masquerade: 'accept' },
};

function parseRule(expressions: readonly unknown[], sets: Sets, saved: Rule | null): Rule {
  const conditions: Condition[] = [];
  const actions: Action[] = [];
  let branches: Rule['branches'] | null = null;
  for (const expression of expressions) {
    const keys = typeof expression === 'object' && expression !== null ? Object.keys(expression) : [];
    const [kind = 'an expression'] = keys;
    const inner = memberOf(expression, kind);
    const does = VERDICTS[kind];
    if (keys.length !== 1) actions.push({ does: 'unknown', what: 'an expression' });
    else if (does !== undefined) {
      conditions.push(...impliedBy(kind, inner));
      actions.push(actionOf(expression));
    } else if (kind === 'match') conditions.push(parseMatch(inner, sets));
    else if (kind === 'vmap') branches = parseBranches(inner, sets);
    else if (kind === 'limit' || kind === 'ct count') conditions.push(CHOSEN);
    else if (kind === 'set' || kind === 'meter') conditions.push(parseCounted(kind, inner));
    else if (kind === 'mangle') actions.push(...parseMangle(memberOf(inner, 'key')));
    else if (kind === 'xt' && saved === null) {
      conditions.push(unknown(`xt ${String(memberOf(inner, 'name'))}`));
      if (memberOf(inner, 'type') !== 'match') actions.push({ does: 'unknown', what: 'xt' });
    } else if (kind !== 'xt' && !IDLE.has(kind)) {
      // It may ask for something, or decide.
      conditions.push(unknown(kind));
      actions.push({ does: 'unknown', what: kind });
    }
  }
  const hasXt = saved !== null && expressions.some((expression) => memberOf(expression, 'xt') !== undefined);
  const [savedBranch] = hasXt ? saved.branches : [];
  if (savedBranch !== undefined) conditions.push(savedBranch.when);
  if (branches !== null)
    return { branches: branches.map(({ when, action }) => ({ when: all(...conditions, when), action })) };
  // What is not understood before a verdict may have decided already.
  const action = actions.find(({ does }) => does === 'unknown') ?? actions.at(-1) ?? savedBranch?.action;
  return { branches: [{ when: all(...conditions), action: action ?? { does: 'continue' } }] };
}

/**
 * What a rule asks by what it does: nft prints no condition that follows from the answer with which it rejects. One that is
 * not known may be for few packets.
 */
function impliedBy(kind: string, inner: unknown): readonly Condition[] {
  const answer = kind === 'reject' ? memberOf(inner, 'type') : undefined;
  switch (answer) {
    case undefined:
    case 'icmpx':
      return [];
    case 'icmp':
      return [{ is: 'family', family: 'ipv4' }];
    case 'icmpv6':
      return [{ is: 'family', family: 'ipv6' }];
    case 'tcp reset':
      return [{ is: 'protocol', protocols: ['tcp'] }];
    default:
      return [unknown('reject')];
  }
}

function actionOf(verdict: unknown): Action {
  const [kind = 'a verdict'] = typeof verdict === 'object' && verdict !== null ? Object.keys(verdict) : [];
  const does = VERDICTS[kind];
  const target = memberOf(verdict, kind, 'target');
  if (does === 'jump' || does === 'goto') {
    return typeof target === 'string' ? { does, chain: target } : { does: 'unknown', what: kind };
  }
  return does === undefined || does === 'unknown' ? { does: 'unknown', what: kind } : { does };
}

/** A map of verdicts: one branch for each value, and the one for all others last. */
function parseBranches(vmap: unknown, sets: Sets): Rule['branches'] {
  const [key, data] = [memberOf(vmap, 'key'), memberOf(vmap, 'data')];
  const elements = typeof data === 'string' ? sets.get(data.replace(/^@/, '')) : memberOf(data, 'set');
  if (!Array.isArray(elements) || elements.includes(FILLED_BY_PACKETS))
    return [{ when: unknown('vmap'), action: { does: 'unknown', what: 'vmap' } }];
  const branches = elements.map((element: unknown) => {
    const value = plainValue(memberOf(element, 0));
    return { isRest: value === '*', when: parseKey(key, value), action: actionOf(memberOf(element, 1)) };
  });
  const [rest, others] = [branches.filter(({ isRest }) => isRest), branches.filter(({ isRest }) => !isRest)];
  return [...others, ...rest].map(({ isRest, when, action }) => ({ when: isRest ? ALWAYS : when, action }));
}

/** A limit for each sender, which it can stay below or go beyond. */
function parseCounted(kind: string, statement: unknown): Condition {
  return /"(?:limit|ct count)"/.test(JSON.stringify(statement)) ? CHOSEN : unknown(kind);
}

/** What writes into a packet may make another one of it; marks and the like do not. */
function parseMangle(key: unknown): readonly Action[] {
  const harmless = ['mark', 'priority', 'nftrace', 'secmark', 'dscp', 'ecn', 'ttl', 'hoplimit'];
  const named = memberOf(key, 'meta', 'key') ?? memberOf(key, 'payload', 'field');
  const isHarmless = memberOf(key, 'ct') !== undefined || harmless.includes(String(named));
  return isHarmless ? [] : [{ does: 'unknown', what: 'mangle' }];
}
