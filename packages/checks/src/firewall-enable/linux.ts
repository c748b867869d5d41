import { say, type UnavailableReason } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { isScratch } from '../linux/systemd.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { FirewallFact } from './definition.ts';
import { mayFilter } from './filter-modules.ts';
import { findManager, NFTABLES_FILES, readUfw, UFW_FILE } from './firewall-managers.ts';
import { readKernelRules, UNREAD } from './kernel-rules.ts';
import type { Family } from './packet-filter/addresses.ts';
import { type PortRange, PROTOCOLS } from './packet-filter/conditions.ts';
import { readReach } from './packet-filter/interfaces.ts';
import { findOpenings, interfacesOf, LAST_PORT, type Opening } from './packet-filter/openings.ts';
import type { Ruleset } from './packet-filter/rules.ts';
import { readIfThere } from '../linux/if-there.ts';

const SOURCE = 'Firewall rules of the kernel';

export const linuxFirewall: FactReader = {
  facts: 'firewall',
  operatingSystem: 'linux',
  read: async (system) => {
    if (isScratch(system) && (await readUfw(system)) === true) return fromUfwFile(system);
    if (system.isElevated) return readAsAdministrator(system);
    if ((await mayFilter(system)) === false) {
      return value(system, 'Firewall rules', toFact(await findManager(system, false), ALL_OPEN, ['ipv4', 'ipv6']));
    }
    // What a manager says is no rule: one that is on may let everything in, and one that is off hides what others loaded.
    return unavailable(system, 'Firewall rules', 'access-denied', say('Only an administrator may read the rules.'));
  },
  watch: () => [UFW_FILE, ...NFTABLES_FILES, '/etc/nftables.d', '/etc/firewalld'],
};

/** Below another root folder, where only tests read, the kernel's rules are not that system's own. */
function fromUfwFile(system: SystemPort) {
  return value(system, UFW_FILE, { isOn: true, manager: 'ufw', gaps: [] } satisfies FirewallFact);
}

/** The kernel decides, whatever a file or a manager promises. */
async function readAsAdministrator(system: SystemPort) {
  const rules = await readKernelRules(system);
  if (!rules.ok) return unavailableBecause(system, SOURCE, rules);
  const reachOf = await readReach(system, interfacesOf(rules.value));
  const families: readonly Family[] = (await hasIpv6(system)) ? ['ipv4', 'ipv6'] : ['ipv4'];
  const { openings, doubts } = findOpenings(rules.value, families, reachOf);
  if (openings.length === 0 && doubts.length > 0) return unavailable(system, SOURCE, ...whyUnknown(doubts));
  return value(system, SOURCE, toFact(await findManager(system, hasRules(rules.value)), openings, families));
}

const MOST_DOUBTS = 3;
const MOST_RANGES = 4;

function whyUnknown(doubts: readonly string[]): readonly [UnavailableReason, string] {
  if (doubts.includes(UNREAD.nft)) return ['tool-missing', say('nft is not installed.')];
  if (doubts.includes(UNREAD.legacy)) {
    return ['access-denied', say('There are rules of iptables-legacy, which could not be read.')];
  }
  const rules = doubts.slice(0, MOST_DOUBTS).join(', ');
  return [
    'unexpected-output',
    say('Some rules are of a kind that Workplace does not understand ({rules}). Ask who looks after this computer.', {
      rules,
    }),
  ];
}

/** Whether anything is there that may keep a packet out. */
function hasRules({ tables }: Ruleset): boolean {
  return tables.some(({ chains }) =>
    [...chains.values()].some(({ base, rules }) => base !== undefined && rules.length > 0),
  );
}

const EVERY_PORT: readonly PortRange[] = [[0, LAST_PORT]];
const ALL_OPEN: readonly Opening[] = (['ipv4', 'ipv6'] as const).flatMap((family) =>
  PROTOCOLS.map((protocol) => ({ family, protocol, place: 'internet' as const, ports: EVERY_PORT })),
);

function toFact(
  { name: manager, isOn: isManagerOn }: Awaited<ReturnType<typeof findManager>>,
  openings: readonly Opening[],
  families: readonly Family[],
): FirewallFact {
  const open = families.map((family) => ({
    family,
    openings: openings.filter((one) => one.place === 'internet' && one.family === family),
  }));
  if (open.every((one) => one.openings.length === PROTOCOLS.length)) {
    return { isOn: false, manager, gaps: [], ...(isManagerOn ? { isManagerOn } : {}) };
  }
  const gaps = open.flatMap((one) => gapsOf(one.family, one.openings));
  return { isOn: true, manager, gaps: openings.length > 0 && gaps.length === 0 ? [say('Private networks')] : gaps };
}

function gapsOf(family: Family, openings: readonly Opening[]): readonly string[] {
  const isWhole = openings.every(({ ports }) => isEveryPort(ports));
  if (isWhole && openings.length === PROTOCOLS.length) {
    return [family === 'ipv4' ? say('every port over IPv4') : say('every port over IPv6')];
  }
  const name = family === 'ipv4' ? 'IPv4' : 'IPv6';
  return openings.map(({ protocol: of, ports }) => {
    const protocol = of.toUpperCase();
    return isEveryPort(ports)
      ? say('every {protocol} port over {family}', { family: name, protocol })
      : say('ports {ports} ({protocol}) over {family}', { family: name, protocol, ports: listPorts(ports) });
  });
}

function isEveryPort(ports: readonly PortRange[]): boolean {
  return ports.length === 1 && ports[0]?.[0] === 0 && ports[0][1] === LAST_PORT;
}

/** '22, 80–443': the first few, the widest of them in any case. */
function listPorts(ports: readonly PortRange[]): string {
  const widest = ports.toSorted((left, right) => right[1] - right[0] - (left[1] - left[0])).slice(0, MOST_RANGES);
  const shown = ports.filter((range) => widest.includes(range));
  const texts = shown.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`));
  return [...texts, ...(shown.length < ports.length ? ['…'] : [])].join(' ');
}

/** A computer without IPv6 addresses has no gap there. */
async function hasIpv6(system: SystemPort): Promise<boolean> {
  if (isScratch(system)) return true;
  const addresses = await readIfThere(system, '/proc/net/if_inet6');
  return !addresses.ok || (addresses.value ?? '').trim() !== '';
}
