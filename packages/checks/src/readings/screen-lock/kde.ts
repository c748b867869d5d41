import { say } from '@vestibule/contracts';
import { parseBoolean } from '../../linux/ini-file.ts';
import { type KconfigGroup, readKconfigGroup } from '../../linux/kconfig.ts';
import type { SessionEnvironment } from '../../linux/session-environment.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import { LONGEST_SECONDS, type ScreenLockFact, type ScreenLockSetting } from './fact.ts';
import { notUnderstood } from './gsettings.ts';
import { readIfThere } from '../../linux/if-there.ts';

const FILE = 'kscreenlockerrc';
/** Groups of this file hold for every program of KDE, so they may hold this one's as well. */
const GLOBAL_FILES = ['kdeglobals', 'system.kdeglobals'];
const GLOBAL_FILE = '/etc/kde5rc';
export const KDE_GROUP = 'Daemon';
/** What a company, or the person, forbids all of KDE; where the screen may not be locked, it never is (ksldapp.cpp). */
const RESTRICTIONS = 'KDE Action Restrictions';
const LOCKS_SCREEN = 'action/lock_screen';
export const KDE_SYSTEM_FILE = `/etc/xdg/${FILE}`;

/** What KDE does where a file or a key is missing (kscreenlockersettings.kcfg). */
const DEFAULTS = { Autolock: 'true', Timeout: '5', Lock: 'true', LockGrace: '5', RequirePassword: 'true' } as const;
export type KdeKey = keyof typeof DEFAULTS;

/** Where the settings of KDE lie in a session, the person's own first. */
export function kdeFolders({ user }: SystemPort, environment: SessionEnvironment): readonly string[] {
  const home = environment['HOME'] ?? user.home;
  const isAbsolute = (folder: string | undefined): folder is string => folder?.startsWith('/') === true;
  const own = environment['XDG_CONFIG_HOME'];
  const others = (environment['XDG_CONFIG_DIRS'] ?? '/etc/xdg').split(':').filter(isAbsolute);
  return [isAbsolute(own) ? own : `${home}/.config`, ...others].map((folder) => folder.replace(/\/+$/, ''));
}

/** The person's own file of the screen lock. */
export function kdeUserFile(system: SystemPort, environment: SessionEnvironment): string {
  return `${kdeFolders(system, environment)[0]}/${FILE}`;
}

/** What the company holds, and what that leaves to the person. */
export interface KdeSettings {
  readonly textOf: (key: KdeKey) => string;
  readonly isHeld: (key: KdeKey) => boolean;
  /** Whether the screen may be locked at all. */
  readonly mayLock: boolean;
  /** Whether the company says so, and the person cannot change it. */
  readonly isMayLockHeld: boolean;
}

/** The group of the screen lock: the person's file over those of the system, as far as these let it. */
export async function readKdeSettings(
  system: SystemPort,
  environment: SessionEnvironment,
): Promise<Outcome<KdeSettings>> {
  const folders = kdeFolders(system, environment);
  const leastFirst = folders.toReversed();
  const texts = await readAll(
    system,
    leastFirst.map((folder) => `${folder}/${FILE}`),
  );
  if (!texts.ok) return texts;
  const globals = await readAll(system, [
    GLOBAL_FILE,
    ...leastFirst.flatMap((folder) => GLOBAL_FILES.map((name) => `${folder}/${name}`)),
  ]);
  if (!globals.ok) return globals;
  const settings = readKconfigGroup(texts.value, KDE_GROUP);
  const held = readKconfigGroup(texts.value.slice(0, -1), KDE_GROUP);
  if (settings.strangeLine !== null) return notUnderstood(`${FILE}: '${settings.strangeLine.slice(0, 80)}'`);
  // Where it counts there depends on the version of KDE.
  if (globals.value.some((text) => readKconfigGroup([text], KDE_GROUP).values.size > 0)) {
    return notUnderstood(say('The screen lock is set for all programs of KDE.'));
  }
  // The screen saver's own file lies over those of all programs.
  const all = [...globals.value, ...texts.value];
  const allowed = readKconfigGroup(all, RESTRICTIONS);
  if (all.some((text) => readKconfigGroup([text], RESTRICTIONS).strangeLine !== null && text.includes(RESTRICTIONS))) {
    return notUnderstood(say('Whether KDE may lock the screen is not understood.'));
  }
  const row = allowed.values.get(LOCKS_SCREEN);
  const mayLock = parseBoolean(row?.value ?? 'true');
  // One file that forbids it and another that allows it: which of them counts is not tried.
  const said = all.map((text) => readKconfigGroup([text], RESTRICTIONS).values.get(LOCKS_SCREEN)?.value);
  const isClear = said.every((text) => text === undefined || parseBoolean(text) === mayLock);
  if (mayLock === null || !isClear) return notUnderstood(say('Whether KDE may lock the screen is not understood.'));
  const value = { textOf: textsOf(settings), isHeld: heldBy(held), mayLock, isMayLockHeld: row?.isLocked === true };
  return { ok: true, value };
}

/** The screen lock of KDE Plasma. */
export async function readKde(system: SystemPort, environment: SessionEnvironment): Promise<Outcome<ScreenLockFact>> {
  const settings = await readKdeSettings(system, environment);
  if (!settings.ok) return settings;
  const { textOf, isHeld, mayLock, isMayLockHeld } = settings.value;
  const [startsByItself, locks, asks] = [textOf('Autolock'), textOf('Lock'), textOf('RequirePassword')].map(
    parseBoolean,
  );
  const minutes = parseNumber(textOf('Timeout'));
  const grace = /^-?\d{1,9}$/.test(textOf('LockGrace')) ? Number(textOf('LockGrace')) : null;
  if (startsByItself === null || locks === null || asks === null || minutes === null || grace === null) {
    return notUnderstood(say('The settings of KDE’s screen lock hold a value that is not understood.'));
  }
  // A grace below zero never ends, and without a lock there is nothing but grace (ksldapp.cpp, configure).
  const asksPassword = mayLock && locks === true && asks === true && grace >= 0;
  const managed: readonly (readonly [ScreenLockSetting, boolean])[] = [
    ['idleSeconds', isHeld('Autolock') || isHeld('Timeout')],
    [
      'asksPassword',
      (!mayLock && isMayLockHeld) || isHeld('Lock') || isHeld('RequirePassword') || (grace < 0 && isHeld('LockGrace')),
    ],
    ['graceSeconds', isHeld('LockGrace')],
  ];
  return {
    ok: true,
    value: {
      desktop: 'KDE Plasma',
      idleSeconds:
        startsByItself === true && minutes > 0
          ? Math.min(LONGEST_SECONDS, Math.max(1, Math.round(minutes * 60)))
          : null,
      asksPassword,
      graceSeconds: Math.max(0, grace),
      managedSettings: managed.filter(([, isManaged]) => isManaged).map(([name]) => name),
    },
  };
}

function textsOf({ values }: KconfigGroup): KdeSettings['textOf'] {
  return (key) => values.get(key)?.value ?? DEFAULTS[key];
}

function heldBy({ values, isClosed }: KconfigGroup): KdeSettings['isHeld'] {
  return (key) => isClosed || values.get(key)?.isLocked === true;
}

async function readAll(system: SystemPort, paths: readonly string[]): Promise<Outcome<readonly string[]>> {
  const texts: string[] = [];
  for (const path of paths) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    texts.push(file.value ?? '');
  }
  return { ok: true, value: texts };
}

/** Minutes may be written as '0.5' or '15'. */
function parseNumber(text: string): number | null {
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}
