import { type Addresses, complement, everyAddress, type Family, intersection, NO_ADDRESS, union } from './addresses.ts';

export const PROTOCOLS = ['tcp', 'udp'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

/** The first packets of new connections to this computer itself, as far as they are alike. */
export interface Kind {
  readonly family: Family;
  readonly protocol: Protocol;
  /** By which they come in. */
  readonly interface: string;
}

/** One of them: all that is looked at, but where it comes from. */
export interface Packet extends Kind {
  /** That it wants to reach here. */
  readonly port: number;
  /** That it comes from: anyone who sends it chooses. */
  readonly sourcePort: number;
}

/** Ports from one to another, both among them. */
export type PortRange = readonly [from: number, to: number];

/** What a rule asks about a packet. */
export type Condition =
  | { readonly is: 'always' }
  /** Anyone who sends the packet chooses whether it holds: at another moment, once more, with other contents. */
  | { readonly is: 'chosen' }
  /** Not understood: `what` names it. */
  | { readonly is: 'unknown'; readonly what: string }
  | { readonly is: 'from'; readonly family: Family; readonly addresses: Addresses }
  | { readonly is: 'family'; readonly family: Family }
  | { readonly is: 'protocol'; readonly protocols: readonly Protocol[] }
  | { readonly is: 'port' | 'source port'; readonly ports: readonly PortRange[] }
  /** A name, or the beginning of one with a star after it. */
  | { readonly is: 'interface'; readonly name: string }
  /** Connection tracking knows it as the first of a connection; where rules keep packets from it, as none. */
  | { readonly is: 'tracked' }
  /** Another rule has given it another destination. */
  | { readonly is: 'redirected' }
  | { readonly is: 'not'; readonly condition: Condition }
  | { readonly is: 'all' | 'any'; readonly conditions: readonly Condition[] };

/** What is known of a set of addresses. What is not understood makes `atMost` larger and `atLeast` smaller. */
export interface Bounds {
  readonly atMost: Addresses;
  readonly atLeast: Addresses;
}

/**
 * From where a packet can meet a condition, and from where it can miss it. Both from everywhere, where the sender chooses;
 * neither for sure, where it is not understood.
 */
export interface Match {
  readonly yes: Bounds;
  readonly no: Bounds;
}

/** What rules elsewhere do to a packet before a condition is asked. */
export interface Surroundings {
  readonly redirected: Bounds;
  readonly isTracked: 'yes' | 'unknown';
}

export function bothBounds(addresses: Addresses): Bounds {
  return { atMost: addresses, atLeast: addresses };
}

export const NO_BOUNDS: Bounds = bothBounds(NO_ADDRESS);

export function either(left: Bounds, right: Bounds): Bounds {
  return { atMost: union(left.atMost, right.atMost), atLeast: union(left.atLeast, right.atLeast) };
}

export function both(left: Bounds, right: Bounds): Bounds {
  return { atMost: intersection(left.atMost, right.atMost), atLeast: intersection(left.atLeast, right.atLeast) };
}

/** The addresses that are not in a set of which these bounds are known. */
function outside(family: Family, { atMost, atLeast }: Bounds): Bounds {
  return { atMost: complement(family, atLeast), atLeast: complement(family, atMost) };
}

/** What most conditions give, made once: they are asked a hundred thousand times. */
function usualMatches(family: Family) {
  const [every, none] = [bothBounds(everyAddress(family)), NO_BOUNDS];
  const unsure: Bounds = { atMost: everyAddress(family), atLeast: NO_ADDRESS };
  return {
    always: { yes: every, no: none },
    never: { yes: none, no: every },
    chosen: { yes: every, no: every },
    unsure: { yes: unsure, no: unsure },
  } satisfies Record<string, Match>;
}

const USUAL = { ipv4: usualMatches('ipv4'), ipv6: usualMatches('ipv6') };

/** Whether none of these packets meets a condition for which this was found. */
export function isNever(match: Match): boolean {
  return match === USUAL.ipv4.never || match === USUAL.ipv6.never;
}

/** From where a packet meets a condition. Of a kind of packets it is not known where that depends on ports. */
export function matchOf(condition: Condition, packet: Kind | Packet, around: Surroundings): Match {
  const { always, never, chosen, unsure } = USUAL[packet.family];
  switch (condition.is) {
    case 'always':
      return always;
    case 'chosen':
      return chosen;
    case 'unknown':
      return unsure;
    case 'from':
      return condition.family === packet.family ? among(packet.family, bothBounds(condition.addresses)) : never;
    case 'family':
      return condition.family === packet.family ? always : never;
    case 'protocol':
      return condition.protocols.includes(packet.protocol) ? always : never;
    case 'port':
      if (!('port' in packet)) return unsure;
      return isAmong(packet.port, condition.ports) ? always : never;
    case 'source port':
      if (!('port' in packet)) return unsure;
      return isAmong(packet.sourcePort, condition.ports) ? always : never;
    case 'interface':
      return isNamed(packet.interface, condition.name) ? always : never;
    case 'tracked':
      return around.isTracked === 'yes' ? always : unsure;
    case 'redirected':
      return among(packet.family, around.redirected);
    case 'not': {
      const match = matchOf(condition.condition, packet, around);
      if (match === always) return never;
      return match === never ? always : { yes: match.no, no: match.yes };
    }
    case 'all': {
      let sum: Match = always;
      for (const one of condition.conditions) {
        const match = matchOf(one, packet, around);
        if (match === never) return never;
        if (sum === always) sum = match;
        else if (match !== always) sum = { yes: both(sum.yes, match.yes), no: either(sum.no, match.no) };
      }
      return sum;
    }
    case 'any': {
      let sum: Match = never;
      for (const one of condition.conditions) {
        const match = matchOf(one, packet, around);
        if (match === always) return always;
        if (sum === never) sum = match;
        else if (match !== never) sum = { yes: either(sum.yes, match.yes), no: both(sum.no, match.no) };
      }
      return sum;
    }
  }
}

function among(family: Family, bounds: Bounds): Match {
  return { yes: bounds, no: outside(family, bounds) };
}

function isAmong(port: number, ranges: readonly PortRange[]): boolean {
  return ranges.some(([first, last]) => port >= first && port <= last);
}

/** Whether a name is the one that a rule names, or begins as it says. */
export function isNamed(name: string, pattern: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
}

export const ALWAYS: Condition = { is: 'always' };
export const NEVER: Condition = { is: 'any', conditions: [] };
export const CHOSEN: Condition = { is: 'chosen' };

export function unknown(what: string): Condition {
  return { is: 'unknown', what };
}

export function not(condition: Condition): Condition {
  return { is: 'not', condition };
}

export function all(...conditions: readonly Condition[]): Condition {
  return { is: 'all', conditions };
}

export function any(conditions: readonly Condition[]): Condition {
  return { is: 'any', conditions };
}

/** A condition and those it is made of, down to the last. */
export function partsOf(condition: Condition): readonly Condition[] {
  switch (condition.is) {
    case 'not':
      return partsOf(condition.condition);
    case 'all':
    case 'any':
      return condition.conditions.flatMap(partsOf);
    default:
      return [condition];
  }
}
