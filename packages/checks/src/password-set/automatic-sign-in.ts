import { type IniFile, parseBoolean, parseIni } from '../linux/ini-file.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

type Finding = Outcome<string | null>;

export const GDM_FILES: readonly string[] = ['/etc/gdm3/custom.conf', '/etc/gdm3/daemon.conf', '/etc/gdm/custom.conf'];
const SDDM_FOLDERS = ['/usr/lib/sddm/sddm.conf.d', '/etc/sddm.conf.d'];
const LIGHTDM_FOLDERS = ['/usr/share/lightdm/lightdm.conf.d', '/etc/lightdm/lightdm.conf.d'];
const GREETD_FILE = '/etc/greetd/config.toml';
const UNITS_FOLDER = '/etc/systemd/system';

/** Files that can sign somebody in, for `watch`. */
export const AUTOMATIC_SIGN_IN_PLACES: readonly string[] = [
  ...GDM_FILES,
  ...SDDM_FOLDERS,
  '/etc/sddm.conf',
  ...LIGHTDM_FOLDERS,
  '/etc/lightdm/lightdm.conf',
  GREETD_FILE,
];

/**
 * Looks through every display manager's files for a sign-in without a question.
 * @returns the file that says so; null when none does; a failure when one of them cannot be read
 */
export async function findAutomaticSignIn(system: SystemPort): Promise<Finding> {
  for (const look of [lookAtGdm, lookAtSddm, lookAtLightdm, lookAtGreetd, lookAtConsoles]) {
    const found = await look(system);
    if (!found.ok || found.value !== null) return found;
  }
  return { ok: true, value: null };
}

async function lookAtGdm(system: SystemPort): Promise<Finding> {
  return lookAtEach(system, GDM_FILES, (text) => {
    const daemon = parseIni(text).groups.get('daemon');
    const isOn = (key: string) => parseBoolean(daemon?.get(key)?.value ?? 'false') !== false;
    return isOn('automaticloginenable') || isOn('timedloginenable');
  });
}

async function lookAtSddm(system: SystemPort): Promise<Finding> {
  const paths = await withFolders(system, SDDM_FOLDERS, '/etc/sddm.conf');
  return paths.ok ? lastWord(system, paths.value, (ini) => ini.groups.get('autologin')?.get('user')?.value) : paths;
}

async function lookAtLightdm(system: SystemPort): Promise<Finding> {
  const paths = await withFolders(system, LIGHTDM_FOLDERS, '/etc/lightdm/lightdm.conf');
  if (!paths.ok) return paths;
  return lastWord(system, paths.value, (ini) => {
    const seats = [...ini.groups].filter(([name]) => name.startsWith('seat')).map(([, values]) => values);
    return seats.map((values) => values.get('autologin-user')?.value).findLast((user) => user !== undefined);
  });
}

async function lookAtGreetd(system: SystemPort): Promise<Finding> {
  return lookAtEach(system, [GREETD_FILE], (text) => /^\s*\[initial_session\]/m.test(text));
}

/** Drop-ins of text consoles whose getty is told to sign somebody in. */
async function lookAtConsoles(system: SystemPort): Promise<Finding> {
  const folder = await system.listFolder(UNITS_FOLDER);
  if (!folder.ok) return folder.reason === 'missing' ? { ok: true, value: null } : folder;
  for (const name of folder.value.filter((entry) => /getty@.*\.service\.d$/.test(entry))) {
    const files = await system.listFolder(`${UNITS_FOLDER}/${name}`);
    const paths = files.ok ? files.value.map((file) => `${UNITS_FOLDER}/${name}/${file}`) : [];
    const found = await lookAtEach(system, paths, (text) => /^\s*ExecStart=.*\s--?a(utologin)?[\s=]/m.test(text));
    if (!found.ok || found.value !== null) return found;
  }
  return { ok: true, value: null };
}

async function lookAtEach(
  system: SystemPort,
  paths: readonly string[],
  signsIn: (text: string) => boolean,
): Promise<Finding> {
  for (const path of paths) {
    const file = await system.readFile(path);
    if (file.ok && signsIn(file.value)) return { ok: true, value: path };
    if (!file.ok && file.reason !== 'missing') return file;
  }
  return { ok: true, value: null };
}

/** Later files override earlier ones; an empty user takes an earlier one back. */
async function lastWord(
  system: SystemPort,
  paths: readonly string[],
  userOf: (ini: IniFile) => string | undefined,
): Promise<Finding> {
  let last: string | null = null;
  for (const path of paths) {
    const file = await system.readFile(path);
    if (!file.ok && file.reason !== 'missing') return file;
    const user = file.ok ? userOf(parseIni(file.value)) : undefined;
    if (user !== undefined) last = user === '' ? null : path;
  }
  return { ok: true, value: last };
}

async function withFolders(
  system: SystemPort,
  folders: readonly string[],
  main: string,
): Promise<Outcome<readonly string[]>> {
  const paths: string[] = [];
  for (const folder of folders) {
    const names = await system.listFolder(folder);
    if (!names.ok && names.reason !== 'missing') return names;
    if (names.ok)
      paths.push(...names.value.filter((name) => name.endsWith('.conf')).map((name) => `${folder}/${name}`));
  }
  return { ok: true, value: [...paths, main] };
}
