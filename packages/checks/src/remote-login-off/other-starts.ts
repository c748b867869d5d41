import { listCronLines } from '../linux/cron.ts';
import { parseIni } from '../linux/ini-file.ts';
import { commandsOf as shellCommandsOf } from '../linux/shell-commands.ts';
import type { SystemPort } from '../system-port.ts';
import {
  calledAs,
  isLoginProgram,
  mayStartOthers,
  namesLogin,
  REMOTE_LOGIN_UNITS,
  servedBy,
} from './login-programs.ts';
import { findServers } from './own-units.ts';

const AUTOSTART = '/etc/xdg/autostart';
const USER_UNITS = '/etc/systemd/user';
/** Of an administrator's: rules of packages start nothing of the kind. */
const UDEV_FOLDERS = ['/etc/udev/rules.d', '/run/udev/rules.d'];
/** What a desktop asks before it starts an entry: whether it does is then not known. */
const CONDITIONS = ['OnlyShowIn', 'NotShowIn', 'TryExec', 'AutostartCondition'];

interface Start {
  readonly name: string;
  /** A line of shell. */
  readonly command: string;
  /** It starts only where something else holds. */
  readonly isConditional?: boolean;
  /** It runs every so often: most scripts that do, and that may not be read, keep the computer tidy. */
  readonly isPeriodic?: boolean;
}

/** Files that start a server for signing in, and one of which that cannot be told. */
export interface OtherStarts {
  readonly found: readonly string[];
  readonly doubt: string | null;
}

/**
 * What starts with the computer, or when the person signs in, and is no unit of the system: tables of cron, rules of udev,
 * entries that desktops start, and the person's own units. What may not be read is not seen.
 */
export async function readOtherStarts(system: SystemPort): Promise<OtherStarts> {
  const { home } = system.user;
  const lines = await listCronLines(system);
  const starts: readonly Start[] = [
    ...lines.map(({ path, command, isAtStart }) => ({ name: path, command, isPeriodic: !isAtStart })),
    ...(await listUdev(system)),
    ...(await listAutostart(system, [`${home}/.config/autostart`, AUTOSTART])),
    ...(await listUserUnits(system, [`${home}/.config/systemd/user`, USER_UNITS])),
  ];
  const servers = starts.filter(({ command }) => startsServer(command));
  const others = starts
    .filter((start) => !servers.includes(start))
    .flatMap((start) => shellCommandsOf(start.command).map((words) => ({ ...start, ...asOfUnit(words) })));
  const { found, unknown } = await findServers(system, others);
  const all = [...servers, ...found, ...(await findXdmcp(system))];
  return {
    found: [...new Set(all.filter(({ isConditional }) => isConditional !== true).map(({ name }) => name))],
    doubt:
      [
        ...all.filter(({ isConditional }) => isConditional === true),
        ...unknown.filter(({ isPeriodic }) => isPeriodic !== true),
      ][0]?.name ?? null,
  };
}

/** Display managers that let others sign in over the network, where they are told to: by a file, a group and a key of it. */
const XDMCP = [
  ['lightdm', '/etc/lightdm/lightdm.conf', 'xdmcpserver', 'enabled'],
  ['gdm', '/etc/gdm3/custom.conf', 'xdmcp', 'enable'],
  ['gdm', '/etc/gdm3/daemon.conf', 'xdmcp', 'enable'],
  ['gdm', '/etc/gdm/custom.conf', 'xdmcp', 'enable'],
] as const;

async function findXdmcp(system: SystemPort): Promise<readonly Start[]> {
  const manager = await system.readFile('/etc/systemd/system/display-manager.service');
  const starts: Start[] = [];
  for (const [name, path, group, key] of XDMCP) {
    if (!manager.ok || !manager.value.includes(name)) continue;
    const file = await system.readFile(path);
    const value = file.ok ? parseIni(file.value).groups.get(group)?.get(key)?.value : undefined;
    if (/^(?:true|yes|1|on)$/i.test(value ?? '')) starts.push({ name: path, command: name });
  }
  return starts;
}

function startsServer(line: string): boolean {
  return shellCommandsOf(line).some((words) => {
    const [program = '', ...rest] = words.map((word) => word.replaceAll(/["']/g, ''));
    const command = [program, ...rest].join(' ');
    const name = calledAs(program, command);
    if (startsUnit(name, rest)) return true;
    return isLoginProgram(name) || servedBy(command) === 'a shell' || (mayStartOthers(name) && namesLogin(command));
  });
}

/** `systemctl start ssh`, `service ssh start`. */
function startsUnit(program: string, words: readonly string[]): boolean {
  if (!['systemctl', 'service', 'invoke-rc.d'].includes(program)) return false;
  const isStart = words.some((word) => /^(?:start|restart|reload-or-restart|enable|unmask)$/.test(word));
  return isStart && words.some((word) => isLoginUnit(word));
}

function isLoginUnit(name: string): boolean {
  const units: readonly string[] = REMOTE_LOGIN_UNITS;
  return units.includes(name) || units.includes(`${name}.service`);
}

/** A rule of udev that has systemd start a unit when a device comes, or starts a program itself. */
async function listUdev(system: SystemPort): Promise<readonly Start[]> {
  const starts: Start[] = [];
  for (const folder of UDEV_FOLDERS) {
    const names = await system.listFolder(folder);
    for (const name of names.ok ? names.value.filter((one) => one.endsWith('.rules')) : []) {
      const file = await system.readFile(`${folder}/${name}`);
      const lines = (file.ok ? file.value : '').split('\n').filter((line) => !line.trimStart().startsWith('#'));
      const found = lines.flatMap((line) => [
        ...[...line.matchAll(/SYSTEMD_(?:USER_)?WANTS\}\s*[+:]?=\s*"([^"]*)"/g)].map(
          ([, units]) => `systemctl start ${units}`,
        ),
        ...[...line.matchAll(/\bRUN(?:\{program\})?\s*[+:]?=\s*"([^"]*)"/g)].map(([, command = '']) => command),
      ]);
      starts.push(...found.map((command) => ({ name: `${folder}/${name}`, command })));
    }
  }
  return starts;
}

/** As systemctl shows a command. */
function asOfUnit(words: readonly string[]): { readonly command: string; readonly isActive: false } {
  return { command: `{ path=${words[0] ?? ''} ; argv[]=${words.join(' ')} ; ignore_errors=no }`, isActive: false };
}

/** A file of the person's hides the one of its name that is for everyone. */
async function listAutostart(system: SystemPort, folders: readonly string[]): Promise<readonly Start[]> {
  const starts = new Map<string, Start | null>();
  for (const folder of folders) {
    const names = await system.listFolder(folder);
    for (const name of names.ok ? names.value.filter((one) => one.endsWith('.desktop')) : []) {
      const file = await system.readFile(`${folder}/${name}`);
      if (!starts.has(name)) starts.set(name, file.ok ? startOf(`${folder}/${name}`, file.value) : null);
    }
  }
  return [...starts.values()].filter((start) => start !== null);
}

function startOf(name: string, text: string): Start | null {
  const entry = parseIni(text).groups.get('desktop entry');
  const valueOf = (key: string) => entry?.get(key.toLowerCase())?.value ?? '';
  if (valueOf('Hidden') === 'true' || valueOf('X-GNOME-Autostart-enabled') === 'false') return null;
  return { name, command: valueOf('Exec'), isConditional: CONDITIONS.some((key) => valueOf(key) !== '') };
}

/** Units that start when the person signs in, or with the computer where they linger. */
async function listUserUnits(system: SystemPort, folders: readonly string[]): Promise<readonly Start[]> {
  const starts: Start[] = [];
  for (const folder of folders) {
    const names = await system.listFolder(folder);
    for (const target of names.ok ? names.value.filter((one) => /\.(?:wants|requires)$/.test(one)) : []) {
      const wanted = await system.listFolder(`${folder}/${target}`);
      for (const unit of wanted.ok ? wanted.value.filter((one) => one.endsWith('.service')) : []) {
        const name = `${folder}/${target}/${unit}`;
        const file = await system.readFile(name);
        const commands = [
          ...(file.ok ? file.value : '').matchAll(/^\s*ExecStart(?:Pre|Post)?\s*=[-@:+!|\s]*(\S.*)$/gm),
        ];
        starts.push(...commands.map(([, command = '']) => ({ name, command })));
      }
    }
  }
  return starts;
}
