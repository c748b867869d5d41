import { type CheckType, FURTHER_CHECK_TYPES } from '@vestibule/contracts';
import type { Text } from '@vestibule/texts';
import { policyTexts as texts } from './texts.ts';

export interface CheckGroup {
  readonly title: Text;
  readonly checks: readonly CheckType[];
}

/** Every check, in the order in which people think of them; those of our own come last. */
export const CHECK_GROUPS: readonly CheckGroup[] = [
  {
    title: texts.protection,
    checks: [
      'NoActiveInfections',
      'AntiVirusInstalled',
      'AntiVirusRealtimeProtection',
      'AntiVirusSignaturesUpToDate',
      'FirewallEnable',
      'DeviceEncrypted',
    ],
  },
  {
    title: texts.updatesAndLock,
    checks: [
      'OsAutoUpdateEnable',
      'ScreenSaverState',
      'ScreenSaverTimeout',
      'ScreenSaverPasswordProtected',
      'PasswordSet',
    ],
  },
  {
    title: texts.computer,
    checks: ['OSSupported', 'KnownDevice', 'ManagedDevice', 'RmmAgent', 'FciAgentRunning', ...FURTHER_CHECK_TYPES],
  },
];
