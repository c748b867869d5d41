/**
 * Addresses, ports and names of the network in which rulesets are tried. Runs inside the booted system as well, so it imports
 * nothing.
 */

/** Where connections come from: an address outside, and the one inside that it talks to. */
export interface Source {
  readonly name: string;
  readonly family: 4 | 6;
  /** 'internet', or one block of the addresses that networks at home and in cafés have. */
  readonly place: string;
  readonly outside: string;
  readonly inside: string;
  readonly length: number;
  /** Datagrams come from this port, where it matters; connections over TCP from any. */
  readonly port?: number;
}

const v4 = (name: string, place: string, prefix: string): Source => ({
  ...{ name, family: 4, place, outside: `${prefix}.2`, inside: `${prefix}.1`, length: 24 },
});
const v6 = (name: string, place: string, prefix: string): Source => ({
  ...{ name, family: 6, place, outside: `${prefix}::2`, inside: `${prefix}::1`, length: 64 },
});

export const SOURCES: readonly Source[] = [
  v4('low', 'internet', '52.10.0'),
  v4('high', 'internet', '181.33.0'),
  v4('ten', '10', '10.9.9'),
  v4('twenty', '172', '172.20.9'),
  v4('home', '192', '192.168.9'),
  v4('alone', '169', '169.254.9'),
  v6('europe', 'internet', '2a02:1234:0:1'),
  v6('america', 'internet', '2607:f8b0:0:1'),
  v6('unique', 'fd', 'fd12:3456:0:1'),
  v6('link', 'fe80', 'fe80'),
  { ...v4('low53', 'internet', '52.10.0'), port: 53 },
  { ...v6('europe53', 'internet', '2a02:1234:0:1'), port: 53 },
];

export const PORTS = {
  system: [22, 53, 111, 443, 631, 1000],
  user: [1024, 3000, 5353, 8080, 20_000, 32_767, 32_768, 45_000],
} as const;

export const EVERY_PORT: readonly number[] = [...PORTS.system, ...PORTS.user];
export const PROTOCOLS = ['tcp', 'udp'] as const;

export const INSIDE_CARD = 'eth0';
export const OUTSIDE_CARD = 'far0';
export const INSIDE_HARDWARE = '02:00:00:00:00:01';
export const OUTSIDE_HARDWARE = '02:00:00:00:00:02';

/** What a connection is known by: 'tcp home 22'. */
export function probeName(protocol: string, source: string, port: number): string {
  return `${protocol} ${source} ${port}`;
}
