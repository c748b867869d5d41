import type { FactReader } from '../definition.ts';
import { unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { isInDomain } from '../windows/company.ts';
import { readSecurityProducts } from '../windows/security-products.ts';
import { readServices } from '../windows/services.ts';
import type { FirewallFact } from './definition.ts';
import { effectiveProfiles, type FirewallProfile, heldProfiles, PROFILE_NAMES } from './windows-profiles.ts';

const SOURCE = 'Windows Firewall';
export const FIREWALL_SERVICE = 'mpssvc';

export const windowsFirewall: FactReader = {
  facts: 'firewall',
  operatingSystem: 'windows',
  read: async (system) => {
    const products = await readSecurityProducts(system, 'firewallProducts');
    const other = products.ok ? products.value.find(({ state }) => state === 'on') : undefined;
    if (other !== undefined) {
      const fact: FirewallFact = { isOn: true, manager: other.name, gaps: [] };
      return value(system, 'Windows Security Center', fact);
    }
    const off = await readOffProfiles(system);
    if (!off.ok) return unavailableBecause(system, SOURCE, off);
    // Another maker's firewall may be on instead: then the one of Windows is off for a good reason.
    const mayHaveOther = !products.ok && products.reason !== 'not-supported';
    if (off.value.length > 0 && mayHaveOther) return unavailableBecause(system, SOURCE, products);
    const held = await heldProfiles(system);
    const isManaged = off.value.length > 0 ? off.value.some((name) => held.includes(name)) : held.length > 0;
    return value(system, SOURCE, toFact(off.value), { managed: isManaged });
  },
  watch: () => [],
};

/** Profiles that count and are off; all of them while the firewall's service does not run. */
export async function readOffProfiles(system: SystemPort): Promise<Outcome<readonly FirewallProfile[]>> {
  const [services, profiles, inDomain] = await Promise.all([
    readServices(system),
    effectiveProfiles(system),
    isInDomain(system),
  ]);
  if (!services.ok) return services;
  const service = services.value.get(FIREWALL_SERVICE);
  if (service === undefined)
    return { ok: false, reason: 'unexpected-output', detail: `There is no service ${FIREWALL_SERVICE}.` };
  if (!service.isRunning) return { ok: true, value: PROFILE_NAMES };
  if (!profiles.ok) return profiles;
  const off = PROFILE_NAMES.filter((name) => !profiles.value[name]);
  if (!off.includes('Domain')) return { ok: true, value: off };
  if (!inDomain.ok) return inDomain;
  // A computer in no domain never uses the profile for domains.
  return { ok: true, value: inDomain.value ? off : off.filter((name) => name !== 'Domain') };
}

const GAP_NAMES: Readonly<Record<FirewallProfile, string>> = {
  Domain: 'Company networks',
  Private: 'Private networks',
  Public: 'Public networks',
};

function toFact(off: readonly FirewallProfile[]): FirewallFact {
  const isOn = !(off.includes('Private') && off.includes('Public'));
  return { isOn, manager: SOURCE, gaps: isOn ? off.map((name) => GAP_NAMES[name]) : [] };
}
