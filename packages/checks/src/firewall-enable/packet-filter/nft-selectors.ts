import { memberOf } from '../../json.ts';
import { type Addresses, type Family, parseAddresses } from './addresses.ts';
import { ALWAYS, all, any, CHOSEN, type Condition, NEVER, type PortRange, unknown } from './conditions.ts';
import { avoidable, isFrom, isPort, isProtocol, isTo, protocolNumber } from './values.ts';

/** What is compared: what follows from being able to look at it at all, and whether it is one of some values. */
export interface Selector {
  readonly implies: Condition;
  readonly isAmong: (values: readonly unknown[]) => Condition;
}

/** What the left side of a `match` looks at. @returns null when that is not known here */
export function selectorOf(left: unknown): Selector | null {
  const parts = memberOf(left, 'concat');
  if (Array.isArray(parts)) return concatenated(parts.map(selectorOf));
  const [protocol, field] = [memberOf(left, 'payload', 'protocol'), memberOf(left, 'payload', 'field')];
  if (typeof protocol === 'string' && typeof field === 'string') return payloadOf(protocol, field);
  const key = memberOf(left, 'meta', 'key');
  if (typeof key === 'string') return metaOf(key);
  // The first packet of a connection goes the way that it is named by.
  if (memberOf(left, 'ct', 'key') === 'direction') {
    return { implies: ALWAYS, isAmong: (values) => (values.includes('original') ? ALWAYS : unknown('ct direction')) };
  }
  const result = memberOf(left, 'fib', 'result');
  const flags = memberOf(left, 'fib', 'flags');
  if (result !== undefined && Array.isArray(flags)) return fibOf(result, flags);
  if (memberOf(left, 'numgen') !== undefined) return { implies: ALWAYS, isAmong: () => CHOSEN };
  return null;
}

function concatenated(parts: readonly (Selector | null)[]): Selector {
  const isOne = (value: unknown) => {
    const values = memberOf(value, 'concat');
    if (!Array.isArray(values) || values.length !== parts.length) return unknown('concat');
    return all(...parts.map((part, index) => part?.isAmong([values[index]]) ?? unknown('concat')));
  };
  return {
    implies: all(...parts.map((part) => part?.implies ?? ALWAYS)),
    isAmong: (values) => any(values.map((value) => (value === '*' ? ALWAYS : isOne(value)))),
  };
}

/** Fields that the sender fills in as it likes. */
const CHOSEN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  ip: ['version', 'hdrlength', 'dscp', 'ecn', 'length', 'id', 'frag-off', 'ttl', 'checksum'],
  ip6: ['version', 'dscp', 'ecn', 'flowlabel', 'length', 'hoplimit'],
  tcp: ['sequence', 'ackseq', 'doff', 'window', 'checksum', 'urgptr'],
  udp: ['length', 'checksum'],
};

function payloadOf(protocol: string, field: string): Selector | null {
  const implies = IMPLIED[protocol];
  if (implies === undefined) {
    // Another protocol of the transport layer: neither TCP nor UDP.
    return (protocolNumber(protocol) ?? 0) === 0 ? null : { implies: NEVER, isAmong: () => NEVER };
  }
  if (CHOSEN_FIELDS[protocol]?.includes(field) === true) return { implies, isAmong: () => CHOSEN };
  const family = FAMILIES[protocol];
  if (family !== undefined && field === 'saddr') {
    return {
      implies,
      isAmong: (values) =>
        isFrom(
          family,
          values.map((value) => addressesOf(family, value)),
        ),
    };
  }
  if (family !== undefined && field === 'daddr') {
    return {
      implies,
      isAmong: (values) =>
        isTo(
          family,
          values.map((value) => addressesOf(family, value)),
        ),
    };
  }
  if (protocol === 'ip' && field === 'protocol') return { implies, isAmong: isProtocolAmong };
  if (protocol === 'ip6' && field === 'nexthdr') {
    // With another header in between it is that one's number.
    return { implies, isAmong: (values) => all(isProtocolAmong(values), CHOSEN) };
  }
  if (family === undefined && (field === 'dport' || field === 'sport')) {
    const is = field === 'dport' ? 'port' : 'source port';
    return {
      implies,
      isAmong: (values) =>
        isPort(
          is,
          values.map((value) => numbersOf(value)),
        ),
    };
  }
  return null;
}

const FAMILIES: Readonly<Record<string, Family>> = { ip: 'ipv4', ip6: 'ipv6' };

const IMPLIED: Readonly<Record<string, Condition>> = {
  ip: { is: 'family', family: 'ipv4' },
  ip6: { is: 'family', family: 'ipv6' },
  tcp: { is: 'protocol', protocols: ['tcp'] },
  udp: { is: 'protocol', protocols: ['udp'] },
  th: ALWAYS,
};

/** The kind of packet that a connection begins with: one to this computer alone. */
const OTHER_TYPES = ['broadcast', 'multicast', 'other'];

function metaOf(key: string): Selector | null {
  const isOneOf = (known: (value: unknown) => Condition): Selector => ({
    implies: ALWAYS,
    isAmong: (values) => any(values.map(known)),
  });
  switch (key) {
    case 'iif':
    case 'iifname':
      return isOneOf((value) => interfaceOf(key, value));
    case 'l4proto':
      return { implies: ALWAYS, isAmong: isProtocolAmong };
    case 'nfproto':
      return isOneOf((value) => familyOf({ ipv4: 'ipv4', ipv6: 'ipv6' }, value));
    case 'protocol':
      return isOneOf((value) => familyOf({ ip: 'ipv4', ip6: 'ipv6' }, value));
    case 'pkttype':
      return isOneOf((value) => oneOfTypes(value, ['host', 'unicast'], OTHER_TYPES, 'pkttype'));
    case 'length':
    case 'hour':
    case 'day':
    case 'random':
      return isOneOf(() => CHOSEN);
    default:
      return null;
  }
}

/** nft writes the number of an interface that is gone, and nothing for the star in a set of ranges. */
function interfaceOf(key: string, value: unknown): Condition {
  if (typeof value !== 'string' || value === '' || (key === 'iif' && /^\d+$/.test(value))) return unknown(key);
  return value.includes('\\') ? unknown(key) : { is: 'interface', name: value };
}

function familyOf(names: Readonly<Record<string, Family>>, value: unknown): Condition {
  const family = typeof value === 'string' && Object.hasOwn(names, value) ? names[value] : undefined;
  if (family !== undefined) return { is: 'family', family };
  return value === 'arp' || value === 'vlan' ? NEVER : unknown('protocol');
}

function oneOfTypes(value: unknown, own: readonly string[], others: readonly string[], what: string): Condition {
  if (typeof value !== 'string') return unknown(what);
  if (own.includes(value)) return ALWAYS;
  return others.includes(value) ? NEVER : unknown(what);
}

/** Kinds of addresses that are not one of this computer's own. */
const FOREIGN = ['unspec', 'unicast', 'broadcast', 'anycast', 'multicast', 'blackhole', 'unreachable', 'prohibit'];

function fibOf(result: unknown, flags: readonly unknown[]): Selector | null {
  if (result === 'type' && flags[0] === 'daddr') {
    // Asked for an interface, an address of another one is none of its own: which of them it is sent to is chosen.
    const own = (value: unknown) => oneOfTypes(value, ['local'], FOREIGN, 'fib');
    const isAmong = (values: readonly unknown[]) => any(values.map(own));
    return { implies: ALWAYS, isAmong: flags.length === 1 ? isAmong : () => CHOSEN };
  }
  if (result === 'type' && flags[0] === 'saddr') return { implies: ALWAYS, isAmong: () => avoidable('fib') };
  // Whether there is a way back to the source: a sender has sources for both.
  return flags[0] === 'saddr' ? { implies: ALWAYS, isAmong: () => CHOSEN } : null;
}

function addressesOf(family: Family, value: unknown): Addresses | null {
  if (value === '*') return parseAddresses(family, family === 'ipv4' ? '0.0.0.0/0' : '::/0');
  const [address, length] = [memberOf(value, 'prefix', 'addr'), memberOf(value, 'prefix', 'len')];
  const text = typeof address === 'string' ? `${address}/${String(length)}` : value;
  const range = memberOf(value, 'range');
  if (Array.isArray(range)) return parseAddresses(family, range.map(String).join('-'));
  return typeof text === 'string' ? parseAddresses(family, text) : null;
}

/** One number or a range of them. */
function numbersOf(value: unknown, toNumber: (one: unknown) => number | null = plainNumber): PortRange | null {
  if (value === '*') return [0, 65_535];
  const [first, last] = [memberOf(value, 'range', 0) ?? value, memberOf(value, 'range', 1) ?? value].map(toNumber);
  return first === undefined || last === undefined || first === null || last === null ? null : [first, last];
}

function plainNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) ? value : null;
}

function isProtocolAmong(values: readonly unknown[]): Condition {
  const toNumber = (one: unknown) => (typeof one === 'string' || typeof one === 'number' ? protocolNumber(one) : null);
  return isProtocol(values.map((value) => numbersOf(value, toNumber)));
}
