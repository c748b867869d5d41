import type { Outcome, SystemPort } from '../system-port.ts';
import { isRunning, listProcesses } from './processes.ts';
import { readUnits } from './systemd.ts';

export type ServiceState = 'running' | 'stopped' | 'absent';

/** A program that runs in the background, as its maker names it. */
export interface Service {
  readonly id: string;
  readonly name: string;
  readonly units: readonly string[];
  readonly processes: readonly string[];
}

const UNIT_FOLDERS = ['/etc/systemd/system', '/usr/lib/systemd/system', '/lib/systemd/system'];

/**
 * Finds out which services are there and run: from systemd, and where that does not run, from the list of processes
 * and from the unit files that lie about.
 */
export async function readServices(
  system: SystemPort,
  services: readonly Service[],
): Promise<Outcome<ReadonlyMap<string, ServiceState>>> {
  const units = await readUnits(
    system,
    services.flatMap((service) => service.units),
  );
  if (units.ok) {
    const stateOf = (service: Service): ServiceState => {
      const known = service.units.map((unit) => units.value.get(unit));
      if (known.some((unit) => unit?.isActive)) return 'running';
      return known.some((unit) => unit?.isLoaded) ? 'stopped' : 'absent';
    };
    return { ok: true, value: new Map(services.map((service) => [service.id, stateOf(service)])) };
  }
  const processes = await listProcesses(system);
  if (!processes.ok) return processes;
  const files = await listUnitFiles(system);
  const stateOf = (service: Service): ServiceState => {
    if (isRunning(processes.value, service.processes)) return 'running';
    return service.units.some((unit) => files.has(unit)) ? 'stopped' : 'absent';
  };
  return { ok: true, value: new Map(services.map((service) => [service.id, stateOf(service)])) };
}

async function listUnitFiles(system: SystemPort): Promise<ReadonlySet<string>> {
  const folders = await Promise.all(UNIT_FOLDERS.map((folder) => system.listFolder(folder)));
  return new Set(folders.flatMap((folder) => (folder.ok ? folder.value : [])));
}

/** Folders in which units come and go, for `watch`. */
export const WATCHED_UNIT_FOLDERS: readonly string[] = ['/etc/systemd/system'];
