import { randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, upstreams, webSessions } from '../../database/schema.ts';
import { readAudit } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson, plantSession } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSocketDesk, type Desk } from '../../testing/administrators.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let upstreamId: string;
let linked: Awaited<ReturnType<typeof addLinked>>;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  upstreamId = await addUpstream();
  linked = await addLinked();
});

async function addUpstream(): Promise<string> {
  const id = randomUUID();
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const row = { companyId: company.id, id, kind: 'oidc' as const, name: `Entra ${id}`, settings, isEnabled: true };
  await server.context.database
    .insert(upstreams)
    .values({ ...row, sealedSecret: null, createdAt: server.context.now() });
  return id;
}

/** Someone who has come in there, is in by a password from before, and has given a second step to it. */
async function addLinked() {
  const login = `linked-${randomUUID().slice(0, 8)}`;
  const personId = await addPerson(company, login, { upstreamId, upstreamSubject: login, passwordHash: 'a hash' });
  const claims = { upstreamId, issuer: 'https://login.example', groups: [], level: null };
  const there = { factors: ['upstream' as const], upstreamClaims: claims };
  const { sessionId: whole } = await plantSession(company, login, there);
  const { sessionId: step } = await plantSession(company, login, { ...there, reach: 'second-step' });
  const { sessionId: here } = await plantSession(company, login, { factors: ['password'] });
  return { login, parameters: { personId }, whole, step, here };
}

const openOf = async () => {
  const isOpen = and(eq(webSessions.personId, linked.parameters.personId), isNull(webSessions.revokedAt));
  return (await server.context.database.select().from(webSessions).where(isOpen)).map(({ id }) => id).toSorted();
};

const ended = async () =>
  (await readAudit(company, 4)).filter(({ action, target }) => action === 'sign-out' && target === linked.login);

const count = (sessions: number) => ({ field: 'sessions', from: sessions, to: 0 });

describe('sessions that began at an identity provider', () => {
  const switchOff = () => ({ parameters: { upstreamId }, body: { isEnabled: false } });

  test('end when it is switched off, which is said first and written down; second steps go on', async () => {
    const dry = await desk.dryRun('adminUpdateUpstream', switchOff());
    expect(dry.body.changes).toContainEqual(count(1));
    expect(dry.body.warnings).toContainEqual(expect.stringContaining('One session whose way in is gone'));
    expect(await openOf()).toHaveLength(3);
    const { status, body } = await desk.call('adminUpdateUpstream', switchOff());
    expect([status, body.changes]).toEqual([200, dry.body.changes]);
    expect(await openOf()).toEqual([linked.step, linked.here].toSorted());
    expect(await ended()).toMatchObject([{ actor: 'local command line', details: { sessions: 1 } }]);
  });

  test.each([
    ['over', { expiresAt: 2 * DAY_MS }],
    ['idle', { lastSeenAt: 5 * HOUR_MS }],
  ])('are neither counted nor said to have ended where they were %s already', async (_state, ages) => {
    const now = server.context.now().getTime();
    const past = Object.fromEntries(Object.entries(ages).map(([name, age]) => [name, new Date(now - age)]));
    await server.context.database.update(webSessions).set(past).where(eq(webSessions.id, linked.whole));
    const dry = await desk.dryRun('adminUpdateUpstream', switchOff());
    expect(dry.body.changes.map(({ field }) => field)).not.toContain('sessions');
    expect((await desk.call('adminUpdateUpstream', switchOff())).body.changes).toEqual(dry.body.changes);
    expect(await ended()).toEqual([]);
    // Nor does it come back to life.
    expect(await openOf()).not.toContain(linked.whole);
  });

  test('stay where anything else of it is changed', async () => {
    const { body } = await desk.call('adminUpdateUpstream', {
      parameters: { upstreamId },
      body: { name: `Another ${upstreamId}` },
    });
    expect(body.changes.map(({ field }) => field)).not.toContain('sessions');
    expect(await openOf()).toHaveLength(3);
  });

  test('end when it is removed, second steps too; those of another one stay', async () => {
    const other = linked;
    upstreamId = await addUpstream();
    linked = await addLinked();
    const parts = { parameters: { upstreamId }, query: { acceptLockingOut: '1' } };
    const { status, body } = await desk.call('adminRemoveUpstream', parts);
    expect([status, body.changes]).toEqual([200, expect.arrayContaining([count(2)])]);
    expect(await openOf()).toEqual([linked.here]);
    expect(await ended()).toMatchObject([{ details: { sessions: 2 } }]);
    linked = other;
    expect(await openOf()).toHaveLength(3);
  });

  test('stay where the removal is refused', async () => {
    await server.context.database
      .update(people)
      .set({ passwordHash: null })
      .where(eq(people.id, linked.parameters.personId));
    expect((await desk.call('adminRemoveUpstream', { parameters: { upstreamId } })).status).toBe(409);
    expect(await openOf()).toHaveLength(3);
    expect(await ended()).toEqual([]);
  });
});

describe('sessions of a person who is linked', () => {
  const link = (to: { upstreamId: string; subject: string } | null) => ({
    parameters: linked.parameters,
    body: { link: to },
  });

  test('end where they began there, once the link is gone; those from here stay', async () => {
    expect((await desk.dryRun('adminLinkPerson', link(null))).body.changes).toContainEqual(count(2));
    expect(await openOf()).toHaveLength(3);
    expect((await desk.call('adminLinkPerson', link(null))).status).toBe(200);
    expect(await openOf()).toEqual([linked.here]);
    expect(await ended()).toMatchObject([{ details: { sessions: 2 } }]);
  });

  test('end, all of them, where the person signs in with another account from now on', async () => {
    const { body } = await desk.call('adminLinkPerson', link({ upstreamId, subject: 'another' }));
    expect(body.changes).toContainEqual(count(3));
    expect(await openOf()).toEqual([]);
  });

  test('stay where they began here and the other identity provider is switched off', async () => {
    const other = await addUpstream();
    await server.context.database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, other));
    await desk.call('adminLinkPerson', link({ upstreamId: other, subject: linked.login }));
    expect(await openOf()).toEqual([linked.here]);
  });

  test('stay where the link is as it was, or is another person’s', async () => {
    const same = await desk.call('adminLinkPerson', link({ upstreamId, subject: linked.login }));
    expect([same.status, same.body.changes]).toEqual([200, []]);
    const taken = `taken-${randomUUID()}`;
    await addPerson(company, taken, { upstreamId, upstreamSubject: taken });
    const refused = await desk.call('adminLinkPerson', link({ upstreamId, subject: taken }));
    expect(refused.body.code).toBe('already_there');
    expect(await openOf()).toHaveLength(3);
  });
});
