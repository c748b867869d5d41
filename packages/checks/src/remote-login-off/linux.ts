import { say } from '@vestibule/contracts';
import type { FactReader } from '../definition.ts';
import { isRunning, listProcesses } from '../linux/processes.ts';
import { WATCHED_UNIT_FOLDERS } from '../linux/service-state.ts';
import { showLoadedUnits, showUnits, type UnitProperties } from '../linux/systemd.ts';
import { unavailable, unavailableBecause, value } from '../reading.ts';
import type { SystemPort } from '../system-port.ts';
import type { RemoteLoginFact } from './definition.ts';
import { readGnomeSharing } from './gnome-sharing.ts';
import { readGreetings } from './greetings.ts';
import { readListeners } from './listening-ports.ts';
import { type LoginUnit, readLoginUnits } from './loaded-units.ts';
import { isLoginPort, LOGIN_PROGRAMS, REMOTE_LOGIN_UNITS } from './login-programs.ts';
import { readOpenDoors } from './open-doors.ts';
import { readOtherStarts } from './other-starts.ts';
import { isSshForThisComputer, SSH_PROGRAMS, startsOpenSsh } from './ssh-for-this-computer.ts';
import { isKeptFromStarting, OF_CONDITIONS } from './start-conditions.ts';

const SOURCE = 'systemd';
const ACTIVE = ['active', 'activating', 'reloading', 'deactivating', 'refreshing'];
const INACTIVE = ['inactive', 'failed'];
/** Static units are started by others: those that do are looked at. Anything else, also what is not understood, may start with the system. */
const STAYS_OFF = ['disabled', 'masked', 'static', ''];
const SSH_UNITS = ['ssh.service', 'sshd.service'];
/** The most that a fact may name, and how long. */
const MOST = 20;
const LONGEST = 100;
const STARTS_LATER = { isOn: false, startsWithSystem: true, isUnmanaged: true };

export const linuxRemoteLogin: FactReader = {
  facts: 'remoteLogin',
  operatingSystem: 'linux',
  read: async (system) => {
    const [shown, processes, loaded, listeners] = await Promise.all([
      showUnits(system, REMOTE_LOGIN_UNITS, ['LoadState', 'ActiveState', 'UnitFileState']),
      listProcesses(system),
      readLoginUnits(system),
      readListeners(system),
    ]);
    if (!shown.ok) return unavailableBecause(system, SOURCE, shown);
    const units = REMOTE_LOGIN_UNITS.map((name) => [name, shown.value.get(name)] as const);
    const strange = units.find(([, unit]) => ![...ACTIVE, ...INACTIVE].includes(unit?.['ActiveState'] ?? ''));
    if (strange !== undefined)
      return unavailable(
        system,
        SOURCE,
        'unexpected-output',
        say('The state of {name} is not known.', { name: strange[0] }),
      );
    if (!processes.ok) return unavailableBecause(system, SOURCE, processes);
    // The list names the tool that made it, near its end: without it the list was cut.
    if (!isRunning(processes.value, ['ps']))
      return unavailable(system, SOURCE, 'unexpected-output', say('The list of running programs is cut.'));
    // A unit with two names answers to both.
    const own = units.filter(([, unit], at) => units.findIndex(([, other]) => other === unit) === at);
    const found = own.flatMap(([name, unit]) => serviceOf(name, unit));
    if (loaded.ok) addLoaded(found, loaded.value.units, shown.value);
    await takeBackStarts(system, found);
    const sharing = await readGnomeSharing(system, processes.value);
    const all = loaded.ok ? loaded.value.all : new Map<string, UnitProperties>();
    const ssh = found
      .map(({ name }) => name)
      .filter((name) => SSH_UNITS.includes(name) || startsOpenSsh(all.get(name) ?? {}));
    const isSshClosed =
      listeners.ok &&
      loaded.ok &&
      ssh.length > 0 &&
      (await isSshForThisComputer(system, {
        units: ssh.map((name) => all.get(name)),
        processes: processes.value,
        listeners: listeners.value,
      }));
    const closed = [...(isSshClosed ? ssh : []), ...(loaded.ok ? loaded.value.closedSockets : [])];
    const services = [...found.filter(({ name }) => !closed.includes(name)), ...(sharing.ok ? sharing.value : [])];
    const programs = LOGIN_PROGRAMS.filter((program) => !isSshClosed || !SSH_PROGRAMS.includes(program));
    const later = await readOtherStarts(system);
    services.push(...later.found.map((name) => ({ name: name.slice(0, LONGEST), ...STARTS_LATER })));
    const stray = [
      ...programs.filter((program) => isRunning(processes.value, [program])),
      ...(listeners.ok ? [...new Set(listeners.value.map(({ port }) => port))] : [])
        .filter(isLoginPort)
        .map((port) => `TCP ${port}`),
      ...(listeners.ok ? await readOpenDoors(system, processes.value, listeners.value) : []),
    ];
    if (stray.length > 0 && !services.some(({ isOn }) => isOn)) {
      services.push(...stray.map((name) => ({ name, isOn: true, startsWithSystem: false, isUnmanaged: true })));
    }
    const isAnyOpen = () => services.some(({ isOn, startsWithSystem }) => isOn || startsWithSystem);
    const greetings =
      isAnyOpen() || !listeners.ok || !loaded.ok
        ? null
        : await readGreetings(system, {
            ...{ processes: processes.value, listeners: listeners.value, units: loaded.value },
          });
    for (const name of greetings?.doors ?? []) {
      services.push({ name, isOn: true, startsWithSystem: false, isUnmanaged: true });
    }
    const open = services.filter(({ isOn, startsWithSystem }) => isOn || startsWithSystem);
    if (open.length === 0 && greetings !== null && greetings.doubt !== null) {
      const detail = say('Other computers can reach {place}. Whether it lets people sign in is not known.', {
        place: greetings.doubt,
      });
      return unavailable(system, SOURCE, 'unexpected-output', detail);
    }
    // What is found open is known; that all is closed takes every answer.
    if (open.length === 0 && !loaded.ok) return unavailableBecause(system, SOURCE, loaded);
    const doubt = (loaded.ok ? loaded.value.doubt : null) ?? later.doubt;
    if (open.length === 0 && doubt !== null)
      return unavailable(
        system,
        SOURCE,
        'unexpected-output',
        doubt === later.doubt
          ? say('Whether what {name} starts lets others sign in is not known.', { name: doubt })
          : say(
              'A program for anyone who connects is started by {name}. Whether it lets people sign in is not known.',
              {
                name: doubt,
              },
            ),
      );
    if (open.length === 0 && !listeners.ok) return unavailableBecause(system, SOURCE, listeners);
    if (open.length === 0 && !sharing.ok) return unavailableBecause(system, SOURCE, sharing);
    const first = [...open, ...services.filter((service) => !open.includes(service))].slice(0, MOST);
    return value(system, SOURCE, { services: first } satisfies RemoteLoginFact);
  },
  watch: () => [...WATCHED_UNIT_FOLDERS],
};

function serviceOf(name: string, unit: UnitProperties | undefined): RemoteLoginFact['services'] {
  const isOn = ACTIVE.includes(unit?.['ActiveState'] ?? '');
  if (unit?.['LoadState'] === 'not-found' && !isOn) return [];
  return [{ name, isOn, startsWithSystem: !STAYS_OFF.includes(unit?.['UnitFileState'] ?? '') }];
}

/** A unit that is turned on, and that its own conditions keep from starting. */
async function takeBackStarts(system: SystemPort, services: RemoteLoginFact['services']): Promise<void> {
  const starting = services.filter(({ isOn, startsWithSystem }) => startsWithSystem && !isOn);
  if (starting.length === 0) return;
  const names = starting.map(({ name }) => name);
  const units = await showLoadedUnits(system, names, OF_CONDITIONS);
  if (!units.ok) return;
  for (const service of starting) {
    if (await isKeptFromStarting(system, units.value.get(service.name))) service.startsWithSystem = false;
  }
}

function addLoaded(
  services: RemoteLoginFact['services'],
  loaded: readonly LoginUnit[],
  named: ReadonlyMap<string, UnitProperties>,
): void {
  for (const { name, isActive, isWanted } of loaded) {
    const unit = named.get(name);
    const known = services.findIndex(
      (one) => one.name === name || (unit !== undefined && named.get(one.name) === unit),
    );
    const { isOn, startsWithSystem } = services[known] ?? { isOn: false, startsWithSystem: false };
    const one = {
      name: services[known]?.name ?? name,
      isOn: isOn || isActive,
      startsWithSystem: startsWithSystem || isWanted,
    };
    if (known >= 0) services[known] = one;
    else if (one.isOn || one.startsWithSystem) services.push(one);
  }
}
