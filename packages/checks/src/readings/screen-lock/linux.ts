import type { FactReader } from '../../definition.ts';
import { findDesktop } from '../../linux/desktop-session.ts';
import { unavailable, unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { SCREEN_LOCK_SETTINGS, type ScreenLockFact } from './fact.ts';
import { readGnome } from './gnome.ts';
import { CINNAMON_SETTINGS, GNOME_SETTINGS } from './gsettings.ts';
import { KDE_SYSTEM_FILE, kdeUserFile, readKde } from './kde.ts';

export const linuxScreenLock: FactReader = {
  facts: 'screenLock',
  operatingSystem: 'linux',
  read: async (system) => {
    const desktop = await findDesktop(system);
    if (!desktop.ok) return unavailableBecause(system, 'Desktop session', desktop);
    switch (desktop.value) {
      case 'gnome':
        return toReading(system, 'GNOME settings', await readGnome(system, GNOME_SETTINGS));
      case 'cinnamon':
        return toReading(system, 'Cinnamon settings', await readGnome(system, CINNAMON_SETTINGS));
      case 'kde':
        return toReading(system, 'KDE settings (kscreenlockerrc)', await readKde(system));
      case 'other':
        return unavailable(system, 'Desktop session', 'not-supported', 'Workplace does not know this desktop.');
    }
  },
  watch: (system) => [kdeUserFile(system), KDE_SYSTEM_FILE, `${system.user.home}/.config/dconf/user`],
};

/** The whole fact is managed only when every one of its settings is; else each check says so for its own. */
function toReading(system: SystemPort, source: string, fact: Outcome<ScreenLockFact>) {
  if (!fact.ok) return unavailableBecause(system, source, fact);
  return value(system, source, fact.value, {
    managed: fact.value.managedSettings.length === SCREEN_LOCK_SETTINGS.length,
  });
}
