import { showLoadedUnits, type UnitProperties } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import type { Listener } from './listening-ports.ts';
import { type Command, commandsOf } from './login-programs.ts';

const OF_PACKAGES = /^(?:\/usr)?\/lib\/systemd\/system\//;
/** Where packages put programs, and what is no program. */
const PLACES_OF_PACKAGES = /^(?:\/usr)?\/(?:s?bin|lib|lib64|libexec|share)\/|^\/(?:etc|run|var|dev|proc|sys|tmp)\//;
/** Do what the words behind them say. */
const INTERPRETERS = /\/(?:python|perl|ruby|node|nodejs|php|java|lua|tclsh|expect|sh|bash|dash|busybox)[\d.]*$/;
/** What a server for signing in has in its own file, and nothing else has: seen in those of Debian 12. */
const SIGNS = ['sshd: no hostkeys available -- exiting', "'dropbear -R' may be useful", 'main_tinysshd.c'];
/** What grep says of a file that is there, and that it was not let to read. */
const CLOSED = /^(?:\S*\/)?grep: (\/.*): (?!No such file or directory$).+$/gm;
const GROUPS = '/sys/fs/cgroup';
const TIMEOUT_MS = 3000;

/** Scripts of an administrator's that lie in a folder of settings: of SysV, and the one of old. */
const SCRIPTS_OF_A_START = /^\/etc\/(?:init\.d\/[\w.-]+|rc\.d\/[\w./-]+|rc\.local)$/;
/** How a script starts a server for signing in: by its name. */
const STARTS_A_SERVER = String.raw`(^|[/[:space:]"'])(sshd|dropbear|tinysshd|(in\.)?telnetd|x11vnc|x0vncserver|xrdp|ttyd|shellinaboxd|gotty|wayvnc)([[:space:]"';&]|$)`;

/** Programs that a unit's commands name, outside the places of packages. */
function ownPrograms(commands: readonly Command[]): readonly string[] {
  const words = commands.flatMap(({ path, line }) => [path, ...line.split(/[\s'";=]+/)]);
  return [
    ...new Set(
      words.filter((word) => word.startsWith('/') && (!PLACES_OF_PACKAGES.test(word) || SCRIPTS_OF_A_START.test(word))),
    ),
  ];
}

/** Whether a command runs what is perhaps no package's: a program of another place, or one that does what it is told. */
export function namesOwnProgram(commands: readonly Command[]): boolean {
  return ownPrograms(commands).length > 0 || commands.some(({ path }) => INTERPRETERS.test(path));
}

/** Whether a command is a script of SysV alone: most of those are of packages, and their units are made at each start. */
export function isOfSysV(command: string): boolean {
  const programs = ownPrograms(commandsOf(command));
  return programs.length > 0 && programs.every((path) => SCRIPTS_OF_A_START.test(path));
}

/** Whether a unit is as a package brought it: nothing of this computer's own says what it starts. */
export function isOfPackage({ FragmentPath = '', DropInPaths = '' }: UnitProperties): boolean {
  return [FragmentPath, ...DropInPaths.split(/\s+/).filter(Boolean)].every((path) => OF_PACKAGES.test(path));
}

/** What was found of what was looked for, and what cannot be told of the rest. */
interface Found<One, Doubt> {
  readonly found: readonly One[];
  readonly unknown: readonly Doubt[];
}

interface Starting {
  readonly command: string;
  readonly isActive: boolean;
}

/**
 * Units that start a known server under another name: what stands in the file of the program tells. One that runs is heard as
 * well; of one that only will, a file that cannot be read leaves it open, and so does a script that names such a server.
 */
export async function findServers<Unit extends Starting>(
  system: SystemPort,
  units: readonly Unit[],
): Promise<Found<Unit, Unit>> {
  const paths = [...new Set(units.flatMap(({ command }) => ownPrograms(commandsOf(command))))];
  if (paths.length === 0) return { found: [], unknown: [] };
  const signs = SIGNS.flatMap((sign) => ['-e', sign]);
  const told = await system.run({ tool: 'grep', arguments: ['-laF', ...signs, '--', ...paths], timeoutMs: TIMEOUT_MS });
  const files = told.ok ? told.value.stdout.split('\n') : [];
  const closed = told.ok ? [...told.value.stderr.matchAll(CLOSED)].map(([, path = '']) => path) : paths;
  // Only of one that does not run yet: what runs is heard.
  const later = [
    ...new Set(units.filter(({ isActive }) => !isActive).flatMap(({ command }) => ownPrograms(commandsOf(command)))),
  ];
  const named =
    later.length === 0
      ? null
      : await system.run({
          tool: 'grep',
          arguments: ['-lIE', '-e', STARTS_A_SERVER, '--', ...later],
          timeoutMs: TIMEOUT_MS,
        });
  const scripts = named === null ? [] : named.ok ? named.value.stdout.split('\n').filter(Boolean) : later;
  const isOf = (list: readonly string[], { command }: Unit) =>
    ownPrograms(commandsOf(command)).some((path) => list.includes(path));
  const isProgramOf = (list: readonly string[], { command }: Unit) =>
    commandsOf(command).some(({ path }) => list.includes(path));
  return {
    found: units.filter((unit) => isOf(files, unit)),
    unknown: units.filter(
      (unit) => !unit.isActive && !isOf(files, unit) && (isProgramOf(closed, unit) || isOf(scripts, unit)),
    ),
  };
}

interface OwnPlace {
  readonly listener: Listener;
  readonly unit: string;
}

/**
 * Which of these listeners belong to a service whose file no package brought: the kernel names the group of processes that a
 * socket was made in, to everyone. Where systemd or the kernel does not say it, it is not known of any of them.
 * @param services of those that run
 */
export async function findPlacesOfOwnUnits(
  system: SystemPort,
  listeners: readonly Listener[],
  services: readonly string[],
): Promise<Found<OwnPlace, Listener>> {
  if (listeners.length === 0 || services.length === 0) return { found: [], unknown: [] };
  const own = await readOwnGroups(system, services);
  if (own === null) return { found: [], unknown: listeners };
  if (own.length === 0) return { found: [], unknown: [] };
  const [sockets, numbers] = await Promise.all([
    system.run({ tool: 'ss', arguments: ['-H', '-tlne', '--cgroup'], timeoutMs: TIMEOUT_MS }),
    readNumbers(
      system,
      own.map(({ group }) => group),
    ),
  ]);
  if (!sockets.ok || sockets.value.code !== 0) return { found: [], unknown: listeners };
  const groups = new Map(
    [...sockets.value.stdout.matchAll(/\bino:(\d+) .*?\bcgroup:(\S+)/g)].map(([, inode = '', group = '']) => [
      inode,
      group,
    ]),
  );
  const found: OwnPlace[] = [];
  const unknown: Listener[] = [];
  for (const listener of listeners) {
    const group = groups.get(listener.inode);
    const path = group?.startsWith('unreachable:') === true ? numbers?.get(group.slice('unreachable:'.length)) : group;
    const unit = own.find((one) => path === one.group || path?.startsWith(`${one.group}/`));
    if (unit !== undefined) found.push({ listener, unit: unit.name });
    else if (group === undefined || numbers === null) unknown.push(listener);
  }
  return { found, unknown };
}

/** The groups of processes of services that no package brought; null where systemd does not say it of each. */
async function readOwnGroups(
  system: SystemPort,
  services: readonly string[],
): Promise<readonly { readonly name: string; readonly group: string }[] | null> {
  const shown = await showLoadedUnits(system, services, ['Id', 'Names', 'FragmentPath', 'DropInPaths', 'ControlGroup']);
  if (!shown.ok) return null;
  const own: { name: string; group: string }[] = [];
  for (const service of services) {
    const unit = shown.value.get(service) ?? {};
    const { Id, FragmentPath, ControlGroup } = unit;
    if (Id === undefined || FragmentPath === undefined || ControlGroup === undefined) return null;
    // A group that is gone has no programs.
    if (ControlGroup !== '' && !isOfPackage(unit)) own.push({ name: Id, group: ControlGroup });
  }
  return own;
}

/**
 * Without rights `ss` shows the number of a group in the place of its path: the paths of these groups, and of those inside
 * them, by their numbers. @returns null where one of them is not told
 */
async function readNumbers(system: SystemPort, groups: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
  const folders = groups.map((group) => `${GROUPS}${group}`);
  const told = await system.run({
    tool: 'find',
    arguments: [...folders, '-type', 'd', '-printf', String.raw`%i %p\n`],
    timeoutMs: TIMEOUT_MS,
  });
  if (!told.ok) return null;
  const rows = [...told.value.stdout.matchAll(/^(\d{1,20}) (\/.*)$/gm)];
  const numbers = new Map(rows.map(([, id = '0', path = '']) => [BigInt(id).toString(16), path.slice(GROUPS.length)]));
  const paths = [...numbers.values()];
  return groups.every((group) => paths.includes(group)) ? numbers : null;
}
