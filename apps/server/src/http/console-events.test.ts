import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { freePort } from '@vestibule/testing/free-port';
import { and, eq } from 'drizzle-orm';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { roles, webSessions } from '../database/schema.ts';
import { createDesk, plantAdministrator, plantToken } from '../testing/administrators.ts';
import { addPerson, signInAs } from '../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../testing/companies.ts';
import type { Guise } from '../testing/contract-call.ts';
import { type OpenedSource, openEventSource } from '../testing/event-source.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { registerConsoleEventsRoute } from './events-route.ts';
import { registerCompanyOfHost } from './frame/company-of-request.ts';
import type { EventStreams } from './streams/event-streams.ts';

const PATIENTLY = { interval: 5, timeout: 15_000 };
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const PATH = CALLS.consoleEvents.path;
const NO_COOKIES: ReadonlyMap<string, string> = new Map();

let server: TestServer;
let company: TestCompany;
let app: FastifyInstance;
let streams: EventStreams;
let beat: () => void;
let port: number;
const opened: OpenedSource[] = [];

async function open(guise: Guise, at: TestCompany = company, through: number = port): Promise<OpenedSource> {
  const source = await openEventSource({ server: at, cookies: guise.cookies ?? NO_COOKIES }, through, PATH);
  opened.push(source);
  return source;
}
afterEach(() => {
  for (const source of opened.splice(0)) source.close();
});

const publish = (changes: Partial<Parameters<typeof server.context.events.publish>[0]> = {}) =>
  server.context.events.publish({ companyId: company.id, personId: null, subject: 'policy', ...changes });
const expectLooks = (source: OpenedSource, topics: readonly string[]) =>
  vi.waitFor(() => expect(source.looks().toSorted()).toEqual(topics.toSorted()), PATIENTLY);

describe('the stream of the console', () => {
  beforeAll(async () => {
    server = await startTestServer();
    company = await firstCompany(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.advance(1000);
    app = fastify();
    await app.register(cookie);
    registerCompanyOfHost(app, server.context);
    streams = registerConsoleEventsRoute(app, server.context, (task) => {
      beat = task;
      return () => undefined;
    });
    port = await freePort();
    await app.listen({ port, host: '127.0.0.1' });
  });
  afterEach(() => app.close());

  test('is open to everyone with a role and a second factor, and to no one else', async () => {
    for (const role of ['auditor', 'support', 'administrator'] as const) {
      expect((await open((await plantAdministrator(company, { role })).guise)).status).toBe(200);
    }
    const refused = async (guise: Guise) => (await open(guise)).status;
    expect(await refused({})).toBe(401);
    expect(await refused((await plantAdministrator(company, { role: null })).guise)).toBe(403);
    expect(await refused((await plantAdministrator(company, { role: 'auditor', factors: ['password'] })).guise)).toBe(
      403,
    );
    const other = await addCompany(server, `other-${randomUUID().slice(0, 8)}`);
    expect(await refused((await plantAdministrator(other, { role: 'administrator' })).guise)).toBe(401);
    const token = await plantToken(company);
    const reply = await fetch(`http://127.0.0.1:${port}${PATH}`, {
      headers: { ...token.headers, host: new URL(company.url).host },
    });
    expect([401, 403, 404, 421]).toContain(reply.status);
    await reply.body?.cancel();
  });

  test('says what has changed by its topic, gathered, and never whose it is', async () => {
    const source = await open((await plantAdministrator(company, { role: 'auditor' })).guise);
    const somebody = await addPerson(company);
    for (let count = 0; count < 50; count += 1) {
      await publish({ personId: somebody.id, subject: 'check-result' });
      await publish({ personId: somebody.id, subject: 'temporary-access' });
    }
    await publish({ personId: somebody.id, subject: 'check-again' });
    await publish({ subject: 'company' });
    await expectLooks(source, ['verdict', 'request', 'setting']);
    expect(JSON.stringify(source.events)).not.toContain(somebody.id);
    expect(new Set(source.events.map(({ name }) => name))).toEqual(new Set(['heartbeat', 'look']));
  });

  test('tells of a sign-in, of a report, and of what an administrator changes', async () => {
    const { guise } = await plantAdministrator(company, { role: 'administrator' });
    const source = await open(guise);
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, await addPerson(company), marker);
    await vi.waitFor(() => expect(source.looks()).toContain('sign-in'), PATIENTLY);
    const device = await createSimulatedDevice();
    await visitor.report(await visitor.openSession(device), device, facts);
    await vi.waitFor(() => expect(source.looks()).toContain('verdict'), PATIENTLY);
    await createDesk(company, guise).call('adminSetGate', {
      body: { state: 'observing', isReading: true, reason: 'we look' },
    });
    await vi.waitFor(() => expect(source.looks()).toEqual(expect.arrayContaining(['gate', 'setting'])), PATIENTLY);
  });

  test('holds no trace of another company, whatever happens there', async () => {
    const other = await addCompany(server, 'harbour');
    const mine = await open((await plantAdministrator(company, { role: 'administrator' })).guise);
    const theirs = await open((await plantAdministrator(other, { role: 'administrator' })).guise, other);
    for (const subject of [
      'policy',
      'check-result',
      'temporary-access',
      'session',
      'company',
      'sign-in',
      'verdict',
    ] as const) {
      await publish({ companyId: other.id, subject });
    }
    await expectLooks(theirs, ['gate', 'verdict', 'request', 'sign-in', 'setting']);
    await publish({ subject: 'sign-in' });
    await expectLooks(mine, ['sign-in']);
    expect(theirs.looks()).toHaveLength(5);
  });

  test('ends at once with the role, and goes on for a colleague', async () => {
    const [gone, stays] = [
      await plantAdministrator(company, { role: 'auditor' }),
      await plantAdministrator(company, { role: 'administrator' }),
    ];
    const [source, colleague] = [await open(gone.guise), await open(stays.guise)];
    await createDesk(company, stays.guise).call('adminSetRole', {
      parameters: { personId: gone.personId },
      body: { role: null },
    });
    await source.ended;
    expect(colleague.isEnded()).toBe(false);
  });

  test('ends at the next heartbeat when no one said that the role or the session has ended', async () => {
    const ofRole = await plantAdministrator(company, { role: 'auditor' });
    const ofSession = await plantAdministrator(company, { role: 'auditor' });
    const [first, second] = [await open(ofRole.guise), await open(ofSession.guise)];
    const { database, now } = server.context;
    await database.delete(roles).where(and(eq(roles.companyId, company.id), eq(roles.personId, ofRole.personId)));
    await database.update(webSessions).set({ revokedAt: now() }).where(eq(webSessions.personId, ofSession.personId));
    beat();
    await Promise.all([first.ended, second.ended]);
    expect([first.isEnded(), second.isEnded()]).toEqual([true, true]);
  });

  test('keeps eight of one person, however many sessions they have, and none of a page that has gone', async () => {
    const { guise } = await plantAdministrator(company, { role: 'auditor' });
    const sources: OpenedSource[] = [];
    for (let count = 0; count < 9; count += 1) sources.push(await open(guise));
    await sources[0]?.ended;
    expect(sources.slice(1).some((source) => source.isEnded())).toBe(false);
    expect(streams.size).toBe(8);
    for (const source of sources) source.close();
    await vi.waitFor(() => expect(streams.size).toBe(0), PATIENTLY);
  });
});

const postgres: PostgresServer | null = await startPostgres();

describe.skipIf(postgres === null)('at two servers on one PostgreSQL', () => {
  let second: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ databaseUrl: postgres?.url });
    company = await firstCompany(server);
    second = await startTestServer({ besides: server });
  });
  afterAll(async () => {
    await second.close();
    await server.close();
    await postgres?.stop();
  });

  test('what happens at one is said by the other, in its own company alone', async () => {
    const other = await addCompany(server, 'harbour');
    const at = (place: TestCompany): TestCompany => ({ ...place, port: second.port });
    const mine = await open((await plantAdministrator(company, { role: 'auditor' })).guise, at(company), second.port);
    const theirs = await open((await plantAdministrator(other, { role: 'auditor' })).guise, at(other), second.port);
    await publish({ subject: 'sign-in' });
    await publish({ subject: 'verdict' });
    await expectLooks(mine, ['sign-in', 'verdict']);
    await publish({ companyId: other.id, subject: 'policy' });
    await expectLooks(theirs, ['gate']);
    expect(mine.looks()).toHaveLength(2);
  });
});
