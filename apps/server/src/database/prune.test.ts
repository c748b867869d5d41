import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from './database.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { pruneOldRows } from './prune.ts';
import { DEFAULT_RETENTION, type RetentionRule } from './retention.ts';
import { accessTokens, activityEntries, deviceAccounts, uploads } from './schema.ts';
import { embeddedPlaces, type Places, serverPlaces } from './testing/places.ts';
import { listTables } from './tables.ts';
import { insertSampleRows, readRowsAsText, readTableNames } from './testing/sample-rows.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const DAY_MS = 86_400_000;
const companyId = randomUUID();
const daysAgo = (days: number, extraMs = 0) => new Date(NOW.getTime() - days * DAY_MS + extraMs);

const inFolders = embeddedPlaces();
const onServer = await serverPlaces();
afterAll(async () => {
  await inFolders.removeAll();
  await onServer.removeAll();
});

describe('pruning the embedded database', () => {
  describePruning(inFolders);
});
describe.skipIf(!onServer.isAvailable)('pruning a PostgreSQL server', () => {
  describePruning(onServer);

  test('of several servers that prune at once, each row is deleted by one and none waits for another', async () => {
    const opened = await openDatabase(await onServer.make());
    const { database } = opened;
    await addActivity(
      database,
      Array.from({ length: 300 }, (_, index) => daysAgo(366, -index)),
    );
    const retention: RetentionRule[] = [{ column: activityEntries.at, days: 365 }];
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => pruneOldRows(database, { now: NOW, retention, batchRows: 7 })),
    );
    expect(runs.reduce((sum, [table]) => sum + (table?.rows ?? 0), 0)).toBe(300);
    await opened.close();
  });
});

test('every table whose rows run out is pruned, but for tokens that administrators list and revoke', () => {
  const pruned = DEFAULT_RETENTION.map(({ column }) => getTableConfig(column.table).name);
  const running = listTables()
    .filter(({ columns }) => columns.includes('expires_at'))
    .map(({ name }) => name);
  expect(running.length).toBeGreaterThan(8);
  expect(running.filter((name) => !pruned.includes(name))).toEqual(['admin_tokens']);
});

/** What holds on both databases. */
function describePruning(places: Places): void {
  let opened: OpenDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await openDatabase(await places.makeMigrated());
    database = opened.database;
  });
  beforeEach(async () => {
    const tables = await readTableNames(database);
    await database.execute(sql.raw(`truncate ${tables.join(', ')}`));
  });
  afterAll(() => opened.close());

  test('deletes what is older than its table’s days, to the millisecond, and nothing else', async () => {
    await addActivity(database, [daysAgo(365, -1), daysAgo(365), daysAgo(365, 1), daysAgo(1000), NOW, daysAgo(-5)]);
    const retention: RetentionRule[] = [{ column: activityEntries.at, days: 365 }];
    expect(await pruneOldRows(database, { now: NOW, retention })).toEqual([
      { table: 'activity_entries', rows: 2, isDone: true },
    ]);
    const left = await database.select({ at: activityEntries.at }).from(activityEntries).orderBy(activityEntries.at);
    expect(left.map(({ at }) => at)).toEqual([daysAgo(365), daysAgo(365, 1), NOW, daysAgo(-5)]);
  });

  test('goes by the retention of each table', async () => {
    const row = { companyId, deviceSessionId: randomUUID(), length: 1, usedAt: null };
    await database.insert(uploads).values({ ...row, idHash: 'old', expiresAt: daysAgo(3) });
    const token = { companyId, webSessionId: randomUUID(), scope: 'x' };
    await database.insert(accessTokens).values({ ...token, tokenHash: 'kept', expiresAt: daysAgo(3) });
    const pruned = await pruneOldRows(database, {
      now: NOW,
      retention: [
        { column: uploads.expiresAt, days: 2 },
        { column: accessTokens.expiresAt, days: 4 },
      ],
    });
    expect(pruned.map(({ table, rows }) => [table, rows])).toEqual([
      ['uploads', 1],
      ['access_tokens', 0],
    ]);
    expect(await database.select().from(accessTokens)).toHaveLength(1);
  });

  test('rows without a moment stay', async () => {
    const row = { companyId, deviceSessionId: randomUUID(), length: 1, expiresAt: daysAgo(900) };
    await database.insert(uploads).values({ ...row, idHash: 'a', usedAt: null });
    await pruneOldRows(database, { now: NOW, retention: [{ column: uploads.usedAt, days: 1 }] });
    expect(await database.select().from(uploads)).toHaveLength(1);
  });

  test('works in batches, oldest first, and says when a run left something for the next', async () => {
    const ages = Array.from({ length: 25 }, (_, index) => daysAgo(400 + index));
    await addActivity(database, ages);
    const options = { now: NOW, retention: [{ column: activityEntries.at, days: 365 }], batchRows: 10 };
    expect(await pruneOldRows(database, { ...options, batchesMaximum: 2 })).toEqual([
      { table: 'activity_entries', rows: 20, isDone: false },
    ]);
    const left = await database.select({ at: activityEntries.at }).from(activityEntries).orderBy(activityEntries.at);
    expect(left.map(({ at }) => at)).toEqual(ages.slice(0, 5).toReversed());
    expect(await pruneOldRows(database, options)).toEqual([{ table: 'activity_entries', rows: 5, isDone: true }]);
  });

  test('with the retention of the product, a device token goes a year after it ran out', async () => {
    const row = { companyId, personId: randomUUID(), accountId: null, deviceRowId: null, createdAt: daysAgo(400) };
    await database.insert(deviceAccounts).values([
      { ...row, tokenHash: 'old', expiresAt: daysAgo(365, -1), claimedAt: daysAgo(366) },
      { ...row, tokenHash: 'kept', expiresAt: daysAgo(364), claimedAt: daysAgo(365) },
    ]);
    await pruneOldRows(database, { now: NOW, retention: DEFAULT_RETENTION });
    expect(await database.select({ tokenHash: deviceAccounts.tokenHash }).from(deviceAccounts)).toEqual([
      { tokenHash: 'kept' },
    ]);
  });

  test('the retention that comes with the product runs on every table it names', async () => {
    await insertSampleRows(database, { seed: 3, rows: 3 });
    const farAhead = new Date('2500-01-01T00:00:00Z');
    const pruned = await pruneOldRows(database, { now: farAhead, retention: DEFAULT_RETENTION });
    const touched = pruned.filter(({ rows }) => rows > 0).map(({ table }) => table);
    expect(touched.length).toBeGreaterThan(DEFAULT_RETENTION.length / 2);
    const untouched = (await readTableNames(database)).filter((name) => !pruned.some(({ table }) => table === name));
    for (const name of untouched) expect(await readRowsAsText(database, name)).toHaveLength(3);
  });
}

async function addActivity(database: Database, moments: readonly Date[]): Promise<void> {
  await database
    .insert(activityEntries)
    .values(moments.map((at) => ({ companyId, at, personId: randomUUID(), verb: 'x', deviceName: 'x' })));
}
