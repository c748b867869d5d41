import type { CheckType } from '@vestibule/contracts';
import { antiVirusInstalled } from './anti-virus-installed/definition.ts';
import { antiVirusRealtimeProtection } from './anti-virus-realtime-protection/definition.ts';
import { antiVirusSignaturesUpToDate } from './anti-virus-signatures-up-to-date/definition.ts';
import { deviceEncrypted } from './device-encrypted/definition.ts';
import { fciAgentRunning } from './fci-agent-running/definition.ts';
import { firewallEnable } from './firewall-enable/definition.ts';
import { knownDevice } from './known-device/definition.ts';
import { managedDevice } from './managed-device/definition.ts';
import { noActiveInfections } from './no-active-infections/definition.ts';
import { osAutoUpdateEnable } from './os-auto-update-enable/definition.ts';
import { osSupported } from './os-supported/definition.ts';
import { passwordSet } from './password-set/definition.ts';
import { remoteLoginOff } from './remote-login-off/definition.ts';
import { rmmAgent } from './rmm-agent/definition.ts';
import { screenSaverPasswordProtected } from './screen-saver-password-protected/definition.ts';
import { screenSaverState } from './screen-saver-state/definition.ts';
import { screenSaverTimeout } from './screen-saver-timeout/definition.ts';
import { usbStorageBlocked } from './usb-storage-blocked/definition.ts';
import type { CheckDefinition } from './definition.ts';

/**
 * What every check needs to know and what it makes of it, without its readings and fixes: a page that reads a policy needs no
 * more. A check has its line here and in `checks.ts`.
 */
export const CHECK_DEFINITIONS: Readonly<Record<CheckType, CheckDefinition>> = {
  NoActiveInfections: noActiveInfections,
  OSSupported: osSupported,
  KnownDevice: knownDevice,
  PasswordSet: passwordSet,
  FirewallEnable: firewallEnable,
  AntiVirusInstalled: antiVirusInstalled,
  AntiVirusRealtimeProtection: antiVirusRealtimeProtection,
  AntiVirusSignaturesUpToDate: antiVirusSignaturesUpToDate,
  DeviceEncrypted: deviceEncrypted,
  OsAutoUpdateEnable: osAutoUpdateEnable,
  ScreenSaverState: screenSaverState,
  ScreenSaverPasswordProtected: screenSaverPasswordProtected,
  ScreenSaverTimeout: screenSaverTimeout,
  ManagedDevice: managedDevice,
  RmmAgent: rmmAgent,
  FciAgentRunning: fciAgentRunning,
  UsbStorageBlocked: usbStorageBlocked,
  RemoteLoginOff: remoteLoginOff,
};
