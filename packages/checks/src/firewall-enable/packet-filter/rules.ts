import { everyAddress, type Family, NO_ADDRESS } from './addresses.ts';
import {
  type Bounds,
  both,
  bothBounds,
  type Condition,
  either,
  isNever,
  type Kind,
  matchOf,
  NO_BOUNDS,
  type Packet,
  type Surroundings,
} from './conditions.ts';

/** What a rule does with a packet that meets its condition. */
export type Action =
  | { readonly does: 'accept' | 'drop' | 'return' | 'continue' }
  | { readonly does: 'jump' | 'goto'; readonly chain: string }
  /** Accepts it for another destination. */
  | { readonly does: 'redirect' }
  /** Not understood: any of the others. */
  | { readonly does: 'unknown'; readonly what: string };

/** One thing or another, by conditions of which a packet meets one; a usual rule has one of them. */
export interface Rule {
  readonly branches: readonly { readonly when: Condition; readonly action: Action }[];
}

export interface Chain {
  readonly rules: readonly Rule[];
  /** Where the kernel itself begins; absent for chains that others jump to. */
  readonly base?: { readonly policy: 'accept' | 'drop' | 'unknown' };
}

/** Chains by name. Every base chain has to let a packet pass before it comes in. */
export interface Table {
  readonly families: readonly Family[];
  readonly chains: ReadonlyMap<string, Chain>;
}

/** All that decides on what comes in to this computer. */
export interface Ruleset {
  readonly tables: readonly Table[];
  /** What else may drop packets, keep them from connection tracking or redirect them, and could not be read. */
  readonly unread: readonly string[];
  /** False where some rule keeps packets from connection tracking. */
  readonly isTracked: boolean;
}

/** From where a packet of the kind comes in, for which rules were narrowed. What is not understood lies between the bounds. */
export function comesIn(ruleset: Ruleset, packet: Packet): Bounds {
  const everywhere = everyAddress(packet.family);
  const anywhere: Bounds = { atMost: everywhere, atLeast: NO_ADDRESS };
  const isRead = ruleset.unread.length === 0;
  const first: Surroundings = {
    redirected: isRead ? NO_BOUNDS : anywhere,
    isTracked: ruleset.isTracked && isRead ? 'yes' : 'unknown',
  };
  const redirected = ruleset.tables
    .flatMap((table) => throughTable(table, packet, first))
    .reduce((sum, end) => either(sum, end.redirected), first.redirected);
  return ruleset.tables
    .flatMap((table) => throughTable(table, packet, { ...first, redirected }))
    .reduce((sum, end) => both(sum, end.accepted), isRead ? bothBounds(everywhere) : anywhere);
}

/** What of a ruleset may concern packets of a kind: rules that none of them can meet are left out. */
export function narrow(ruleset: Ruleset, kind: Kind): Ruleset {
  const anywhere: Bounds = { atMost: everyAddress(kind.family), atLeast: NO_ADDRESS };
  const around: Surroundings = { redirected: anywhere, isTracked: 'unknown' };
  const tables = ruleset.tables.filter(({ families }) => families.includes(kind.family));
  return {
    ...ruleset,
    tables: tables.map((table) => {
      const chains = [...table.chains].map(([name, chain]): [string, Chain] => {
        const rules = chain.rules.flatMap(({ branches }) => {
          const met = branches.filter(({ when }) => !isNever(matchOf(when, kind, around)));
          return met.length === 0 ? [] : [{ branches: met }];
        });
        return [name, { ...chain, rules }];
      });
      return { ...table, chains: new Map(chains) };
    }),
  };
}

/** From where packets end how, of all that reach a chain. Those that are in none of these are dropped. */
interface End {
  readonly accepted: Bounds;
  /** Go on behind the rule that led here. */
  readonly returned: Bounds;
  readonly redirected: Bounds;
}

const DROPPED: End = { accepted: NO_BOUNDS, returned: NO_BOUNDS, redirected: NO_BOUNDS };

/** What each base chain of a table does. */
function throughTable(table: Table, packet: Packet, around: Surroundings): readonly End[] {
  const everywhere = everyAddress(packet.family);
  const anywhere: Bounds = { atMost: everywhere, atLeast: NO_ADDRESS };
  const ends = new Map<string, End>();

  /** Each chain once: what becomes of a packet there does not depend on which rule led to it. */
  const through = (name: string): End => {
    const known = ends.get(name);
    if (known !== undefined) return known;
    // Until it is known: chains that lead round in a circle, which the kernel refuses, are not understood.
    ends.set(name, { accepted: anywhere, returned: anywhere, redirected: anywhere });
    const chain = table.chains.get(name);
    const end = chain === undefined ? ends.get(name) : throughRules(chain.rules);
    ends.set(name, end ?? DROPPED);
    return end ?? DROPPED;
  };

  const throughRules = (rules: readonly Rule[]): End => {
    let here = bothBounds(everywhere);
    let { accepted, returned, redirected } = DROPPED;
    for (const { branches } of rules) {
      let goesOn = NO_BOUNDS;
      for (const { when, action } of branches) {
        const match = matchOf(when, packet, around);
        if (isNever(match)) continue;
        const met = both(here, match.yes);
        here = both(here, match.no);
        const end = endOf(action);
        accepted = either(accepted, both(met, end.accepted));
        redirected = either(redirected, both(met, end.redirected));
        if (action.does === 'goto') returned = either(returned, both(met, end.returned));
        else goesOn = either(goesOn, both(met, end.returned));
        if (action.does === 'return') returned = either(returned, met);
        if (action.does === 'unknown') returned = either(returned, both(met, anywhere));
      }
      here = either(here, goesOn);
    }
    return { accepted, returned: either(returned, here), redirected };
  };

  /** What an action does with all that it is given; `returned` goes on with the next rule. */
  const endOf = (action: Action): End => {
    const everything = bothBounds(everywhere);
    switch (action.does) {
      case 'accept':
        return { ...DROPPED, accepted: everything };
      case 'redirect':
        return { ...DROPPED, accepted: everything, redirected: everything };
      case 'drop':
      case 'return':
        return DROPPED;
      case 'continue':
        return { ...DROPPED, returned: everything };
      case 'jump':
      case 'goto':
        return through(action.chain);
      case 'unknown':
        return { accepted: anywhere, returned: anywhere, redirected: anywhere };
    }
  };

  return [...table.chains].flatMap(([name, { base }]) => {
    if (base === undefined) return [];
    const { accepted, returned, redirected } = through(name);
    const kept = { accept: returned, drop: NO_BOUNDS, unknown: both(returned, anywhere) }[base.policy];
    return [{ accepted: either(accepted, kept), returned: NO_BOUNDS, redirected }];
  });
}

/** Every condition in a ruleset, taken apart. */
export function conditionsOf({ tables }: Ruleset): readonly Condition[] {
  return rulesOf(tables).flatMap(({ branches }) => branches.map(({ when }) => when));
}

/** Every action in a ruleset. */
export function actionsOf({ tables }: Ruleset): readonly Action[] {
  return rulesOf(tables).flatMap(({ branches }) => branches.map(({ action }) => action));
}

function rulesOf(tables: readonly Table[]): readonly Rule[] {
  return tables.flatMap(({ chains }) => [...chains.values()].flatMap(({ rules }) => rules));
}
