import type { CheckType } from '@vestibule/contracts';
import { defineTexts, type Text } from '@vestibule/texts';

/** What each check is called here: the names of rows that could not be read, as employees know them. */
export const checkTexts = defineTexts('check', {
  AntiVirusInstalled: 'Antivirus',
  AntiVirusRealtimeProtection: 'Protection in real time',
  AntiVirusSignaturesUpToDate: 'Antivirus definitions',
  DeviceEncrypted: 'Hard drive encryption',
  FciAgentRunning: 'Workplace agent',
  FirewallEnable: 'Firewall',
  KnownDevice: 'Registration',
  ManagedDevice: 'Device management',
  NoActiveInfections: 'Active threats',
  OsAutoUpdateEnable: 'Automatic updates',
  OSSupported: 'Operating system',
  PasswordSet: 'Sign-in password',
  RemoteLoginOff: 'Remote login',
  RmmAgent: 'Management agent',
  ScreenSaverPasswordProtected: 'Password of the screen saver',
  ScreenSaverState: 'Screen saver',
  ScreenSaverTimeout: 'Time until the screen saver starts',
  UsbStorageBlocked: 'USB storage',
}) satisfies { readonly [check in CheckType]: Text };
