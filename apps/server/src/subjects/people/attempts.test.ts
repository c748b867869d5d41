import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '../../database/open.ts';
import { signInAttempts } from '../../database/schema.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import type { ServerContext } from '../../context/server-context.ts';
import { mayTry, passwordAttempt } from './attempts.ts';

const from = (address: string) => ({ address, browserMark: undefined });

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two servers are not tested.\n');

describe.skipIf(postgres === null)('two servers on one database', () => {
  let server: TestServer;
  let further: OpenDatabase;
  /** The company as each server sees it: nothing is shared but the database and the installation's secret. */
  let contexts: readonly [ServerContext, ServerContext];
  beforeAll(async () => {
    server = await startTestServer({ databaseUrl: postgres?.url });
    further = await openDatabase(server.context.config);
    const company = await server.company();
    contexts = [company, { ...company, database: further.database }];
  });
  afterAll(async () => {
    await further.close();
    await server.close();
    await postgres?.stop();
  });

  test('count the tries of both, also when all come at once', async () => {
    const tries = Array.from({ length: 40 }, async (_, index) => {
      const context = contexts[index % 2 === 0 ? 0 : 1];
      return mayTry(context, await passwordAttempt(context, 'nadia', null, from('192.0.2.1')));
    });
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(5);
  });

  test('keep neither logins nor addresses', async () => {
    const [context] = contexts;
    const login = `secret-${randomUUID()}`;
    await mayTry(context, await passwordAttempt(context, login, null, from('192.0.2.77')));
    const rows = JSON.stringify(await context.database.select().from(signInAttempts));
    expect(rows).not.toContain(login);
    expect(rows).not.toContain('192.0.2.77');
  });

  test('make a very long attack wait half a minute each time, and no longer', async () => {
    const [context] = contexts;
    const attempt = await passwordAttempt(context, 'tomas', null, from('192.0.2.2'));
    for (let index = 0; index < 60; index += 1) {
      server.advance(30_000);
      expect(await mayTry(context, attempt)).toBe(true);
    }
    expect(await mayTry(context, attempt)).toBe(false);
    server.advance(30_000);
    expect(await mayTry(context, attempt)).toBe(true);
  });

  test('keep no one out by a try of while the clock was an hour ahead, and count on from it', async () => {
    const [context] = contexts;
    const attempt = await passwordAttempt(context, 'nadia', null, from('192.0.2.3'));
    server.advance(3_600_000);
    expect(await mayTry(context, attempt)).toBe(true);
    server.advance(-3_600_000);
    for (let index = 0; index < 4; index += 1) expect(await mayTry(context, attempt)).toBe(true);
    expect(await mayTry(context, attempt)).toBe(false);
  });
});
