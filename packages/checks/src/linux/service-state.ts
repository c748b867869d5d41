import { say } from '@vestibule/contracts';
import type { Outcome, SystemPort } from '../system-port.ts';
import { findOwnPrograms } from './own-program.ts';
import { isAwake, listProcesses, namedProcesses } from './processes.ts';
import { momentOfUnit, showLoadedUnits, showUnits, type UnitProperties } from './systemd.ts';

export type ServiceState = 'running' | 'stopped' | 'absent';

/** A program that runs in the background, as its maker names it. */
export interface Service {
  readonly id: string;
  readonly name: string;
  readonly units: readonly string[];
  readonly processes: readonly string[];
}

const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/** So long a service has to run on end before restarts of earlier count no more. */
const STEADY_MS = 60_000;
/** Accounts below are the system's own; those from here on are people's. */
const FIRST_PERSON_ID = 1000;

const PROPERTIES = ['LoadState', 'ActiveState', 'SubState', 'Transient', 'NRestarts', 'ActiveEnterTimestamp'];

/**
 * Finds out which services are there and run: from systemd, and where that does not run, from the list of processes
 * and from the unit files that lie about.
 */
export async function readServices(
  system: SystemPort,
  services: readonly Service[],
): Promise<Outcome<ReadonlyMap<string, ServiceState>>> {
  const units = await showUnits(
    system,
    services.flatMap((service) => service.units),
    PROPERTIES,
  );
  if (units.ok) {
    const unitOf = (name: string) => units.value.get(name) ?? {};
    const steady = services
      .flatMap((service) => service.units)
      .filter((name) => runsSteadily(unitOf(name), system.now()));
    const own = await findOwnPrograms(system, steady);
    if (!own.ok) return own;
    const asleep = await findAsleep(system, [...own.value]);
    if (!asleep.ok) return asleep;
    const stateOf = (service: Service): ServiceState => {
      if (service.units.some((name) => own.value.has(name) && !asleep.value.has(name))) return 'running';
      return service.units.some((name) => isInstalled(unitOf(name))) ? 'stopped' : 'absent';
    };
    return { ok: true, value: new Map(services.map((service) => [service.id, stateOf(service)])) };
  }
  const processes = await listProcesses(system);
  if (!processes.ok) return processes;
  const files = await listUnitFiles(system);
  const stateOf = (service: Service): ServiceState => {
    // Anybody can start a program of any name as themselves.
    const found = namedProcesses(processes.value, service.processes);
    if (found.some(({ userId }) => userId < FIRST_PERSON_ID)) return 'running';
    return service.units.some((unit) => files.has(unit)) ? 'stopped' : 'absent';
  };
  return { ok: true, value: new Map(services.map((service) => [service.id, stateOf(service)])) };
}

/** Which of these units, which run, do nothing: someone has stopped their program, or the whole unit, and did not end it. */
async function findAsleep(system: SystemPort, units: readonly string[]): Promise<Outcome<ReadonlySet<string>>> {
  if (units.length === 0) return { ok: true, value: new Set() };
  const shown = await showLoadedUnits(system, units, ['Names', 'MainPID', 'FreezerState']);
  if (!shown.ok) return shown;
  const asleep = new Set<string>();
  for (const name of units) {
    const { MainPID = '0', FreezerState } = shown.value.get(name) ?? {};
    const isUp = /^[1-9]\d*$/.test(MainPID) ? await isAwake(system, { processId: Number(MainPID) }) : true;
    if (isUp === null) {
      return {
        ok: false,
        reason: 'unexpected-output',
        detail: say('Whether {name} is stopped is not known.', { name }),
      };
    }
    if (!isUp || FreezerState?.startsWith('fr') === true) asleep.add(name);
  }
  return { ok: true, value: asleep };
}

/**
 * Whether systemd says that a unit's own program runs, now and a minute ago, or since it was started if that is less.
 * Not: one that has done its work and ended (`exited`), one that crashes and is started again every few seconds, and one
 * that was made up for the moment, without a file of its own.
 */
function runsSteadily(unit: UnitProperties, now: Date): boolean {
  if (!isInstalled(unit) || unit['ActiveState'] !== 'active' || unit['SubState'] !== 'running') return false;
  const since = momentOfUnit(unit['ActiveEnterTimestamp']);
  if (since === null) return false;
  return unit['NRestarts'] === '0' || now.getTime() - since.getTime() >= STEADY_MS;
}

function isInstalled({ LoadState, Transient }: UnitProperties): boolean {
  return (LoadState === 'loaded' || LoadState === 'masked') && Transient === 'no';
}

async function listUnitFiles(system: SystemPort): Promise<ReadonlySet<string>> {
  const folders = await Promise.all(UNIT_FOLDERS.map((folder) => system.listFolder(folder)));
  return new Set(folders.flatMap((folder) => (folder.ok ? folder.value : [])));
}

/** Folders in which units come and go, for `watch`. */
export const WATCHED_UNIT_FOLDERS: readonly string[] = ['/etc/systemd/system'];
