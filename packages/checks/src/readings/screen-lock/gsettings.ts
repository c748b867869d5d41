import { runInSession, type SessionTools } from '../../linux/session-environment.ts';
import type { Outcome } from '../../system-port.ts';

export interface SettingName {
  readonly schema: string;
  readonly key: string;
}

/** The settings of one desktop of the GNOME family. */
export interface DesktopSettings {
  readonly name: string;
  readonly idleDelay: SettingName;
  readonly lockEnabled: SettingName;
  readonly lockDelay: SettingName;
  /** True makes locking impossible. */
  readonly lockDisabled: SettingName;
  /** False keeps the screen from starting by itself; absent where the desktop has no such setting. */
  readonly idleActivation?: SettingName;
  /** One minute where delays are counted in minutes; seconds when left out. */
  readonly unitSeconds?: number;
}

export const GNOME_SETTINGS: DesktopSettings = {
  name: 'GNOME',
  idleDelay: { schema: 'org.gnome.desktop.session', key: 'idle-delay' },
  lockEnabled: { schema: 'org.gnome.desktop.screensaver', key: 'lock-enabled' },
  lockDelay: { schema: 'org.gnome.desktop.screensaver', key: 'lock-delay' },
  lockDisabled: { schema: 'org.gnome.desktop.lockdown', key: 'disable-lock-screen' },
};

export const CINNAMON_SETTINGS: DesktopSettings = {
  name: 'Cinnamon',
  idleDelay: { schema: 'org.cinnamon.desktop.session', key: 'idle-delay' },
  lockEnabled: { schema: 'org.cinnamon.desktop.screensaver', key: 'lock-enabled' },
  lockDelay: { schema: 'org.cinnamon.desktop.screensaver', key: 'lock-delay' },
  lockDisabled: { schema: 'org.cinnamon.desktop.lockdown', key: 'disable-lock-screen' },
  idleActivation: { schema: 'org.cinnamon.desktop.screensaver', key: 'idle-activation-enabled' },
};

export const MATE_SETTINGS: DesktopSettings = {
  name: 'MATE',
  idleDelay: { schema: 'org.mate.session', key: 'idle-delay' },
  lockEnabled: { schema: 'org.mate.screensaver', key: 'lock-enabled' },
  lockDelay: { schema: 'org.mate.screensaver', key: 'lock-delay' },
  lockDisabled: { schema: 'org.mate.lockdown', key: 'disable-lock-screen' },
  idleActivation: { schema: 'org.mate.screensaver', key: 'idle-activation-enabled' },
  unitSeconds: 60,
};

export async function getSetting(session: SessionTools, { schema, key }: SettingName): Promise<Outcome<string>> {
  return gsettings(session, ['get', schema, key]);
}

/** False when the company holds the setting (a dconf lock). */
export async function isWritable(session: SessionTools, { schema, key }: SettingName): Promise<Outcome<boolean>> {
  const answer = await gsettings(session, ['writable', schema, key]);
  if (!answer.ok) return answer;
  const word = parseVariantBoolean(answer.value);
  return word === null ? notUnderstood(`gsettings: ${key} is writable: '${answer.value}'`) : { ok: true, value: word };
}

export async function setSetting(
  session: SessionTools,
  { schema, key }: SettingName,
  value: string,
): Promise<Outcome<void>> {
  const answer = await gsettings(session, ['set', schema, key, value]);
  return answer.ok ? { ok: true, value: undefined } : answer;
}

/** A whole number in GVariant text: 'uint32 300'. */
export function parseVariantNumber(text: string): number | null {
  const digits = /^(?:u?int(?:16|32|64) )?(\d{1,10})$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}

export function parseVariantBoolean(text: string): boolean | null {
  if (text === 'true') return true;
  return text === 'false' ? false : null;
}

export function notUnderstood(detail: string): Outcome<never> {
  return { ok: false, reason: 'unexpected-output', detail };
}

async function gsettings(session: SessionTools, words: readonly string[]): Promise<Outcome<string>> {
  const answer = await runInSession(session, 'gsettings', words);
  if (!answer.ok) return answer;
  if (answer.value.code !== 0) return notUnderstood(`gsettings: ${answer.value.stderr.trim()}`);
  return { ok: true, value: answer.value.stdout.trim() };
}
