import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull } from '../windows/values.ts';

/** Windows Firewall has one switch for each kind of network. */
export const PROFILE_NAMES = ['Domain', 'Private', 'Public'] as const;
export type FirewallProfile = (typeof PROFILE_NAMES)[number];

type Profiles = Readonly<Record<FirewallProfile, boolean>>;

const activeSchema = z.object({
  profiles: z.array(z.object({ name: z.enum(PROFILE_NAMES), enabled: z.int() })),
});

const switchesSchema = z.object({ Domain: numberOrNull, Private: numberOrNull, Public: numberOrNull });

/** EnableFirewall of each profile in the registry: of group policy, of device management, and of this computer. */
const registrySchema = z.object({ policy: switchesSchema, management: switchesSchema, own: switchesSchema });

/** Values of the enum that Windows Firewall answers with; not configured is its default, on. */
const ENABLED: ReadonlyMap<number, boolean> = new Map([
  [0, false],
  [1, true],
  [2, true],
]);

/** What applies at this moment, policies included; where PowerShell has or may use no module for it, from the registry. */
export async function effectiveProfiles(system: SystemPort): Promise<Outcome<Profiles>> {
  const active = await readSection(system, 'firewallProfiles', activeSchema);
  if (!active.ok) {
    const hasNoModule = active.reason === 'not-supported' || active.reason === 'blocked-by-policy';
    const registry = hasNoModule ? await profilesFromRegistry(system) : active;
    return registry.ok ? registry : active;
  }
  return complete((name) => {
    const states = active.value.profiles.filter((profile) => profile.name === name);
    return states.length === 1 ? ENABLED.get(states[0]?.enabled ?? -1) : undefined;
  });
}

/** Profiles whose switch group policy or device management holds; all of them where that cannot be read. */
export async function heldProfiles(system: SystemPort): Promise<readonly FirewallProfile[]> {
  const registry = await readSection(system, 'firewallPolicy', registrySchema);
  if (!registry.ok) return PROFILE_NAMES;
  const { policy, management } = registry.value;
  return PROFILE_NAMES.filter((name) => policy[name] !== null || management[name] !== null);
}

async function profilesFromRegistry(system: SystemPort): Promise<Outcome<Profiles>> {
  const registry = await readSection(system, 'firewallPolicy', registrySchema);
  if (!registry.ok) return registry;
  const { policy, management, own } = registry.value;
  return complete((name) => {
    const number = policy[name] ?? management[name] ?? own[name];
    return number === 0 || number === 1 ? number === 1 : undefined;
  });
}

function complete(isOn: (name: FirewallProfile) => boolean | undefined): Outcome<Profiles> {
  const [domain, priv, pub] = PROFILE_NAMES.map(isOn);
  if (domain === undefined || priv === undefined || pub === undefined) {
    return { ok: false, reason: 'unexpected-output', detail: 'The profiles of the firewall are not understood.' };
  }
  return { ok: true, value: { Domain: domain, Private: priv, Public: pub } };
}
