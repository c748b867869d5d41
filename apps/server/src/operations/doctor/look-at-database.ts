import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { databaseComplaint } from '../backup/outcome.ts';
import type { Config } from '../config/config.ts';
import { isLoopbackName } from '../config/public-address.ts';
import { FolderInUseError } from '../../database/folder-lock.ts';
import { ageOfSchema, readAppliedMigrations, readMigrations } from '../../database/migrations.ts';
import { connectDatabase, type OpenDatabase } from '../../database/open.ts';
import { queryRows } from '../../database/query-rows.ts';
import { HOW_TO_TRUST, isDistrust } from '../tls/distrust.ts';
import { type Finding, good, look, wrong } from './finding.ts';
import { reasonOf } from '../log/reason-of.ts';
import type { OtherClock } from './look-at-clock.ts';

const CHECK = 'Database';

export interface DatabaseLook {
  readonly finding: Finding;
  /** Its clock, where it is another computer's. */
  readonly clock: OtherClock | null;
}

/** @param isServed the server of this data folder answers: it holds the embedded database, and has brought it up to date */
export async function lookAtDatabase(config: Config, isServed: boolean): Promise<DatabaseLook> {
  if (config.databaseUrl === undefined && isServed) {
    return { finding: good(CHECK, 'Embedded; the server works with it, and its schema is up to date.'), clock: null };
  }
  if (config.databaseUrl === undefined && !existsSync(join(config.dataFolder, 'database'))) {
    const sentence = `There is no database in ${config.dataFolder}, so nothing is set up there.`;
    const next = 'Set it up: vestibule setup --help. Or name the data folder of the server: --data FOLDER';
    return { finding: look(CHECK, sentence, next), clock: null };
  }
  const name = config.databaseUrl === undefined ? 'The embedded database' : 'PostgreSQL';
  let opened: OpenDatabase | null = null;
  try {
    opened = await connectDatabase(config);
    const applied = await readAppliedMigrations(opened.database);
    const clock =
      config.databaseUrl === undefined ? null : await readClock(opened, new URL(config.databaseUrl).hostname);
    return { finding: judge(name, applied), clock };
  } catch (error) {
    if (error instanceof FolderInUseError) {
      const sentence = 'A server holds the embedded database and does not answer the command line: it starts or stops.';
      return {
        finding: look(CHECK, sentence, 'Wait a minute and do this again; then look into its log.'),
        clock: null,
      };
    }
    const mend = isDistrust(error)
      ? `${HOW_TO_TRUST} Or name the file in DATABASE_URL: ?sslmode=verify-full&sslrootcert=FILE`
      : 'Look whether PostgreSQL runs, and whether address, user and password are right: DATABASE_URL, or databaseUrl in vestibule.json.';
    const finding = wrong(
      CHECK,
      `${name} cannot be used: ${databaseComplaint(error) ?? reasonOf(error)}.`,
      config.databaseUrl === undefined
        ? 'If no server runs on this folder, start one and read what it says. A backup is brought back by: vestibule restore --help'
        : mend,
    );
    return { finding, clock: null };
  } finally {
    await opened?.close();
  }
}

function judge(name: string, applied: readonly number[]): Finding {
  const missing = readMigrations().filter(({ id }) => !applied.includes(id)).length;
  const age = ageOfSchema(applied);
  if (age !== 'known') {
    return wrong(
      CHECK,
      `${name} was written by ${age === 'newer' ? 'a newer version than this one' : 'a version before 3.7.0'}.`,
      'Start that version, or restore a backup made with this one.',
    );
  }
  if (applied.length === 0) return look(CHECK, `${name} answers, and is empty.`, 'Set it up: vestibule setup --help');
  return missing === 0
    ? good(CHECK, `${name} answers, and its schema is up to date.`)
    : look(
        CHECK,
        `${name} answers; ${missing} steps of its schema are missing.`,
        'The server adds them when it starts. Make a backup before.',
      );
}

async function readClock({ database }: OpenDatabase, host: string): Promise<OtherClock | null> {
  // A database on this computer has this computer's clock.
  if (isLoopbackName(host) || host === '') return null;
  const before = Date.now();
  const [row] = await queryRows(database, sql`select clock_timestamp()::text as now`, z.object({ now: z.string() }));
  const time = Date.parse(row?.now ?? '');
  return Number.isNaN(time) ? null : { name: `the database at ${host}`, aheadMs: (before + Date.now()) / 2 - time };
}

const GIGABYTE = 1_000_000_000;

/** Room where the data folder lies: a full disk stops reports, backups and the embedded database. */
export async function lookAtRoom(
  dataFolder: string,
  measure: (folder: string) => Promise<number> = async (folder) => {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
): Promise<Finding> {
  try {
    const free = await measure(dataFolder);
    const sentence = `${(free / GIGABYTE).toFixed(1)} GB are free where ${dataFolder} lies.`;
    if (free < GIGABYTE / 5)
      return wrong(
        'Room',
        sentence,
        'Make room now: old backups, other programs’ logs. Nothing more can be written soon.',
      );
    return free < 2 * GIGABYTE
      ? look('Room', sentence, 'Make room: a backup needs as much as the data takes.')
      : good('Room', sentence);
  } catch (error) {
    return wrong(
      'Room',
      `The data folder ${dataFolder} cannot be looked at: ${reasonOf(error)}.`,
      'Name the data folder of the server: --data FOLDER',
    );
  }
}
