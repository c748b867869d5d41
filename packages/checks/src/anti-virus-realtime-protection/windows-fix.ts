import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { HELD_BY_COMPANY, runScript, undo } from '../windows/change.ts';
import { isDefenderHeldOff } from '../windows/defender.ts';

/** Windows passes over this where tamper protection is on or a policy forbids it; the check is read again and tells. */
export const windowsRealtimeProtectionFix: CheckFix = {
  type: 'AntiVirusRealtimeProtection',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    if (await isDefenderHeldOff(system)) return HELD_BY_COMPANY;
    const changed = await runScript(system, { name: 'defender-realtime', arguments: [], timeoutMs: 60_000 });
    if (!changed.ok) return changed;
    return undo(say('To take it back, open Windows Security, Virus & threat protection, Manage settings.'));
  },
};
