import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { applyMigrations, migrate, readAppliedMigrations, readMigrations, UnknownSchemaError } from './migrations.ts';
import { connectDatabase, type DatabasePlace, type OpenDatabase, openDatabase } from './open.ts';
import { queryRows } from './query-rows.ts';
import { listTables } from './tables.ts';
import { embeddedPlaces, type Places, serverPlaces } from './testing/places.ts';
import { insertSampleRows, readColumnNames, readRowsAsText, readTableNames } from './testing/sample-rows.ts';

const inFolders = embeddedPlaces();
const onServer = await serverPlaces();
afterAll(async () => {
  await inFolders.removeAll();
  await onServer.removeAll();
});

describe('the embedded database', () => {
  describeOpening(inFolders);

  test('keeps little of its files in the memory of the server, when it is made as later', async () => {
    const place = await inFolders.make();
    for (const how of ['made', 'opened']) {
      const opened = await openDatabase(place);
      const shown = z.object({ shared_buffers: z.string() });
      const buffers = await queryRows(opened.database, sql`show shared_buffers`, shown);
      expect([how, buffers]).toEqual([how, [{ shared_buffers: '16MB' }]]);
      await opened.close();
    }
  });
});
describe.skipIf(!onServer.isAvailable)('a PostgreSQL server', () => {
  describeOpening(onServer);
});

/** What holds on both databases. */
function describeOpening(places: Places): void {
  const opened: OpenDatabase[] = [];
  async function open(how: typeof openDatabase, place: DatabasePlace): Promise<OpenDatabase> {
    const database = await how(place);
    opened.push(database);
    return database;
  }
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });

  test('an empty database gets the whole schema, and every table that the program knows is there', async () => {
    const { database } = await open(openDatabase, await places.make());
    expect(await readAppliedMigrations(database)).toEqual(readMigrations().map(({ id }) => id));
    expect(await readTableNames(database)).toEqual(
      listTables()
        .map(({ name }) => name)
        .toSorted(),
    );
    for (const { name, columns } of listTables()) {
      expect((await readColumnNames(database, name)).toSorted()).toEqual(columns.toSorted());
    }
  });

  test('an old database with rows keeps them all and gets today’s schema', async () => {
    const place = await places.make();
    const [first] = readMigrations();
    if (first === undefined) throw new Error('There is no migration.');
    const { database } = await open(connectDatabase, place);
    await migrate(database, [first]);
    await insertSampleRows(database, { seed: 1, rows: 5, willBeIndexed: true });
    const before = new Map<string, { readonly columns: string[]; readonly rows: string[] }>();
    for (const table of await readTableNames(database)) {
      const columns = await readColumnNames(database, table);
      before.set(table, { columns, rows: await readRowsAsText(database, table, columns) });
    }
    const added = "alter table companies add column later text default 'x' not null";
    const known = [...readMigrations(), { id: 9_999_999_999_999, hash: 'x', statements: [added] }];
    await migrate(database, known);

    expect(await readAppliedMigrations(database)).toEqual(known.map(({ id }) => id));
    expect(await readColumnNames(database, 'companies')).toContain('later');
    expect(before.size).toBeGreaterThan(10);
    for (const [table, { columns, rows }] of before) {
      expect(rows).toHaveLength(5);
      expect(await readRowsAsText(database, table, columns)).toEqual(rows);
    }
  });

  test('opening twice changes nothing', async () => {
    const place = await places.makeMigrated();
    const first = await openDatabase(place);
    await insertSampleRows(first.database, { seed: 2, rows: 1 });
    const rows = await readRowsAsText(first.database, 'companies');
    await first.close();
    const { database } = await open(openDatabase, place);
    expect(await readRowsAsText(database, 'companies')).toEqual(rows);
  });

  test('a schema of a newer version is refused in a sentence and left as it is', async () => {
    const place = await places.makeMigrated();
    const newer = await openDatabase(place);
    await newer.database.transaction((transaction) =>
      applyMigrations(transaction, [{ id: 9_999_999_999_999, hash: 'x', statements: ['create table later (id int)'] }]),
    );
    await newer.close();
    await expect(openDatabase(place)).rejects.toThrow(UnknownSchemaError);
    await expect(openDatabase(place)).rejects.toThrow(/written by a newer Vestibule.*Start that version/);
    // Refusing has let go of the folder and changed nothing.
    const { database } = await open(connectDatabase, place);
    expect(await readTableNames(database)).toContain('later');
    expect(await readAppliedMigrations(database)).toHaveLength(readMigrations().length + 1);
  });

  test('a schema from before the first step that is known here is refused and left as it is', async () => {
    const place = await places.makeMigrated();
    const older = await openDatabase(place);
    await older.database.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1795256066495)`,
    );
    await older.close();
    await expect(openDatabase(place)).rejects.toThrow(UnknownSchemaError);
    await expect(openDatabase(place)).rejects.toThrow(/before 3\.7\.0.*set up an empty database/);
    const { database } = await open(connectDatabase, place);
    expect(await readAppliedMigrations(database)).toHaveLength(readMigrations().length + 1);
  });

  test('a migration that fails leaves the schema as it was', async () => {
    const { database } = await open(openDatabase, await places.makeMigrated());
    const broken = { id: 9_999_999_999_999, hash: 'x', statements: ['create table half (id int)', 'create nonsense'] };
    await expect(migrate(database, [...readMigrations(), broken])).rejects.toThrow('create nonsense');
    expect(await readTableNames(database)).not.toContain('half');
    expect(await readAppliedMigrations(database)).toHaveLength(readMigrations().length);
  });
}

describe.skipIf(!onServer.isAvailable)('several servers on one PostgreSQL database', () => {
  test('start at once on an empty one: the schema is written once', async () => {
    const place = await onServer.make();
    const all = await Promise.all(Array.from({ length: 4 }, () => openDatabase(place)));
    const [one] = all;
    expect(one === undefined ? [] : await readAppliedMigrations(one.database)).toHaveLength(readMigrations().length);
    for (const server of all) await server.close();
  });

  test('a server outlives the loss of its idle connections', async () => {
    const place = await onServer.makeMigrated();
    const [opened, other] = [await openDatabase(place), await connectDatabase(place)];
    await other.database.execute(
      sql`select pg_terminate_backend(pid, 30000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await readAppliedMigrations(opened.database)).toHaveLength(readMigrations().length);
    await other.close();
    await opened.close();
  });
});
