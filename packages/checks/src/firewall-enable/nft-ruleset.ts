import { memberOf, parseJson } from '../json.ts';

/** Which traffic to this computer a set of kernel rules refuses when nothing allows it. */
export interface InputFilter {
  readonly ipv4: boolean;
  readonly ipv6: boolean;
}

type Verdict = 'accept' | 'drop' | 'none';

interface Chain {
  readonly family: string;
  readonly table: string;
  readonly name: string;
  readonly isInputFilter: boolean;
  readonly policy: string | undefined;
  readonly rules: unknown[][];
}

/**
 * Judges the answer of `nft -j list ruleset`. A base chain on the input hook filters when a packet that no rule names is
 * dropped or rejected in the end, by a final rule or by the chain's policy. One such chain is enough: what one drops, no
 * other can let in.
 * @returns null when the text is not a ruleset
 */
export function parseNftRuleset(text: string): InputFilter | null {
  const entries = memberOf(parseJson(text), 'nftables');
  if (!Array.isArray(entries)) return null;
  const chains = collectChains(entries);
  if (chains === null) return null;
  const filtering = chains.filter((chain) => chain.isInputFilter && endOf(chain, chains) === 'drop');
  return {
    ipv4: filtering.some(({ family }) => family === 'inet' || family === 'ip'),
    ipv6: filtering.some(({ family }) => family === 'inet' || family === 'ip6'),
  };
}

function collectChains(entries: readonly unknown[]): readonly Chain[] | null {
  const chains: Chain[] = [];
  for (const entry of entries) {
    const chain = memberOf(entry, 'chain');
    if (chain !== undefined) {
      const [family, table, name] = [memberOf(chain, 'family'), memberOf(chain, 'table'), memberOf(chain, 'name')];
      if (typeof family !== 'string' || typeof table !== 'string' || typeof name !== 'string') return null;
      const policy = memberOf(chain, 'policy');
      const isInputFilter = memberOf(chain, 'hook') === 'input' && memberOf(chain, 'type') === 'filter';
      chains.push({
        family,
        table,
        name,
        isInputFilter,
        policy: typeof policy === 'string' ? policy : undefined,
        rules: [],
      });
    }
    const rule = memberOf(entry, 'rule');
    if (rule === undefined) continue;
    const expressions = memberOf(rule, 'expr');
    const owner = findChain(chains, memberOf(rule, 'family'), memberOf(rule, 'table'), memberOf(rule, 'chain'));
    if (owner === undefined || !Array.isArray(expressions)) return null;
    owner.rules.push(expressions);
  }
  return chains;
}

function findChain(chains: readonly Chain[], family: unknown, table: unknown, name: unknown): Chain | undefined {
  return chains.find((chain) => chain.family === family && chain.table === table && chain.name === name);
}

/** What becomes of a packet that no rule of a base chain singles out. */
function endOf(chain: Chain, chains: readonly Chain[]): Verdict {
  const byRules = walk(chain, chains, []);
  if (byRules !== 'none') return byRules;
  return chain.policy === 'drop' ? 'drop' : 'accept';
}

/** Follows the rules that hold for every packet. A chain that is met twice is a loop, which the kernel refuses. */
function walk(chain: Chain, chains: readonly Chain[], visited: readonly Chain[]): Verdict {
  if (visited.includes(chain)) return 'none';
  for (const expressions of chain.rules) {
    const conditions = expressions.filter(isCondition);
    const last = expressions.at(-1);
    if (memberOf(last, 'accept') !== undefined && conditions.every(letsMostIn)) return 'accept';
    const refuses = memberOf(last, 'drop') !== undefined || memberOf(last, 'reject') !== undefined;
    if (refuses && conditions.every(meetsEveryStranger)) return 'drop';
    if (conditions.length > 0) continue;
    if (memberOf(last, 'return') !== undefined) return 'none';
    for (const kind of ['jump', 'goto']) {
      const target = memberOf(last, kind, 'target');
      const next = target === undefined ? undefined : findChain(chains, chain.family, chain.table, target);
      if (next === undefined) continue;
      const verdict = walk(next, chains, [...visited, chain]);
      if (verdict !== 'none' || kind === 'goto') return verdict;
    }
  }
  return 'none';
}

/** Statements that leave a rule holding for every packet. Anything not known here narrows the rule. */
const UNCONDITIONAL = new Set([
  'accept',
  'drop',
  'reject',
  'return',
  'jump',
  'goto',
  'counter',
  'log',
  'mangle',
  'notrack',
]);

function isCondition(expression: unknown): boolean {
  if (typeof expression !== 'object' || expression === null) return true;
  return Object.keys(expression).some((statement) => !UNCONDITIONAL.has(statement));
}

/** What a connection has one of many of. */
const WAYS_IN = new Set(['iif', 'iifname', 'iiftype', 'iifgroup', 'saddr', 'daddr', 'sport', 'dport']);

/** Conditions that every new connection, or every one over TCP, meets: accepting those is no firewall. */
function letsMostIn(expression: unknown): boolean {
  const { key, words, isNot } = partsOf(expression);
  if (key === 'state') return words.includes('new') !== isNot;
  if (key === 'l4proto' || key === 'protocol') return words.includes('tcp') !== isNot;
  // Everybody but a few: whoever comes by another way in, from another address or to another port is let in.
  return isNot && typeof key === 'string' && WAYS_IN.has(key);
}

/** Conditions that every new connection from elsewhere meets: refusing those is a firewall. */
function meetsEveryStranger(expression: unknown): boolean {
  const { key, words, isNot } = partsOf(expression);
  if (!words.every((word) => typeof word === 'string')) return false;
  if (key === 'state') return words.includes('new') !== isNot;
  return isNot && (key === 'iif' || key === 'iifname') && words.join() === LOOPBACK;
}

const LOOPBACK = 'lo';

/** What a match compares, with what; the values of a set are written in three ways. */
function partsOf(expression: unknown) {
  const left = memberOf(expression, 'match', 'left');
  const right = memberOf(expression, 'match', 'right');
  const state = memberOf(left, 'ct', 'key');
  return {
    key: state === 'state' ? state : (memberOf(left, 'meta', 'key') ?? memberOf(left, 'payload', 'field')),
    words: [memberOf(right, 'set') ?? memberOf(right, '|') ?? right].flat(),
    isNot: memberOf(expression, 'match', 'op') === '!=',
  };
}
