import type { FactReader } from './definition.ts';
import { linuxEncryption } from './device-encrypted/linux.ts';
import { linuxFirewall } from './firewall-enable/linux.ts';
import { linuxManagement } from './managed-device/linux.ts';
import { linuxThreats } from './no-active-infections/linux.ts';
import { linuxAutomaticUpdates } from './os-auto-update-enable/linux.ts';
import { linuxOperatingSystem } from './os-supported/linux.ts';
import { linuxSignInSecret } from './password-set/linux.ts';
import { linuxAgents } from './readings/agents/linux.ts';
import { linuxAntivirus } from './readings/antivirus/linux.ts';
import { linuxScreenLock } from './readings/screen-lock/linux.ts';

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
];
