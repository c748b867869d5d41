import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Database } from './database.ts';
import { takeFolderLock } from './folder-lock.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

export type { Database } from './database.ts';

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'server';
  close(): Promise<void>;
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
 * @throws FolderInUseError when another server holds the data folder, SchemaTooNewError when a newer version wrote it
 */
export async function openDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  const opened = await connectDatabase(place);
  try {
    await migrate(opened.database);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/**
 * Opens a database as it is, with whatever schema it has or none.
 * @throws FolderInUseError when another server holds the data folder
 */
export async function connectDatabase(place: DatabasePlace): Promise<OpenDatabase> {
  return place.databaseUrl === undefined ? connectEmbedded(place.dataFolder) : connectServer(place.databaseUrl);
}

function connectServer(databaseUrl: string): OpenDatabase {
  const pool = new pg.Pool({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // A connection that breaks while nobody uses it (PostgreSQL restarts) is dropped by the pool, and the next query gets
  // a new one. Without a listener the same event would end the process.
  pool.on('error', () => undefined);
  return { database: drizzleServer(pool, { schema }), kind: 'server', close: () => pool.end() };
}

async function connectEmbedded(dataFolder: string): Promise<OpenDatabase> {
  const folder = join(dataFolder, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // PGlite itself lets a second process open the same folder without a word, and both then write over each other.
  const lock = await takeFolderLock(dataFolder);
  try {
    const client = await PGlite.create(folder);
    return {
      database: drizzleEmbedded(client, { schema }),
      kind: 'embedded',
      close: async () => {
        await client.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}
