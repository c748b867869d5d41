import { parseBoolean } from '../linux/ini-file.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { type Entry, keyFileEntries, lastValue } from './key-file.ts';
import { listIfThere, readIfThere } from '../linux/if-there.ts';

/** The file that signs someone in without a question; null when none does; a failure when one cannot be read. */
export type Finding = Outcome<string | null>;

interface SettingsFile {
  readonly path: string;
  readonly entries: readonly Entry[];
}

export const GDM_FILES: readonly string[] = ['/etc/gdm3/custom.conf', '/etc/gdm3/daemon.conf', '/etc/gdm/custom.conf'];
/** Laid over those for this start of the computer, as by `gdm-runtime-config`. */
const GDM_PASSING_FILES = ['/run/gdm3/custom.conf', '/run/gdm/custom.conf'];
const SDDM_FOLDERS = ['/usr/lib/sddm/sddm.conf.d', '/etc/sddm.conf.d'];
const PLASMA_FOLDERS = ['/usr/lib/plasmalogin/plasmalogin.conf.d', '/etc/plasmalogin.conf.d'];
const LIGHTDM_FOLDERS = [
  '/usr/share/lightdm/lightdm.conf.d',
  '/usr/local/share/lightdm/lightdm.conf.d',
  '/etc/xdg/lightdm/lightdm.conf.d',
  '/etc/lightdm/lightdm.conf.d',
];
const LXDM_FILES = ['/etc/lxdm/lxdm.conf', '/etc/lxdm/default.conf'];
const LY_FILE = '/etc/ly/config.ini';

export const DISPLAY_MANAGER_PLACES: readonly string[] = [
  ...GDM_FILES,
  ...SDDM_FOLDERS,
  '/etc/sddm.conf',
  ...PLASMA_FOLDERS,
  '/etc/plasmalogin.conf',
  ...LIGHTDM_FOLDERS,
  '/etc/lightdm/lightdm.conf',
  ...LXDM_FILES,
  LY_FILE,
];

export async function lookAtGdm(system: SystemPort): Promise<Finding> {
  return lookAtEach(system, [...GDM_FILES, ...GDM_PASSING_FILES], ({ entries }) =>
    ['AutomaticLoginEnable', 'TimedLoginEnable'].some((key) => isOn(lastValue(entries, 'daemon', key))),
  );
}

/** SDDM reads every file of its folders, whatever it is called, in the order of the language it runs in. */
export async function lookAtSddm(system: SystemPort): Promise<Finding> {
  const folders: (readonly SettingsFile[])[] = [];
  for (const folder of SDDM_FOLDERS) {
    const files = await readFolder(system, folder, () => true, true);
    if (!files.ok) return files;
    folders.push(files.value);
  }
  const main = await readFiles(system, ['/etc/sddm.conf'], true);
  if (!main.ok) return main;
  const orders = [byCode, byLetter].map((order) => [
    ...folders.flatMap((files) => files.toSorted((left, right) => order(left.path, right.path))),
    ...main.value,
  ]);
  const found = orders.map((files) => lastNonEmpty(files, 'Autologin', 'User')).find((path) => path !== null);
  return { ok: true, value: found ?? null };
}

/** The successor of SDDM has a user for each seat besides; any of them is one. */
export async function lookAtPlasmaLogin(system: SystemPort): Promise<Finding> {
  const files = await readFiles(system, ['/etc/plasmalogin.conf']);
  if (!files.ok) return files;
  const all = [...files.value];
  for (const folder of PLASMA_FOLDERS) {
    const more = await readFolder(system, folder, () => true);
    if (!more.ok) return more;
    all.push(...more.value);
  }
  const found = all.find(({ entries }) =>
    entries.some(({ group, key, value }) => /^Autologin(\]|$)/.test(group) && /^User(\[|$)/.test(key) && value !== ''),
  );
  return { ok: true, value: found?.path ?? null };
}

/**
 * LightDM lays its files over each other, seat by seat; a guest signs in without a password as well.
 * @param more files that it is started with
 */
export async function lookAtLightdm(system: SystemPort, more: readonly string[] = []): Promise<Finding> {
  const files: SettingsFile[] = [];
  for (const folder of LIGHTDM_FOLDERS) {
    const found = await readFolder(system, folder, (name) => name.endsWith('.conf'));
    if (!found.ok) return found;
    files.push(...found.value);
  }
  const main = await readFiles(system, ['/etc/lightdm/lightdm.conf', ...more]);
  if (!main.ok) return main;
  const told = new Map<string, string | null>();
  for (const { path, entries } of [...files, ...main.value]) {
    for (const { group, key, value } of entries) {
      const seat = group === 'SeatDefaults' ? 'Seat:*' : group;
      if (!seat.startsWith('Seat:')) continue;
      if (key === 'autologin-user') told.set(`${seat} user`, value === '' ? null : path);
      if (key === 'autologin-guest') told.set(`${seat} guest`, isOn(value) ? path : null);
    }
  }
  return { ok: true, value: [...told.values()].find((path) => path !== null) ?? null };
}

export async function lookAtLxdm(system: SystemPort): Promise<Finding> {
  return lookAtEach(system, LXDM_FILES, ({ entries }) => (lastValue(entries, 'base', 'autologin') ?? '') !== '');
}

export async function lookAtLy(system: SystemPort): Promise<Finding> {
  return lookAtEach(system, [LY_FILE], ({ entries }) => {
    const user = (lastValue(entries, '', 'auto_login_user') ?? 'null').replace(/\s*#.*$/, '');
    return user !== '' && user !== 'null';
  });
}

/** Anything that is not a no may be a yes. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && value !== '' && parseBoolean(value) !== false;
}

async function lookAtEach(
  system: SystemPort,
  paths: readonly string[],
  signsIn: (file: SettingsFile) => boolean,
): Promise<Finding> {
  const files = await readFiles(system, paths);
  return files.ok ? { ok: true, value: files.value.find(signsIn)?.path ?? null } : files;
}

/** A later file overrides; an empty value takes an earlier one back. */
function lastNonEmpty(files: readonly SettingsFile[], group: string, key: string): string | null {
  return files.reduce<string | null>((last, { path, entries }) => {
    const value = lastValue(entries, group, key);
    if (value === undefined) return last;
    return value === '' ? null : path;
  }, null);
}

async function readFiles(
  system: SystemPort,
  paths: readonly string[],
  hasTrailingComments = false,
): Promise<Outcome<readonly SettingsFile[]>> {
  const files: SettingsFile[] = [];
  for (const path of paths) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) files.push({ path, entries: keyFileEntries(file.value, hasTrailingComments) });
  }
  return { ok: true, value: files };
}

async function readFolder(
  system: SystemPort,
  folder: string,
  isRead: (name: string) => boolean,
  hasTrailingComments = false,
): Promise<Outcome<readonly SettingsFile[]>> {
  const names = await listIfThere(system, folder);
  if (!names.ok) return names;
  const paths = names.value.filter(isRead).toSorted(byCode);
  return readFiles(
    system,
    paths.map((name) => `${folder}/${name}`),
    hasTrailingComments,
  );
}

function byCode(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

const LETTERS = new Intl.Collator('en');

function byLetter(left: string, right: string): number {
  return LETTERS.compare(left, right);
}
