import type { Family } from './addresses.ts';
import { all } from './conditions.ts';
import { parseOption, type Option } from './iptables-options.ts';
import type { Action, Chain, Rule, Table } from './rules.ts';

/** Tables as the old tools print them, by name. */
export type SavedTables = ReadonlyMap<string, Table>;

const TABLES = ['raw', 'mangle', 'nat', 'filter', 'security'];
/** Chains in which the kernel begins with a packet to this computer. */
const BASE_CHAINS = ['PREROUTING', 'INPUT'];

/**
 * Reads what `iptables-save` or `ip6tables-save` prints.
 * @returns null when it is anything but whole tables
 */
export function parseSavedTables(family: Family, text: string): SavedTables | null {
  const tables = new Map<string, Table>();
  let open: { readonly name: string; readonly chains: Map<string, Chain & { readonly rules: Rule[] }> } | null = null;
  for (const line of text.split('\n').map((one) => one.trim())) {
    // 'Table `filter' is incompatible, use 'nft' tool.'
    if (/^# Table .* is incompatible/.test(line)) return null;
    if (line === '' || line.startsWith('#')) continue;
    const [, table] = /^\*(\w+)$/.exec(line) ?? [];
    const [, chain, policy] = /^:(\S+) (\S+)/.exec(line) ?? [];
    if (table !== undefined) {
      if (open !== null || !TABLES.includes(table)) return null;
      open = { name: table, chains: new Map() };
    } else if (open === null) return null;
    else if (line === 'COMMIT') {
      tables.set(open.name, { families: [family], chains: open.chains });
      open = null;
    } else if (chain !== undefined) {
      const base = { policy: policy === 'ACCEPT' ? 'accept' : policy === 'DROP' ? 'drop' : 'unknown' } as const;
      open.chains.set(chain, { rules: [], ...(BASE_CHAINS.includes(chain) ? { base } : {}) });
    } else {
      const [start, owner = '', ...words] = wordsOf(line.replace(/^\[\d+:\d+\] /, ''));
      const rules = open.chains.get(owner)?.rules;
      if (start !== '-A' || rules === undefined) return null;
      rules.push(parseRule(family, words, open.chains));
    }
  }
  return open === null ? tables : null;
}

/** Words of a line; those in quotes keep a mark before them, so that none is taken for an option. */
const QUOTED = '\u0000';

function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : `${QUOTED}${quoted}`,
  );
}

/** Options whose one value may look like anything. */
const FREE_TEXT = new Set(['--comment', '--log-prefix', '--nflog-prefix', '--string', '--hex-string', '--name']);

function parseRule(family: Family, words: readonly string[], chains: ReadonlyMap<string, unknown>): Rule {
  const options = optionsOf(words);
  const [jump, goto] = ['-j', '-g'].map((name) => options.find((option) => option.name === name));
  const conditions = options.map((option) => parseOption(family, option, options));
  const target = (jump ?? goto)?.values[0];
  const action: Action = target === undefined ? { does: 'continue' } : actionOf(target, goto !== undefined, chains);
  return { branches: [{ when: all(...conditions), action }] };
}

function optionsOf(words: readonly string[]): readonly Option[] {
  const options: { name: string; isNot: boolean; values: string[] }[] = [];
  let isNot = false;
  for (const word of words) {
    const last = options.at(-1);
    const isValue = last !== undefined && FREE_TEXT.has(last.name) && last.values.length === 0;
    if (isValue || (word.startsWith(QUOTED) && last !== undefined)) last.values.push(word.replace(QUOTED, ''));
    else if (word === '!') isNot = true;
    else if (/^--?[A-Za-z]/.test(word) || last === undefined) {
      options.push({ name: word, isNot, values: [] });
      isNot = false;
    } else last.values.push(word);
  }
  return options;
}

/** Targets after which the next rule is asked. */
const GOES_ON = new Set([
  ...['LOG', 'NFLOG', 'ULOG', 'TRACE', 'AUDIT', 'LED', 'IDLETIMER', 'RATEEST', 'TEE', 'SET', 'CHECKSUM', 'CLASSIFY'],
  ...['MARK', 'CONNMARK', 'SECMARK', 'CONNSECMARK', 'CT', 'NOTRACK', 'TCPMSS', 'TCPOPTSTRIP', 'TTL', 'HL', 'DSCP'],
  ...['TOS', 'ECN'],
]);

const VERDICTS: Readonly<Record<string, Action>> = {
  ACCEPT: { does: 'accept' },
  DROP: { does: 'drop' },
  REJECT: { does: 'drop' },
  RETURN: { does: 'return' },
  DNAT: { does: 'redirect' },
  REDIRECT: { does: 'redirect' },
  NETMAP: { does: 'redirect' },
  SNAT: { does: 'accept' },
  MASQUERADE: { does: 'accept' },
};

function actionOf(target: string, isGoto: boolean, chains: ReadonlyMap<string, unknown>): Action {
  if (chains.has(target)) return { does: isGoto ? 'goto' : 'jump', chain: target };
  if (GOES_ON.has(target)) return { does: 'continue' };
  return (Object.hasOwn(VERDICTS, target) ? VERDICTS[target] : undefined) ?? { does: 'unknown', what: target };
}
