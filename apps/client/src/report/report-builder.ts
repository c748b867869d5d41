import type { ClientDetails, DeviceReport, FactReading } from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import type { FactSource } from '../facts/fact-source.ts';
import { readDeviceDetails } from '../system/device-details.ts';
import type { LocalSystem } from '../system/local-system.ts';

export interface BuiltReport {
  readonly report: DeviceReport;
  readonly importantDataHash: string;
}

/**
 * Holds the newest reading of every fact group and makes reports of them. Several readings may run at once; the one that
 * was started last wins, whichever ends first.
 */
export interface ReportBuilder {
  /** Reads all facts, or some groups beside what is known of the others. The first reading is always of all. */
  readonly read: (only?: readonly string[]) => Promise<BuiltReport>;
}

export function createReportBuilder(
  deviceId: string,
  client: ClientDetails,
  system: LocalSystem,
  source: FactSource,
): ReportBuilder {
  const newest = new Map<string, { readonly turn: number; readonly reading: FactReading }>();
  let turns = 0;
  return {
    read: async (only) => {
      const turn = ++turns;
      const [details, facts] = await Promise.all([
        readDeviceDetails(system),
        source.collect(newest.size === 0 ? undefined : only),
      ]);
      for (const [name, reading] of Object.entries(facts)) {
        if ((newest.get(name)?.turn ?? 0) < turn) newest.set(name, { turn, reading });
      }
      const report: DeviceReport = {
        schemaVersion: 1,
        client,
        device: { deviceId, ...details },
        facts: Object.fromEntries([...newest].map(([name, { reading }]) => [name, reading])),
      };
      return { report, importantDataHash: await digest(source.important(report)) };
    },
  };
}
