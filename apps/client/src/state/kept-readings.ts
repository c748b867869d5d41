import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EARLIER_READINGS_MAXIMUM, type EarlierReading, earlierReadingSchema } from '@vestibule/contracts';
import { digest } from '@vestibule/device-keys';
import { createStateFile, readStateFile } from './state-file.ts';
import type { StateFolder } from './state-folder.ts';

/** A reading that could not be sent, and the file it lies in. */
export interface KeptReading {
  readonly path: string;
  readonly reading: EarlierReading;
}

/**
 * Readings that wait for a connection, one file each, for one portal. There are never more than a report carries: the
 * oldest goes. A reading that says what the one before it says is not kept twice.
 */
export interface KeptReadings {
  /** Those that can be read, the oldest first. A file that cannot is thrown away, and the others stay. */
  readonly list: () => Promise<readonly KeptReading[]>;
  readonly add: (reading: EarlierReading) => Promise<void>;
  readonly remove: (kept: readonly KeptReading[]) => Promise<void>;
}

const DIGITS = 9;

export function openKeptReadings(folder: StateFolder, origin: string): KeptReadings {
  const place = digest(origin).then((name) => join(folder.path, 'readings', name));

  const list = async (): Promise<readonly KeptReading[]> => {
    const kept: KeptReading[] = [];
    const readings = await place;
    for (const name of await namesIn(readings)) {
      const path = join(readings, name);
      const read = await readStateFile(path, earlierReadingSchema);
      if (read.state === 'read') kept.push({ path, reading: read.value });
      // Another process may have sent and removed it meanwhile.
      else if (read.state === 'damaged') await rm(path, { force: true, recursive: true });
    }
    return kept;
  };

  return {
    list,
    remove: async (kept) => {
      await Promise.all(kept.map(({ path }) => rm(path, { force: true })));
    },
    add: async (reading) => {
      const kept = await list();
      if (kept.at(-1)?.reading.importantDataHash === reading.importantDataHash) return;
      const readings = await place;
      const surplus = kept.slice(0, Math.max(0, kept.length - EARLIER_READINGS_MAXIMUM + 1));
      await Promise.all(surplus.map(({ path }) => rm(path, { force: true })));
      let number = Number((await namesIn(readings)).at(-1)?.slice(0, DIGITS) ?? 0) + 1;
      await mkdir(readings, { recursive: true, mode: 0o700 });
      while (!(await createStateFile(join(readings, fileName(number)), reading))) number += 1;
    },
  };
}

function fileName(number: number): string {
  return `${String(number).padStart(DIGITS, '0')}.json`;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d{9}\.json$/.test(name)).toSorted();
}
