import { say, WAYS_BY_SETTINGS } from '@vestibule/contracts';
import * as z from 'zod/mini';
import type { Applied, CheckFix } from '../definition.ts';
import { openSettings } from '../open-settings.ts';
import type { ChangePort, Outcome } from '../system-port.ts';
import { runTool, undo } from '../windows/change.ts';
import { readRelease } from '../windows/release.ts';
import { readProtection } from './windows.ts';

const bySettings = z.strictObject({ way: z.enum(WAYS_BY_SETTINGS) });

/**
 * Resumes a protection that is suspended: at once, and with the recovery key that there already is. Encrypting a drive
 * is never begun here, because its recovery key must be kept first: the page on which the person turns it on is opened.
 */
export const windowsEncryptionFix: CheckFix = {
  type: 'DeviceEncrypted',
  operatingSystem: 'windows',
  needsElevation: true,
  parameters: z.union([z.strictObject({}), bySettings]),
  onlyOpens: (parameters) => bySettings.safeParse(parameters).success,
  apply: (system, parameters) => (bySettings.safeParse(parameters).success ? openEncryption(system) : resume(system)),
};

/** Home has a page of Settings alone; the other editions have all drives in one panel. */
async function openEncryption(system: ChangePort): Promise<Outcome<Applied>> {
  const release = await readRelease(system);
  const hasPanel = release.ok && !release.value.edition.startsWith('Core');
  return openSettings(system, hasPanel ? 'windows-bitlocker' : 'windows-device-encryption');
}

async function resume(system: ChangePort): Promise<Outcome<Applied>> {
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
}
