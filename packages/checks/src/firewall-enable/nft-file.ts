/**
 * Whether a file of rules for nftables, without its comments, is a firewall: an input chain with a policy of drop, in which
 * no rule lets most of what comes in. Text can be read less well than the kernel's own answer: what is not understood is
 * taken for a rule that lets everything in.
 */
export function dropsInput(text: string): boolean {
  const chains = new Map([...text.matchAll(CHAIN)].map(([, name = '', body = '']) => [name, body]));
  return [...chains.values()].some((body) => {
    const head = INPUT_HEAD.exec(body)?.[0];
    return head !== undefined && !letsMostIn(body.replace(head, ''), chains, []);
  });
}

/** A chain may hold sets in braces, and nothing deeper. */
const CHAIN = /chain\s+(\S+)\s*\{([^{}]*(?:\{[^{}]*\}[^{}]*)*)\}/g;
const INPUT_HEAD = /type\s+filter\s+hook\s+input\b[^;]*;\s*policy\s+drop\s*;/;

/** What leaves most connections out of a rule; a comparison with `!=` does the opposite. */
const NARROWING: readonly RegExp[] = [
  /\b(?:dport|sport|saddr|daddr|iif|iifname|mark|pkttype)\s+(?!!=)/,
  /\b(?:icmp|icmpv6|ipv6-icmp|igmp)\b/,
  /\bct\s+state\s+(?!!=)(?!.*\bnew\b)/,
];

function letsMostIn(body: string, chains: ReadonlyMap<string, string>, visited: readonly string[]): boolean {
  return body.split(/[;\n]/).some((rule) => {
    if (NARROWING.some((condition) => condition.test(rule))) return false;
    if (/\baccept\b/.test(rule)) return true;
    const target = /\b(?:jump|goto)\s+(\S+)/.exec(rule)?.[1];
    if (target === undefined || visited.includes(target)) return false;
    const next = chains.get(target);
    return next === undefined || letsMostIn(next, chains, [...visited, target]);
  });
}
