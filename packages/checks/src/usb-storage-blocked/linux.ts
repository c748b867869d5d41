import { say } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { listProcesses, isRunning } from '../linux/processes.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import type { UsbStorageFact } from './definition.ts';
import { type KernelLine, readKernelLine } from './kernel-line.ts';
import { type LoadedByName, readLoadedByName } from './loaded-by-name.ts';
import { matchesGlob } from '../linux/glob.ts';
import { listIfThere } from '../linux/if-there.ts';

const SOURCE = 'modprobe.d';
/** As the kernel names them: `usb_storage` alone carries drives, and `uas` loads it for the faster ones. */
const DRIVERS = ['usb_storage', 'uas'] as const;
export const CONFIGURATION_FOLDER = '/etc/modprobe.d';
/** A file hides those of the same name further down. */
const LASTING_FOLDERS = [CONFIGURATION_FOLDER, '/usr/local/lib/modprobe.d', '/usr/lib/modprobe.d', '/lib/modprobe.d'];
/** What stands here is gone after a restart, and until then hides files of the same name. */
const PASSING_FOLDER = '/run/modprobe.d';
const LONGEST_RULE = 120;
/** Loads nothing, whatever is said besides. */
const DOES_NOTHING = /^(?:\/usr)?\/bin\/(?:(?:false|true)|echo(?: [\w ,.:'"-]*)?)$/;

export const linuxUsbStorage: FactReader = {
  facts: 'usbStorage',
  operatingSystem: 'linux',
  read: async (system) => {
    const modules = await system.listFolder('/sys/module');
    if (!modules.ok) return unavailableBecause(system, SOURCE, modules);
    const lines = await readLines(system);
    if (!lines.ok) return unavailableBecause(system, SOURCE, lines);
    const line = await readKernelLine(system, DRIVERS);
    if (!line.ok) return unavailableBecause(system, SOURCE, line);
    const rules = loadingBy(lines.value, line.value);
    if (typeof rules === 'string') {
      const rule = rules.slice(0, LONGEST_RULE);
      return unavailable(
        system,
        SOURCE,
        'unexpected-output',
        say('This rule about USB drives is not understood: {rule}', { rule }),
      );
    }
    if (line.value.isPassing && rules.loading !== loadingOf(loadingBy(lines.value, NO_WORDS))) {
      const detail = say('USB drives are kept out until the next start. Whether they are afterwards is not known.');
      return unavailable(system, SOURCE, 'access-denied', detail);
    }
    const byName = rules.loading === 'blocked' ? await readLoadedByName(system, rules.isByBlacklist) : NOT_LOADED;
    if (!byName.ok) return unavailableBecause(system, SOURCE, byName);
    const { isSure, doubt } = byName.value;
    const loading = rules.isByBlacklist && isSure ? 'open' : rules.loading;
    if (loading === 'blocked' && doubt !== null) {
      return unavailable(
        system,
        SOURCE,
        'unexpected-output',
        say('This file may load the driver for USB drives: {path}', { path: doubt }),
      );
    }
    const processes = await listProcesses(system);
    const fact: UsbStorageFact = {
      loading,
      loaded: DRIVERS.filter((driver) => modules.value.includes(driver)),
      // Anyone who hides processes may hide USBGuard: a computer that is not blocked otherwise is then not known.
      hasGuard: !processes.ok || isRunning(processes.value, ['usbguard-daemon']),
    };
    return value(system, SOURCE, fact);
  },
  watch: () => [CONFIGURATION_FOLDER],
};

/** Every line of the configuration that lasts; a file of the passing folder is understood only if it is not about this. */
async function readLines(system: SystemPort): Promise<Outcome<readonly string[]>> {
  const byName = new Map<string, readonly string[]>();
  for (const folder of [PASSING_FOLDER, ...LASTING_FOLDERS]) {
    const names = await listIfThere(system, folder);
    if (!names.ok) return names;
    for (const name of names.value.filter((file) => file.endsWith('.conf'))) {
      if (byName.has(name) && folder !== PASSING_FOLDER) continue;
      const file = await system.readFile(`${folder}/${name}`);
      if (!file.ok) return file;
      const own = linesOf(file.value);
      if (folder === PASSING_FOLDER) {
        if (own.some((line) => DRIVERS.some((driver) => line.includes(driver))))
          return notUnderstood(`${folder}/${name}`);
        continue;
      }
      byName.set(name, own);
    }
  }
  // As kmod reads them: by their names, whatever folder they are in.
  const names = [...byName.keys()].toSorted((one, other) => (one < other ? -1 : 1));
  return { ok: true, value: names.flatMap((name) => byName.get(name) ?? []) };
}

function notUnderstood(path: string): Extract<Outcome<never>, { ok: false }> {
  return {
    ok: false,
    reason: 'unexpected-output',
    detail: say('This file about USB drives counts only until the next restart: {path}', { path }),
  };
}

/** Names of modules are the same with `-` and `_`; a line that ends with a backslash goes on in the next. */
function linesOf(text: string): readonly string[] {
  return text
    .replaceAll(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.replace(/^(\S+\s+)(\S+)/, (_, word: string, name: string) => word + withUnderscores(name)));
}

/** What stands in brackets stays: it is a choice of letters. */
function withUnderscores(name: string): string {
  return name.replaceAll(/\[[^\]]*\]|-/g, (found) => (found === '-' ? '_' : found));
}

interface Rules {
  readonly loading: UsbStorageFact['loading'];
  /** Blocked by a blacklist alone: a command in the place of loading stops everyone. */
  readonly isByBlacklist: boolean;
}

const NO_WORDS: KernelLine = { always: new Set(), listed: new Set(), isPassing: false };
const NOT_LOADED: Outcome<LoadedByName> = { ok: true, value: { isSure: false, doubt: null } };

function loadingOf(rules: Rules | string): UsbStorageFact['loading'] | null {
  return typeof rules === 'string' ? null : rules.loading;
}

/** @returns a rule that is not understood: a command takes the place of loading, or another module takes the driver with it */
function loadingBy(lines: readonly string[], { always, listed }: KernelLine): Rules | string {
  // What the kernel itself keeps out is loaded by no one.
  if (always.has('usb_storage')) return { loading: 'blocked', isByBlacklist: false };
  const along = lines.find(takesItAlong);
  if (along !== undefined) return along;
  const all = DRIVERS.map((driver) => ({
    driver,
    command: commandFor(lines, driver),
    isListed: listed.has(driver) || lines.some((line) => new RegExp(`^blacklist\\s+${driver}$`).test(line)),
  }));
  for (const { driver, command } of all) {
    if (command !== null && !DOES_NOTHING.test(command.trim())) return `install ${driver} ${command}`;
  }
  const [storage, uas] = all;
  // Without usb_storage no drive works: uas needs it, and its own loading fails with it.
  if (storage !== undefined && storage.command !== null) return { loading: 'blocked', isByBlacklist: false };
  // A blacklist keeps a driver from being loaded for a device, but not for another driver.
  const uasIsOut = uas !== undefined && (always.has('uas') || uas.isListed || uas.command !== null);
  if (storage?.isListed === true) return { loading: uasIsOut ? 'blocked' : 'partly', isByBlacklist: true };
  return { loading: uasIsOut ? 'partly' : 'open', isByBlacklist: false };
}

/** Whether a rule for another module may load the driver with it, which neither a blacklist nor a look at devices stops. */
function takesItAlong(line: string): boolean {
  const [, module = '', rest = ''] = /^(?:install|softdep|weakdep)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
  return !DRIVERS.some((driver) => matchesGlob(driver, module)) && /\b(?:usb[-_]storage|uas)\b/.test(rest);
}

/** The command that takes the place of loading a driver: of several kmod takes the first. Null where it loads it after all. */
function commandFor(lines: readonly string[], driver: string): string | null {
  for (const line of lines) {
    const [, pattern = '', command] = /^install\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    if (command !== undefined && matchesGlob(driver, pattern)) return loadsIt(command, driver) ? null : command;
  }
  return null;
}

/** `modprobe --ignore-install usb-storage`: what would have happened without a rule. */
function loadsIt(command: string, driver: string): boolean {
  const words = command.trim().split(/\s+/);
  const names = words.slice(1).filter((word) => !word.startsWith('-') && word !== '$CMDLINE_OPTS');
  const isPlain = words.slice(1).every((word) => /^[\w-]+$|^\$CMDLINE_OPTS$/.test(word));
  const isLoading = words.some((word) => /^(?:-i|--ignore-install)$/.test(word));
  const isModprobe = /^(?:(?:\/usr)?\/s?bin\/)?modprobe$/.test(words[0] ?? '');
  const onlyLoads = words.every(
    (word) => !word.startsWith('-') || /^(?:-i|-q|-v|--ignore-install|--quiet|--verbose)$/.test(word),
  );
  return (
    isModprobe && isPlain && isLoading && onlyLoads && names.length === 1 && names[0]?.replaceAll('-', '_') === driver
  );
}
