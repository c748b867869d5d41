import type { FactReader } from './definition.ts';
import { linuxEncryption } from './device-encrypted/linux.ts';
import { macosEncryption } from './device-encrypted/macos.ts';
import { windowsEncryption } from './device-encrypted/windows.ts';
import { linuxFirewall } from './firewall-enable/linux.ts';
import { macosFirewall } from './firewall-enable/macos.ts';
import { windowsFirewall } from './firewall-enable/windows.ts';
import { linuxManagement } from './managed-device/linux.ts';
import { macosManagement } from './managed-device/macos.ts';
import { windowsManagement } from './managed-device/windows.ts';
import { linuxThreats } from './no-active-infections/linux.ts';
import { macosThreats } from './no-active-infections/macos.ts';
import { windowsThreats } from './no-active-infections/windows.ts';
import { linuxAutomaticUpdates } from './os-auto-update-enable/linux.ts';
import { macosAutomaticUpdates } from './os-auto-update-enable/macos.ts';
import { windowsAutomaticUpdates } from './os-auto-update-enable/windows.ts';
import { linuxOperatingSystem } from './os-supported/linux.ts';
import { macosOperatingSystem } from './os-supported/macos.ts';
import { windowsOperatingSystem } from './os-supported/windows.ts';
import { linuxSignInSecret } from './password-set/linux.ts';
import { macosSignInSecret } from './password-set/macos.ts';
import { windowsSignInSecret } from './password-set/windows.ts';
import { linuxAgents } from './readings/agents/linux.ts';
import { macosAgents } from './readings/agents/macos.ts';
import { windowsAgents } from './readings/agents/windows.ts';
import { linuxAntivirus } from './readings/antivirus/linux.ts';
import { macosAntivirus } from './readings/antivirus/macos.ts';
import { windowsAntivirus } from './readings/antivirus/windows.ts';
import { linuxScreenLock } from './readings/screen-lock/linux.ts';
import { macosScreenLock } from './readings/screen-lock/macos.ts';
import { windowsScreenLock } from './readings/screen-lock/windows.ts';

/** Every reader there is, for every operating system. KnownDevice has none: the server writes that fact. */
export const FACT_READERS: readonly FactReader[] = [
  linuxOperatingSystem,
  linuxAutomaticUpdates,
  linuxSignInSecret,
  linuxScreenLock,
  linuxAntivirus,
  linuxThreats,
  linuxEncryption,
  linuxFirewall,
  linuxManagement,
  linuxAgents,
  macosOperatingSystem,
  macosAutomaticUpdates,
  macosSignInSecret,
  macosScreenLock,
  macosAntivirus,
  macosThreats,
  macosEncryption,
  macosFirewall,
  macosManagement,
  macosAgents,
  windowsOperatingSystem,
  windowsAutomaticUpdates,
  windowsSignInSecret,
  windowsScreenLock,
  windowsAntivirus,
  windowsThreats,
  windowsEncryption,
  windowsFirewall,
  windowsManagement,
  windowsAgents,
];
