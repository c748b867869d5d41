import type { MadeMap, MadeMatch, MadeRule, MadeTable, MadeVerdict } from './made-rules.ts';

/** Tables as `nft -j list ruleset` of nft 1.0.6 answers when they were loaded, apart from handles and counts. */
export function writeNftJson(tables: readonly MadeTable[]): string {
  const entries = tables.flatMap(({ family, isDormant, chains }, index) => {
    const table = `made${index}`;
    return [
      // That version writes the family in place of the flags.
      { table: { family, name: table, handle: 1, ...(isDormant ? { flags: family } : {}) } },
      ...chains.map(({ name, base }) => ({
        chain: {
          ...{ family, table, name, handle: 2 },
          ...(base === null ? {} : { type: 'filter', hook: base.hook, prio: index, policy: base.policy }),
        },
      })),
      ...chains.flatMap(({ name, rules }) =>
        rules.map((rule) => ({ rule: { family, table, chain: name, handle: 3, expr: expressionsOf(rule) } })),
      ),
    ];
  });
  return JSON.stringify({ nftables: [{ metainfo: { version: '1.0.6', json_schema_version: 1 } }, ...entries] });
}

function expressionsOf({ matches, verdict }: MadeRule): readonly object[] {
  return [...matches.flatMap(matchOf), 'by' in verdict ? { vmap: mapOf(verdict) } : verdictOf(verdict)];
}

function verdictOf(verdict: MadeVerdict): object {
  if ('chain' in verdict) return { [verdict.does]: { target: verdict.chain } };
  if (verdict.does === 'count') return { counter: { packets: 0, bytes: 0 } };
  if (verdict.does !== 'reject' || verdict.answer === 'any') return { [verdict.does]: null };
  return { reject: { type: verdict.answer, ...(verdict.answer === 'tcp reset' ? {} : { expr: 'port-unreachable' }) } };
}

const payload = (protocol: string, field: string) => ({ payload: { protocol, field } });
const meta = (key: string) => ({ meta: { key } });

function mapOf({ by, entries }: MadeMap): object {
  const key = {
    ...{ port: payload('tcp', 'dport'), state: { ct: { key: 'state' } }, protocol: meta('l4proto') },
    ...{ interface: meta('iifname') },
  }[by];
  const set = entries.map(([value, verdict]) => [
    by === 'port' ? rangeOf(value.split('-').map(Number)) : value,
    verdict.does === 'count' ? { continue: null } : verdictOf(verdict),
  ]);
  return { key, data: { set } };
}

function rangeOf([first = 0, last = first]: readonly number[]): unknown {
  return first === last ? first : { range: [first, last] };
}

function prefixOf(block: string): unknown {
  const [addr = '', length] = block.split('/');
  return length === undefined ? addr : { prefix: { addr, len: Number(length) } };
}

function matchOf(match: MadeMatch): readonly object[] {
  const op = 'isNot' in match && match.isNot ? '!=' : '==';
  const listed = (values: readonly unknown[]) => (values.length === 1 ? values[0] : { set: values });
  const compare = (left: object, right: unknown, operator: string = op) => [{ match: { op: operator, left, right } }];
  switch (match.on) {
    case 'source':
      return compare(payload(match.family === 4 ? 'ip' : 'ip6', 'saddr'), listed(match.blocks.map(prefixOf)));
    case 'port':
      return compare(payload(match.protocol, 'dport'), listed(match.ranges.map(rangeOf)));
    case 'source port':
      return compare(payload(match.protocol, 'sport'), listed(match.ranges.map(rangeOf)));
    case 'source and port':
      return compare(
        { concat: [payload(match.family === 4 ? 'ip' : 'ip6', 'saddr'), payload('tcp', 'dport')] },
        {
          set: match.pairs.map(([block, ports]) => ({
            concat: [prefixOf(block), rangeOf(ports.split('-').map(Number))],
          })),
        },
      );
    case 'either port':
      return compare(payload('th', 'dport'), rangeOf(match.range));
    case 'header':
      return compare(match.family === 4 ? payload('ip', 'protocol') : payload('ip6', 'nexthdr'), match.protocol);
    case 'state bits': {
      const bits = match.names.length === 1 ? match.names[0] : match.isNot ? { '|': match.names } : match.names;
      return compare({ ct: { key: 'state' } }, bits, match.isNot ? '!=' : 'in');
    }
    case 'interface':
      return compare(meta('iifname'), listed(match.names));
    case 'protocol':
      return compare(meta('l4proto'), listed(match.names));
    case 'state':
      return compare({ ct: { key: 'state' } }, { set: match.names });
    case 'family':
      return compare(meta('nfproto'), `ipv${match.family}`);
    case 'type':
      return compare(meta('pkttype'), match.name);
    case 'syn':
      return compare({ '&': [payload('tcp', 'flags'), ['fin', 'syn', 'rst', 'ack']] }, 'syn');
    case 'local':
      return compare({ fib: { result: 'type', flags: ['daddr'] } }, 'local');
    case 'limit':
      return [{ limit: { rate: 1000 + match.nth, burst: 1000, per: 'second' } }];
    case 'mark':
      return compare(meta('mark'), match.mark);
    case 'remark':
      return [];
  }
}
