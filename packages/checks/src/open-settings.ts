import { type OperatingSystem, say } from '@vestibule/contracts';
import type { ChangePort, Outcome } from './system-port.ts';

interface Place {
  readonly operatingSystem: OperatingSystem;
  readonly tool: string;
  readonly words: readonly string[];
  /** Whether the tool's exit code tells that it worked: Explorer ends with 1, whatever came of it. */
  readonly tellsByCode: boolean;
}

/**
 * Every page of a system's settings that a fix may open, each by a command that is always the same: no word of a page, a
 * grant or a policy stands in it.
 */
export const SETTINGS_PLACES = {
  'windows-device-encryption': {
    operatingSystem: 'windows',
    tool: 'explorer',
    words: ['ms-settings:deviceencryption'],
    tellsByCode: false,
  },
  'windows-bitlocker': {
    operatingSystem: 'windows',
    tool: 'control',
    words: ['/name', 'Microsoft.BitLockerDriveEncryption'],
    tellsByCode: false,
  },
  'macos-filevault': {
    operatingSystem: 'macos',
    tool: 'open',
    words: ['x-apple.systempreferences:com.apple.settings.PrivacySecurity.extension?FileVault'],
    tellsByCode: true,
  },
  /** Before macOS 13. */
  'macos-filevault-preferences': {
    operatingSystem: 'macos',
    tool: 'open',
    words: ['x-apple.systempreferences:com.apple.preference.security?FDE'],
    tellsByCode: true,
  },
} as const satisfies Readonly<Record<string, Place>>;
export type SettingsPlace = keyof typeof SETTINGS_PLACES;

const TIMEOUT_MS = 20_000;

/**
 * Opens a page of the settings for the person at the screen, and changes nothing. Never as an administrator: a window with
 * those rights would be left to the person.
 */
export async function openSettings(
  system: ChangePort,
  place: SettingsPlace,
): Promise<Outcome<{ readonly opened: SettingsPlace }>> {
  const { operatingSystem, tool, words, tellsByCode }: Place = SETTINGS_PLACES[place];
  if (system.isElevated || system.operatingSystem !== operatingSystem) {
    return {
      ok: false,
      reason: 'not-supported',
      detail: say('Workplace opens no settings as an administrator. The help shows where they are.'),
    };
  }
  const run = await system.run({ tool, arguments: words, timeoutMs: TIMEOUT_MS });
  if (!run.ok) return run;
  if (!tellsByCode || run.value.code === 0) return { ok: true, value: { opened: place } };
  return { ok: false, reason: 'unexpected-output', detail: say('The settings could not be opened.') };
}
