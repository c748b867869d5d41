import { CHECK_DEFINITIONS, collectFacts, judgeReading, type SystemPort } from '@vestibule/checks';
import type { Tried } from './judge.ts';
import { PORTS, PROTOCOLS, probeName } from './network.ts';

/** What the reader makes of a ruleset. */
export type Said = 'on' | 'off' | 'gap' | 'unknown';

/** What the kernel does, by the sentence: it lets as much in where a firewall is off as where one lets everything in. */
const SAID: Readonly<Record<string, Said>> = { off: 'off', open: 'off', openAt: 'gap', gaps: 'gap' };

export interface Read {
  readonly said: Said;
  /** What is left open, or why it is not known. */
  readonly detail: string;
}

/** Has the reader read, as root, what the tools printed where the ruleset was loaded. */
export async function read({ printed }: Tried): Promise<Read> {
  const system: SystemPort = {
    operatingSystem: 'linux',
    user: { id: 0, name: 'root', home: '/root' },
    environment: {},
    isElevated: true,
    now: () => new Date(),
    readFile: async (path) => {
      const value = printed[path];
      return value === undefined ? { ok: false, reason: 'missing', detail: path } : { ok: true, value };
    },
    listFolder: async (path) => ({ ok: false, reason: 'missing', detail: path }),
    run: async ({ tool, arguments: words }) => {
      const stdout = printed[[tool, ...words].join(' ')];
      if (stdout === undefined) return { ok: false, reason: 'tool-missing', detail: tool };
      return { ok: true, value: { code: 0, stdout, stderr: '' } };
    },
  };
  const { firewall } = await collectFacts(system, { only: ['firewall'] });
  const { state, message, found } = judgeReading(
    CHECK_DEFINITIONS.FirewallEnable,
    firewall,
    {},
    { operatingSystem: 'linux', now: new Date() },
  );
  if (state === 'unknown') return { said: 'unknown', detail: typeof found === 'string' ? found : found.key };
  if (state === 'passed') return { said: 'on', detail: '' };
  const said = SAID[message.key];
  if (said === undefined)
    throw new Error(`What a firewall does of which "${message.key}" is said is not written here.`);
  return { said, detail: JSON.stringify(message.values ?? {}) };
}

/** What the kernel let in of all that was tried. */
export interface Seen {
  /** Of one protocol from one place, on every port of a band. */
  readonly isOpen: boolean;
  readonly isAnyIn: boolean;
}

/** Addresses of a private network count together: a company's own is one block of them. */
const TOGETHER = [
  ['low'],
  ['high'],
  ['ten', 'twenty', 'home'],
  ['alone'],
  ['europe'],
  ['america'],
  ['unique'],
  ['link'],
  ['low53'],
  ['europe53'],
];

export function see({ reached }: Tried): Seen {
  const names = new Set(reached);
  const isIn = (protocol: string, sources: readonly string[], port: number) =>
    sources.every((source) => names.has(probeName(protocol, source, port)));
  const isOpen = TOGETHER.some((sources) =>
    PROTOCOLS.some((protocol) =>
      Object.values(PORTS).some((band) => band.every((port) => isIn(protocol, sources, port))),
    ),
  );
  return { isOpen, isAnyIn: names.size > 0 };
}
