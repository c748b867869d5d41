import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createToken, hashToken } from '../../operations/crypto/tokens.ts';
import { people, webSessions } from '../../database/schema.ts';
import { type Person, updatePerson } from '../../repositories/people.ts';
import { createWebSession, revokeWebSessionsOf } from '../../repositories/web-sessions.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { openOwnSession, openSession } from './sessions.ts';
import { addPerson, block, newestAudit } from '../people/testing/people.ts';

const VISIT = {
  address: '192.0.2.1',
  correlationId: 'test',
  userAgent: 'test',
  sessionToken: undefined,
  browserMark: undefined,
};

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: a sign-in during a block is not tested.\n');

let server: TestServer;
let context: ServerContext;
let person: Person;

beforeAll(async () => {
  server = await startTestServer({ databaseUrl: postgres?.url });
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});
beforeEach(async () => {
  await forgetRefusals(server);
  context = await server.company();
  person = await addPerson(server);
});

const openSessions = () =>
  context.database
    .select()
    .from(webSessions)
    .where(and(eq(webSessions.personId, person.id), isNull(webSessions.revokedAt)));

function newSession(): typeof webSessions.$inferInsert {
  const now = context.now();
  const tokenHash = hashToken(createToken());
  const times = {
    authenticatedAt: now,
    lastSeenAt: now,
    provenAt: now,
    expiresAt: new Date(now.getTime() + 3_600_000),
  };
  return { companyId: person.companyId, id: randomUUID(), personId: person.id, tokenHash, ...times };
}

describe('anyone who was let through a moment before they were blocked', () => {
  test.each([
    ['password', () => openSession(context, VISIT, person, { factors: ['password'], loginMarker: undefined })],
    ['passkey', () => openSession(context, VISIT, person, { factors: ['passkey'], loginMarker: undefined })],
    [
      'identity provider',
      () => openSession(context, VISIT, person, { factors: ['upstream'], loginMarker: undefined, upstreamClaims: {} }),
    ],
    ['invitation', () => openOwnSession(context, VISIT, person, { factors: ['password'] })],
  ])('gets no session by %s, so that none comes back when the block is lifted', async (_way, open) => {
    await block(server, person);
    expect(await open()).toMatchObject({ refused: 'account_disabled' });
    expect(await newestAudit(server)).toMatchObject({
      action: 'sign-in',
      outcome: 'refused',
      target: person.login,
      details: { code: 'account_disabled' },
    });
    expect(await openSessions()).toEqual([]);
  });

  test('gets none either when they were erased', async () => {
    await context.database.delete(people).where(eq(people.id, person.id));
    expect(await openOwnSession(context, VISIT, person, { factors: ['password'] })).toHaveProperty('refused');
    expect(await openSessions()).toEqual([]);
  });
});

describe.skipIf(postgres === null)('a sign-in and a block at the same moment', () => {
  /** After as long as many statements take. */
  const isStillWaiting = async (work: Promise<unknown>) => {
    const later = async () => {
      for (let index = 0; index < 20; index += 1) await context.database.select().from(people).limit(1);
      return true;
    };
    return Promise.race([work.then(() => false), later()]);
  };

  const blockInside = async (database: ServerContext['database']) => {
    await updatePerson(database, person, { disabledAt: context.now() });
    await revokeWebSessionsOf(database, person.companyId, person.id, context.now());
  };

  test('where the block came first, the sign-in waits for it and is refused', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const blocking = context.database.transaction(async (transaction) => {
      await blockInside(transaction);
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const signingIn = context.database.transaction((transaction) => createWebSession(transaction, newSession()));
    expect(await isStillWaiting(signingIn)).toBe(true);
    go.resolve();
    await blocking;
    expect(await signingIn).toBe(false);
    expect(await openSessions()).toEqual([]);
  });

  test('where the sign-in came first, the block waits for it and ends it', async () => {
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const signingIn = context.database.transaction(async (transaction) => {
      expect(await createWebSession(transaction, newSession())).toBe(true);
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    const blocking = context.database.transaction(blockInside);
    expect(await isStillWaiting(blocking)).toBe(true);
    go.resolve();
    await Promise.all([signingIn, blocking]);
    expect(await openSessions()).toEqual([]);
  });
});
