import type { FactReader } from '../definition.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { isInDomain } from '../windows/company.ts';
import { readSecurityProducts } from '../windows/security-products.ts';
import { readServices } from '../windows/services.ts';
import type { FirewallFact } from './definition.ts';
import {
  effectiveProfiles,
  type FirewallProfile,
  heldProfiles,
  PROFILE_NAMES,
  type ProfileState,
} from './windows-profiles.ts';

const SOURCE = 'Windows Firewall';
export const FIREWALL_SERVICE = 'mpssvc';
/** The engine that filters for the firewall: without it nothing is kept out. */
export const ENGINE_SERVICE = 'bfe';

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
    const open = await readOpenProfiles(system);
    if (!open.ok) return unavailableBecause(system, SOURCE, open);
    const names = open.value.map(({ name }) => name);
    // Another maker's firewall may be on instead: then the one of Windows is off for a good reason.
    const mayHaveOther = !products.ok && products.reason !== 'not-supported';
    if (names.length > 0 && mayHaveOther) return unavailableBecause(system, SOURCE, products);
    const unproven = products.ok ? products.value.find(({ state }) => state === 'unproven') : undefined;
    if (names.length > 0 && unproven !== undefined) {
      return unavailable(
        system,
        SOURCE,
        'unexpected-output',
        `${unproven.name} is on, but no service of its maker runs.`,
      );
    }
    const held = await heldProfiles(system);
    const isManaged = names.length > 0 ? names.some((name) => held.includes(name)) : held.length > 0;
    return value(system, SOURCE, toFact(names), { managed: isManaged });
  },
  watch: () => [],
};

export interface OpenProfile {
  readonly name: FirewallProfile;
  readonly state: Exclude<ProfileState, 'on'>;
}

/** Profiles that count and keep nothing out; all of them while a service of the firewall does not run. */
export async function readOpenProfiles(system: SystemPort): Promise<Outcome<readonly OpenProfile[]>> {
  const [services, profiles, inDomain] = await Promise.all([
    readServices(system),
    effectiveProfiles(system),
    isInDomain(system),
  ]);
  if (!services.ok) return services;
  const service = services.value.get(FIREWALL_SERVICE);
  if (service === undefined)
    return { ok: false, reason: 'unexpected-output', detail: `There is no service ${FIREWALL_SERVICE}.` };
  const isEngineStopped = services.value.get(ENGINE_SERVICE)?.isRunning === false;
  if (!service.isRunning || isEngineStopped)
    return { ok: true, value: PROFILE_NAMES.map((name) => ({ name, state: 'off' })) };
  if (!profiles.ok) return profiles;
  const open = PROFILE_NAMES.flatMap((name) => {
    const state = profiles.value[name];
    return state === 'on' ? [] : [{ name, state }];
  });
  if (!open.some(({ name }) => name === 'Domain')) return { ok: true, value: open };
  if (!inDomain.ok) return inDomain;
  // A computer in no domain never uses the profile for domains.
  return { ok: true, value: inDomain.value ? open : open.filter(({ name }) => name !== 'Domain') };
}

const GAP_NAMES: Readonly<Record<FirewallProfile, string>> = {
  Domain: 'Company networks',
  Private: 'Private networks',
  Public: 'Public networks',
};

function toFact(open: readonly FirewallProfile[]): FirewallFact {
  const isOn = !(open.includes('Private') && open.includes('Public'));
  return { isOn, manager: SOURCE, gaps: isOn ? open.map((name) => GAP_NAMES[name]) : [] };
}
