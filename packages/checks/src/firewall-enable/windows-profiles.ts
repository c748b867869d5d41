import * as z from 'zod/mini';
import type { Outcome, SystemPort } from '../system-port.ts';
import { readSection } from '../windows/section.ts';
import { numberOrNull } from '../windows/values.ts';

/** Windows Firewall has one switch for each kind of network. */
export const PROFILE_NAMES = ['Domain', 'Private', 'Public'] as const;
export type FirewallProfile = (typeof PROFILE_NAMES)[number];

/** A profile that is on and lets in what no rule names is none the less open. */
export type ProfileState = 'on' | 'off' | 'lets-in';
type Profiles = Readonly<Record<FirewallProfile, ProfileState>>;

const activeSchema = z.object({
  profiles: z.array(z.object({ name: z.enum(PROFILE_NAMES), enabled: z.int(), inbound: z.int() })),
});

const switchesSchema = z.object({ Domain: numberOrNull, Private: numberOrNull, Public: numberOrNull });

/**
 * EnableFirewall and DefaultInboundAction of each profile in the registry: of group policy, of device management, and of this
 * computer.
 */
const registrySchema = z.object({
  policy: switchesSchema,
  management: switchesSchema,
  own: switchesSchema,
  policyInbound: switchesSchema,
  managementInbound: switchesSchema,
  ownInbound: switchesSchema,
});

/** Values of the enums that Windows Firewall answers with; what is not configured is as it comes: on, and lets nothing in. */
const ENABLED: ReadonlyMap<number, boolean> = new Map([
  [0, false],
  [1, true],
  [2, true],
]);
const LETS_IN: ReadonlyMap<number, boolean> = new Map([
  [0, false],
  [2, true],
  [4, false],
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
    const [state, ...others] = active.value.profiles.filter((profile) => profile.name === name);
    if (state === undefined || others.length > 0) return undefined;
    return stateOf(ENABLED.get(state.enabled), LETS_IN.get(state.inbound));
  });
}

/** Profiles that group policy or device management holds; all of them where that cannot be read. */
export async function heldProfiles(system: SystemPort): Promise<readonly FirewallProfile[]> {
  const registry = await readSection(system, 'firewallPolicy', registrySchema);
  if (!registry.ok) return PROFILE_NAMES;
  const { policy, management, policyInbound, managementInbound } = registry.value;
  const holders = [policy, management, policyInbound, managementInbound];
  return PROFILE_NAMES.filter((name) => holders.some((holder) => holder[name] !== null));
}

async function profilesFromRegistry(system: SystemPort): Promise<Outcome<Profiles>> {
  const registry = await readSection(system, 'firewallPolicy', registrySchema);
  if (!registry.ok) return registry;
  const { policy, management, own, policyInbound, managementInbound, ownInbound } = registry.value;
  return complete((name) => {
    const enabled = policy[name] ?? management[name] ?? own[name];
    const inbound = policyInbound[name] ?? managementInbound[name] ?? ownInbound[name];
    // Where nothing is written nothing is let in.
    return stateOf(switchOf(enabled), inbound === null ? false : not(switchOf(inbound)));
  });
}

function switchOf(number: number | null): boolean | undefined {
  return number === 0 || number === 1 ? number === 1 : undefined;
}

function not(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

function stateOf(isOn: boolean | undefined, letsIn: boolean | undefined): ProfileState | undefined {
  if (isOn === undefined || letsIn === undefined) return undefined;
  if (!isOn) return 'off';
  return letsIn ? 'lets-in' : 'on';
}

function complete(stateOfProfile: (name: FirewallProfile) => ProfileState | undefined): Outcome<Profiles> {
  const [domain, priv, pub] = PROFILE_NAMES.map(stateOfProfile);
  if (domain === undefined || priv === undefined || pub === undefined) {
    return { ok: false, reason: 'unexpected-output', detail: 'The profiles of the firewall are not understood.' };
  }
  return { ok: true, value: { Domain: domain, Private: priv, Public: pub } };
}
