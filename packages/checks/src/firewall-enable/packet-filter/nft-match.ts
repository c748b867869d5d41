import { memberOf } from '../../json.ts';
import { ALWAYS, all, type Condition, not, unknown } from './conditions.ts';
import { selectorOf } from './nft-selectors.ts';
import { compareBits, hasFlags, hasState, type Holds, TCP_FLAGS, TRACKING_STATES } from './values.ts';

/** Elements of the named sets of a table. */
export type Sets = ReadonlyMap<string, readonly unknown[]>;

/** Among the elements of a set: packets put others into it and take some out, so that it may hold any sender or none. */
export const FILLED_BY_PACKETS = Symbol('filled by packets');

/** The condition of one `match`. All that is not understood is unknown, never left out. */
export function parseMatch(match: unknown, sets: Sets): Condition {
  const [operator, left, right] = ['op', 'left', 'right'].map((name) => memberOf(match, name));
  const bits = parseBits(left, operator, right, sets);
  if (bits !== null) return bits;
  const selector = selectorOf(left);
  const range = rangeOf(operator, right);
  const values = range === null ? valuesOf(right, sets) : [range];
  if (selector === null || values === null) return unknown(nameOf(left));
  const isAmong = values.includes(FILLED_BY_PACKETS) ? unknown('a set that packets fill') : selector.isAmong(values);
  if (operator === '==' || operator === 'in' || range !== null) return all(selector.implies, isAmong);
  return operator === '!=' ? all(selector.implies, not(isAmong)) : unknown(nameOf(left));
}

/** The condition that what is looked at has one value of a verdict map; '*' is for what is in none. */
export function parseKey(key: unknown, value: unknown): Condition {
  return value === '*' ? ALWAYS : parseMatch({ op: '==', left: key, right: value }, new Map());
}

/** '>= 1024' is a range as well. */
function rangeOf(operator: unknown, right: unknown): { readonly range: readonly number[] } | null {
  if (typeof right !== 'number') return null;
  const last = 65_535;
  switch (operator) {
    case '<':
      return { range: [0, right - 1] };
    case '<=':
      return { range: [0, right] };
    case '>':
      return { range: [right + 1, last] };
    case '>=':
      return { range: [right, last] };
    default:
      return null;
  }
}

/** Values as they are listed, in a named set, in an unnamed one, or one alone. @returns null for a list of bits */
function valuesOf(right: unknown, sets: Sets): readonly unknown[] | null {
  if (typeof right === 'string' && right.startsWith('@')) return sets.get(right.slice(1)) ?? null;
  const listed = memberOf(right, 'set');
  if (Array.isArray(listed)) return listed.map(plainValue);
  return Array.isArray(right) || right === undefined || memberOf(right, '|') !== undefined ? null : [right];
}

/** An element of a set without what belongs to it alone: how long it stays, how often it was met. */
export function plainValue(element: unknown): unknown {
  return memberOf(element, 'elem', 'val') ?? element;
}

function nameOf(left: unknown): string {
  const masked = memberOf(left, '&', 0);
  if (masked !== undefined) return nameOf(masked);
  const [kind = 'a match'] = typeof left === 'object' && left !== null ? Object.keys(left) : [];
  const detail = memberOf(left, kind, 'key') ?? memberOf(left, kind, 'field') ?? memberOf(left, kind, 'result');
  return typeof detail === 'string' ? `${kind} ${detail}` : kind;
}

const stateOf = (left: unknown) => memberOf(left, 'ct', 'key') === 'state';
const flagsOf = (left: unknown) =>
  memberOf(left, 'payload', 'protocol') === 'tcp' && memberOf(left, 'payload', 'field') === 'flags';

/** Flags of TCP, states and status of connection tracking are compared bit by bit. @returns null for all else */
function parseBits(left: unknown, operator: unknown, right: unknown, sets: Sets): Condition | null {
  const masked = memberOf(left, '&', 0);
  const inner = masked ?? left;
  if (memberOf(inner, 'ct', 'key') === 'status') return parseStatus(operator, right);
  const isState = stateOf(inner);
  if (!isState && !flagsOf(inner)) return null;
  const names = isState ? TRACKING_STATES : TCP_FLAGS;
  const mask = masked === undefined ? 0xff : bitsOf(memberOf(left, '&', 1), names);
  const holds = mask === null ? null : parseHolds(operator, right, names, sets);
  if (mask === null || holds === null) return unknown(nameOf(inner));
  const condition = (isState ? hasState : hasFlags)((bits) => holds(bits & mask));
  return isState ? condition : all({ is: 'protocol', protocols: ['tcp'] }, condition);
}

function parseHolds(
  operator: unknown,
  right: unknown,
  names: Readonly<Record<string, number>>,
  sets: Sets,
): Holds | null {
  const isSet = memberOf(right, 'set') !== undefined || (typeof right === 'string' && right.startsWith('@'));
  if (!isSet) {
    const bits = bitsOf(right, names);
    return bits === null ? null : compareBits(operator, bits);
  }
  const values = (valuesOf(right, sets) ?? [null]).map((value) => bitsOf(value, names));
  if (values.includes(null) || (operator !== '==' && operator !== '!=')) return null;
  return (bits) => values.includes(bits) === (operator === '==');
}

/** One bit by its name, several of them together, or a number. */
function bitsOf(value: unknown, names: Readonly<Record<string, number>>): number | null {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return Object.hasOwn(names, value) ? (names[value] ?? null) : null;
  const several = memberOf(value, '|') ?? value;
  if (!Array.isArray(several) || several.length === 0) return null;
  return several.reduce<number | null>((sum, one) => {
    const bits = bitsOf(one, names);
    return sum === null || bits === null ? null : sum | bits;
  }, 0);
}

function parseStatus(operator: unknown, right: unknown): Condition {
  const redirected: Condition = { is: 'redirected' };
  if (right !== 'dnat') return unknown('ct status');
  if (operator === 'in' || operator === '==') return redirected;
  return operator === '!' || operator === '!=' ? not(redirected) : unknown('ct status');
}
