import { oneScan } from '@vestibule/checks';
import type { DeviceReport, FactReading } from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import type { FactSource } from '../facts/fact-source.ts';
import type { Device } from '../state/device.ts';
import { readDeviceDetails } from '../system/device-details.ts';
import type { LocalSystem } from '../system/local-system.ts';
import type { ProgramDetails } from './client-details.ts';

export interface BuiltReport {
  readonly report: DeviceReport;
  readonly importantDataHash: string;
}

/**
 * Holds the newest reading of every fact group and makes reports of them. Several readings may run at once; the one that
 * was started last wins, whichever ends first.
 */
export interface ReportBuilder {
  /**
   * Reads all facts, or some groups next to what is known of the others. The first reading is always of all. An empty list
   * reads nothing again: it takes what is known, and waits for the first reading where nothing is.
   */
  readonly read: (only?: readonly string[]) => Promise<BuiltReport>;
}

type Details = Awaited<ReturnType<typeof readDeviceDetails>>;

export function createReportBuilder(
  { deviceId, keyProtection }: Pick<Device, 'deviceId' | 'keyProtection'>,
  client: ProgramDetails,
  system: LocalSystem,
  source: FactSource,
): ReportBuilder {
  const newest = new Map<string, { readonly turn: number; readonly reading: FactReading }>();
  let turns = 0;
  let first: Promise<Details> | null = null;
  let known: Details | null = null;

  const readAnew = async (only: readonly string[] | undefined): Promise<Details> => {
    const turn = ++turns;
    const scan = oneScan(system);
    const [details, facts] = await Promise.all([readDeviceDetails(scan), source.collect(only, scan)]);
    for (const [name, reading] of Object.entries(facts)) {
      if ((newest.get(name)?.turn ?? 0) < turn) newest.set(name, { turn, reading });
    }
    known = details;
    return details;
  };
  const readFirst = (): Promise<Details> => {
    const reading = readAnew(undefined);
    first = reading;
    return reading.catch((error: unknown) => {
      first = null;
      throw error;
    });
  };
  const readDetails = (only: readonly string[] | undefined): Promise<Details> => {
    if (only?.length === 0 && first !== null) return known === null ? first : Promise.resolve(known);
    return newest.size === 0 ? readFirst() : readAnew(only);
  };

  return {
    read: async (only) => {
      const details = await readDetails(only);
      const report: DeviceReport = {
        schemaVersion: 1,
        client: { ...client, keyProtection },
        device: { deviceId, ...details },
        facts: Object.fromEntries([...newest].map(([name, { reading }]) => [name, reading])),
      };
      return { report, importantDataHash: await digest(source.important(report)) };
    },
  };
}
