import type { MadeMap, MadeMatch, MadeRule, MadeTable, MadeVerdict } from './made-rules.ts';

/** Tables as nft reads them. */
export function writeNft(tables: readonly MadeTable[]): string {
  return tables
    .map(({ family, isDormant, chains }, index) =>
      [
        `table ${family} made${index} {`,
        ...(isDormant ? ['  flags dormant;'] : []),
        ...chains.map(({ name, base, rules }) => {
          const priority = base?.hook === 'prerouting' ? -150 : index;
          const head =
            base === null ? '' : `type filter hook ${base.hook} priority ${priority}; policy ${base.policy};`;
          return [`  chain ${name} {`, `    ${head}`, ...rules.map((rule) => `    ${writeRule(rule)}`), '  }'].join(
            '\n',
          );
        }),
        '}',
      ].join('\n'),
    )
    .join('\n');
}

function writeRule({ matches, verdict }: MadeRule): string {
  const remark = matches.some(({ on }) => on === 'remark') ? ['comment "made"'] : [];
  const parts = matches.flatMap((match) => (match.on === 'remark' ? [] : [writeMatch(match)]));
  return [...parts, 'by' in verdict ? writeMap(verdict) : writeVerdict(verdict), ...remark].join(' ');
}

function writeVerdict(verdict: MadeVerdict): string {
  if (verdict.does === 'count') return 'counter';
  if (verdict.does === 'reject') return REJECTIONS[verdict.answer];
  return 'chain' in verdict ? `${verdict.does} ${verdict.chain}` : verdict.does;
}

const REJECTIONS = {
  any: 'reject',
  icmp: 'reject with icmp type port-unreachable',
  icmpv6: 'reject with icmpv6 type port-unreachable',
  'tcp reset': 'reject with tcp reset',
} as const;

function writeMap({ by, entries }: MadeMap): string {
  const key = { port: 'tcp dport', state: 'ct state', protocol: 'meta l4proto', interface: 'iifname' }[by];
  const quote = (value: string) => (by === 'interface' ? `"${value}"` : value);
  const inside = entries.map(([value, verdict]) => {
    return `${quote(value)} : ${verdict.does === 'count' ? 'continue' : writeVerdict(verdict)}`;
  });
  return `${key} vmap { ${inside.join(', ')} }`;
}

function writeMatch(match: MadeMatch): string {
  const not = 'isNot' in match && match.isNot ? '!= ' : '';
  const list = (values: readonly string[]) => (values.length === 1 ? values.join('') : `{ ${values.join(', ')} }`);
  switch (match.on) {
    case 'source':
      return `ip${match.family === 6 ? '6' : ''} saddr ${not}${list(match.blocks)}`;
    case 'port':
    case 'source port': {
      const ranges = match.ranges.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`));
      return `${match.protocol} ${match.on === 'port' ? 'd' : 's'}port ${not}${list(ranges)}`;
    }
    case 'source and port': {
      const pairs = match.pairs.map((one) => one.join(' . '));
      return `ip${match.family === 6 ? '6' : ''} saddr . tcp dport ${not}{ ${pairs.join(', ')} }`;
    }
    case 'either port':
      return `th dport ${match.range[0] === match.range[1] ? match.range[0] : match.range.join('-')}`;
    case 'header':
      return `${match.family === 4 ? 'ip protocol' : 'ip6 nexthdr'} ${not}${match.protocol}`;
    case 'state bits':
      return `ct state ${not}${match.names.join(',')}`;
    case 'interface':
      return `iifname ${not}${list(match.names.map((name) => `"${name}"`))}`;
    case 'protocol':
      return `meta l4proto ${not}${list(match.names)}`;
    case 'state':
      return `ct state ${not}{ ${match.names.join(', ')} }`;
    case 'family':
      return `meta nfproto ipv${match.family}`;
    case 'type':
      return `meta pkttype ${match.name}`;
    case 'syn':
      return 'tcp flags & (fin | syn | rst | ack) == syn';
    case 'local':
      return 'fib daddr type local';
    case 'limit':
      return `limit rate ${1000 + match.nth}/second burst 1000 packets`;
    case 'mark':
      return `meta mark ${match.mark}`;
    case 'remark':
      return '';
  }
}

/** What of these tables nft can say: rules that ask for two families or two protocols at once are left out. */
export function forNft(tables: readonly MadeTable[]): readonly MadeTable[] {
  return withRules(tables, ({ family }, { matches, verdict }) => {
    const answer = 'by' in verdict || verdict.does !== 'reject' ? 'any' : verdict.answer;
    const families = [
      ...matches.flatMap((match) => ('family' in match ? [match.family] : [])),
      ...(answer === 'icmp' ? [4] : answer === 'icmpv6' ? [6] : []),
    ];
    const isMapOfPorts = 'by' in verdict && verdict.by === 'port';
    const isMapOfProtocols = 'by' in verdict && verdict.by === 'protocol';
    const protocols = [
      ...matches.flatMap((match) => (match.on === 'protocol' || match.on === 'header' ? [] : protocolsOf(match))),
      ...(answer === 'tcp reset' || isMapOfPorts ? ['tcp'] : []),
    ];
    const asked = matches.filter(({ on }) => on === 'protocol' || on === 'header' || on === 'either port');
    const asksProtocol = asked.length > 0 || isMapOfProtocols;
    return (
      new Set(families).size <= 1 &&
      (family === 'inet' || !matches.some(({ on }) => on === 'family')) &&
      (family === 'inet' || families.every((number) => (number === 4) === (family === 'ip'))) &&
      new Set(protocols).size <= 1 &&
      !(asksProtocol && (protocols.length > 0 || asked.length > 1 || (asked.length > 0 && isMapOfProtocols)))
    );
  });
}

/**
 * What of these tables iptables can say: one protocol, one interface and one source in a rule, and no maps. Rules that it
 * cannot say are left out.
 */
export function forIptables(tables: readonly MadeTable[]): readonly MadeTable[] {
  return withRules(tables, isSayable);
}

function withRules(
  tables: readonly MadeTable[],
  isKept: (table: MadeTable, rule: MadeRule) => boolean,
): readonly MadeTable[] {
  return tables.map((table) => ({
    ...table,
    chains: table.chains.map((chain) => ({ ...chain, rules: chain.rules.filter((rule) => isKept(table, rule)) })),
  }));
}

const NFT_ALONE = new Set<MadeMatch['on']>(['source and port', 'either port', 'header', 'state bits']);

function isSayable({ family }: MadeTable, { matches, verdict }: MadeRule): boolean {
  const number = family === 'ip' ? 4 : 6;
  const kinds = matches.map(({ on }) => on);
  const protocols = matches.flatMap((match) => protocolsOf(match));
  return (
    !('by' in verdict) &&
    !(verdict.does === 'reject' && verdict.answer !== 'any') &&
    !kinds.some((on) => NFT_ALONE.has(on)) &&
    new Set(kinds).size === kinds.length &&
    new Set(protocols).size <= 1 &&
    !(protocols.length > 1 && matches.some((match) => match.on === 'protocol' && match.isNot)) &&
    matches.every((match) => {
      // What is not anything: iptables refuses it or, for ports, loads the opposite.
      if ('isNot' in match && match.isNot && /0\/0|::\/0|\[0,65535\]/.test(JSON.stringify(match))) return false;
      if (match.on === 'source' || match.on === 'family') return match.family === number;
      return !('names' in match) || match.on === 'state' || match.names.length === 1;
    })
  );
}

function protocolsOf(match: MadeMatch): readonly string[] {
  if (match.on === 'syn') return ['tcp'];
  if (match.on === 'protocol') return match.names;
  if (match.on === 'source and port') return ['tcp'];
  return 'protocol' in match ? [match.protocol] : [];
}

/** One table as `iptables-save` writes it and `iptables-restore` reads it. */
export function writeIptables({ family, chains }: MadeTable): string {
  const hook = chains.find(({ base }) => base !== null)?.base?.hook ?? 'input';
  const [table, begin] = hook === 'input' ? ['filter', 'INPUT'] : ['mangle', 'PREROUTING'];
  const nameOf = (name: string) => (name === 'begin' ? begin : name);
  return [
    `*${table}`,
    ...chains.map(({ name, base }) => `:${nameOf(name)} ${base === null ? '-' : base.policy.toUpperCase()} [0:0]`),
    ...chains.flatMap(({ name, rules }) =>
      rules.map((rule) => `-A ${nameOf(name)} ${writeOptions(rule, family)}${writeTarget(rule.verdict, hook)}`),
    ),
    'COMMIT',
    '',
  ].join('\n');
}

function writeTarget(verdict: MadeRule['verdict'], hook: string): string {
  if ('by' in verdict || verdict.does === 'count') return '';
  if ('chain' in verdict) return `-${verdict.does === 'goto' ? 'g' : 'j'} ${verdict.chain}`;
  // In front of the filter nothing can be rejected.
  return `-j ${verdict.does === 'reject' && hook !== 'input' ? 'DROP' : verdict.does.toUpperCase()}`;
}

function writeOptions({ matches }: MadeRule, family: string): string {
  const named = matches.find((match) => match.on === 'protocol');
  const [protocol] = matches.flatMap(protocolsOf);
  const asked = protocol === 'icmp' && family === 'ip6' ? 'ipv6-icmp' : protocol;
  const isNot = named?.on === 'protocol' && named.isNot;
  const start = asked === undefined ? '' : `${isNot ? '! ' : ''}-p ${asked} `;
  return start + matches.map(writeOption).join('');
}

function writeOption(match: MadeMatch): string {
  const not = 'isNot' in match && match.isNot ? '! ' : '';
  switch (match.on) {
    case 'source':
      return `${not}-s ${match.blocks.join('')} `;
    case 'port':
    case 'source port': {
      const [range = [0, 0]] = match.ranges;
      return `-m ${match.protocol} ${not}--${match.on === 'port' ? 'd' : 's'}port ${range.join(':')} `;
    }
    case 'interface':
      return `${not}-i ${match.names.join('').replace('*', '+')} `;
    case 'state':
      return `-m conntrack ${not}--ctstate ${match.names.join(',').toUpperCase()} `;
    case 'type':
      return `-m pkttype --pkt-type ${match.name === 'host' ? 'unicast' : match.name} `;
    case 'syn':
      return '-m tcp --tcp-flags FIN,SYN,RST,ACK SYN ';
    case 'local':
      return '-m addrtype --dst-type LOCAL ';
    case 'limit':
      return `-m limit --limit ${1000 + match.nth}/sec --limit-burst 1000 `;
    case 'remark':
      return '-m comment --comment "made -j DROP" ';
    case 'mark':
      return `-m mark --mark ${match.mark} `;
    default:
      return '';
  }
}
