import { type Addresses, type Family, inOrder, parseAddresses, shareOf } from './addresses.ts';
import { type Bounds, either, isNamed, partsOf, type PortRange, PROTOCOLS, type Protocol } from './conditions.ts';
import { actionsOf, comesIn, conditionsOf, narrow, type Ruleset } from './rules.ts';

/** Where packets come from: the internet, or the network this computer is in at the moment, at home or in a café. */
export type Place = 'internet' | 'neighbours';

/** Something that comes in, as if there were no firewall. */
export interface Opening {
  readonly family: Family;
  readonly protocol: Protocol;
  readonly place: Place;
  /** Every port that is open to that place, ranges in order. */
  readonly ports: readonly PortRange[];
}

export interface Verdict {
  /** What comes in for sure. */
  readonly openings: readonly Opening[];
  /** Why it is not known of something else whether it comes in; empty where all is known. */
  readonly doubts: readonly string[];
}

/** Whether other computers are at the other end of an interface, or only what this computer has made itself. */
export type Reach = 'outside' | 'inside' | 'unknown';

/** ADR 40 says why these numbers: a few services that are let in leave the firewall on, most of the ports do not. */
const TOO_MANY_PORTS: readonly { readonly ports: PortRange; readonly share: number }[] = [
  // System ports: what comes with a system listens here.
  { ports: [0, 1023], share: 1 / 8 },
  // User ports; above them are those that are handed out for a while.
  { ports: [1024, 49_151], share: 1 / 2 },
];

/** Blocks that have to be let in together to count: a company's own network is one of them, another person's another. */
interface Surrounding {
  readonly place: Place;
  readonly blocks: readonly Addresses[];
  readonly share: number;
}

const block = (family: Family, ...ranges: string[]): Addresses =>
  inOrder(ranges.flatMap((range) => parseAddresses(family, range) ?? []));

const SURROUNDINGS: Readonly<Record<Family, readonly Surrounding[]>> = {
  ipv4: [
    {
      place: 'internet',
      blocks: [
        block(
          'ipv4',
          ...['1.0.0.0-9.255.255.255', '11.0.0.0-126.255.255.255', '128.0.0.0-169.253.255.255'],
          ...['169.255.0.0-172.15.255.255', '172.32.0.0-192.167.255.255', '192.169.0.0-223.255.255.255'],
        ),
      ],
      share: 1 / 100,
    },
    {
      place: 'neighbours',
      blocks: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((range) => block('ipv4', range)),
      share: 1 / 2,
    },
    { place: 'neighbours', blocks: [block('ipv4', '169.254.0.0/16')], share: 1 / 2 },
  ],
  ipv6: [
    { place: 'internet', blocks: [block('ipv6', '2000::/3')], share: 1 / 1000 },
    { place: 'neighbours', blocks: [block('ipv6', 'fe80::/64')], share: 1 / 2 },
    { place: 'neighbours', blocks: [block('ipv6', 'fd00::/8')], share: 1 / 2 },
  ],
};

/** Far more than there is on a computer at work; so many take about a second. */
const MOST_STEPS = 500_000;

/**
 * Finds what comes in of all that could: by which family, over which protocol, from where.
 * @param reachOf what is at the other end of an interface of that name
 */
export function findOpenings(ruleset: Ruleset, families: readonly Family[], reachOf: (name: string) => Reach): Verdict {
  const interfaces = interfacesOf(ruleset).filter((name) => reachOf(name) !== 'inside');
  const openings: Opening[] = [];
  const doubts: string[] = [];
  let steps = 0;
  for (const family of families) {
    for (const protocol of PROTOCOLS) {
      for (const name of interfaces) {
        const kind = { family, protocol, interface: name };
        const own = narrow(ruleset, kind);
        const [ports, sourcePorts] = [portsOf(own, 'port'), portsOf(own, 'source port')];
        steps += actionsOf(own).length * ports.length * sourcePorts.length;
        if (steps > MOST_STEPS) return { openings: [], doubts: ['more rules than it can follow'] };
        const bounds = ports.map(([port]) =>
          sourcePorts.map(([sourcePort]) => comesIn(own, { ...kind, port, sourcePort })).reduce(either),
        );
        for (const place of placesOf(family)) {
          const opening = { family, protocol, place };
          if (!isOpen(opening, ports, bounds, 'atMost')) continue;
          if (reachOf(name) === 'unknown') doubts.push('an interface');
          else if (isOpen(opening, ports, bounds, 'atLeast')) {
            openings.push({ ...opening, ports: openPorts(opening, ports, bounds) });
          } else doubts.push(...unknownsOf(own));
        }
      }
    }
  }
  return { openings: openings.filter(isFirst).map((one) => withAllPorts(one, openings)), doubts: [...new Set(doubts)] };
}

function isFirst(opening: Opening, index: number, openings: readonly Opening[]): boolean {
  return openings.findIndex((other) => isAlike(opening, other)) === index;
}

function isAlike(one: Opening, other: Opening): boolean {
  return other.family === one.family && other.protocol === one.protocol && other.place === one.place;
}

/** With what is open by any interface. */
function withAllPorts(opening: Opening, openings: readonly Opening[]): Opening {
  const ports = openings.filter((other) => isAlike(opening, other)).flatMap((other) => other.ports);
  return { ...opening, ports: joined(ports) };
}

function joined(ports: readonly PortRange[]): readonly PortRange[] {
  const ranges: PortRange[] = [];
  for (const [first, end] of ports.toSorted(([left], [right]) => left - right)) {
    const last = ranges.at(-1);
    if (last === undefined || first > last[1] + 1) ranges.push([first, end]);
    else ranges[ranges.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return ranges;
}

function placesOf(family: Family): readonly Place[] {
  return [...new Set(SURROUNDINGS[family].map(({ place }) => place))];
}

function isOpen(
  { family, place }: Omit<Opening, 'ports'>,
  ports: readonly PortRange[],
  bounds: readonly Bounds[],
  side: keyof Bounds,
): boolean {
  return SURROUNDINGS[family].some((surrounding) => {
    if (surrounding.place !== place) return false;
    const open = ports.filter((_, index) => isReached(surrounding, bounds[index]?.[side] ?? []));
    return TOO_MANY_PORTS.some(({ ports: [first, last], share: most }) => {
      const counted = open.map(([from, to]) => Math.max(0, Math.min(to, last) - Math.max(from, first) + 1));
      return counted.reduce((sum, count) => sum + count, 0) > (last - first + 1) * most;
    });
  });
}

/** Whether enough of the surrounding is among the addresses. */
function isReached({ blocks, share }: Surrounding, addresses: Addresses): boolean {
  return blocks.every((one) => shareOf(one, addresses) > share);
}

/** What is open for sure. */
function openPorts(
  { family, place }: Omit<Opening, 'ports'>,
  ports: readonly PortRange[],
  bounds: readonly Bounds[],
): readonly PortRange[] {
  const around = SURROUNDINGS[family].filter((surrounding) => surrounding.place === place);
  return ports.filter((_, index) => around.some((one) => isReached(one, bounds[index]?.atLeast ?? [])));
}

export const LAST_PORT = 65_535;

/** Ports of which no rule tells one from another, each with all that are like it. */
function portsOf(ruleset: Ruleset, kind: 'port' | 'source port'): readonly PortRange[] {
  const starts = new Set(kind === 'port' ? TOO_MANY_PORTS.map(({ ports: [first] }) => first) : [0]);
  for (const part of conditionsOf(ruleset).flatMap(partsOf)) {
    if (part.is !== kind) continue;
    for (const [first, last] of part.ports) starts.add(first).add(last + 1);
  }
  const sorted = [...starts].filter((port) => port <= LAST_PORT).toSorted((left, right) => left - right);
  return sorted.map((first, index) => [first, (sorted[index + 1] ?? LAST_PORT + 1) - 1] as const);
}

/** Names that there are on many computers: what a rule says about 'e*' or '*' it says about these. */
const USUAL_NAMES = ['eth0', 'enp0s1', 'wlan0', 'wlp1s0', 'wwan0', 'usb0'] as const;
/** Stands for one that no rule names. */
const ANY_NAME = 'any';

/** Interfaces that some rule tells from others, and one that stands for all the others. */
export function interfacesOf(ruleset: Ruleset): readonly string[] {
  const patterns = conditionsOf(ruleset)
    .flatMap(partsOf)
    .flatMap((part) => (part.is === 'interface' ? [part.name] : []));
  const usual = USUAL_NAMES.filter((name) => patterns.some((pattern) => isNamed(name, pattern)));
  return [...new Set([...patterns, ...usual, ANY_NAME])];
}

/** What was not understood, by name: at least something, or it would be taken for understood. */
function unknownsOf(ruleset: Ruleset): readonly string[] {
  const parts = conditionsOf(ruleset).flatMap(partsOf);
  const named = [...parts, ...actionsOf(ruleset)].flatMap((one) => ('what' in one ? [one.what] : []));
  const untracked = ruleset.isTracked || !parts.some(({ is }) => is === 'tracked') ? [] : ['notrack'];
  const all = [...ruleset.unread, ...named, ...untracked];
  return all.length > 0 ? all : ['the rules'];
}
