import * as z from 'zod/mini';
import type { CheckFix } from '../definition.ts';
import { parseMacosVersion } from '../macos/macos-version.ts';
import { readTool } from '../macos/tool.ts';
import { openSettings } from '../open-settings.ts';

/** The first one with System Settings in place of System Preferences. */
const WITH_SYSTEM_SETTINGS = 13;

/** Turning FileVault on takes the person's password and a place for the recovery key: its page is opened. */
export const macosEncryptionFix: CheckFix = {
  type: 'DeviceEncrypted',
  operatingSystem: 'macos',
  needsElevation: false,
  parameters: z.strictObject({ way: z.literal('turn-on') }),
  onlyOpens: () => true,
  apply: async (system) => {
    const said = await readTool(system, 'sw_vers', []);
    const version = said.ok ? parseMacosVersion(said.value) : null;
    const isOlder = version !== null && version.major < WITH_SYSTEM_SETTINGS;
    return openSettings(system, isOlder ? 'macos-filevault-preferences' : 'macos-filevault');
  },
};
