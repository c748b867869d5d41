import { memberOf, parseJson } from '../../json.ts';
import { runInSession, type SessionTools } from '../../linux/session-environment.ts';
import { isScratch } from '../../linux/systemd.ts';
import type { Outcome } from '../../system-port.ts';
import { LONGEST_SECONDS, type ScreenLockFact, type ScreenLockSetting } from './fact.ts';
import {
  CINNAMON_SETTINGS,
  type DesktopSettings,
  getSetting,
  GNOME_SETTINGS,
  isWritable,
  notUnderstood,
  parseVariantBoolean,
  parseVariantNumber,
} from './gsettings.ts';

/** GNOME's screen lock: of GNOME's own settings, and only next to GNOME's own display manager, which opens it again. */
export async function readGnome(session: SessionTools): Promise<Outcome<ScreenLockFact>> {
  const settings = await readLockSettings(session, GNOME_SETTINGS);
  if (!settings.ok || isScratch(session.system)) return settings;
  // gnome-shell, loginManager.js: without this name on the bus it never locks, whatever the settings say.
  const canLock = await isOnBus(session, '--system', 'NameHasOwner', 'org.gnome.DisplayManager');
  if (!canLock.ok) return canLock;
  return { ok: true, value: { ...settings.value, asksPassword: settings.value.asksPassword && canLock.value } };
}

/** Cinnamon's screen lock, as far as there is a screen saver that Cinnamon can start. */
export async function readCinnamon(session: SessionTools): Promise<Outcome<ScreenLockFact>> {
  const settings = await readLockSettings(session, CINNAMON_SETTINGS);
  if (!settings.ok || isScratch(session.system)) return settings;
  for (const call of ['NameHasOwner', 'ListActivatableNames'] as const) {
    const found = await isOnBus(session, '--user', call, 'org.cinnamon.ScreenSaver');
    if (!found.ok) return found;
    if (found.value) return settings;
  }
  return { ok: false, reason: 'not-supported', detail: 'No screen saver of Cinnamon is installed.' };
}

/** The screen lock as the settings of a desktop of the GNOME family say, whose session is known to run. */
export async function readLockSettings(
  session: SessionTools,
  settings: DesktopSettings,
): Promise<Outcome<ScreenLockFact>> {
  const { idleDelay, lockEnabled, lockDelay, lockDisabled, idleActivation, unitSeconds = 1 } = settings;
  const optional = idleActivation === undefined ? [] : [idleActivation];
  const texts = await Promise.all(
    [idleDelay, lockEnabled, lockDelay, lockDisabled, ...optional].map((setting) => getSetting(session, setting)),
  );
  const writable = await Promise.all(
    [idleDelay, lockEnabled, lockDelay].map((setting) => isWritable(session, setting)),
  );
  for (const answer of [...texts, ...writable]) if (!answer.ok) return answer;
  const words = texts.map((text) => (text.ok ? text.value : ''));
  const [idleText = '', enabledText = '', delayText = '', disabledText = '', activationText = 'true'] = words;
  const idle = parseVariantNumber(idleText);
  const delay = parseVariantNumber(delayText);
  const enabled = parseVariantBoolean(enabledText);
  const disabled = parseVariantBoolean(disabledText);
  const startsByItself = parseVariantBoolean(activationText);
  if (idle === null || delay === null || enabled === null || disabled === null || startsByItself === null) {
    return notUnderstood(`gsettings: '${words.join("', '")}'`);
  }
  const names: readonly ScreenLockSetting[] = ['idleSeconds', 'asksPassword', 'graceSeconds'];
  return {
    ok: true,
    value: {
      desktop: settings.name,
      idleSeconds: idle === 0 || !startsByItself ? null : Math.min(LONGEST_SECONDS, idle * unitSeconds),
      asksPassword: enabled && !disabled,
      graceSeconds: Math.min(LONGEST_SECONDS, delay * unitSeconds),
      managedSettings: names.filter((name, index) => {
        const answer = writable[index];
        return (answer?.ok && !answer.value) || (name === 'asksPassword' && disabled);
      }),
    },
  };
}

/** Asks the bus itself whether a name is taken on it, or would be when it is called. */
export async function isOnBus(
  session: SessionTools,
  bus: '--system' | '--user',
  call: 'NameHasOwner' | 'ListActivatableNames',
  name: string,
): Promise<Outcome<boolean>> {
  const asked = call === 'NameHasOwner' ? ['s', name] : [];
  const answer = await runInSession(session, 'busctl', [
    bus,
    '--json=short',
    'call',
    'org.freedesktop.DBus',
    '/org/freedesktop/DBus',
    'org.freedesktop.DBus',
    call,
    ...asked,
  ]);
  if (!answer.ok) return answer;
  const found = memberOf(parseJson(answer.value.stdout), 'data', 0);
  if (answer.value.code === 0 && typeof found === 'boolean') return { ok: true, value: found };
  if (answer.value.code === 0 && Array.isArray(found)) return { ok: true, value: found.includes(name) };
  return notUnderstood(`busctl: ${answer.value.stderr.trim()}`);
}
