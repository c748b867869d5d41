import { fork } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { noteFolders } from './note-folders.ts';
import type { Database } from './database.ts';
import { EMBEDDED } from './embedded-options.ts';
import { demandRoom, errorOfEmbedded, whyNotOpened } from './disk-full.ts';
import { type FolderLock, takeFolderLock } from './folder-lock.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';
import { ServerPool } from './server-pool.ts';

export type { Database } from './database.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'server';
  /** From now on PostgreSQL has to answer each statement within this time, or its connection counts as dead. */
  expectAnswers(withinMs: number): void;
  /** How many connections there are; the embedded database has none. */
  readonly connections?: () => { readonly total: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
  /** Closes it after a failure: an embedded database that this opening has made is taken away again. */
  abandon(): Promise<void>;
}

export interface DatabasePlace {
  /** The address of a PostgreSQL server; undefined for the embedded database. */
  readonly databaseUrl: string | undefined;
  /** The embedded database lies in its folder `database`. */
  readonly dataFolder: string;
}

/** A start says within this time that PostgreSQL is not there, instead of waiting for the network to give up. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens PostgreSQL when an address is given, else the embedded database in the data folder, and brings the schema up
 * to date. Same schema, same migrations, same queries.
 * @throws FolderInUseError when another server holds the data folder, UnknownSchemaError when another version wrote it,
 * DiskFullError
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  const opened = await connectDatabase(place);
  try {
    await migrate(opened.database);
    return opened;
  } catch (error) {
    await opened.abandon();
    throw opened.kind === 'embedded' ? errorOfEmbedded(error, databaseFolder(place.dataFolder)) : error;
  }
}

/**
 * Opens a database as it is, with whatever schema it has or none.
 * @throws FolderInUseError when another server holds the data folder, DiskFullError
 */
export async function connectDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return place.databaseUrl === undefined ? connectEmbedded(place.dataFolder) : connectServer(place.databaseUrl);
}

function connectServer(databaseUrl: string): OpenDatabase {
  const pool = new ServerPool(databaseUrl, { connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  const close = () => pool.end();
  return {
    database: drizzleServer(pool, { schema }),
    kind: 'server',
    expectAnswers: (withinMs) => pool.expectAnswers(withinMs),
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close,
    abandon: close,
  };
}

/** Where the embedded database of a data folder lies. */
export function databaseFolder(dataFolder: string): string {
  return join(dataFolder, 'database');
}

async function connectEmbedded(dataFolder: string): Promise<OpenDatabase> {
  const removeFolders = await noteFolders(dataFolder);
  try {
    await mkdir(dataFolder, { recursive: true, mode: 0o700 });
    // PGlite itself lets a second process open the same folder without a word, and both then write over each other.
    const lock = await takeFolderLock(dataFolder);
    try {
      return await openLocked(dataFolder, lock, removeFolders);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    await removeFolders();
    throw errorOfEmbedded(error, databaseFolder(dataFolder));
  }
}

/** A folder that is not there is empty as well; one that cannot be read may hold a database. */
export async function isFolderEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return true;
    throw error;
  }
}

/** Where that fails, for whatever reason, the folder is empty again: opening it makes the database, or says why it cannot. */
async function makeInProcess(folder: string): Promise<void> {
  const child = fork(join(import.meta.dirname, 'make-embedded/main.ts'), [folder], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const isMade = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
  if (isMade) return;
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

async function openLocked(
  dataFolder: string,
  lock: FolderLock,
  removeFolders: () => Promise<void>,
): Promise<OpenDatabase> {
  const folder = databaseFolder(dataFolder);
  const isNew = await isFolderEmpty(folder);
  if (isNew) await demandRoom(folder);
  const takeBack = async () => {
    // The folder itself may be a disk of its own, which cannot be taken away.
    if (isNew) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  };
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isNew) await makeInProcess(folder);
    const client = await PGlite.create(folder, EMBEDDED);
    return {
      database: drizzleEmbedded(client, { schema }),
      kind: 'embedded',
      expectAnswers: () => undefined,
      close: async () => {
        try {
          await client.close();
        } catch (error) {
          throw errorOfEmbedded(error, folder);
        } finally {
          await lock.release();
        }
      },
      abandon: async () => {
        // What made it fail is told; that it then cannot be closed in good order as well is nothing new.
        await client.close().catch(() => undefined);
        await takeBack();
        await lock.release();
        await removeFolders();
      },
    };
  } catch (error) {
    const why = await whyNotOpened(folder, error);
    await takeBack();
    throw why;
  }
}
