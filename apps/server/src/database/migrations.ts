import { join } from 'node:path';
import { PRODUCT_VERSION } from '@vestibule/contracts';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import * as z from 'zod';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';

/** One step of the schema. Its id is the moment it was made, as drizzle-kit's journal says: ids rise. */
export interface Migration {
  readonly id: number;
  readonly hash: string;
  readonly statements: readonly string[];
}

/** A database with a step that this program does not have. */
export class UnknownSchemaError extends Error {
  constructor(age: 'older' | 'newer') {
    super(
      age === 'newer'
        ? 'The database was written by a newer Vestibule than this one. Start that version, or restore a backup made with this one into an empty database.'
        : `The database was written by a Vestibule before 3.7.0, which was never released. This version, ${PRODUCT_VERSION}, cannot read it: start that one, or set up an empty database.`,
    );
    this.name = 'UnknownSchemaError';
  }
}

/** How old a schema is, by the ids of its steps: every step known here, or steps from before the first one or of later. */
export function ageOfSchema(
  applied: readonly number[],
  known: readonly Pick<Migration, 'id'>[] = readMigrations(),
): 'known' | 'older' | 'newer' {
  const unknown = applied.filter((id) => !known.some((migration) => migration.id === id));
  if (unknown.length === 0) return 'known';
  const first = known[0]?.id ?? 0;
  return unknown.some((id) => id < first) ? 'older' : 'newer';
}

/** Any number, the same for every server of this product. */
const MIGRATION_LOCK = 20_261_121;
/** Where drizzle-kit, too, expects the journal. */
const JOURNAL = sql.raw('"drizzle"."__drizzle_migrations"');
const FOLDER = join(import.meta.dirname, '../../migrations');

/** Every migration this program knows, oldest first. */
export function readMigrations(folder: string = FOLDER): Migration[] {
  return readMigrationFiles({ migrationsFolder: folder })
    .map(({ folderMillis, hash, sql: statements }) => ({ id: folderMillis, hash, statements }))
    .toSorted((left, right) => left.id - right.id);
}

/** The ids of the migrations that a database has, oldest first; none for an empty database. */
export async function readAppliedMigrations(database: Database): Promise<number[]> {
  const journal = z.object({ name: z.string().nullable() });
  const [found] = await queryRows(
    database,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
    journal,
  );
  if (found === undefined || found.name === null) return [];
  const rows = await queryRows(
    database,
    sql`select created_at::text as id from ${JOURNAL} order by created_at`,
    z.object({ id: z.coerce.number() }),
  );
  return rows.map(({ id }) => id);
}

/** Waits until no other server migrates or restores; holds the lock to the end of the transaction. */
export async function takeMigrationLock(transaction: Database): Promise<void> {
  await transaction.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
}

/**
 * Brings the schema up to date, in one transaction. Several servers may start at once on an empty database: one writes
 * the schema, the others wait for it.
 * @throws UnknownSchemaError when the database has a migration that is not among the given ones; nothing is changed then
 */
export async function migrate(database: Database, migrations: readonly Migration[] = readMigrations()): Promise<void> {
  await database.transaction(async (transaction) => {
    await takeMigrationLock(transaction);
    const applied = await readAppliedMigrations(transaction);
    const age = ageOfSchema(applied, migrations);
    if (age !== 'known') throw new UnknownSchemaError(age);
    await applyMigrations(
      transaction,
      migrations.filter(({ id }) => !applied.includes(id)),
    );
  });
}

/** Runs migrations and notes them in the journal. The caller holds the lock and has a transaction. */
export async function applyMigrations(transaction: Database, migrations: readonly Migration[]): Promise<void> {
  if (migrations.length === 0) return;
  await transaction.execute(sql`create schema if not exists "drizzle"`);
  await transaction.execute(
    sql`create table if not exists ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { id, hash, statements } of migrations) {
    for (const statement of statements) await transaction.execute(sql.raw(statement));
    await transaction.execute(sql`insert into ${JOURNAL} (hash, created_at) values (${hash}, ${id})`);
  }
}
