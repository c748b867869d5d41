import cookie from '@fastify/cookie';
import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { people, webSessions } from '../database/schema.ts';
import type { EventStreams } from './streams/event-streams.ts';
import { addCompany, firstCompany, type TestCompany } from '../testing/companies.ts';
import { type OpenedSource, openEventSource } from '../testing/event-source.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { freePort } from '@vestibule/testing/free-port';
import { startSecondServer } from '../testing/second-server.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { registerCompanyOfHost } from './frame/company-of-request.ts';
import { registerEventsRoute } from './events-route.ts';

const PATIENTLY = { interval: 5, timeout: 15_000 };
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
const opened: OpenedSource[] = [];

async function open(from: Visitor = visitor, port?: number): Promise<OpenedSource> {
  const source = await openEventSource(from, port);
  opened.push(source);
  return source;
}
afterEach(() => {
  for (const source of opened.splice(0)) source.close();
});

async function signedIn(person: 0 | 1 = 0, place: Visitor['server'] = server): Promise<Visitor> {
  const arrived = new Visitor(place);
  await arrived.signIn(person);
  return arrived;
}

const publish = (changes: Partial<Parameters<typeof server.context.events.publish>[0]> = {}) =>
  server.context.events.publish({ companyId: company.id, personId: null, subject: 'policy', ...changes });

const expectLooks = (source: OpenedSource, subjects: readonly string[]) =>
  vi.waitFor(() => expect(source.looks()).toEqual(subjects), PATIENTLY);

async function personId(of: Visitor): Promise<string> {
  const { body } = await of.ask<{ userId: string }>(CALLS.userDetails.path);
  return body.userId;
}

describe('push', () => {
  /** Serves the events of the same installation, with heartbeats when the test says so. */
  let app: FastifyInstance;
  let streams: EventStreams;
  let beat: () => void;
  let port: number;

  beforeAll(async () => {
    server = await startTestServer();
    company = await firstCompany(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.advance(1000);
    visitor = await signedIn();
    app = fastify();
    await app.register(cookie);
    registerCompanyOfHost(app, server.context);
    streams = registerEventsRoute(app, server.context, (task) => {
      beat = task;
      return () => {
        beat = () => undefined;
      };
    });
    port = await freePort();
    await app.listen({ port, host: '127.0.0.1' });
  });
  afterEach(() => app.close());

  test('is announced in the settings and open to the one who is signed in, unbuffered', async () => {
    const { body } = await visitor.ask<{ push: { url: string } }>(CALLS.settings.path);
    expect(body.push.url).toBe(`${server.url}${CALLS.events.path}`);
    const source = await open();
    expect(source.status).toBe(200);
    expect(source.headers).toMatchObject({
      'content-type': expect.stringMatching(/^text\/event-stream/),
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'correlation-id': expect.any(String),
    });
    await vi.waitFor(() => expect(source.events).toEqual([{ name: 'heartbeat', data: '' }]), PATIENTLY);
    expect(source.retryMs()).toBeGreaterThanOrEqual(1000);
    expect(source.retryMs()).toBeLessThan(3000);
  });

  test('is not open to no one, nor before the second factor, nor to a person whom support has disabled', async () => {
    expect((await new Visitor(server).ask(CALLS.events.path)).body).toMatchObject({ code: 'not_signed_in' });
    const nadia = and(eq(people.companyId, company.id), eq(people.login, 'nadia'));
    const { database, now } = server.context;
    await database.update(webSessions).set({ awaits: 'second-factor' });
    expect((await visitor.ask(CALLS.events.path)).body).toMatchObject({ code: 'not_signed_in' });
    await database.update(webSessions).set({ awaits: null });
    await database.update(people).set({ disabledAt: now() }).where(nadia);
    expect((await visitor.ask(CALLS.events.path)).body).toMatchObject({ code: 'account_disabled' });
    await database.update(people).set({ disabledAt: null }).where(nadia);
  });

  test('says "look" when a report was taken: the subject, and no data', async () => {
    const source = await open();
    const device = await createSimulatedDevice();
    const own = await visitor.openSession(device);
    expect((await visitor.report(own, device, facts)).status).toBe(204);
    await expectLooks(source, ['check-result']);
    expect(source.events.filter(({ name }) => name === 'look')).toEqual([{ name: 'look', data: 'check-result' }]);
  });

  test('tells each person their own and what is for everybody, and no other company anything', async () => {
    const [mine, theirs] = [await open(), await open(await signedIn(1))];
    const other = await addCompany(server, 'elsewhere');
    const elsewhere = await open(await signedIn(0, other));
    await publish({ personId: await personId(visitor), subject: 'temporary-access' });
    await expectLooks(mine, ['temporary-access']);
    await publish();
    await expectLooks(mine, ['temporary-access', 'policy']);
    await expectLooks(theirs, ['policy']);
    await publish({ companyId: other.id, subject: 'check-result' });
    await expectLooks(elsewhere, ['check-result']);
    await publish({ subject: 'company' });
    await publish({ subject: 'check-result' });
    await expectLooks(theirs, ['policy', 'check-result']);
    expect(mine.looks()).toEqual(['temporary-access', 'policy', 'check-result']);
    expect(elsewhere.looks()).toEqual(['check-result']);
  });

  test('beats, so that the page knows that it is connected', async () => {
    const source = await open(visitor, port);
    for (let count = 2; count <= 4; count += 1) {
      beat();
      await vi.waitFor(() => expect(source.events).toHaveLength(count), PATIENTLY);
    }
    expect(new Set(source.events.map(({ name }) => name))).toEqual(new Set(['heartbeat']));
  });

  test('ends at once when the person signs out, after saying so, and goes on in their other sessions', async () => {
    const source = await open();
    const elsewhere = await open(await signedIn());
    await visitor.ask(CALLS.signOut.path, { method: 'POST' });
    await source.ended;
    expect(source.looks()).toEqual(['session']);
    await expectLooks(elsewhere, ['session']);
    beat();
    await publish();
    await expectLooks(elsewhere, ['session', 'policy']);
    expect(elsewhere.isEnded()).toBe(false);
  });

  test('ends at once when support disables the person [S6.013]', async () => {
    const source = await open(visitor, port);
    const nadia = and(eq(people.companyId, company.id), eq(people.login, 'nadia'));
    await server.context.database.update(people).set({ disabledAt: server.context.now() }).where(nadia);
    await publish({ personId: await personIdOf('nadia'), subject: 'session' });
    await source.ended;
    // As it opens, the stream asks for its session by itself, and may end before the event comes.
    expect([[], ['session']]).toContainEqual(source.looks());
    await server.context.database.update(people).set({ disabledAt: null }).where(nadia);
  });

  test('ends at the next heartbeat when a session was revoked and no one said so', async () => {
    const source = await open(visitor, port);
    const colleague = await open(await signedIn(1), port);
    const now = server.context.now();
    await server.context.database
      .update(webSessions)
      .set({ revokedAt: now })
      .where(eq(webSessions.personId, await personId(visitor)));
    beat();
    await source.ended;
    expect(colleague.isEnded()).toBe(false);
  });

  test('ends at the next heartbeat when the session is over, and tells it nothing more', async () => {
    const source = await open(visitor, port);
    server.advance(12 * 3_600_000);
    beat();
    await source.ended;
    const next = await open(await signedIn(), port);
    server.advance(12 * 3_600_000);
    await publish();
    await next.ended;
    expect(next.looks()).toEqual([]);
  });

  test('keeps four streams of a session: a fifth ends the oldest', async () => {
    const sources: OpenedSource[] = [];
    for (let count = 0; count < 5; count += 1) sources.push(await open(visitor, port));
    const colleague = await open(await signedIn(1), port);
    await sources[0]?.ended;
    expect(sources.slice(1).map((source) => source.isEnded())).toEqual([false, false, false, false]);
    expect(colleague.isEnded()).toBe(false);
    expect(streams.size).toBe(5);
  });

  test('forgets a page that went away, and serves it again when it comes back', async () => {
    const source = await open(visitor, port);
    expect(streams.size).toBe(1);
    source.close();
    await vi.waitFor(() => expect(streams.size).toBe(0), PATIENTLY);
    await publish();
    const again = await open(visitor, port);
    await publish({ subject: 'check-result' });
    await expectLooks(again, ['check-result']);
  });

  test('does not hold up a server that stops, whether its pages read or not', async () => {
    const sources = [await open(visitor, port), await open(visitor, port)];
    sources[1]?.pause();
    const start = performance.now();
    await app.close();
    expect(performance.now() - start).toBeLessThan(10_000);
    await sources[0]?.ended;
    expect(streams.size).toBe(0);
  });

  test('is not open to HEAD, which would wait for its end', async () => {
    expect((await visitor.ask(CALLS.events.path, { method: 'HEAD' })).status).toBe(404);
  });
});

async function personIdOf(login: string): Promise<string> {
  const rows = await server.context.database
    .select()
    .from(people)
    .where(and(eq(people.companyId, company.id), eq(people.login, login)));
  return rows[0]?.id ?? '';
}

const postgres: PostgresServer | null = await startPostgres();

describe.skipIf(postgres === null)('push across two server processes on one PostgreSQL', () => {
  let end: () => Promise<void>;
  let secondPort: number;

  beforeAll(async () => {
    server = await startTestServer({ databaseUrl: postgres?.url });
    company = await firstCompany(server);
    ({ port: secondPort, end } = await startSecondServer(server));
  });
  afterAll(async () => {
    await end();
    await server.close();
    await postgres?.stop();
  });

  test('what happens at one is said by the other, and a sign-out at one cuts the stream at the other', async () => {
    visitor = await signedIn();
    const source = await open(visitor, secondPort);
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, facts);
    await expectLooks(source, ['check-result']);
    await publish();
    await expectLooks(source, ['check-result', 'policy']);
    await visitor.ask(CALLS.signOut.path, { method: 'POST' });
    await source.ended;
    expect(source.looks()).toEqual(['check-result', 'policy', 'session']);
  });

  test('a server process that is told to stop does so with streams open', async () => {
    const source = await open(await signedIn(), secondPort);
    const start = performance.now();
    await end();
    expect(performance.now() - start).toBeLessThan(10_000);
    await source.ended;
    end = async () => undefined;
  });
});
