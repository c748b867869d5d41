import { collectFacts, FACT_READERS, importantFacts, type SystemPort } from '@vestibule/checks';
import type { DeviceReport, FactReading } from '@vestibule/contracts';

export type Facts = DeviceReport['facts'];

/** Where facts come from: the checks' readers of this operating system. */
export interface FactSource {
  /**
   * @param only names of fact groups; all of them when left out
   * @param scan the system as a scan that reads more than facts sees it (`oneScan`)
   */
  readonly collect: (only?: readonly string[], scan?: SystemPort) => Promise<Readonly<Record<string, FactReading>>>;
  /** Canonical text of what can change a verdict. */
  readonly important: (report: DeviceReport) => string;
  /** Files and folders by fact group whose change may change the facts. */
  readonly watched: () => ReadonlyMap<string, readonly string[]>;
}

export function createFactSource(system: SystemPort): FactSource {
  const readers = FACT_READERS.filter((reader) => reader.operatingSystem === system.operatingSystem);
  return {
    collect: (only, scan = system) => collectFacts(scan, only === undefined ? {} : { only }),
    important: importantFacts,
    watched: () => new Map(readers.map((reader) => [reader.facts, reader.watch(system)])),
  };
}
