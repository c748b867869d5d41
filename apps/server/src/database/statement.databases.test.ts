import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import type { Database } from './database.ts';
import { connectDatabase } from './open.ts';
import { queryRows } from './query-rows.ts';
import { applications, ceremonies, companies, people, webSessions } from './schema.ts';
import { type Given, rowOf, statement } from './statement.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Ceremony = typeof ceremonies.$inferSelect;

const insert = statement('test_insert', (database, given: Given<Ceremony>) =>
  database.insert(ceremonies).values(rowOf(ceremonies, given)).returning(),
);
const find = statement('test_find', (database, given: Given<{ keyHash: string }>) =>
  database
    .select({ ceremony: ceremonies, session: webSessions })
    .from(ceremonies)
    .leftJoin(webSessions, eq(webSessions.tokenHash, ceremonies.keyHash))
    .where(eq(ceremonies.keyHash, given.keyHash)),
);

const ceremony = (keyHash: string): Ceremony => ({
  companyId: randomUUID(),
  keyHash,
  kind: 'test',
  sealed: 'sealed',
  expiresAt: new Date('2026-03-04T05:06:07.089Z'),
  usedAt: null,
});

it('gives back what it was given, each time with other values, and null for a row that is not joined', async () => {
  const { database } = server.context;
  for (const row of [ceremony('one'), { ...ceremony('two'), usedAt: new Date(0) }]) {
    expect(await insert(database, row)).toEqual([row]);
    expect(await find(database, { keyHash: row.keyHash })).toEqual([{ ceremony: row, session: null }]);
  }
});

it('reads a row as the builder does, of every table that a token is asked with', async () => {
  const { database } = server.context;
  const select = (base: Database) =>
    base
      .select({
        company: companies,
        login: people.login,
        person: people,
        session: webSessions,
        count: sql<number>`1 + 1`.mapWith(Number),
      })
      .from(companies)
      .innerJoin(people, eq(people.companyId, companies.id))
      .leftJoin(webSessions, eq(webSessions.personId, people.id))
      .orderBy(people.login);
  const rows = await statement('test_rows', (base) => select(base))(database, {});
  expect(rows.length).toBeGreaterThan(1);
  expect(rows).toEqual(await select(database));
  expect(rows[0]).toMatchObject({ session: null, count: 2, person: { createdAt: expect.any(Date) } });
});

it('stays in the transaction it is asked in', async () => {
  const { database } = server.context;
  const undone = database.transaction(async (transaction) => {
    await insert(transaction, ceremony('undone'));
    expect(await find(transaction, { keyHash: 'undone' })).toHaveLength(1);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  expect(await find(database, { keyHash: 'undone' })).toEqual([]);
});

it('writes null into a JSON column as null of the database', async () => {
  const { database } = server.context;
  const id = randomUUID();
  const companyId = randomUUID();
  const insertApplication = statement(
    'test_json',
    (base, given: Given<{ companyId: string; id: string; oidcClient: object | null }>) =>
      base.insert(applications).values({
        companyId: given.companyId,
        id: given.id,
        name: 'name',
        entityId: 'entity',
        oidcClient: given.oidcClient,
      }),
  );
  await insertApplication(database, { companyId, id, oidcClient: null });
  const isIt = and(eq(applications.id, id), isNull(applications.oidcClient));
  expect(await database.$count(applications, isIt)).toBe(1);
  await database.delete(applications).where(eq(applications.id, id));
});

it('demands every value, and a name of its own', async () => {
  const { database } = server.context;
  const { sealed: _, ...incomplete } = ceremony('incomplete');
  await expect(insert(database, incomplete as Ceremony)).rejects.toThrow('sealed');
  expect(() => statement('test_find', (base) => base.select().from(ceremonies))).toThrow('test_find');
});

it('is kept by PostgreSQL under its name', async ({ skip }) => {
  if (server.context.config.databaseUrl === undefined) skip();
  const names = await server.context.database.transaction(async (transaction) => {
    await find(transaction, { keyHash: 'any' });
    return namesOf(transaction);
  });
  expect(names).toContain('test_find');
});

it('has no name behind PgBouncer, whose connections know none of another', async ({ skip }) => {
  const { databaseUrl } = server.context.config;
  if (databaseUrl === undefined) return skip();
  const address = new URL(databaseUrl);
  address.searchParams.set('pgbouncer', 'true');
  const behind = await connectDatabase({ databaseUrl: address.href, dataFolder: server.dataFolder });
  try {
    await behind.database.transaction(async (transaction) => {
      const row = ceremony('nameless');
      expect(await insert(transaction, row)).toEqual([row]);
      expect(await find(transaction, { keyHash: 'nameless' })).toEqual([{ ceremony: row, session: null }]);
      expect(await namesOf(transaction)).toEqual([]);
    });
  } finally {
    await behind.close();
  }
});

async function namesOf(database: Database): Promise<string[]> {
  const rows = await queryRows(database, sql`select name from pg_prepared_statements`, z.object({ name: z.string() }));
  return rows.map(({ name }) => name);
}
