import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Database } from './database.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import { pruneOldRows } from './prune.ts';
import { queryRows } from './query-rows.ts';
import { DEFAULT_RETENTION } from './retention.ts';
import { auditEntries, deviceSessions, reports } from './schema.ts';
import { embeddedPlaces, type Places, serverPlaces } from './testing/places.ts';
import { thinAgentReports } from './thin-reports.ts';

const NOW = new Date('2026-11-21T08:00:00Z');
const DAY_MS = 86_400_000;
const EVERY_MS = 240_000;
const companyId = randomUUID();
const options = { companyIds: [companyId], now: NOW };

const inFolders = embeddedPlaces();
const onServer = await serverPlaces();
afterAll(async () => {
  await inFolders.removeAll();
  await onServer.removeAll();
});

let opened: OpenDatabase;
let database: Database;

async function addSession(kind: 'agent' | 'v1'): Promise<string> {
  const id = randomUUID();
  const ids = { companyId, id, webSessionId: id, personId: id, deviceRowId: id };
  await database.insert(deviceSessions).values({ ...ids, sealedServerKey: '', expiresAt: NOW, kind, createdAt: NOW });
  return id;
}

/** A report every four minutes, from so many days ago until so many days ago. */
async function addReports(sessionIds: readonly string[], fromDaysAgo: number, untilDaysAgo = 0): Promise<void> {
  const count = ((fromDaysAgo - untilDaysAgo) * DAY_MS) / EVERY_MS;
  const since = new Date(NOW.getTime() - fromDaysAgo * DAY_MS).toISOString();
  const sessions = sql.join(
    sessionIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  await database.execute(sql`
    insert into ${reports} (company_id, id, device_session_id, device_row_id, payload, sequence, received_at)
    select ${companyId}::uuid, gen_random_uuid(), session, session, '{}', number,
      ${since}::timestamptz + number::bigint * ${EVERY_MS} * interval '1 millisecond'
    from unnest(array[${sessions}]) session, generate_series(1, ${count}) number`);
}

async function countByDay(): Promise<Record<string, number>> {
  const rows = await queryRows(
    database,
    sql`select to_char(received_at at time zone 'UTC', 'MM-DD') as day, count(*)::int as rows from ${reports}
        group by day order by day`,
    z.object({ day: z.string(), rows: z.number() }),
  );
  return Object.fromEntries(rows.map(({ day, rows: count }) => [day, count]));
}

describe('the embedded database', () => {
  describeThinning(inFolders);
});
describe.skipIf(!onServer.isAvailable)('a PostgreSQL server', () => {
  describeThinning(onServer);
});

test.skipIf(!onServer.isAvailable)(
  'old reports are found by their time, without looking through those that stay',
  async () => {
    opened = await openDatabase(await onServer.makeMigrated());
    database = opened.database;
    await addReports([await addSession('v1')], 30);
    await addReports([await addSession('v1')], 100, 98);
    await database.execute(sql`analyze ${reports}`);
    const read = async () => {
      const rows = await queryRows(
        database,
        sql`select i.idx_scan::int as by_index, t.seq_scan::int as whole, t.n_tup_del::int as deleted
          from pg_stat_user_indexes i join pg_stat_user_tables t using (relid) where i.indexrelname = 'reports_time'`,
        z.object({ by_index: z.number(), whole: z.number(), deleted: z.number() }),
      );
      return rows[0] ?? { by_index: 0, whole: 0, deleted: 0 };
    };
    const before = await read();
    const retention = DEFAULT_RETENTION.filter(({ column }) => column === reports.receivedAt);
    const [pruned] = await pruneOldRows(database, { now: NOW, retention, batchRows: 100 });
    expect(pruned).toEqual({ table: 'reports', rows: 720, isDone: true });
    // A server writes its statistics down a little later.
    await expect.poll(async () => (await read()).deleted - before.deleted, { timeout: 15_000 }).toBe(720);
    const after = await read();
    expect(after.by_index - before.by_index).toBeGreaterThanOrEqual(8);
    expect(after.whole - before.whole).toBe(0);
    await opened.close();
  },
);

/** What holds on both databases. */
function describeThinning(places: Places): void {
  beforeAll(async () => {
    opened = await openDatabase(await places.makeMigrated());
    database = opened.database;
  });
  beforeEach(async () => {
    await database.execute(sql`truncate ${reports}, ${deviceSessions}, ${auditEntries}`);
  });
  afterAll(() => opened.close());

  test('an account that reports every four minutes leaves one report of each day that is over', async () => {
    const accounts = await Promise.all(Array.from({ length: 4 }, () => addSession('agent')));
    await addReports(accounts, 3);
    expect(await countByDay()).toEqual({ '11-18': 956, '11-19': 1440, '11-20': 1440, '11-21': 484 });
    expect(await thinAgentReports(database, options)).toBe(956 + 1440 + 1440 - 3 * 4);
    expect(await countByDay()).toEqual({ '11-18': 4, '11-19': 4, '11-20': 4, '11-21': 484 });
    const left = await database
      .select()
      .from(reports)
      .where(eq(reports.deviceSessionId, accounts[0] ?? ''));
    const newest = Math.max(...left.map(({ sequence }) => sequence));
    expect(newest).toBe(3 * 360);
    expect(await thinAgentReports(database, options)).toBe(0);
  });

  test('a report by which someone was let in stays, as do those of a page, of today and of another company', async () => {
    const account = await addSession('agent');
    await addReports([account], 2);
    await addReports([await addSession('v1')], 2);
    const yesterday = { '11-19': 2 * 239, '11-20': 2 * 360, '11-21': 2 * 121 };
    expect(await countByDay()).toEqual(yesterday);
    const [used] = await database.select().from(reports).where(eq(reports.deviceSessionId, account)).limit(1);
    if (used === undefined) throw new Error('There is no report.');
    await database.insert(auditEntries).values({
      companyId,
      at: new Date(used.receivedAt.getTime() + 60_000),
      action: 'saml-response',
      outcome: 'done',
      details: { reportId: used.id },
      address: '',
      correlationId: '',
    });
    expect(await thinAgentReports(database, { ...options, companyIds: [randomUUID()] })).toBe(0);
    await thinAgentReports(database, options);
    const kept = await countByDay();
    const ofOneDay = used.receivedAt.toISOString().slice(5, 10);
    expect(kept[ofOneDay]).toBe((yesterday[ofOneDay as '11-19'] ?? 0) / 2 + 2);
    expect(kept['11-21']).toBe(2 * 121);
    expect(await database.select().from(reports).where(eq(reports.id, used.id))).toHaveLength(1);
  });
}
