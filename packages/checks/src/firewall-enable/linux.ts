import type { FactReader } from '../definition.ts';
import { isScratch } from '../linux/systemd.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { FirewallFact } from './definition.ts';
import { askManagers, type ManagerAnswer, NFTABLES_FILES, UFW_FILE } from './firewall-managers.ts';
import { readKernelRules } from './kernel-rules.ts';
import type { InputFilter } from './nft-ruleset.ts';

export const linuxFirewall: FactReader = {
  facts: 'firewall',
  operatingSystem: 'linux',
  read: async (system) => {
    const manager = await askManagers(system);
    if (system.isElevated) return readAsAdministrator(system, manager);
    if (manager?.isOn === false) return fromManager(system, manager);
    // A manager that is on may let everybody in: what it says proves that it is there, not that anything is kept out.
    return unavailable(system, 'Firewall rules', 'access-denied', 'Only an administrator may read the rules.');
  },
  watch: () => [UFW_FILE, ...NFTABLES_FILES, '/etc/nftables.d', '/etc/firewalld'],
};

/**
 * The kernel decides, whatever a file promises. Below another root folder the kernel's rules are not that system's own,
 * so there a manager that is on is believed as well.
 */
async function readAsAdministrator(system: SystemPort, manager: ManagerAnswer | null) {
  if (isScratch(system) && manager?.isOn === true) return fromManager(system, manager);
  const rules = await readKernelRules(system);
  if (rules.ok)
    return value(system, 'Firewall rules of the kernel', toFact(rules.value, manager, await hasIpv6(system)));
  return manager?.isOn === false
    ? fromManager(system, manager)
    : unavailableBecause(system, 'Firewall rules of the kernel', rules);
}

function fromManager(system: SystemPort, { manager, isOn, source }: ManagerAnswer) {
  return value(system, source, { isOn, manager, gaps: [] } satisfies FirewallFact);
}

function toFact({ ipv4, ipv6 }: InputFilter, manager: ManagerAnswer | null, usesIpv6: boolean): FirewallFact {
  const gaps = [...(ipv4 ? [] : ['IPv4']), ...(ipv6 || !usesIpv6 ? [] : ['IPv6'])];
  const isOn = ipv4 || ipv6;
  return { isOn, manager: manager?.manager ?? 'nftables', gaps: isOn ? gaps : [] };
}

/** A computer without IPv6 addresses has no gap there. */
async function hasIpv6(system: SystemPort): Promise<boolean> {
  const addresses = await system.readFile('/proc/net/if_inet6');
  if (isScratch(system)) return true;
  return addresses.ok ? addresses.value.trim() !== '' : addresses.reason !== 'missing';
}
