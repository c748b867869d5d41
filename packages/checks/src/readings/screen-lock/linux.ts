import { say } from '@vestibule/contracts';
import type { FactReader } from '../../definition.ts';
import { type DesktopSession, environmentOf, findDesktop } from '../../linux/desktop-session.ts';
import { type SessionTools, sessionPart } from '../../linux/session-environment.ts';
import { unavailableBecause, value } from '../../reading.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { SCREEN_LOCKER, SCREEN_LOCK_SETTINGS, type ScreenLockFact } from './fact.ts';
import { readCinnamon, readGnome } from './gnome.ts';
import { confirmRules } from './locker-effect.ts';
import { findKeepAwake, type KeepAwake } from './keep-awake.ts';
import { KDE_SYSTEM_FILE, kdeUserFile, readKde } from './kde.ts';
import { readLockers } from './lockers.ts';

export const linuxScreenLock: FactReader = {
  facts: 'screenLock',
  operatingSystem: 'linux',
  read: async (system) => {
    const desktop = await findDesktop(system);
    if (!desktop.ok) return unavailableBecause(system, 'Desktop session', desktop);
    const [{ source, fact: read }, awake] = await Promise.all([
      readDesktop(system, desktop.value),
      findKeepAwake(system, desktop.value),
    ]);
    const fact = read.ok ? withKeepAwake(read.value, awake) : read;
    if (!fact.ok) return unavailableBecause(system, source, fact);
    // The whole fact is managed only when every one of its settings is; else each check says so for its own.
    const managed = fact.value.managedSettings.length === SCREEN_LOCK_SETTINGS.length;
    return value(system, source, fact.value, { managed });
  },
  watch: (system) => [
    kdeUserFile(system, sessionPart(system.environment)),
    KDE_SYSTEM_FILE,
    `${system.user.home}/.config/dconf/user`,
  ],
};

/** A screen that something keeps awake never starts its saver, whatever is set. */
function withKeepAwake(fact: ScreenLockFact, { program, doubt }: KeepAwake): Outcome<ScreenLockFact> {
  if (fact.idleSeconds === null) return { ok: true, value: fact };
  if (program !== null) {
    const desktop = `${fact.desktop}, ${program}`.slice(0, 100);
    return { ok: true, value: { ...fact, desktop, idleSeconds: null, isKeptAwake: true } };
  }
  if (doubt === null) return { ok: true, value: fact };
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('Whether {name} keeps the screen awake is not known.', { name: doubt }),
  };
}

/** Desktops that lock the screen themselves. */
const OWN_LOCKS = {
  gnome: { source: 'GNOME settings', read: readGnome },
  cinnamon: { source: 'Cinnamon settings', read: readCinnamon },
  kde: {
    source: 'KDE settings (kscreenlockerrc)',
    read: ({ system, environment }: SessionTools) => readKde(system, environment),
  },
} as const;

interface Read {
  readonly source: string;
  readonly fact: Outcome<ScreenLockFact>;
}

async function readDesktop(system: SystemPort, session: DesktopSession): Promise<Read> {
  switch (session.desktop) {
    case 'gnome':
    case 'cinnamon':
    case 'kde': {
      const environment = await environmentOf(system, session);
      if (!environment.ok) return { source: 'Desktop session', fact: environment };
      const tools = { system, environment: environment.value };
      const { source, read } = OWN_LOCKS[session.desktop];
      return { source, fact: await confirmRules(system, session.desktop, await read(tools)) };
    }
    case 'mate':
    case 'xfce':
    case 'lxqt':
    case 'sway':
    case 'i3':
    case 'other':
      return { source: SCREEN_LOCKER, fact: await readLockers(system, session) };
  }
}
