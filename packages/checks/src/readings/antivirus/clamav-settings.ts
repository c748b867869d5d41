import { readIfThere } from '../../linux/if-there.ts';
import { listProcesses, namedProcesses } from '../../linux/processes.ts';
import type { Outcome, SystemPort } from '../../system-port.ts';

/** Debian and what is made from it; Fedora and what is made from it; built by hand. */
const FILES = ['/etc/clamav/clamd.conf', '/etc/clamd.d/scan.conf', '/etc/clamd.conf', '/usr/local/etc/clamd.conf'];
const USUAL_FOLDER = '/var/lib/clamav';
/** Harmful programs are seldom larger, and a scanner that leaves out smaller files leaves out most of them. */
const SMALLEST_LIMIT = 1024 * 1024;
/** A scanner that gives up sooner has looked at little. */
const SHORTEST_SCAN_MS = 1000;

/** What ClamAV is told, by the name of the setting in small letters; a setting may stand there several times. */
export type ClamavSettings = ReadonlyMap<string, readonly string[]>;

export function parseClamavSettings(text: string): ClamavSettings {
  const settings = new Map<string, string[]>();
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^\s*([A-Za-z]\w*)\s+(.*?)\s*$/.exec(line) ?? [];
    if (name === '') continue;
    const key = name.toLowerCase();
    settings.set(key, [...(settings.get(key) ?? []), value.replace(/^"(.*)"$/, '$1')]);
  }
  return settings;
}

/** What the scanner and what looks at files as they are opened are told. @returns null where no settings are found */
export async function readClamavSettings(system: SystemPort): Promise<Outcome<ClamavSettings | null>> {
  for (const path of FILES) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    if (file.value !== null) return { ok: true, value: parseClamavSettings(file.value) };
  }
  return { ok: true, value: null };
}

/** The folder that the daemon has its definitions from; null where it is the usual one. */
export function ownFolderOf(settings: ClamavSettings | null): string | null {
  const folder = settings?.get('databasedirectory')?.at(-1)?.replace(/\/+$/, '') ?? USUAL_FOLDER;
  return folder === USUAL_FOLDER ? null : folder;
}

/**
 * Whether what looks at files as they are opened keeps this person from opening a harmful one in their own folder.
 * @returns null where that is not known
 */
export async function guardsPerson(system: SystemPort, settings: ClamavSettings): Promise<boolean | null> {
  const { user } = system;
  const all = (name: string) => settings.get(name.toLowerCase()) ?? [];
  if (all('OnAccessExcludeUname').includes(user.name)) return false;
  if (all('OnAccessExcludeUID').includes(String(user.id))) return false;
  const flags = [flagOf(all('OnAccessPrevention')), flagOf(all('OnAccessDisableDDD'))];
  if (flags[0] === false) return false;
  const limits = [
    limitOf(all('OnAccessMaxFileSize'), SMALLEST_LIMIT),
    limitOf(all('MaxFileSize'), SMALLEST_LIMIT),
    limitOf(all('MaxScanSize'), SMALLEST_LIMIT),
    limitOf(all('MaxScanTime'), SHORTEST_SCAN_MS),
  ];
  if (limits.includes(false)) return false;
  const lists = await readLists(system);
  if (lists === null) return null;
  const includes = [...(flags[1] === true ? [] : all('OnAccessIncludePath')), ...lists.includes].map(folderOf);
  const mounts = all('OnAccessMountPath').map(folderOf);
  const excludes = [...all('OnAccessExcludePath'), ...lists.excludes].map(folderOf);
  if (excludes.some((path) => holds(path, user.home) || isFolderOfPerson(path, user.home))) return false;
  const isLeftOut = leavesOut(all('ExcludePath'), user.home);
  if (isLeftOut === true) return false;
  const place = await mountOf(system, [user.home, ...includes, ...mounts]);
  const isWatched = (path: string) => place === null || place(path) === place(user.home);
  // It watches folders below one that is on the same disk; of a disk all of it.
  const candidates = [...includes.filter((path) => path !== '/' && holds(path, user.home)), ...mounts];
  if (candidates.length === 0 || !candidates.some(isWatched)) return false;
  return place === null || isLeftOut === null || flags.includes(null) || limits.includes(null) ? null : true;
}

/** @returns false where nothing is said: so are all of these by themselves; null where it is said in two ways */
function flagOf(values: readonly string[]): boolean | null {
  const answers = values.map((value) => {
    if (/^(?:yes|true|1)$/i.test(value)) return true;
    return /^(?:no|false|0)$/i.test(value) ? false : null;
  });
  const [first = false] = answers;
  return answers.every((answer) => answer === first) ? first : null;
}

/** Whether a limit is high enough; so it is where nothing is said, and where it is zero, which is none. */
function limitOf(values: readonly string[], least: number): boolean | null {
  const answers = values.map((value) => {
    const [, digits, unit = ''] = /^(\d{1,12})([KMG]?)$/i.exec(value) ?? [];
    if (digits === undefined) return null;
    const size = Number(digits) * 1024 ** ' KMG'.indexOf(unit === '' ? ' ' : unit.toUpperCase());
    return size === 0 || size >= least;
  });
  const [first = true] = answers;
  return answers.every((answer) => answer === first) ? first : null;
}

function folderOf(path: string): string {
  return path === '/' ? path : path.replace(/\/+$/, '');
}

function holds(folder: string, path: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`);
}

/** One that the person sees in their home, such as Documents. What programs hide there, or a folder further down, may be left out. */
function isFolderOfPerson(path: string, home: string): boolean {
  return path.startsWith(`${home}/`) && /^[^./][^/]*$/.test(path.slice(home.length + 1));
}

/** Whether expressions leave out what lies in the person's folder, or what they fetch. */
function leavesOut(expressions: readonly string[], home: string): boolean | null {
  try {
    const patterns = expressions.map((text) => new RegExp(text, 'u'));
    const folders = ['Desktop', 'Documents', 'Downloads'];
    const paths = [
      `${home}/letter.odt`,
      ...folders.flatMap((name) => [`${home}/${name}/letter.odt`, `${home}/${name}/program.sh`]),
    ];
    return patterns.some((pattern) => paths.some((path) => pattern.test(path)));
  } catch {
    return null;
  }
}

/** What it is told on its own command line. @returns null where that cannot be read */
async function readLists(
  system: SystemPort,
): Promise<{ readonly includes: readonly string[]; readonly excludes: readonly string[] } | null> {
  const processes = await listProcesses(system);
  if (!processes.ok) return null;
  const [process] = namedProcesses(processes.value, ['clamonacc']);
  const line = process === undefined ? null : await system.readFile(`/proc/${process.processId}/cmdline`);
  if (line === null || !line.ok || line.value === '') return null;
  const words = line.value.split('\0').slice(1, -1);
  // Another file of settings than the one that was read.
  if (words.some((word) => /^(?:-c|--config-file(?:=.*)?)$/s.test(word) && !FILES.includes(word.slice(14))))
    return null;
  const read = async (short: string, long: string) => {
    const at = words.findIndex((word) => word === short || word === long || word.startsWith(`${long}=`));
    if (at < 0) return [];
    const word = words[at] ?? '';
    const path = word.includes('=') ? word.slice(long.length + 1) : (words[at + 1] ?? '');
    const file = await system.readFile(path);
    return file.ok ? file.value.split('\n').filter((one) => one.startsWith('/')) : null;
  };
  const [includes, excludes] = [await read('-W', '--watch-list'), await read('-e', '--exclude-list')];
  return includes === null || excludes === null ? null : { includes, excludes };
}

/** Which disk a path lies on. @returns null where the kernel does not say */
async function mountOf(system: SystemPort, paths: readonly string[]): Promise<((path: string) => string) | null> {
  const file = await system.readFile('/proc/self/mounts');
  if (!file.ok) return null;
  const points = file.value.split('\n').flatMap((line) => {
    const point = line.split(' ')[1];
    return point === undefined ? [] : [point.replaceAll(String.raw`\040`, ' ')];
  });
  const place = (path: string) =>
    points.filter((point) => holds(point, path)).toSorted((left, right) => right.length - left.length)[0] ?? '';
  return paths.every((path) => place(path) !== '') ? place : null;
}
