import { type IniFile, type IniValue, parseBoolean, parseIni } from '../../linux/ini-file.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';
import type { ScreenLockFact, ScreenLockSetting } from './fact.ts';
import { notUnderstood } from './gsettings.ts';

export const KDE_SYSTEM_FILE = '/etc/xdg/kscreenlockerrc';
export const KDE_GROUP = 'Daemon';

/** What KDE does where a file or a key is missing (kscreenlocker's own defaults). */
const DEFAULTS = { autolock: 'true', timeout: '5', lockgrace: '5', requirepassword: 'true' } as const;
type Key = keyof typeof DEFAULTS;

export function kdeUserFile({ environment, user }: SystemPort): string {
  const folder = environment['XDG_CONFIG_HOME'];
  return `${folder !== undefined && folder.startsWith('/') ? folder : `${user.home}/.config`}/kscreenlockerrc`;
}

/** The screen lock of KDE Plasma: the person's file over the system's, unless the system's locks a key. */
export async function readKde(system: SystemPort): Promise<Outcome<ScreenLockFact>> {
  const files: IniFile[] = [];
  for (const path of [KDE_SYSTEM_FILE, kdeUserFile(system)]) {
    const file = await system.readFile(path);
    if (!file.ok && file.reason !== 'missing') return file;
    const ini = parseIni(file.ok ? file.value : '');
    if (ini.strangeLine !== null) return notUnderstood(`${path}: '${ini.strangeLine.slice(0, 80)}'`);
    files.push(ini);
  }
  const [systemFile, userFile] = files.map((ini) => ini.groups.get(KDE_GROUP.toLowerCase()));
  const isManaged = (key: Key) => systemFile?.get(key)?.isLocked === true;
  const textOf = (key: Key) => effective(key, systemFile, userFile);
  const locks = parseBoolean(textOf('autolock'));
  const asksPassword = parseBoolean(textOf('requirepassword'));
  const minutes = parseNumber(textOf('timeout'));
  const grace = parseNumber(textOf('lockgrace'));
  if (locks === null || asksPassword === null || minutes === null || grace === null) {
    return notUnderstood('kscreenlockerrc holds a value of the wrong kind.');
  }
  const managed: readonly (readonly [ScreenLockSetting, boolean])[] = [
    ['idleSeconds', isManaged('autolock') || isManaged('timeout')],
    ['asksPassword', isManaged('requirepassword')],
    ['graceSeconds', isManaged('lockgrace')],
  ];
  return {
    ok: true,
    value: {
      desktop: 'KDE Plasma',
      idleSeconds: locks && minutes > 0 ? Math.round(minutes * 60) : null,
      asksPassword,
      graceSeconds: Math.max(0, grace),
      managedSettings: managed.filter(([, isHeld]) => isHeld).map(([name]) => name),
    },
  };
}

type Values = ReadonlyMap<string, IniValue> | undefined;

function effective(key: Key, systemFile: Values, userFile: Values): string {
  const held = systemFile?.get(key);
  const own = held?.isLocked === true ? undefined : userFile?.get(key);
  return (own ?? held)?.value ?? DEFAULTS[key];
}

/** Minutes may be written as '0.5' or '15'. */
function parseNumber(text: string): number | null {
  return /^-?\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : null;
}
