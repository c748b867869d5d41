import { type Said, say } from '@vestibule/contracts';
import type { CheckFix } from '../../definition.ts';
import { environmentOf, findDesktop } from '../../linux/desktop-session.ts';
import { parseIni, setIniValues } from '../../linux/ini-file.ts';
import { runInSession, type SessionEnvironment, type SessionTools } from '../../linux/session-environment.ts';
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
import { KDE_GROUP, type KdeKey, kdeUserFile, readKdeSettings } from './kde.ts';

/** What a screen-lock fix wants, in the words of each kind of desktop. */
export interface ScreenLockChange {
  readonly gnome: (settings: DesktopSettings) => readonly (readonly [SettingName, string])[];
  readonly kde: Readonly<Partial<Record<KdeKey, string>>>;
}

type Undo = Outcome<{ readonly undo: Said }>;

const MANAGED: Undo = { ok: false, reason: 'blocked-by-policy', detail: say('Your company manages this setting.') };

/** Changes the screen lock of this person's own session; without one there is nothing to change. */
export async function changeScreenLock(system: ChangePort, change: ScreenLockChange): Promise<Undo> {
  const desktop = await findDesktop(system);
  if (!desktop.ok) return desktop;
  const kind = desktop.value.desktop;
  if (kind !== 'gnome' && kind !== 'cinnamon' && kind !== 'kde') {
    return { ok: false, reason: 'not-supported', detail: say('Workplace does not know this desktop.') };
  }
  const environment = await environmentOf(system, desktop.value);
  if (!environment.ok) return environment;
  if (kind === 'kde') return changeKde(system, environment.value, change.kde);
  const settings = change.gnome(kind === 'gnome' ? GNOME_SETTINGS : CINNAMON_SETTINGS);
  return changeGnome({ system, environment: environment.value }, settings);
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

async function changeGnome(session: SessionTools, wanted: readonly (readonly [SettingName, string])[]): Promise<Undo> {
  const before: string[] = [];
  for (const [setting] of wanted) {
    const writable = await isWritable(session, setting);
    if (!writable.ok) return writable;
    if (!writable.value) return MANAGED;
    const former = await getSetting(session, setting);
    if (!former.ok) return former;
    before.push(`gsettings set ${setting.schema} ${setting.key} ${former.value.replace(/^u?int\d+ /, '')}`);
  }
  for (const [setting, value] of wanted) {
    const written = await setSetting(session, setting, value);
    if (!written.ok) return written;
  }
  return { ok: true, value: { undo: say('To take it back, run: {commands}', { commands: before.join('; ') }) } };
}

async function changeKde(
  system: ChangePort,
  environment: SessionEnvironment,
  wanted: ScreenLockChange['kde'],
): Promise<Undo> {
  const settings = await readKdeSettings(system, environment);
  if (!settings.ok) return settings;
  if ((Object.keys(wanted) as KdeKey[]).some(settings.value.isHeld)) return MANAGED;

  const path = kdeUserFile(system, environment);
  const former = await system.readFile(path);
  if (!former.ok && former.reason !== 'missing') return former;
  const text = former.ok ? former.value : '';
  const written = await system.writeFile(path, setIniValues(text, KDE_GROUP, wanted), { mode: 0o600 });
  if (!written.ok) return written;
  // The locker reads its file again when told so; without an answer it does at the next sign-in.
  await runInSession({ system, environment }, 'busctl', [
    '--user',
    'call',
    'org.freedesktop.ScreenSaver',
    '/ScreenSaver',
    'org.kde.screensaver',
    'configure',
  ]);
  const values = parseIni(text).groups.get(KDE_GROUP.toLowerCase());
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
