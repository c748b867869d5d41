import type { Outcome, SystemPort } from '../system-port.ts';
import { type InputFilter, parseNftRuleset } from './nft-ruleset.ts';

const TIMEOUT_MS = 5000;

/** Asks the kernel what it filters. Only an administrator may. */
export async function readKernelRules(system: SystemPort): Promise<Outcome<InputFilter>> {
  const nft = await system.run({ tool: 'nft', arguments: ['-j', 'list', 'ruleset'], timeoutMs: TIMEOUT_MS });
  if (!nft.ok && nft.reason !== 'tool-missing') return nft;
  if (nft.ok && nft.value.code !== 0) {
    const reason = /not permitted/.test(nft.value.stderr) ? 'access-denied' : 'unexpected-output';
    return { ok: false, reason, detail: `nft: ${nft.value.stderr.trim()}` };
  }
  const rules = nft.ok ? parseNftRuleset(nft.value.stdout) : null;
  if (nft.ok && rules === null) return { ok: false, reason: 'unexpected-output', detail: 'nft: not a ruleset' };
  if (rules?.ipv4 === true && rules.ipv6) return { ok: true, value: rules };
  const [legacy4, legacy6] = await Promise.all([
    readLegacyRules(system, 'iptables-legacy'),
    readLegacyRules(system, 'ip6tables-legacy'),
  ]);
  if (rules === null && legacy4 === null && legacy6 === null) {
    return { ok: false, reason: 'tool-missing', detail: 'Neither nft nor iptables is installed.' };
  }
  const unseen =
    (legacy4 === null && (await hasLegacyRules(system, '/proc/net/ip_tables_names'))) ||
    (legacy6 === null && (await hasLegacyRules(system, '/proc/net/ip6_tables_names')));
  if (unseen) {
    const detail = 'There are rules of iptables-legacy, which could not be read.';
    return { ok: false, reason: 'access-denied', detail };
  }
  return {
    ok: true,
    value: { ipv4: rules?.ipv4 === true || legacy4 === true, ipv6: rules?.ipv6 === true || legacy6 === true },
  };
}

/** Rules made with the old tools are invisible to nft. @returns null when the tool gives no answer */
async function readLegacyRules(system: SystemPort, tool: string): Promise<boolean | null> {
  const rules = await system.run({ tool, arguments: ['-S', 'INPUT'], timeoutMs: TIMEOUT_MS });
  return rules.ok && rules.value.code === 0 ? parseLegacyRules(rules.value.stdout) : null;
}

/** Whether the kernel holds a table of the old tools that filters; where it does not say, it knows nothing of them. */
async function hasLegacyRules(system: SystemPort, path: string): Promise<boolean> {
  const names = await system.readFile(path);
  return names.ok && /^filter$/m.test(names.value);
}

const NEW_CONNECTIONS: readonly RegExp[] = [
  /^-m (?:state --state|conntrack --ctstate) (?:\S+,)?NEW(?:,\S+)?$/,
  /^-m (?:state ! --state|conntrack ! --ctstate) (?!(?:\S+,)?NEW(?:,|$))\S+$/,
];

/** Conditions that every new connection, or every one over TCP, meets: accepting those is no firewall. */
const LETS_MOST_IN: readonly RegExp[] = [
  ...NEW_CONNECTIONS,
  /^! -[sdi] \S+$/,
  /^-p tcp$/,
  /^! -p (?!tcp$)\S+$/,
  /^-m tcp(?: ! --[sd]port \S+)?$/,
];

/** Conditions that every new connection from elsewhere meets: refusing those is a firewall. */
const MEETS_EVERY_STRANGER: readonly RegExp[] = [...NEW_CONNECTIONS, /^! -i lo$/];

/** Cuts conditions where the next one begins: at '-s', '! -s', '-m', but not at the '--dport' of a '-m'. */
const CONDITION = /(?<!!) (?=(?:! )?-[a-z] )/;

/** '-P INPUT DROP', or a last rule '-A INPUT -j DROP' that holds for everything; nothing before it may let most in. */
export function parseLegacyRules(text: string): boolean | null {
  const lines = text.split('\n').map((line) => line.trim());
  const policy = lines.map((line) => /^-P INPUT (ACCEPT|DROP)$/.exec(line)?.[1]).find(Boolean);
  if (policy === undefined) return null;
  const verdict = lines.map(verdictOf).find((found) => found !== null);
  return (verdict ?? policy) !== 'ACCEPT';
}

/** What becomes of most packets at this rule; null: it is about some only. */
function verdictOf(line: string): string | null {
  const [, conditions = '', target = null] = /^-A INPUT (.*?)-j (ACCEPT|DROP|REJECT)\b/.exec(line) ?? [];
  if (conditions === '') return target;
  const decisive = target === 'ACCEPT' ? LETS_MOST_IN : MEETS_EVERY_STRANGER;
  const isForMost = conditions
    .trim()
    .split(CONDITION)
    .every((one) => decisive.some((condition) => condition.test(one)));
  return isForMost ? target : null;
}
