import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { placeMigratedDatabase } from '../../testing/embedded-database.ts';
import { isEmbeddedRun, type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import type { DatabasePlace } from '../open.ts';

/** Hands out databases and takes them away again. */
export interface Places {
  readonly isAvailable: boolean;
  /** Where no one has been yet: an empty data folder, and on a server an empty database. */
  make(): Promise<DatabasePlace>;
  /** One with today's schema, and no rows. */
  makeMigrated(): Promise<DatabasePlace>;
  removeAll(): Promise<void>;
}

/** Data folders that go with their databases. */
function dataFolders() {
  const folders: string[] = [];
  return {
    make: async () => {
      const folder = await mkdtemp(join(runFolder(), 'database-'));
      folders.push(folder);
      return folder;
    },
    removeAll: async () => {
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Embedded databases, each in a fresh data folder. */
export function embeddedPlaces(): Places {
  const folders = dataFolders();
  return {
    isAvailable: true,
    make: async () => ({ databaseUrl: undefined, dataFolder: await folders.make() }),
    makeMigrated: async () => {
      const dataFolder = await folders.make();
      await placeMigratedDatabase(dataFolder);
      return { databaseUrl: undefined, dataFolder };
    },
    removeAll: () => folders.removeAll(),
  };
}

/** Fresh databases on a PostgreSQL server, each with a data folder; not available where none is installed. */
export async function serverPlaces(): Promise<Places> {
  const first = await startPostgres();
  if (first === null) process.stdout.write('PostgreSQL is not installed: its half of these tests is skipped.\n');
  const databases = first === null ? [] : [first];
  const folders = dataFolders();
  const make = async (database: PostgresServer | null) => {
    if (database === null) throw new Error('PostgreSQL is not installed.');
    databases.push(database);
    return { databaseUrl: database.url, dataFolder: await folders.make() };
  };
  return {
    isAvailable: first !== null,
    make: async () => make(await startPostgres('empty')),
    makeMigrated: async () => make(await startPostgres()),
    removeAll: async () => {
      for (const database of databases) await database.stop();
      await folders.removeAll();
    },
  };
}

/** Of the kind that this run of a `*.databases.test.ts` is about: a PostgreSQL server, else embedded ones. */
export async function placesOfRun(): Promise<Places> {
  const onServer = isEmbeddedRun() ? null : await serverPlaces();
  return onServer?.isAvailable === true ? onServer : embeddedPlaces();
}
