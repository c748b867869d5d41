import { showLoadedUnits } from '../linux/systemd.ts';
import type { SystemPort } from '../system-port.ts';
import type { Listener } from './listening-ports.ts';

const OF_PACKAGES = /^(?:\/usr)?\/lib\/systemd\/system\//;
/** Where packages put programs, and what is no program. */
const PLACES_OF_PACKAGES = /^(?:\/usr)?\/(?:s?bin|lib|lib64|libexec|share)\/|^\/(?:etc|run|var|dev|proc|sys|tmp)\//;
/** Do what the words behind them say. */
const INTERPRETERS = /\/(?:python|perl|ruby|node|nodejs|php|java|lua|tclsh|expect|sh|bash|dash|busybox)[\d.]*$/;
/** What a server for signing in has in its own file, and nothing else has: seen in those of Debian 12. */
const SIGNS = ['sshd: no hostkeys available -- exiting', "'dropbear -R' may be useful", 'main_tinysshd.c'];
const TIMEOUT_MS = 3000;

/** Programs that a unit's command names, outside the places of packages. */
function ownPrograms(execStart: string): readonly string[] {
  const lines = [...execStart.matchAll(/path=(.*?) ; argv\[\]=(.*?) ; ignore_errors=/g)];
  const words = lines.flatMap(([, path = '', all = '']) => [path, ...all.split(/[\s'";=]+/)]);
  return [...new Set(words.filter((word) => word.startsWith('/') && !PLACES_OF_PACKAGES.test(word)))];
}

/** Whether a command runs what is perhaps no package's: a program of another place, or one that does what it is told. */
export function namesOwnProgram(execStart: string): boolean {
  const programs = [...execStart.matchAll(/path=(.*?) ; argv/g)].map(([, path = '']) => path);
  return ownPrograms(execStart).length > 0 || programs.some((path) => INTERPRETERS.test(path));
}

/** Units that start a known server under another name: what stands in the file of the program tells. */
export async function findServers<Unit extends { readonly command: string }>(
  system: SystemPort,
  units: readonly Unit[],
): Promise<readonly Unit[]> {
  const paths = [...new Set(units.flatMap(({ command }) => ownPrograms(command)))];
  if (paths.length === 0) return [];
  const signs = SIGNS.flatMap((sign) => ['-e', sign]);
  const told = await system.run({
    tool: 'grep',
    arguments: ['-lasF', ...signs, '--', ...paths],
    timeoutMs: TIMEOUT_MS,
  });
  const found = told.ok ? told.value.stdout.split('\n') : [];
  return units.filter(({ command }) => ownPrograms(command).some((path) => found.includes(path)));
}

/**
 * Which of these listeners belong to a service whose file no package brought: the kernel names the group of processes that a
 * socket was made in, to everybody.
 * @param services of those that run
 */
export async function findPlacesOfOwnUnits(
  system: SystemPort,
  listeners: readonly Listener[],
  services: readonly string[],
): Promise<readonly { readonly listener: Listener; readonly unit: string }[]> {
  if (listeners.length === 0 || services.length === 0) return [];
  const shown = await showLoadedUnits(system, services, ['Id', 'Names', 'FragmentPath', 'ControlGroup']);
  if (!shown.ok) return [];
  const own = [...shown.value].flatMap(([name, { Id, FragmentPath = '', ControlGroup = '' }]) =>
    Id === name && ControlGroup !== '' && !OF_PACKAGES.test(FragmentPath) ? [{ name, group: ControlGroup }] : [],
  );
  if (own.length === 0) return [];
  const folderOf = (group: string) => `/sys/fs/cgroup${group}`;
  const [sockets, folders] = await Promise.all([
    system.run({ tool: 'ss', arguments: ['-H', '-tlne', '--cgroup'], timeoutMs: TIMEOUT_MS }),
    system.run({
      tool: 'stat',
      arguments: ['-c', '%i %n', '--', ...own.map(({ group }) => folderOf(group))],
      timeoutMs: TIMEOUT_MS,
    }),
  ]);
  if (!sockets.ok || !folders.ok) return [];
  const rows = folders.value.stdout.matchAll(/^(\d{1,20}) (\/.*)$/gm);
  // Without rights the tool shows the number of a group in the place of its path.
  const numbers = new Map([...rows].map(([, id = '0', path = '']) => [path, BigInt(id).toString(16)]));
  const groups = new Map(
    [...sockets.value.stdout.matchAll(/\bino:(\d+) .*?\bcgroup:(\S+)/g)].map(([, inode = '', group = '']) => [
      inode,
      group,
    ]),
  );
  return listeners.flatMap((listener) => {
    const group = groups.get(listener.inode);
    const unit = own.find((one) =>
      [one.group, `unreachable:${numbers.get(folderOf(one.group))}`].includes(group ?? ''),
    );
    return unit === undefined ? [] : [{ listener, unit: unit.name }];
  });
}
