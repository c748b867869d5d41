import { say } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { runTool, undo } from '../windows/change.ts';
import { readProtection } from './windows.ts';

/**
 * Resumes a protection that is suspended: at once, and with the recovery key that there already is. Encrypting a drive
 * is never begun here, because its recovery key must be kept first.
 */
export const windowsEncryptionFix: CheckFix = {
  type: 'DeviceEncrypted',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.object({}),
  apply: async (system) => {
    const protection = await readProtection(system);
    if (!protection.ok) return protection;
    const { state, volume } = protection.value;
    if (state !== 'suspended') {
      return { ok: false, reason: 'not-supported', detail: say('Turn on BitLocker or device encryption in Settings.') };
    }
    const resumed = await runTool(system, 'manage-bde', ['-protectors', '-enable', volume]);
    if (!resumed.ok) return resumed;
    return undo(
      say('To take it back, run as an administrator: {commands}', {
        commands: `manage-bde -protectors -disable ${volume}`,
      }),
    );
  },
};
