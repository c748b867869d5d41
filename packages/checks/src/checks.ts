import type { CheckType } from '@vestibule/contracts';
import { antiVirusInstalledCheck } from './anti-virus-installed/check.ts';
import { antiVirusRealtimeProtectionCheck } from './anti-virus-realtime-protection/check.ts';
import { antiVirusSignaturesUpToDateCheck } from './anti-virus-signatures-up-to-date/check.ts';
import { deviceEncryptedCheck } from './device-encrypted/check.ts';
import { fciAgentRunningCheck } from './fci-agent-running/check.ts';
import { firewallEnableCheck } from './firewall-enable/check.ts';
import { knownDeviceCheck } from './known-device/check.ts';
import { managedDeviceCheck } from './managed-device/check.ts';
import { noActiveInfectionsCheck } from './no-active-infections/check.ts';
import { osAutoUpdateEnableCheck } from './os-auto-update-enable/check.ts';
import { osSupportedCheck } from './os-supported/check.ts';
import { passwordSetCheck } from './password-set/check.ts';
import { remoteLoginOffCheck } from './remote-login-off/check.ts';
import { rmmAgentCheck } from './rmm-agent/check.ts';
import { screenSaverPasswordProtectedCheck } from './screen-saver-password-protected/check.ts';
import { screenSaverStateCheck } from './screen-saver-state/check.ts';
import { screenSaverTimeoutCheck } from './screen-saver-timeout/check.ts';
import { usbStorageBlockedCheck } from './usb-storage-blocked/check.ts';
import type { Check } from './check.ts';

/** Every check there is: a folder, and its line here. */
export const CHECKS: Readonly<Record<CheckType, Check>> = {
  NoActiveInfections: noActiveInfectionsCheck,
  OSSupported: osSupportedCheck,
  KnownDevice: knownDeviceCheck,
  PasswordSet: passwordSetCheck,
  FirewallEnable: firewallEnableCheck,
  AntiVirusInstalled: antiVirusInstalledCheck,
  AntiVirusRealtimeProtection: antiVirusRealtimeProtectionCheck,
  AntiVirusSignaturesUpToDate: antiVirusSignaturesUpToDateCheck,
  DeviceEncrypted: deviceEncryptedCheck,
  OsAutoUpdateEnable: osAutoUpdateEnableCheck,
  ScreenSaverState: screenSaverStateCheck,
  ScreenSaverPasswordProtected: screenSaverPasswordProtectedCheck,
  ScreenSaverTimeout: screenSaverTimeoutCheck,
  ManagedDevice: managedDeviceCheck,
  RmmAgent: rmmAgentCheck,
  FciAgentRunning: fciAgentRunningCheck,
  UsbStorageBlocked: usbStorageBlockedCheck,
  RemoteLoginOff: remoteLoginOffCheck,
};
