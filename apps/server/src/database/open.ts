import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle as drizzleServer } from 'drizzle-orm/node-postgres';
import { migrate as migrateServer } from 'drizzle-orm/node-postgres/migrator';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import { drizzle as drizzleEmbedded } from 'drizzle-orm/pglite';
import { migrate as migrateEmbedded } from 'drizzle-orm/pglite/migrator';
import pg from 'pg';
import { takeFolderLock } from './folder-lock.ts';
import * as schema from './schema.ts';

export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export interface OpenDatabase {
  readonly database: Database;
  readonly kind: 'embedded' | 'server';
  close(): Promise<void>;
}

/** Any number, the same for every server of this product. */
const MIGRATION_LOCK = 20_261_121;
const migrationsFolder = join(import.meta.dirname, '../../migrations');

/**
 * Opens PostgreSQL when an address is given, else the embedded database in the data folder, and brings the schema up
 * to date. Same schema, same migrations, same queries.
 * @throws FolderInUseError when another server holds the data folder
 */
export async function openDatabase(options: {
  readonly databaseUrl: string | undefined;
  readonly dataFolder: string;
}): Promise<OpenDatabase> {
  return options.databaseUrl === undefined ? openEmbedded(options.dataFolder) : openServer(options.databaseUrl);
}

async function openServer(databaseUrl: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  const database = drizzleServer(pool, { schema });
  await migrateAlone(pool);
  return { database, kind: 'server', close: () => pool.end() };
}

/** Several servers may start at once on an empty database: one writes the schema, the others wait for it. */
async function migrateAlone(pool: pg.Pool): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await migrateServer(drizzleServer(connection, { schema }), { migrationsFolder });
  } finally {
    await connection.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    connection.release();
  }
}

async function openEmbedded(dataFolder: string): Promise<OpenDatabase> {
  const folder = join(dataFolder, 'database');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // PGlite itself lets a second process open the same folder without a word, and both then write over each other.
  const lock = await takeFolderLock(dataFolder);
  const client = await PGlite.create(folder);
  const database = drizzleEmbedded(client, { schema });
  await migrateEmbedded(database, { migrationsFolder });
  return {
    database,
    kind: 'embedded',
    close: async () => {
      await client.close();
      await lock.release();
    },
  };
}
