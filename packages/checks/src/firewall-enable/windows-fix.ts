import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { HELD_BY_COMPANY, runTool, undo } from '../windows/change.ts';
import { readServices } from '../windows/services.ts';
import { FIREWALL_SERVICE, readOffProfiles } from './windows.ts';
import { type FirewallProfile, heldProfiles } from './windows-profiles.ts';

const PROFILE_WORDS: Readonly<Record<FirewallProfile, string>> = {
  Domain: 'domainprofile',
  Private: 'privateprofile',
  Public: 'publicprofile',
};

/** Turns Windows Firewall on for every kind of network. */
export const windowsFirewallFix: CheckFix = {
  type: 'FirewallEnable',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const services = await readServices(system);
    if (!services.ok) return services;
    if (services.value.get(FIREWALL_SERVICE)?.isRunning !== true) {
      return { ok: false, reason: 'not-supported', detail: STOPPED };
    }
    const off = await readOffProfiles(system);
    if (!off.ok) return off;
    const held = await heldProfiles(system);
    if (off.value.some((name) => held.includes(name))) return HELD_BY_COMPANY;
    const changed = await runTool(system, 'netsh', ['advfirewall', 'set', 'allprofiles', 'state', 'on']);
    if (!changed.ok) return changed;
    const back = off.value.map((name) => `netsh advfirewall set ${PROFILE_WORDS[name]} state off`);
    if (back.length === 0) return undo(say('Nothing had to be changed.'));
    return undo(say('To take it back, run as an administrator: {commands}', { commands: back.join(' & ') }));
  },
};

const STOPPED = say(
  'The service of Windows Firewall (mpssvc) is stopped. Start the computer anew, or ask your support.',
);
