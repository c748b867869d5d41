import type { MadeChain, MadeMap, MadeMatch, MadeTable, MadeVerdict } from './made-rules.ts';

/** One packet, with all there is to ask about it. */
export interface ModelPacket {
  readonly family: 4 | 6;
  readonly protocol: 'tcp' | 'udp';
  readonly source: string;
  readonly sourcePort: number;
  readonly port: number;
  readonly interface: string;
  /** Whether another header stands between that of IPv6 and the packet's own. */
  readonly hasExtension: boolean;
  /** Of each limit, whether it is not yet reached. */
  readonly isBelow: readonly boolean[];
}

type Fate = 'accept' | 'drop' | 'return' | null;

/** Whether a packet comes in: every base chain of every table that is awake has to let it pass. */
export function modelComesIn(tables: readonly MadeTable[], packet: ModelPacket): boolean {
  const own = tables.filter(({ family }) => family === 'inet' || family === (packet.family === 4 ? 'ip' : 'ip6'));
  return own
    .filter(({ isDormant }) => !isDormant)
    .every(({ chains }) =>
      chains.every((chain) => {
        if (chain.base === null) return true;
        const fate = follow(chain, chains, packet);
        return (fate === 'accept' || fate === 'drop' ? fate : chain.base.policy) === 'accept';
      }),
    );
}

/** Goes from rule to rule, as the kernel does. Null: came to the end. */
function follow(chain: MadeChain, chains: readonly MadeChain[], packet: ModelPacket): Fate {
  for (const { matches, verdict: written } of chain.rules) {
    if (!matches.every((match) => isMet(match, packet))) continue;
    const verdict = 'by' in written ? lookUp(written, packet) : written;
    if (verdict === null || verdict.does === 'count') continue;
    if (verdict.does === 'jump' || verdict.does === 'goto') {
      const target = chains.find(({ name }) => name === verdict.chain);
      const fate = target === undefined ? null : follow(target, chains, packet);
      if (fate === 'accept' || fate === 'drop') return fate;
      if (verdict.does === 'goto') return 'return';
      continue;
    }
    if (verdict.does !== 'reject') return verdict.does;
    if (isAnswered(verdict.answer, packet)) return 'drop';
  }
  return null;
}

/** A rule that rejects with an answer of one family or protocol is about that one alone. */
function isAnswered(answer: 'any' | 'icmp' | 'icmpv6' | 'tcp reset', { family, protocol }: ModelPacket): boolean {
  if (answer === 'tcp reset') return protocol === 'tcp';
  return answer === 'any' || (answer === 'icmp') === (family === 4);
}

function lookUp({ by, entries }: MadeMap, packet: ModelPacket): MadeVerdict | null {
  const found = entries.find(([value]) => {
    switch (by) {
      case 'port':
        return packet.protocol === 'tcp' && isWithin(packet.port, value);
      case 'state':
        return value === 'new';
      case 'protocol':
        return value === packet.protocol;
      case 'interface':
        return value === packet.interface;
    }
  });
  return found?.[1] ?? null;
}

function isMet(match: MadeMatch, packet: ModelPacket): boolean {
  switch (match.on) {
    case 'source':
      return packet.family === match.family && match.blocks.some((one) => isIn(packet.source, one)) !== match.isNot;
    case 'port':
    case 'source port': {
      const port = match.on === 'port' ? packet.port : packet.sourcePort;
      const isWithinOne = match.ranges.some(([first, last]) => port >= first && port <= last);
      return packet.protocol === match.protocol && isWithinOne !== match.isNot;
    }
    case 'source and port': {
      const isOneOf = match.pairs.some(([block, ports]) => isIn(packet.source, block) && isWithin(packet.port, ports));
      return packet.family === match.family && packet.protocol === 'tcp' && isOneOf !== match.isNot;
    }
    case 'either port':
      return packet.port >= match.range[0] && packet.port <= match.range[1];
    case 'header': {
      const isNext = packet.protocol === match.protocol && !(packet.family === 6 && packet.hasExtension);
      return packet.family === match.family && isNext !== match.isNot;
    }
    case 'state bits':
      // One packet has one of them: it is never exactly several.
      return match.isNot ? match.names.join() !== 'new' : match.names.includes('new');
    case 'interface':
      return match.names.some((name) => isNamed(packet.interface, name)) !== match.isNot;
    case 'protocol':
      return match.names.includes(packet.protocol) !== match.isNot;
    case 'state':
      return match.names.includes('new') !== match.isNot;
    case 'family':
      return packet.family === match.family;
    case 'type':
      return match.name === 'host';
    case 'syn':
      return packet.protocol === 'tcp';
    case 'limit':
      return packet.isBelow[match.nth] === true;
    case 'local':
    case 'remark':
      return true;
    case 'mark':
      return false;
  }
}

/** 'eth0' or 'eth*'. */
function isNamed(card: string, name: string): boolean {
  return name.endsWith('*') ? card.startsWith(name.slice(0, -1)) : card === name;
}

/** '22' or '0-1023'. */
function isWithin(port: number, range: string): boolean {
  const [first = 0, last = first] = boundsOf(range);
  return port >= first && port <= last;
}
const boundsOf = once((range) => range.split('-').map(Number));

/** Address in block, written out in bits. */
function isIn(address: string, block: string): boolean {
  return blockHolds(block)(address);
}
const blockHolds = once((block) => {
  const [base = '', length] = block.split('/');
  const bits = bitsOf(base).slice(0, length === undefined ? undefined : Number(length));
  return once((address) => bitsOf(address).slice(0, length === undefined ? undefined : bits.length) === bits);
});

/** Millions of packets ask the same few questions. */
function once<Answer>(find: (question: string) => Answer): (question: string) => Answer {
  const known = new Map<string, Answer>();
  return (question) => {
    const answer = known.get(question) ?? find(question);
    known.set(question, answer);
    return answer;
  };
}

function bitsOf(address: string): string {
  if (!address.includes(':')) {
    return address
      .split('.')
      .map((part) => Number(part).toString(2).padStart(8, '0'))
      .join('');
  }
  const [head = '', tail = ''] = address.split('::');
  const [left, right] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - (left?.length ?? 0) - (right?.length ?? 0) }, () => '0');
  return [...(left ?? []), ...zeros, ...(right ?? [])]
    .map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0'))
    .join('');
}

/** From where the model's packets come: an address of each kind, and which kinds have to come in together to count. */
const PLACES = {
  4: [['52.10.0.2'], ['81.33.0.2'], ['181.33.0.2'], ['10.9.9.2', '172.20.9.2', '192.168.9.2'], ['169.254.9.2']],
  6: [['2a02:1234::2'], ['3a02:1234::2'], ['fe80::2'], ['fd12:3456::2']],
} as const;

/** Interfaces that lead outside. */
const CARDS = ['eth0', 'eth1', 'wlan0', 'wlp1s0', 'enp0s1', 'usb0'];

/** As many of each band as tell the shares of ADR 40 apart in rulesets that are made up. */
const BANDS = [
  { ports: Array.from({ length: 16 }, (_, index) => index * 63 + 5), most: 1 / 8 },
  { ports: Array.from({ length: 12 }, (_, index) => 1024 + index * 4000 + 5), most: 1 / 2 },
];

/** One of each kind that a made rule names. */
const SOURCE_PORTS = [0, 22, 80, 443, 500, 5353, 8050, 20_000, 40_000, 60_500];
const LUCK = Array.from({ length: 16 }, (_, bits) => [1, 2, 4, 8].map((bit) => (bits & bit) !== 0));

/** Those that some rule tells apart: the others fare as one of them does. */
function oneOfEach<Kind>(kinds: readonly Kind[], tell: (kind: Kind) => readonly boolean[]): readonly Kind[] {
  return [...new Map(kinds.map((kind) => [tell(kind).join(), kind])).values()];
}

/** Asks packet by packet: whether so many ports are reached that the firewall keeps no one out. */
export function isOpenInModel(tables: readonly MadeTable[]): boolean {
  const rules = tables.flatMap(({ chains }) => chains.flatMap((chain) => chain.rules));
  const matches = rules.flatMap((rule) => rule.matches);
  const ranges = matches.flatMap((match) => (match.on === 'source port' ? match.ranges : []));
  const sourcePorts = oneOfEach(SOURCE_PORTS, (port) => ranges.map(([first, last]) => port >= first && port <= last));
  const limits = matches.flatMap((match) => (match.on === 'limit' ? [match.nth] : []));
  const luck = oneOfEach(LUCK, (isBelow) => limits.map((nth) => isBelow[nth] === true));
  const names = [
    ...matches.flatMap((match) => (match.on === 'interface' ? match.names : [])),
    ...rules.flatMap(({ verdict }) =>
      'by' in verdict && verdict.by === 'interface' ? verdict.entries.map(([name]) => name) : [],
    ),
  ];
  const cards = oneOfEach(CARDS, (card) => names.map((name) => isNamed(card, name)));
  const extensions = matches.some(({ on }) => on === 'header') ? [false, true] : [false];
  return ([4, 6] as const).some((family) =>
    (['tcp', 'udp'] as const).some((protocol) =>
      cards.some((card) => {
        const isReached = (source: string, port: number) =>
          sourcePorts.some((sourcePort) =>
            luck.some((isBelow) =>
              extensions.some((hasExtension) =>
                modelComesIn(tables, {
                  ...{ family, protocol, source, sourcePort, port },
                  ...{ interface: card, isBelow, hasExtension },
                }),
              ),
            ),
          );
        return PLACES[family].some((sources) =>
          BANDS.some(({ ports, most }) => {
            const open = ports.filter((port) => sources.every((source) => isReached(source, port)));
            return open.length / ports.length > most;
          }),
        );
      }),
    ),
  );
}
