export type Family = 'ipv4' | 'ipv6';

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** Addresses of one family: ranges in order, none of which touches the next. */
export type Addresses = readonly Range[];

export const NO_ADDRESS: Addresses = [];

const BITS: Readonly<Record<Family, number>> = { ipv4: 32, ipv6: 128 };

const ALL: Readonly<Record<Family, Addresses>> = {
  ipv4: [{ from: 0n, to: lastOf('ipv4') }],
  ipv6: [{ from: 0n, to: lastOf('ipv6') }],
};

/** Every address of a family. */
export function everyAddress(family: Family): Addresses {
  return ALL[family];
}

/** Most sets are of all or of none: for those nothing has to be compared. */
function isEvery(addresses: Addresses): boolean {
  return addresses === ALL.ipv4 || addresses === ALL.ipv6;
}

function lastOf(family: Family): bigint {
  return (1n << BigInt(BITS[family])) - 1n;
}

/** What is in one, in the other, or in both. */
export function union(left: Addresses, right: Addresses): Addresses {
  if (left.length === 0 || isEvery(right)) return right;
  if (right.length === 0 || isEvery(left)) return left;
  return inOrder([...left, ...right]);
}

/** Ranges in any order, made into what `Addresses` are. */
export function inOrder(ranges: readonly Range[]): Addresses {
  const merged: { from: bigint; to: bigint }[] = [];
  for (const { from, to } of ranges.toSorted((left, right) => (left.from < right.from ? -1 : 1))) {
    const last = merged.at(-1);
    if (last !== undefined && from <= last.to + 1n) last.to = to > last.to ? to : last.to;
    else merged.push({ from, to });
  }
  return merged;
}

/** What is in both. */
export function intersection(left: Addresses, right: Addresses): Addresses {
  if (left.length === 0 || isEvery(right)) return left;
  if (right.length === 0 || isEvery(left)) return right;
  const shared: Range[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [one, other] = [left[i], right[j]];
    if (one === undefined || other === undefined) return shared;
    const from = one.from > other.from ? one.from : other.from;
    const to = one.to < other.to ? one.to : other.to;
    if (from <= to) shared.push({ from, to });
    if (one.to < other.to) i++;
    else j++;
  }
}

/** Every address of the family that is not among these. */
export function complement(family: Family, addresses: Addresses): Addresses {
  if (addresses.length === 0) return ALL[family];
  if (isEvery(addresses)) return NO_ADDRESS;
  const others: Range[] = [];
  let next = 0n;
  for (const { from, to } of addresses) {
    if (from > next) others.push({ from: next, to: from - 1n });
    next = to + 1n;
  }
  const last = lastOf(family);
  return next > last ? others : [...others, { from: next, to: last }];
}

/** Whether all of these addresses are among others. */
export function isWithin(family: Family, addresses: Addresses, others: Addresses): boolean {
  return intersection(addresses, complement(family, others)).length === 0;
}

/** How many of these addresses are among others: 0 for none, 1 for all. */
export function shareOf(block: Addresses, others: Addresses): number {
  if (others.length === 0 || isEvery(others)) return others.length;
  return Number(sizeOf(intersection(block, others))) / Number(sizeOf(block));
}

function sizeOf(addresses: Addresses): bigint {
  return addresses.reduce((size, { from, to }) => size + to - from + 1n, 0n);
}

/** Addresses as rules write them: '192.0.2.1', '192.0.2.0/24', 'fe80::/10', '10.0.0.1-10.0.0.9', '10.0.0.0/255.0.0.0'. */
export function parseAddresses(family: Family, text: string): Addresses | null {
  const [first = '', last, ...more] = text.split('-');
  if (more.length > 0) return null;
  if (last === undefined) return parseBlock(family, first);
  const [from, to] = [parseAddress(family, first), parseAddress(family, last)];
  return from === null || to === null || from > to ? null : [{ from, to }];
}

function parseBlock(family: Family, text: string): Addresses | null {
  const [address = '', length, ...more] = text.split('/');
  const value = parseAddress(family, address);
  const ones = length === undefined ? BITS[family] : prefixLength(family, length);
  if (value === null || ones === null || more.length > 0) return null;
  const others = (1n << BigInt(BITS[family] - ones)) - 1n;
  const from = value - (value & others);
  return [{ from, to: from + others }];
}

/** '24', or a mask as old tools write it: '255.255.255.0'. Masks with gaps are not understood. */
function prefixLength(family: Family, text: string): number | null {
  if (/^\d{1,3}$/.test(text)) return Number(text) <= BITS[family] ? Number(text) : null;
  const mask = parseAddress(family, text);
  const ones = mask === null ? null : /^1*(?=0*$)/.exec(mask.toString(2).padStart(BITS[family], '0'));
  return ones === null ? null : ones[0].length;
}

function parseAddress(family: Family, text: string): bigint | null {
  return family === 'ipv4' ? parseIpv4(text) : parseIpv6(text);
}

function parseIpv4(text: string): bigint | null {
  const parts = /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) ? text.split('.').map(Number) : [];
  if (parts.length !== 4 || parts.some((part) => part > 255)) return null;
  return parts.reduce((value, part) => (value << 8n) + BigInt(part), 0n);
}

const GROUPS = 8;

function parseIpv6(text: string): bigint | null {
  const [head = '', tail, ...more] = text.split('::');
  const left = groupsOf(head);
  const right = tail === undefined ? [] : groupsOf(tail);
  if (left === null || right === null || more.length > 0) return null;
  const missing = GROUPS - left.length - right.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...left, ...Array.from({ length: missing }, () => 0), ...right];
  return groups.reduce((value, group) => (value << 16n) + BigInt(group), 0n);
}

/** '2001:db8', or with an address of IPv4 at the end: 'ffff:192.0.2.1'. */
function groupsOf(text: string): readonly number[] | null {
  if (text === '') return [];
  const words = text.split(':');
  const last = words.at(-1) ?? '';
  const embedded = last.includes('.') ? parseIpv4(last) : null;
  const plain = embedded === null ? words : words.slice(0, -1);
  if (plain.some((word) => !/^[0-9a-f]{1,4}$/i.test(word))) return null;
  const groups = plain.map((word) => Number.parseInt(word, 16));
  return embedded === null ? groups : [...groups, Number(embedded >> 16n), Number(embedded & 0xffffn)];
}
