import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { HELD_BY_COMPANY, runTool, undo } from '../windows/change.ts';
import { readServices } from '../windows/services.ts';
import { ENGINE_SERVICE, FIREWALL_SERVICE, type OpenProfile, readOpenProfiles } from './windows.ts';
import { type FirewallProfile, heldProfiles } from './windows-profiles.ts';

const PROFILE_WORDS: Readonly<Record<FirewallProfile, string>> = {
  Domain: 'domainprofile',
  Private: 'privateprofile',
  Public: 'publicprofile',
};

/** Turns Windows Firewall on for every kind of network, and has it keep out what no rule names. */
export const windowsFirewallFix: CheckFix = {
  type: 'FirewallEnable',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const services = await readServices(system);
    if (!services.ok) return services;
    const stopped = [FIREWALL_SERVICE, ENGINE_SERVICE].find((name) => services.value.get(name)?.isRunning === false);
    if (stopped !== undefined || !services.value.has(FIREWALL_SERVICE)) {
      return { ok: false, reason: 'not-supported', detail: STOPPED };
    }
    const open = await readOpenProfiles(system);
    if (!open.ok) return open;
    const held = await heldProfiles(system);
    if (open.value.some(({ name }) => held.includes(name))) return HELD_BY_COMPANY;
    const changed = await runTool(system, 'netsh', ['advfirewall', 'set', 'allprofiles', 'state', 'on']);
    if (!changed.ok) return changed;
    for (const { name, state } of open.value) {
      if (state !== 'lets-in') continue;
      const closed = await runTool(system, 'netsh', ['advfirewall', 'set', PROFILE_WORDS[name], ...POLICY, CLOSED]);
      if (!closed.ok) return closed;
    }
    const back = open.value.map(backOf);
    if (back.length === 0) return undo(say('Nothing had to be changed.'));
    return undo(say('To take it back, run as an administrator: {commands}', { commands: back.join(' & ') }));
  },
};

const POLICY = ['firewallpolicy'];
const CLOSED = 'blockinbound,allowoutbound';
const OPEN = 'allowinbound,allowoutbound';

function backOf({ name, state }: OpenProfile): string {
  const words = state === 'off' ? ['state', 'off'] : [...POLICY, OPEN];
  return ['netsh', 'advfirewall', 'set', PROFILE_WORDS[name], ...words].join(' ');
}

const STOPPED = say('The Windows Firewall service (mpssvc) is stopped. Restart the computer, or ask your support.');
