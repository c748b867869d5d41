import { listIfThere, readIfThere } from '../linux/if-there.ts';
import type { Outcome, SystemPort } from '../system-port.ts';

const UDEV_FOLDERS = ['/etc/udev/rules.d', '/run/udev/rules.d', '/usr/local/lib/udev/rules.d'];
/** Two names of one folder on most systems. */
const UDEV_FOLDERS_OF_PACKAGES = ['/usr/lib/udev/rules.d', '/lib/udev/rules.d'];
const LIST_FOLDERS = ['/etc', '/run', '/usr/local/lib', '/usr/lib', '/lib'].map((root) => `${root}/modules-load.d`);
const LISTS = ['/etc/modules', '/etc/initramfs-tools/modules'];

const DRIVER = /(?:^|[^\w.-])(?:usb[-_]storage|uas)(?![\w-])/;
/** A command that udev runs, in a line of its rules. */
const COMMAND = /\b(?:RUN|PROGRAM|IMPORT)(\{[^}]*\})?\s*[-+:!=]?=\s*e?"((?:[^"\\]|\\.)*)"/g;

/** Who loads a driver by its name, which a blacklist does not keep from it: that is only about devices and aliases. */
export interface LoadedByName {
  /** Past a blacklist for sure. */
  readonly isSure: boolean;
  /** Perhaps, and perhaps past a command in the place of loading: the file that is not understood. */
  readonly doubt: string | null;
}

export async function readLoadedByName(system: SystemPort, isByBlacklist: boolean): Promise<Outcome<LoadedByName>> {
  let isSure = false;
  let doubt: string | null = null;
  const rules = await readFiles(system, [...UDEV_FOLDERS, ...UDEV_FOLDERS_OF_PACKAGES], '.rules');
  if (!rules.ok) return rules;
  for (const [path, text] of rules.value) {
    if (!DRIVER.test(text)) continue;
    const commands = commandsOf(text);
    if (commands.includes('loads')) isSure = true;
    if (commands.includes('unknown')) doubt ??= path;
  }
  // `install` holds for those who load what stands in a list; whether a blacklist does depends on what starts the computer.
  const lists = isByBlacklist ? await readLists(system) : ({ ok: true, value: [] } as const);
  if (!lists.ok) return lists;
  doubt ??= lists.value.find(([, text]) => text.split('\n').some(isNamed))?.[0] ?? null;
  return { ok: true, value: { isSure, doubt } };
}

type Loading = 'loads' | 'does not' | 'unknown';

function commandsOf(text: string): readonly Loading[] {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n');
  return lines
    .filter((line) => !line.trimStart().startsWith('#'))
    .flatMap((line) => [...line.matchAll(COMMAND)])
    .filter(([, , command = '']) => DRIVER.test(command))
    .map(([, kind, command = '']) => (kind === '{builtin}' ? 'does not' : loadingOf(command)));
}

/** udev's own command (`kmod load`) keeps to a blacklist as it does for a device. */
function loadingOf(command: string): Loading {
  const [program = '', ...words] = command.trim().split(/\s+/);
  const name = program.split('/').at(-1);
  const options = words.filter((word) => word.startsWith('-'));
  if (/[;&|$`<>]/.test(command)) return 'unknown';
  if (name === 'rmmod') return 'does not';
  if (name !== 'modprobe') return 'unknown';
  if (options.some((option) => /^(?:-r|--remove|-b|--use-blacklist)$/.test(option)) && options.length === 1) {
    return 'does not';
  }
  return options.every((option) => /^(?:-[qvsa]+|--quiet|--verbose|--syslog|--all)$/.test(option))
    ? 'loads'
    : 'unknown';
}

function isNamed(line: string): boolean {
  const [name = ''] = line.trim().split(/\s+/);
  return ['usb_storage', 'uas'].includes(name.replaceAll('-', '_'));
}

async function readLists(system: SystemPort): Promise<Outcome<readonly (readonly [path: string, text: string])[]>> {
  const found = await readFiles(system, LIST_FOLDERS, '.conf');
  if (!found.ok) return found;
  const all = [...found.value];
  for (const path of LISTS) {
    const file = await readIfThere(system, path);
    if (!file.ok) return file;
    all.push([path, file.value ?? '']);
  }
  return { ok: true, value: all };
}

/** A file that another one of its name hides is read all the same: that can only add a doubt. */
async function readFiles(
  system: SystemPort,
  folders: readonly string[],
  end: string,
): Promise<Outcome<readonly (readonly [path: string, text: string])[]>> {
  const names = await Promise.all(folders.map((folder) => listIfThere(system, folder)));
  const found: Promise<readonly [string, Outcome<string | null>]>[] = [];
  for (const [at, listed] of names.entries()) {
    if (!listed.ok) return listed;
    for (const name of listed.value.filter((one) => one.endsWith(end))) {
      const path = `${folders[at] ?? ''}/${name}`;
      // A link that leads nowhere, which hides a file of a package, is none.
      found.push(readIfThere(system, path).then((file) => [path, file] as const));
    }
  }
  const texts: (readonly [string, string])[] = [];
  for (const [path, file] of await Promise.all(found)) {
    if (!file.ok) return file;
    texts.push([path, file.value ?? '']);
  }
  return { ok: true, value: texts };
}
