import { type Family, parseAddresses } from './addresses.ts';
import { ALWAYS, all, any, CHOSEN, type Condition, NEVER, not, unknown } from './conditions.ts';
import {
  avoidable,
  hasFlags,
  hasState,
  isFrom,
  isPort,
  isProtocol,
  isTo,
  parsePorts,
  protocolNumber,
  TCP_FLAGS,
  TRACKING_STATES,
} from './values.ts';

/** An option of a rule with its values: '! -s 192.0.2.0/24'. */
export interface Option {
  readonly name: string;
  readonly isNot: boolean;
  readonly values: readonly string[];
}

/** What one option asks about a packet. All that is not understood is unknown, never left out. */
export function parseOption(family: Family, option: Option, options: readonly Option[]): Condition {
  const condition = conditionOf(family, option, options);
  return option.isNot ? not(condition) : condition;
}

/** Options that ask nothing: they name what is done, or belong to another option. */
const SILENT = new Set([
  ...['-j', '-g', '--comment', '--reject-with', '--log-prefix', '--log-level', '--log-tcp-options', '--log-ip-options'],
  ...['--log-tcp-sequence', '--log-uid', '--nflog-group', '--nflog-prefix', '--nflog-threshold', '--nflog-size'],
  ...[
    '--set-mark',
    '--set-xmark',
    '--or-mark',
    '--and-mark',
    '--xor-mark',
    '--save-mark',
    '--restore-mark',
    '--nfmask',
  ],
  ...['--ctmask', '--to-destination', '--to-ports', '--to-source', '--random', '--persistent', '--notrack', '--helper'],
  ...['--queue-num', '--queue-balance', '--queue-bypass', '--queue-cpu-fanout', '--ttl-set', '--set-dscp', '--set-tos'],
  ...['--add-set', '--del-set', '--exist', '--timeout', '--set-mss', '--clamp-mss-to-pmtu', '--dir', '--strict'],
]);

/** Modules that ask something only by their options, and those that the sender can meet or miss as it likes. */
const MODULES = new Set([
  ...['tcp', 'udp', 'multiport', 'comment', 'conntrack', 'state', 'addrtype', 'iprange', 'pkttype', 'mark', 'connmark'],
  ...['mac', 'set', 'string', 'u32', 'bpf', 'owner', 'physdev', 'icmp', 'icmp6', 'recent', 'time', 'policy', 'cgroup'],
]);
const CHOSEN_MODULES = new Set([
  ...['limit', 'hashlimit', 'connlimit', 'statistic', 'rt', 'frag', 'hbh', 'dst', 'ipv6header', 'ttl', 'hl', 'dscp'],
  ...['tos', 'ecn', 'length', 'tcpmss', 'rpfilter'],
]);

function conditionOf(family: Family, { name, values }: Option, options: readonly Option[]): Condition {
  const [value = ''] = values;
  if (SILENT.has(name)) return ALWAYS;
  if (CHOSEN_OPTIONS.some((start) => name.startsWith(start))) return CHOSEN;
  const has = (other: string) => options.some((option) => option.name === other);
  switch (name) {
    case '-m':
      if (CHOSEN_MODULES.has(value)) return CHOSEN;
      return MODULES.has(value) ? ALWAYS : unknown(value);
    case '-p':
      return isProtocol([oneNumber(value)]);
    case '-s':
    case '--src-range':
      return isFrom(family, [parseAddresses(family, value)]);
    case '-d':
    case '--dst-range':
      return isTo(family, [parseAddresses(family, value)]);
    case '-i':
      return { is: 'interface', name: value.replace(/\+$/, '*') };
    case '-f':
      return CHOSEN;
    case '--dport':
    case '--dports':
      return isPort('port', value.split(',').map(parsePorts));
    case '--sport':
    case '--sports':
      return isPort('source port', value.split(',').map(parsePorts));
    case '--ctstate':
    case '--state':
      return any(value.split(',').map(stateOf));
    case '--ctdir':
      return value === 'ORIGINAL' ? ALWAYS : NEVER;
    case '--tcp-flags':
      return flagsOf(values);
    case '--pkt-type':
      return typeOf(value, ['unicast', 'host'], ['broadcast', 'multicast']);
    case '--dst-type':
      // For one interface, an address of another is none of its own: which of them it is sent to is chosen.
      if (has('--limit-iface-in')) return CHOSEN;
      return any(
        value.split(',').map((one) => typeOf(one, ['LOCAL'], ['UNICAST', 'BROADCAST', 'ANYCAST', 'MULTICAST'])),
      );
    case '--src-type':
      return avoidable('addrtype');
    case '--pol':
      return has('--dir') ? typeOf(value, ['none'], ['ipsec']) : unknown('policy');
    case '--set':
      // Of `recent`: notes the sender and goes on.
      return ALWAYS;
    case '--rsource':
    case '--rdest':
    case '--mask':
      return has('--set') ? ALWAYS : unknown('recent');
    default:
      // Of `recent` the name says which list; others of its options ask for what is in it.
      return name === '--name' && has('--set') ? ALWAYS : unknown(name);
  }
}

const CHOSEN_OPTIONS = [
  ...['--limit', '--hashlimit', '--connlimit', '--probability', '--mode', '--every', '--packet', '--rt-', '--frag'],
  ...['--hbh-', '--dst-len', '--dst-opts', '--header', '--soft', '--ttl-', '--hl-', '--dscp', '--tos', '--ecn-'],
  ...['--length', '--mss', '--loose', '--validmark', '--accept-local', '--invert'],
];

function oneNumber(name: string): readonly [from: number, to: number] | null {
  const number = protocolNumber(name);
  return number === null ? null : [number, number];
}

function stateOf(name: string): Condition {
  if (name === 'DNAT') return { is: 'redirected' };
  const bit = TRACKING_STATES[name.toLowerCase()];
  return bit === undefined ? unknown('conntrack') : hasState((bits) => bits === bit);
}

/** '--tcp-flags FIN,SYN,RST,ACK SYN': of these flags, those and no others. */
function flagsOf([asked = '', set = '']: readonly string[]): Condition {
  const [mask, wanted] = [bitsOf(asked), bitsOf(set)];
  if (mask === null || wanted === null) return unknown('tcp flags');
  return all(
    { is: 'protocol', protocols: ['tcp'] },
    hasFlags((bits) => (bits & mask) === wanted),
  );
}

function bitsOf(names: string): number | null {
  if (names === 'NONE') return 0;
  const flags = names === 'ALL' ? ['fin', 'syn', 'rst', 'psh', 'ack', 'urg'] : names.toLowerCase().split(',');
  return flags.reduce<number | null>((sum, name) => {
    const flag = TCP_FLAGS[name];
    return sum === null || flag === undefined ? null : sum | flag;
  }, 0);
}

function typeOf(value: string, own: readonly string[], others: readonly string[]): Condition {
  if (own.includes(value)) return ALWAYS;
  return others.includes(value) ? NEVER : unknown('type');
}
