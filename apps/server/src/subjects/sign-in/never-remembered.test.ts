import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessTokens, deviceSessions, devices, people, webSessions } from '../../database/schema.ts';
import { hashToken } from '../../operations/crypto/tokens.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { DEMO_PEOPLE } from '../people/trial-people.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two servers are not tested.\n');

/** What is taken away while a sign-in goes on, and asked for at another server with the very next call. */
describe.skipIf(postgres === null)('what was taken away at one server', () => {
  let first: TestServer;
  let second: TestServer;
  let visitor: Visitor;
  let sessionId: string;
  beforeAll(async () => {
    first = await startTestServer({ databaseUrl: postgres?.url });
    second = await startTestServer({ besides: first });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await postgres?.stop();
  });
  beforeEach(async () => {
    visitor = new Visitor({ url: second.url, port: second.port, context: second.context });
    await visitor.signIn(0);
    ({ sessionId } = await visitor.openSession(await createSimulatedDevice()));
  });

  const settings = () => visitor.device(CALLS.userSettings.path);
  const result = (of = sessionId) => visitor.device(`${CALLS.checkResult.path}?sessionId=${of}`);
  const own = () => visitor.ask(CALLS.mySession.path);
  const refusals = async () => [await settings(), await result(), await own()].map(({ body }) => body.code);

  test('was there at the call before', async () => {
    expect([(await settings()).status, (await result()).status, (await own()).status]).toEqual([200, 204, 200]);
  });

  test('a session', async () => {
    const { database, now } = first.context;
    await database.update(webSessions).set({ revokedAt: now() }).where(eq(webSessions.personId, DEMO_PEOPLE[0].id));
    expect(await refusals()).toEqual(['access_token_wrong', 'access_token_wrong', 'not_signed_in']);
  });

  test('an account', async () => {
    const { database, now } = first.context;
    const isTheirs = eq(people.id, DEMO_PEOPLE[0].id);
    await database.update(people).set({ disabledAt: now() }).where(isTheirs);
    expect(await refusals()).toEqual(['account_disabled', 'account_disabled', 'account_disabled']);
    await database.update(people).set({ disabledAt: null }).where(isTheirs);
  });

  test('an access token', async () => {
    await first.context.database.delete(accessTokens).where(eq(accessTokens.tokenHash, hashToken(visitor.token)));
    expect([(await settings()).body.code, (await result()).body.code]).toEqual([
      'access_token_wrong',
      'access_token_wrong',
    ]);
  });

  test('a computer', async () => {
    const { database } = first.context;
    const [row] = await database.select().from(deviceSessions).where(eq(deviceSessions.id, sessionId));
    await database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.id, row?.deviceRowId ?? ''));
    expect((await result()).body.code).toBe('device_blocked');
  });

  test('opens nothing to anyone else who names it with a token of their own', async () => {
    const other = new Visitor({ url: first.url, port: first.port, context: first.context });
    await other.signIn(1);
    const theirs = await other.openSession(await createSimulatedDevice());
    expect((await result(theirs.sessionId)).body.code).toBe('session_unknown');
    expect((await other.device(`${CALLS.checkResult.path}?sessionId=${sessionId}`)).body.code).toBe('session_unknown');
  });
});
