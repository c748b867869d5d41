import { type Said, say } from '@vestibule/contracts';
import type { CheckFix } from '../../definition.ts';
import { findDesktop } from '../../linux/desktop-session.ts';
import { parseIni, setIniValues } from '../../linux/ini-file.ts';
import type { ChangePort, Outcome } from '../../system-port.ts';
import {
  CINNAMON_SETTINGS,
  type DesktopSettings,
  getSetting,
  GNOME_SETTINGS,
  isWritable,
  type SettingName,
  setSetting,
} from './gsettings.ts';
import { KDE_GROUP, KDE_SYSTEM_FILE, kdeUserFile } from './kde.ts';

/** What a screen-lock fix wants, in the words of each kind of desktop. */
export interface ScreenLockChange {
  readonly gnome: (settings: DesktopSettings) => readonly (readonly [SettingName, string])[];
  readonly kde: Readonly<Record<string, string>>;
}

type Undo = Outcome<{ readonly undo: Said }>;

const MANAGED: Undo = { ok: false, reason: 'blocked-by-policy', detail: say('Your company manages this setting.') };

/** Changes the screen lock of this person's own session; without one there is nothing to change. */
export async function changeScreenLock(system: ChangePort, change: ScreenLockChange): Promise<Undo> {
  const desktop = await findDesktop(system);
  if (!desktop.ok) return desktop;
  switch (desktop.value) {
    case 'gnome':
      return changeGnome(system, change.gnome(GNOME_SETTINGS));
    case 'cinnamon':
      return changeGnome(system, change.gnome(CINNAMON_SETTINGS));
    case 'kde':
      return changeKde(system, change.kde);
    case 'other':
      return { ok: false, reason: 'not-supported', detail: say('Workplace does not know this desktop.') };
  }
}

/** A fix of one of the three screen-saver checks: in the person's own name, so never with an administrator's rights. */
export function screenLockFix(
  fix: Pick<CheckFix, 'type' | 'parameters'>,
  changeFor: (parameters: unknown) => ScreenLockChange,
): CheckFix {
  return {
    ...fix,
    operatingSystem: 'linux',
    needsElevation: false,
    apply: (system, parameters) => changeScreenLock(system, changeFor(parameters)),
  };
}

async function changeGnome(system: ChangePort, wanted: readonly (readonly [SettingName, string])[]): Promise<Undo> {
  const before: string[] = [];
  for (const [setting] of wanted) {
    const writable = await isWritable(system, setting);
    if (!writable.ok) return writable;
    if (!writable.value) return MANAGED;
    const former = await getSetting(system, setting);
    if (!former.ok) return former;
    before.push(`gsettings set ${setting.schema} ${setting.key} ${former.value.replace(/^u?int\d+ /, '')}`);
  }
  for (const [setting, value] of wanted) {
    const written = await setSetting(system, setting, value);
    if (!written.ok) return written;
  }
  return { ok: true, value: { undo: say('To take it back, run: {commands}', { commands: before.join('; ') }) } };
}

async function changeKde(system: ChangePort, wanted: Readonly<Record<string, string>>): Promise<Undo> {
  const group = KDE_GROUP.toLowerCase();
  const held = await system.readFile(KDE_SYSTEM_FILE);
  if (!held.ok && held.reason !== 'missing') return held;
  const locked = held.ok ? parseIni(held.value).groups.get(group) : undefined;
  if (Object.keys(wanted).some((key) => locked?.get(key.toLowerCase())?.isLocked)) return MANAGED;

  const path = kdeUserFile(system);
  const former = await system.readFile(path);
  if (!former.ok && former.reason !== 'missing') return former;
  const text = former.ok ? former.value : '';
  const written = await system.writeFile(path, setIniValues(text, KDE_GROUP, wanted), { mode: 0o600 });
  if (!written.ok) return written;
  // The locker reads its file again when told so; without an answer it does at the next sign-in.
  await system.run({
    tool: 'busctl',
    arguments: ['--user', 'call', 'org.freedesktop.ScreenSaver', '/ScreenSaver', 'org.kde.screensaver', 'configure'],
    timeoutMs: 5000,
  });
  const values = parseIni(text).groups.get(group);
  const lines = Object.keys(wanted).map((key) => {
    const value = values?.get(key.toLowerCase())?.value;
    return `${key}=${value ?? ''}`;
  });
  const undo = say(
    'To take it back, write this into {path} under [{group}], and remove a line that has no value here: {lines}',
    { path, group: KDE_GROUP, lines: lines.join(', ') },
  );
  return { ok: true, value: { undo } };
}
