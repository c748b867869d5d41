import { type Addresses, type Family, inOrder, intersection, isWithin, parseAddresses } from './addresses.ts';
import {
  ALWAYS,
  all,
  any,
  CHOSEN,
  type Condition,
  NEVER,
  not,
  PROTOCOLS,
  type PortRange,
  unknown,
} from './conditions.ts';

const LAST_PORT = 65_535;

/** More ranges than this are no rule that someone wrote: of such a list nothing is said. */
const MOST_RANGES = 4096;

/** Where it comes from is one of these; null among them is one that is not understood. */
export function isFrom(family: Family, blocks: readonly (Addresses | null)[]): Condition {
  const known = blocks.flatMap((block) => block ?? []);
  if (known.length > MOST_RANGES) return all(unknown('a long list'), { is: 'family', family });
  return withDoubt({ is: 'from', family, addresses: inOrder(known) }, blocks, 'address');
}

/** This computer's addresses that one connects to: neither those of groups nor those of everybody. */
const UNICAST: Readonly<Record<Family, Addresses>> = {
  ipv4: parseAddresses('ipv4', '1.0.0.0-223.255.255.255') ?? [],
  ipv6: parseAddresses('ipv6', '::1-feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff') ?? [],
};

/** It goes to one of these. Which of them are this computer's own is not known here. */
export function isTo(family: Family, blocks: readonly (Addresses | null)[]): Condition {
  const known = inOrder(blocks.flatMap((block) => block ?? []));
  if (isWithin(family, UNICAST[family], known)) return ALWAYS;
  const isReached = intersection(UNICAST[family], known).length > 0;
  return isReached ? unknown('destination address') : withDoubt(NEVER, blocks, 'address');
}

/** It goes to one of these ports, or comes from one. */
export function isPort(is: 'port' | 'source port', ranges: readonly (PortRange | null)[]): Condition {
  return withDoubt({ is, ports: ranges.filter((range) => range !== null) }, ranges, 'port');
}

/** '22', '1000:2000' and ':1023', as the old tools write them. */
export function parsePorts(text: string): PortRange | null {
  const [, first = '', colon, last = ''] = /^(\d*)(:?)(\d*)$/.exec(text) ?? [];
  if (colon === undefined || (first === '' && colon === '')) return null;
  const from = first === '' ? 0 : Number(first);
  const to = colon === '' ? from : last === '' ? LAST_PORT : Number(last);
  return from <= to && to <= LAST_PORT ? [from, to] : null;
}

/** Protocols of the transport layer by their usual names. */
const NUMBERS: Readonly<Record<string, number>> = {
  ...{ icmp: 1, igmp: 2, tcp: 6, udp: 17, dccp: 33, gre: 47, esp: 50, ah: 51, icmpv6: 58, 'ipv6-icmp': 58 },
  ...{ ospf: 89, ospfigp: 89, pim: 103, vrrp: 112, l2tp: 115, sctp: 132, udplite: 136 },
};

/** @returns null for a name that is not known here */
export function protocolNumber(name: string | number): number | null {
  if (typeof name === 'number' || /^\d+$/.test(name)) return Number(name);
  return Object.hasOwn(NUMBERS, name) ? (NUMBERS[name] ?? null) : null;
}

/** Its protocol has one of these numbers. */
export function isProtocol(ranges: readonly (readonly [from: number, to: number] | null)[]): Condition {
  const protocols = PROTOCOLS.filter((name) =>
    ranges.some((range) => range !== null && range[0] <= (NUMBERS[name] ?? 0) && range[1] >= (NUMBERS[name] ?? 0)),
  );
  return withDoubt({ is: 'protocol', protocols }, ranges, 'protocol');
}

/** Bits that a packet may have, of what it is compared with. */
export type Holds = (bits: number) => boolean;

const SYN = 2;
/** PSH, URG, ECE and CWR: a first packet is one with any of them as well. */
const OPTIONAL_FLAGS = [8, 32, 64, 128];

/** A first packet of TCP: SYN, neither FIN, RST nor ACK, and of the others what the sender likes. */
const FIRST_FLAGS: readonly number[] = OPTIONAL_FLAGS.reduce(
  (variants: readonly number[], flag) => [...variants, ...variants.map((variant) => variant | flag)],
  [SYN],
);

export const TCP_FLAGS: Readonly<Record<string, number>> = {
  ...{ fin: 1, syn: 2, rst: 4, psh: 8, ack: 16, urg: 32, ecn: 64, cwr: 128 },
};

/** Its flags of TCP are such. */
export function hasFlags(holds: Holds): Condition {
  const matching = FIRST_FLAGS.filter(holds);
  if (matching.length === FIRST_FLAGS.length) return ALWAYS;
  return matching.length === 0 ? NEVER : CHOSEN;
}

const [NEW, UNTRACKED] = [8, 64];

export const TRACKING_STATES: Readonly<Record<string, number>> = {
  ...{ invalid: 1, established: 2, related: 4, new: NEW, untracked: UNTRACKED },
};

/** Connection tracking says such a thing about it: that it is new, or where it is kept from tracking, that it is not. */
export function hasState(holds: Holds): Condition {
  const tracked: Condition = { is: 'tracked' };
  if (holds(NEW)) return holds(UNTRACKED) ? ALWAYS : tracked;
  return holds(UNTRACKED) ? not(tracked) : NEVER;
}

/** Whether bits compare with others as an operator of nft says; null for one that is not known. */
export function compareBits(operator: unknown, wanted: number): Holds | null {
  switch (operator) {
    case '==':
      return (bits) => bits === wanted;
    case '!=':
      return (bits) => bits !== wanted;
    case 'in':
      return (bits) => (bits & wanted) !== 0;
    case '!':
      return (bits) => (bits & wanted) === 0;
    default:
      return null;
  }
}

/** The sender can do without it for sure; whether it can be had is not known. */
export function avoidable(what: string): Condition {
  return all(unknown(what), CHOSEN);
}

function withDoubt(condition: Condition, values: readonly unknown[], what: string): Condition {
  return values.includes(null) ? any([condition, unknown(what)]) : condition;
}
