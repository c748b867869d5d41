import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applyMigrations, readMigrations } from '../../database/migrations.ts';
import { connectDatabase, type DatabasePlace, openDatabase } from '../../database/open.ts';
import { embeddedPlaces, type Places, serverPlaces } from '../../database/testing/places.ts';
import { readRowsAsText, readTableNames } from '../../database/testing/sample-rows.ts';
import type { EvidenceKey } from '../storage/evidence-key.ts';
import { createFolderStore } from '../storage/folder-store.ts';
import { encryptWithAge } from './age.ts';
import { packArchive } from './archive.ts';
import { createBackup } from './create-backup.ts';
import { verifyBackup } from './reader.ts';
import type { BackupRecord } from './records.ts';
import { restoreBackup } from './restore-backup.ts';
import { closeAll, emptyTarget, expectOk, makeInstallation, NOW, PASSPHRASE, track } from './testing/installation.ts';
import { beginBackup } from './writer.ts';

/** As age has it: after the header a nonce, then pieces of 64 KiB, each with its tag. */
const NONCE_BYTES = 16;
const TAG_BYTES = 16;
const SEALED = 65_536 + TAG_BYTES;
const inFolders = embeddedPlaces();
const onServer = await serverPlaces();

let folder: string;
let whole: Buffer;
let other: Buffer;
let pieces: ReadonlyMap<EvidenceKey, Buffer>;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-refusals-'));
  const source = await makeInstallation(inFolders, { seed: 20, rows: 5 });
  pieces = source.pieces;
  for (const name of ['whole', 'other']) expectOk(await createBackup(source, join(folder, name)));
  whole = await readFile(join(folder, 'whole'));
  other = await readFile(join(folder, 'other'));
  await closeAll();
});
beforeEach(() => {
  file = join(folder, 'x.backup');
});
afterEach(closeAll);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await inFolders.removeAll();
  await onServer.removeAll();
});

async function codeOf(bytes: Buffer, passphrase = PASSPHRASE): Promise<string> {
  await writeFile(file, bytes);
  const outcome = await verifyBackup(file, passphrase);
  return outcome.ok ? 'ok' : outcome.code;
}

const headerBytes = (bytes: Buffer) => bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + NONCE_BYTES;
const chunk = (bytes: Buffer, index: number) =>
  bytes.subarray(headerBytes(bytes) + index * SEALED, headerBytes(bytes) + (index + 1) * SEALED);
const header = () => whole.subarray(0, headerBytes(whole));
const changed = (at: number, change: (byte: number) => number) => {
  const copy = Buffer.from(whole);
  copy[at] = change(copy[at] ?? 0);
  return copy;
};

describe('a backup that is not as it was made', () => {
  test('is long enough for these tests, and whole', async () => {
    expect(whole.length).toBeGreaterThan(headerBytes(whole) + 3 * SEALED);
    expect(await codeOf(whole)).toBe('ok');
    expect(other.equals(whole)).toBe(false);
  });

  test('cut short anywhere, is refused', async () => {
    const headerEnd = headerBytes(whole);
    const ends = fc.oneof(
      fc.constantFrom(22, headerEnd - 1, headerEnd, headerEnd + TAG_BYTES, headerEnd + SEALED),
      fc.constantFrom(headerEnd + 2 * SEALED, whole.length - TAG_BYTES, whole.length - 1),
      fc.integer({ min: 22, max: whole.length - 1 }),
    );
    await fc.assert(
      fc.asyncProperty(ends, async (end) => {
        expect(await codeOf(whole.subarray(0, end))).toBe('backup_damaged');
      }),
      { numRuns: propertyRuns(50), endOnFailure: true },
    );
  });

  test('with one bit changed anywhere, is refused', async () => {
    const headerEnd = headerBytes(whole);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: whole.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const code = await codeOf(changed(at, (byte) => byte ^ (1 << bit)));
          expect(['not_a_backup', 'passphrase_wrong', 'backup_damaged']).toContain(code);
          if (at >= headerEnd) expect(code).toBe('backup_damaged');
        },
      ),
      { numRuns: propertyRuns(60), endOnFailure: true },
    );
  });

  test('with chunks moved, doubled, taken out, added or taken from another backup, is refused', async () => {
    const headerEnd = headerBytes(whole);
    const rest = whole.subarray(headerEnd + 2 * SEALED);
    const last = Math.floor((whole.length - headerEnd - 1) / SEALED);
    const forgeries = {
      swapped: [header(), chunk(whole, 1), chunk(whole, 0), rest],
      doubled: [header(), chunk(whole, 0), chunk(whole, 0), whole.subarray(headerEnd + SEALED)],
      'first one out': [header(), whole.subarray(headerEnd + SEALED)],
      'last one out': [whole.subarray(0, headerEnd + last * SEALED)],
      'last one twice': [whole, chunk(whole, last)],
      'bytes added': [whole, Buffer.from('x')],
      'one of another backup': [header(), chunk(other, 0), whole.subarray(headerEnd + SEALED)],
      'all of another backup': [header(), other.subarray(headerBytes(other))],
      'header only': [header()],
    };
    for (const [name, parts] of Object.entries(forgeries)) {
      expect([name, await codeOf(Buffer.concat(parts))]).toEqual([name, 'backup_damaged']);
    }
  });

  test('is told from a file that never was one, and from a newer format', async () => {
    expect(await codeOf(Buffer.alloc(0))).toBe('not_a_backup');
    expect(await codeOf(Buffer.from('PK\u0003\u0004 an archive of something else'))).toBe('not_a_backup');
    expect(await codeOf(Buffer.from('VESTIBULE-BACKUP of a version before the first release'))).toBe('not_a_backup');
    const start = { format: 2, version: '4.0.0', createdAt: NOW.toISOString(), migrations: [] };
    expect(await codeOf(await ageFileOf({ 'backup.json': JSON.stringify(start), later: '' }))).toBe('backup_newer');
    expect(await verifyBackup(join(folder, 'none'), PASSPHRASE)).toMatchObject({ code: 'input_failed' });
  });

  test('cannot make this computer work itself to death', async () => {
    const greedy = Buffer.from(whole.toString('latin1').replace(/(-> scrypt \S+) \d+/, '$1 30'), 'latin1');
    expect(greedy.equals(whole)).toBe(false);
    const before = performance.now();
    expect(await codeOf(greedy)).toBe('backup_damaged');
    expect(performance.now() - before).toBeLessThan(10_000);
  });

  test.each([
    ['outside of the rooms of a backup', { 'other.txt': 'x' }],
    ['that no backup has next to the database', { 'files/../../passwd': 'x' }],
    ['whose rows cannot be counted', { 'tables/people/columns.json': '["id"]', 'tables/people/2-1.json': '[]' }],
    ['whose columns are no columns', { 'tables/people/columns.json': '{}' }],
  ])('is refused with a file %s, although it is encrypted with the right passphrase', async (_, files) => {
    const start = { format: 1, version: '3.7.0', createdAt: NOW.toISOString(), migrations: [] };
    const bytes = await ageFileOf({ 'backup.json': JSON.stringify(start), ...files, end: '' });
    expect(await codeOf(bytes)).toBe('backup_damaged');
  });
});

describe('the passphrase', () => {
  test('costs anyone who tries one 256 MiB', async () => {
    const made = await beginBackup(join(folder, 'costly'), PASSPHRASE);
    await made.write({ description: { type: 'end' }, body: Buffer.alloc(0) });
    await made.finish();
    expect((await readFile(join(folder, 'costly'))).toString('latin1')).toMatch(
      /^age-encryption.org\/v1\n-> scrypt \S+ 18\n/,
    );
  });

  test('has to be the right one, to the letter', async () => {
    for (const wrong of ['', 'A passphrase of the test', `${PASSPHRASE} `]) {
      expect(await codeOf(whole, wrong)).toBe('passphrase_wrong');
    }
  });

  test('may be typed on another keyboard', async () => {
    const composed = join(folder, 'composed');
    const writer = await beginBackup(composed, 'Schl\u00fcssel der Pforte', { workFactor: 4 });
    await writer.write({
      description: { type: 'start', version: '3.7.0', createdAt: NOW.toISOString(), migrations: [] },
      body: Buffer.alloc(0),
    });
    await writer.write({ description: { type: 'end' }, body: Buffer.alloc(0) });
    await writer.finish();
    expect(await verifyBackup(composed, 'Schlu\u0308ssel der Pforte')).toMatchObject({ ok: true });
  });
});

describe('restoring into an embedded database', () => {
  describeRefusals(inFolders);

  test('is refused where there is one already, which stays as it is', async () => {
    const target = await emptyTarget(inFolders);
    const existing = await openDatabase(target);
    await existing.close();
    await expectRefused(target, whole, 'target_not_empty', 'another data folder');
    await (await openDatabase(target)).close();
  });

  test('is refused while another server holds the data folder', async () => {
    const target = await emptyTarget(inFolders);
    await writeFile(join(target.dataFolder, 'server.lock'), '1');
    await expectRefused(target, whole, 'target_in_use', 'Stop that one first');
  });
});

describe.skipIf(!onServer.isAvailable)('restoring into PostgreSQL', () => {
  describeRefusals(onServer);

  test('is refused where there are tables already, which stay as they are', async () => {
    const target = await emptyTarget(onServer);
    expectOk(await restoreFrom(whole, target));
    const { database } = track(await connectDatabase(target));
    const before = await readRowsAsText(database, 'people');
    const second = { ...(await emptyTarget(inFolders)), databaseUrl: target.databaseUrl };
    await expectRefused(second, whole, 'target_not_empty', 'Make a new, empty database');
    expect(before).toHaveLength(5);
    expect(await readRowsAsText(database, 'people')).toEqual(before);
  });

  test('is refused where the server does not answer', async () => {
    const target = { ...(await emptyTarget(onServer)), databaseUrl: 'postgresql://nobody@127.0.0.1:1/none' };
    await expectRefused(target, whole, 'database_failed', 'nothing was restored');
  });
});

type Target = Awaited<ReturnType<typeof emptyTarget>>;

/** What is refused on both databases, and leaves nothing half done. */
function describeRefusals(places: Places): void {
  test('a damaged backup, a wrong passphrase', async () => {
    const target = await emptyTarget(places);
    await expectRefused(target, whole.subarray(0, -1), 'backup_damaged', 'use another copy');
    await expectRefused({ ...target, passphrase: 'another passphrase' }, whole, 'passphrase_wrong', 'The passphrase');
    await expectUntouched(target, places);
  });

  test('a backup of a newer schema', async () => {
    const target = await emptyTarget(places);
    const source = await makeInstallation(places, { seed: 21, rows: 1 });
    const later = { id: 9_999_999_999_999, hash: 'x', statements: ['create table later (id int)'] };
    await source.database.transaction((transaction) => applyMigrations(transaction, [later]));
    const newer = join(source.dataFolder, 'newer.backup');
    expectOk(await createBackup(source, newer));
    await expectRefused(target, await readFile(newer), 'backup_newer', 'Install that version');
    await expectUntouched(target, places);
  });

  test('a backup of an older schema than any known here, by a sentence that names its version', async () => {
    const target = await emptyTarget(places);
    const older = join(folder, randomUUID());
    const writer = await beginBackup(older, PASSPHRASE, { workFactor: 4 });
    await writer.write(startOf([1, ...readMigrations().map(({ id }) => id)], '3.6.9'));
    await writer.write(record({ type: 'end' }));
    await writer.finish();
    await expectRefused(target, await readFile(older), 'backup_older', 'Restore it with 3.6.9.');
    await expectUntouched(target, places);
  });

  test('a data folder with another master key or policy', async () => {
    for (const name of ['master.key', 'policy.yaml']) {
      const target = await emptyTarget(places);
      await writeFile(join(target.dataFolder, name), 'another');
      await expectRefused(target, whole, 'target_not_empty', `${name} is there already`);
      expect(await readFile(join(target.dataFolder, name), 'utf8')).toBe('another');
      await expectUntouched(target, places, [name]);
    }
  });

  test('evidence that differs from what is kept under its name', async () => {
    const target = await emptyTarget(places);
    const [key] = [...pieces.keys()].slice(7, 8);
    if (key === undefined) throw new Error('There is no evidence.');
    await target.evidence.put(key, Buffer.from('another'));
    await expectRefused(target, whole, 'target_not_empty', 'keeps something else');
    expect(await target.evidence.get(key)).toEqual({ ok: true, bytes: Buffer.from('another') });
    await expectUntouched(target, places, [join('evidence', key)]);
  });

  test('but not a store that has the same evidence already', async () => {
    const target = await emptyTarget(places);
    for (const [key, bytes] of pieces) await target.evidence.put(key, bytes);
    expectOk(await restoreFrom(whole, target));
    for (const [key, bytes] of pieces) expect(await target.evidence.get(key)).toEqual({ ok: true, bytes });
  });

  test('a store that fails half-way: what was put is taken back', async () => {
    const target = await emptyTarget(places);
    const store = createFolderStore(join(target.dataFolder, 'evidence'));
    let puts = 0;
    const failing = {
      ...store,
      put: async (key: EvidenceKey, bytes: Uint8Array) => {
        puts += 1;
        const failure = { ok: false, code: 'store_full', message: 'The store is full.' } as const;
        return puts > 10 ? failure : store.put(key, bytes);
      },
    };
    await expectRefused({ ...target, evidence: failing }, whole, 'store_failed', 'The store is full.');
    expect(puts).toBeGreaterThan(10);
    await expectUntouched(target, places);
  });

  test('a genuine backup whose rows the database does not take: everything is taken back', async () => {
    const target = await emptyTarget(places);
    const broken = join(folder, randomUUID());
    const writer = await beginBackup(broken, PASSPHRASE, { workFactor: 4 });
    const records: BackupRecord[] = [
      startOf(readMigrations().map(({ id }) => id)),
      record({ type: 'file', name: 'master.key' }, 'key'),
      record({ type: 'table', name: 'server_keys', columns: ['name', 'sealed', 'created_at'] }),
      record({ type: 'rows', table: 'server_keys', first: 1, count: 1 }, '[["a", "b", "2026-11-21 08:00:00+00"]]'),
      record({ type: 'rows', table: 'server_keys', first: 2, count: 1 }, '[["a", null, "2026-11-21 08:00:00+00"]]'),
      ...[...pieces]
        .slice(0, 3)
        .map(([key, bytes]) => ({ description: { type: 'evidence', key }, body: bytes }) as const),
      record({ type: 'end' }),
    ];
    for (const one of records) await writer.write(one);
    await writer.finish();
    await expectRefused(target, await readFile(broken), 'database_failed', 'null value in column "sealed"');
    await expectUntouched(target, places);
    // The same place takes a good backup afterwards.
    expectOk(await restoreFrom(whole, target));
  });
}

/** An archive of anything, encrypted as a backup is. */
async function ageFileOf(files: Readonly<Record<string, string>>): Promise<Buffer> {
  const archive = packArchive();
  const sealed = await encryptWithAge(archive.bytes, PASSPHRASE, 4);
  for (const [name, text] of Object.entries(files)) await archive.add({ name, body: Buffer.from(text) }, NOW);
  archive.end();
  const read: Uint8Array[] = [];
  for await (const bytes of sealed) read.push(bytes);
  return Buffer.concat(read);
}

function startOf(migrations: number[], version = '3.7.0'): BackupRecord {
  return record({ type: 'start', version, createdAt: NOW.toISOString(), migrations });
}

function record(description: BackupRecord['description'], body = ''): BackupRecord {
  return { description, body: Buffer.from(body) };
}

async function restoreFrom(bytes: Buffer, target: Target) {
  await writeFile(file, bytes);
  return restoreBackup(target, file);
}

async function expectRefused(target: Target, bytes: Buffer, code: string, sentence: string): Promise<void> {
  const outcome = await restoreFrom(bytes, target);
  expect(outcome).toMatchObject({ ok: false, code, message: expect.stringContaining(sentence) });
}

/** No file but those named, and no table. */
async function expectUntouched(target: DatabasePlace, places: Places, files: readonly string[] = []): Promise<void> {
  const found = await readdir(target.dataFolder, { recursive: true, withFileTypes: true });
  const names = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  expect(names).toEqual(files.map((name) => join(target.dataFolder, name)));
  if (places === inFolders) {
    expect(await readdir(target.dataFolder)).not.toContain('database');
  } else {
    const { database } = track(await connectDatabase(target));
    expect(await readTableNames(database)).toEqual([]);
  }
}
