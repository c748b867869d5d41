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
import { PROTOCOLS } from './packet-filter/conditions.ts';
import { readReach } from './packet-filter/interfaces.ts';
import { findOpenings, interfacesOf, type Opening } from './packet-filter/openings.ts';
import { readIfThere } from '../linux/if-there.ts';

const SOURCE = 'Firewall rules of the kernel';

export const linuxFirewall: FactReader = {
  facts: 'firewall',
  operatingSystem: 'linux',
  read: async (system) => {
    if (isScratch(system) && (await readUfw(system)) === true) return fromUfwFile(system);
    if (system.isElevated) return readAsAdministrator(system);
    if ((await mayFilter(system)) === false) {
      return value(system, 'Firewall rules', toFact(await findManager(system), ALL_OPEN, ['ipv4', 'ipv6']));
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
  return value(system, SOURCE, toFact(await findManager(system), openings, families));
}

const MOST_DOUBTS = 3;

function whyUnknown(doubts: readonly string[]): readonly [UnavailableReason, string] {
  if (doubts.includes(UNREAD.nft)) return ['tool-missing', say('nft is not installed.')];
  if (doubts.includes(UNREAD.legacy)) {
    return ['access-denied', 'There are rules of iptables-legacy, which could not be read.'];
  }
  const rules = doubts.slice(0, MOST_DOUBTS).join(', ');
  return [
    'unexpected-output',
    say('Some rules are of a kind that Workplace does not understand ({rules}). Ask who looks after this computer.', {
      rules,
    }),
  ];
}

const ALL_OPEN: readonly Opening[] = (['ipv4', 'ipv6'] as const).flatMap((family) =>
  PROTOCOLS.map((protocol) => ({ family, protocol, place: 'internet' as const })),
);

function toFact(manager: string, openings: readonly Opening[], families: readonly Family[]): FirewallFact {
  const isOpen = (family: Family, protocol: Opening['protocol']) =>
    openings.some((one) => one.place === 'internet' && one.family === family && one.protocol === protocol);
  const open = families.map((family) => ({ family, protocols: PROTOCOLS.filter((name) => isOpen(family, name)) }));
  if (open.every(({ protocols }) => protocols.length === PROTOCOLS.length)) return { isOn: false, manager, gaps: [] };
  const gaps = open.flatMap(({ family, protocols }) => {
    const name = family === 'ipv4' ? 'IPv4' : 'IPv6';
    if (protocols.length === PROTOCOLS.length) return [name];
    return protocols.map((protocol) => `${protocol.toUpperCase()} (${name})`);
  });
  return { isOn: true, manager, gaps: openings.length > 0 && gaps.length === 0 ? [say('Private networks')] : gaps };
}

/** A computer without IPv6 addresses has no gap there. */
async function hasIpv6(system: SystemPort): Promise<boolean> {
  if (isScratch(system)) return true;
  const addresses = await readIfThere(system, '/proc/net/if_inet6');
  return !addresses.ok || (addresses.value ?? '').trim() !== '';
}
