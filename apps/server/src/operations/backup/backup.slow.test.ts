import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { loadMasterKey } from '../crypto/master-key.ts';
import { applyMigrations, migrate, readAppliedMigrations, readMigrations } from '../../database/migrations.ts';
import { connectDatabase, type Database, openDatabase } from '../../database/open.ts';
import { queryRows } from '../../database/query-rows.ts';
import { activityEntries, adminTokens, auditEntries, webSessions } from '../../database/schema.ts';
import { listTables } from '../../database/tables.ts';
import { embeddedPlaces, serverPlaces } from '../../database/testing/places.ts';
import {
  insertSampleRows,
  readColumnNames,
  readRowsAsText,
  readTableNames,
} from '../../database/testing/sample-rows.ts';
import { createBackup } from './create-backup.ts';
import { fillDatabase } from './fill-database.ts';
import type { BackupProgress } from './outcome.ts';
import { checkBackup, openBackup, verifyBackup } from './reader.ts';
import { restoreBackup } from './restore-backup.ts';
import { dumpTable, fixTextForms, prepareInsert } from './table-rows.ts';
import { closeAll, emptyTarget, expectOk, makeInstallation, NOW, PASSPHRASE, track } from './testing/installation.ts';
import { beginBackup } from './writer.ts';

const inFolders = embeddedPlaces();
const onServer = await serverPlaces();
/** For what does not depend on the kind of database: the faster one. */
const anywhere = onServer.isAvailable ? onServer : inFolders;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-backup-'));
});
afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});
afterAll(async () => {
  await inFolders.removeAll();
  await onServer.removeAll();
});

async function readEverything(database: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const name of await readTableNames(database)) tables[name] = await readRowsAsText(database, name);
  return tables;
}

const WAYS = [
  { from: 'embedded', to: 'embedded', runs: 1, most: 20 },
  { from: 'embedded', to: 'PostgreSQL', runs: 1, most: 20 },
  { from: 'PostgreSQL', to: 'embedded', runs: 1, most: 60 },
  { from: 'PostgreSQL', to: 'PostgreSQL', runs: 3, most: 110 },
] as const;
const placesOf = (kind: 'embedded' | 'PostgreSQL') => (kind === 'embedded' ? inFolders : onServer);

describe.each(WAYS)('a backup from $from into $to', ({ from, to, runs, most }) => {
  test.skipIf(!placesOf(from).isAvailable || !placesOf(to).isAvailable)(
    'brings back every row of every table, whatever is in it, and everything next to the database',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: most }), async (seed, rows) => {
          const source = await makeInstallation(placesOf(from), { seed, rows });
          const file = join(folder, `${randomUUID()}.backup`);
          const made = expectOk(await createBackup(source, file));
          expect(made).toEqual({
            ok: true,
            createdAt: NOW,
            tables: listTables().length,
            rows: rows * listTables().length,
            evidence: 20,
            files: ['master.key', 'policy.yaml'],
          });
          expect(await verifyBackup(file, PASSPHRASE)).toEqual(made);

          const target = await emptyTarget(placesOf(to));
          expect(await restoreBackup(target, file)).toEqual(made);
          const { database } = track(await openDatabase(target));
          expect(await readEverything(database)).toEqual(await readEverything(source.database));
          expect(await readAppliedMigrations(database)).toEqual(readMigrations().map(({ id }) => id));
          for (const [key, bytes] of source.pieces) expect(await target.evidence.get(key)).toEqual({ ok: true, bytes });
          expect(await readFile(join(target.dataFolder, 'policy.yaml'), 'utf8')).toBe('version: 1\n# ü\n');
          const sealed = source.masterKey.seal('secret', 'x');
          expect((await loadMasterKey(target.dataFolder)).unseal(sealed, 'x')).toBe('secret');
          expect((await stat(join(target.dataFolder, 'master.key'))).mode & 0o777).toBe(0o600);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    },
  );
});

const entry = { companyId: randomUUID(), at: NOW, personId: randomUUID(), verb: 'x', deviceName: 'x' };

describe('after a restore', () => {
  test('numbers go on where they were, even when the last ones were deleted', async () => {
    const source = await makeInstallation(anywhere, { seed: 1, rows: 1 });
    await source.database.insert(activityEntries).values([entry, entry, entry]);
    await source.database.delete(activityEntries);
    const file = join(folder, 'x.backup');
    expectOk(await createBackup(source, file));
    const target = await emptyTarget(anywhere);
    expectOk(await restoreBackup(target, file));
    const { database } = track(await openDatabase(target));
    const [next] = await database.insert(activityEntries).values(entry).returning();
    expect(next?.id).toBe(4);
    const audit = { companyId: randomUUID(), at: NOW, action: 'x', outcome: 'done', details: {}, address: '' } as const;
    const [first] = await database
      .insert(auditEntries)
      .values({ ...audit, correlationId: '' })
      .returning();
    expect(first?.id).toBe(1);
  });

  test('sign-ins, tokens, permits, ceremonies and invitations have ended, and every other row is as it was', async () => {
    const source = await makeInstallation(anywhere, { seed: 4, rows: 6 });
    const file = join(folder, 'x.backup');
    expectOk(await createBackup(source, file));
    const target = await emptyTarget(anywhere);
    expectOk(await restoreBackup({ ...target, keepsSignIns: false }, file));
    const { database } = track(await openDatabase(target));
    for (const table of [webSessions, adminTokens]) {
      const rows = await database.select({ revokedAt: table.revokedAt }).from(table);
      expect(rows).toHaveLength(6);
      expect(rows).not.toContainEqual({ revokedAt: null });
    }
    const ended = ['web_sessions', 'admin_tokens'];
    const gone = ['access_tokens', 'web_tokens', 'ceremonies', 'permits', 'oidc_records', 'invitations'];
    const before = await readEverything(source.database);
    const after = await readEverything(database);
    for (const name of gone) expect(after[name]).toEqual([]);
    for (const name of Object.keys(before).filter((table) => ![...ended, ...gone].includes(table))) {
      expect(after[name]).toEqual(before[name]);
    }
  });

  test('a backup of an older version has all its rows and today’s schema', async () => {
    const place = await anywhere.make();
    const old = track(await connectDatabase(place));
    const [first] = readMigrations();
    if (first === undefined) throw new Error('There is no migration.');
    await old.database.transaction((transaction) => applyMigrations(transaction, [first]));
    await insertSampleRows(old.database, { seed: 5, rows: 10, willBeIndexed: true });
    // What the program of that time would have written.
    const file = join(folder, 'old.backup');
    const writer = await beginBackup(file, PASSPHRASE, { workFactor: 4 });
    const nothing = Buffer.alloc(0);
    await writer.write({
      description: { type: 'start', version: '3.7.0', createdAt: NOW.toISOString(), migrations: [first.id] },
      body: nothing,
    });
    const columns = new Map<string, string[]>();
    await old.database.transaction(async (transaction) => {
      for (const name of await readTableNames(transaction)) {
        columns.set(name, await readColumnNames(transaction, name));
        await dumpTable(
          transaction,
          { name, columns: columns.get(name) ?? [] },
          (record) => writer.write(record),
          () => undefined,
        );
      }
    });
    await writer.write({ description: { type: 'end' }, body: nothing });
    await writer.finish();

    const target = await emptyTarget(anywhere);
    const { database } = track(await connectDatabase(target));
    const added = "alter table companies add column later text default 'x' not null";
    const known = [...readMigrations(), { id: 9_999_999_999_999, hash: 'x', statements: [added] }];
    const backup = await openBackup(file, PASSPHRASE);
    const checked = await checkBackup(backup, () => undefined);
    const nowhere = () => undefined;
    await fillDatabase(database, { ...checked, backup, known, target, undo: [], onProgress: nowhere });
    await backup.close();
    expect(await readAppliedMigrations(database)).toEqual(known.map(({ id }) => id));
    expect(await readColumnNames(database, 'companies')).toContain('later');
    await migrate(database, known);
    for (const [name, names] of columns) {
      const rows = await readRowsAsText(database, name, names);
      expect(rows).toHaveLength(10);
      expect(rows).toEqual(await readRowsAsText(old.database, name, names));
    }
  });
});

describe('a backup that is made while the server works', () => {
  test.skipIf(!onServer.isAvailable)('is of one moment: what is written meanwhile is not in it', async () => {
    const source = await makeInstallation(onServer, { seed: 7, rows: 5 });
    const last = listTables().at(-1)?.name ?? '';
    const before = await readEverything(source.database);
    const columns = await readColumnNames(source.database, last);
    const deletions: Promise<unknown>[] = [];
    const file = join(folder, 'x.backup');
    const onProgress = ({ stage, name }: BackupProgress) => {
      if (stage !== 'tables' || deletions.length > 0 || name === last) return;
      // The last table loses its rows as soon as the first one was read.
      deletions.push(Promise.resolve(source.database.execute(sql.raw(`delete from ${last}`))));
    };
    expectOk(await createBackup({ ...source, onProgress }, file));
    expect(deletions).toHaveLength(1);
    await Promise.all(deletions);
    expect(await readRowsAsText(source.database, last, columns)).toEqual([]);
    const target = await emptyTarget(onServer);
    expectOk(await restoreBackup(target, file));
    const { database } = track(await openDatabase(target));
    expect(await readEverything(database)).toEqual(before);
  });

  test('says how far it is', async () => {
    const source = await makeInstallation(anywhere, { seed: 8, rows: 3 });
    const seen: BackupProgress[] = [];
    const file = join(folder, 'x.backup');
    expectOk(await createBackup({ ...source, onProgress: (progress) => seen.push(progress) }, file));
    for (const { name } of listTables()) expect(seen).toContainEqual({ stage: 'tables', name, done: 3 });
    expect(seen.at(-1)).toEqual({ stage: 'evidence', name: '', done: 20 });
    const restored: BackupProgress[] = [];
    const target = await emptyTarget(anywhere);
    expectOk(await restoreBackup({ ...target, onProgress: (progress) => restored.push(progress) }, file));
    expect([...new Set(restored.map(({ stage }) => stage))]).toEqual(['checking', 'evidence', 'tables']);
  });

  test('is a file that only its owner can read, under its name only when it is whole', async () => {
    const source = await makeInstallation(anywhere, { seed: 9, rows: 2 });
    const names: string[][] = [];
    const file = join(folder, 'x.backup');
    const reading: Promise<unknown>[] = [];
    const onProgress = () => reading.push(readdir(folder).then((found) => names.push(found)));
    expectOk(await createBackup({ ...source, onProgress }, file));
    await Promise.all(reading);
    expect(names[0]).toEqual([expect.stringMatching(/^x\.backup\..*\.part$/)]);
    expect(await readdir(folder)).toEqual(['x.backup']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('holds nothing that can be read without the passphrase', async () => {
    const source = await makeInstallation(anywhere, { seed: 10, rows: 2 });
    const file = join(folder, 'x.backup');
    expectOk(await createBackup(source, file));
    const text = (await readFile(file)).toString('latin1');
    for (const secret of [await readFile(join(source.dataFolder, 'master.key'), 'latin1'), 'companies', 'version: 1']) {
      expect(text).not.toContain(secret);
    }
  });

  test('leaves nothing behind when it cannot be made, and says what to do', async () => {
    const source = await makeInstallation(anywhere, { seed: 11, rows: 1 });
    const file = join(folder, 'x.backup');
    await writeFile(file, 'older');
    expect(await createBackup(source, file)).toMatchObject({ code: 'output_exists' });
    expect(await readFile(file, 'utf8')).toBe('older');
    await rm(file);
    expect(await createBackup({ ...source, passphrase: 'short' }, file)).toMatchObject({
      code: 'passphrase_too_short',
    });
    expect(await createBackup(source, join(folder, 'none', 'x'))).toMatchObject({ code: 'output_failed' });
    expect(await createBackup({ ...source, dataFolder: folder }, file)).toMatchObject({ code: 'master_key_missing' });
    const failure = { ok: false, code: 'store_unreachable', message: 'The store is away.' } as const;
    const evidence = { ...source.evidence, get: () => Promise.resolve(failure) };
    expect(await createBackup({ ...source, evidence }, file)).toMatchObject({
      code: 'store_failed',
      message: expect.stringContaining('The store is away.'),
    });
    const folderAsPolicy = { ...source, policyFile: source.dataFolder };
    expect(await createBackup(folderAsPolicy, file)).toMatchObject({ code: 'input_failed' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('can do without evidence, and without a policy file', async () => {
    const source = await makeInstallation(anywhere, { seed: 12, rows: 1 });
    await mkdir(join(folder, 'elsewhere'));
    const policyFile = join(folder, 'elsewhere', 'policy.yaml');
    const made = await createBackup({ ...source, evidence: null, policyFile }, join(folder, 'x.backup'));
    expect(made).toMatchObject({ ok: true, evidence: 0, files: ['master.key'] });
  });
});

describe('values on their way through a backup', () => {
  test('of types that the schema does not use yet, keep their worth', async () => {
    const { database } = track(await connectDatabase(await anywhere.make()));
    await database.execute(sql.raw("create type mood as enum ('calm', 'it''s fine')"));
    await database.execute(
      sql.raw(
        `create table strange (a numeric, b double precision, c bytea, d date, e interval, f text[], g mood, h varchar(5),
         i timestamp, j json, k int generated always as identity, l real, "M n" char(3))`,
      ),
    );
    await database.execute(
      sql.raw(
        `insert into strange values (1e-40, 'NaN', '\\x00ff', '0001-01-01 BC', '1 year -2 days 03:00:00.000001', '{a,"b,\\"c",NULL}',
         'it''s fine', '12345', '2026-11-21 08:00:00.000001', '{"a":1,  "a":2}', default, 0.1, 'x'), (null, 0.1, null, null, null, null, null, null, null, null, default, null, null)`,
      ),
    );
    const table = { name: 'strange', columns: await readColumnNames(database, 'strange') };
    const before = await readRowsAsText(database, 'strange');
    await database.transaction(async (transaction) => {
      await fixTextForms(transaction);
      const bodies: string[] = [];
      await dumpTable(
        transaction,
        table,
        ({ description, body }) => {
          if (description.type === 'rows') bodies.push(body.toString());
          return Promise.resolve();
        },
        () => undefined,
      );
      await transaction.execute(sql.raw('truncate strange'));
      const insert = await prepareInsert(transaction, table);
      for (const body of bodies) await insert(body);
    });
    expect(before).toHaveLength(2);
    expect(await readRowsAsText(database, 'strange')).toEqual(before);
    const [count] = await queryRows(database, sql`select count(*)::int as n from strange`, z.object({ n: z.number() }));
    expect(count?.n).toBe(2);
  });
});
