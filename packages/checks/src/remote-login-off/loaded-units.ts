import { showLoadedUnits, type UnitProperties } from '../linux/systemd.ts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { commandsOf, startsForOthers, startsLogin } from './login-programs.ts';
import { findServers, isOfSysV, namesOwnProgram } from './own-units.ts';
import { socketLetsIn } from './socket-programs.ts';

const PROPERTIES = [
  ...['Id', 'Names', 'ActiveState', 'ExecStart', 'DropInPaths', 'Listen', 'Accept', 'Triggers', 'TriggeredBy'],
  ...['WantedBy', 'RequiredBy', 'UpheldBy'],
];
/** Targets that systems start with, also where this one has not come to them yet. */
const TARGETS_OF_A_START = [
  ...['multi-user.target', 'graphical.target', 'default.target', 'sockets.target', 'timers.target', 'paths.target'],
  ...['basic.target', 'sysinit.target'],
];
const LOOPBACK = /^(?:127\.[\d.]+|\[::1\]|\[::ffff:127\.[\d.]+\]):/;

/** A unit that lets others sign in, whatever its name is. */
export interface LoginUnit {
  readonly name: string;
  readonly isActive: boolean;
  readonly isWanted: boolean;
}

export interface LoginUnits {
  readonly units: readonly LoginUnit[];
  /** Sockets that wait, and for this computer alone. */
  readonly closedSockets: ReadonlySet<string>;
  readonly all: ReadonlyMap<string, UnitProperties>;
  /** Services that run now, with a program that is perhaps no package's. */
  readonly strangers: readonly string[];
  /** One that opens this computer, in a way that is not understood. */
  readonly doubt: string | null;
}

/**
 * Units that systemd has loaded, and whose command is a server for signing in: services, and sockets that start one. What
 * is wanted by a unit that runs now, or started by a timer of it, starts with the system again, whatever its own file says.
 */
export async function readLoginUnits(system: SystemPort): Promise<Outcome<LoginUnits>> {
  const loaded = await showLoadedUnits(system, ['*.service', '*.socket', '*.target', '*.timer', '*.path'], PROPERTIES);
  if (!loaded.ok) return loaded;
  const active = new Set([...loaded.value].flatMap(([name, unit]) => (isActive(unit) ? [name] : [])));
  const open = [...loaded.value].filter(([name, unit]) => name.endsWith('.socket') && isOpenToOthers(unit));
  const commands = await readCommands(system, loaded.value, open);
  if (!commands.ok) return commands;
  const sockets = commands.value;
  const units: LoginUnit[] = [];
  const strange: (LoginUnit & { readonly command: string })[] = [];
  let doubt: string | null = null;
  for (const [name, unit] of loaded.value) {
    if (unit['Id'] !== name) continue;
    const isSocket = name.endsWith('.socket');
    const started = sockets.get(name);
    const command = (isSocket ? started?.command : unit['ExecStart']) ?? '';
    const one = {
      name,
      isActive: isActive(unit),
      isWanted: isStartedBySystem(name, loaded.value, active),
    };
    if (!one.isActive && !one.isWanted) continue;
    const first = startsLogin(command);
    const starts = started === undefined || first === true ? first : await socketLetsIn(system, started.services);
    if (starts === true) units.push(one);
    else if (namesOwnProgram(commandsOf(command))) strange.push({ ...one, command });
    if (starts === null && (isSocket || startsForOthers(command))) doubt = name;
  }
  const servers = await findServers(system, strange);
  units.push(...servers.found);
  doubt ??= servers.unknown[0]?.name ?? null;
  const closed = [...loaded.value].filter(([name, unit]) => name.endsWith('.socket') && isForThisComputer(unit));
  return {
    ok: true,
    value: {
      ...{ units, doubt, all: loaded.value, closedSockets: new Set(closed.map(([name]) => name)) },
      strangers: strange
        .filter(({ name, isActive: runs, command }) => runs && name.endsWith('.service') && !isOfSysV(command))
        .map(({ name }) => name),
    },
  };
}

/**
 * Whether something that runs, or that systems start with, wants a unit or will trigger it; also by way of others, such as a
 * timer that has not begun.
 */
function isStartedBySystem(
  name: string,
  loaded: ReadonlyMap<string, UnitProperties>,
  active: ReadonlySet<string>,
  seen = new Set<string>(),
): boolean {
  if (seen.has(name)) return false;
  seen.add(name);
  const unit = loaded.get(name) ?? {};
  const wantedBy = ['WantedBy', 'RequiredBy', 'UpheldBy'].flatMap((by) => (unit[by] ?? '').split(/\s+/));
  // A socket answers for itself.
  const triggers = (unit['TriggeredBy'] ?? '').split(/\s+/).filter((by) => /\.(?:timer|path)$/.test(by));
  return [...wantedBy, ...triggers]
    .filter(Boolean)
    .some((by) => active.has(by) || TARGETS_OF_A_START.includes(by) || isStartedBySystem(by, loaded, active, seen));
}

function isActive(unit: UnitProperties): boolean {
  return !['inactive', 'failed', undefined].includes(unit['ActiveState']);
}

/** `Listen` of a socket: one line for each address, `0.0.0.0:22 (Stream)`. */
function isOpenToOthers(unit: UnitProperties): boolean {
  const addresses = (unit['Listen'] ?? '').split('\n').filter((line) => /:\d+ \(/.test(line));
  return addresses.some((address) => !LOOPBACK.test(address));
}

function isForThisComputer(unit: UnitProperties): boolean {
  const addresses = (unit['Listen'] ?? '').split('\n').filter(Boolean);
  return addresses.length > 0 && addresses.every((address) => LOOPBACK.test(address) || address.startsWith('/'));
}

interface Started {
  readonly services: readonly string[];
  readonly command: string;
}

/** The commands of what sockets start; one that accepts by itself starts its template for each who connects. */
async function readCommands(
  system: SystemPort,
  loaded: ReadonlyMap<string, UnitProperties>,
  sockets: readonly (readonly [string, UnitProperties])[],
): Promise<Outcome<ReadonlyMap<string, Started>>> {
  const startedBy = ([name, unit]: readonly [string, UnitProperties]): readonly string[] =>
    unit['Accept'] === 'yes'
      ? [name.replace(/(?:@.*)?\.socket$/, '@others.service')]
      : (unit['Triggers'] ?? '').split(/\s+/).filter(Boolean);
  const asked = [...new Set(sockets.flatMap(startedBy))].filter((name) => !loaded.has(name));
  const more = asked.length === 0 ? null : await showLoadedUnits(system, asked, ['Names', 'ExecStart']);
  if (more?.ok === false) return more;
  const commandOf = (name: string) => (loaded.get(name) ?? more?.value.get(name))?.['ExecStart'] ?? '';
  const startedFrom = (services: readonly string[]) => ({ services, command: services.map(commandOf).join('\n') });
  return { ok: true, value: new Map(sockets.map((one) => [one[0], startedFrom(startedBy(one))])) };
}
