import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { companies, devices, deviceSessions, people } from '../../../database/schema.ts';
import { queryRows } from '../../../database/query-rows.ts';
import { addPerson, setApplication, setPolicy, signInAs } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { type Desk, newestAudit, openDesk } from '../../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: sign-in-stopper }\n';
const on = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const straight = { state: 'observing', isReading: false, reason: 'the new check stops everybody' } as const;
const reading = { ...straight, isReading: true };
const enforcing = { state: 'enforcing', reason: 'mended' } as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, POLICY);
  await setApplication(company, { settings: {} });
  desk = await openDesk(company, 'administrator');
});

/** Someone new at the gate, on the way to the application. */
async function arrive() {
  const somebody = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  const goOn = (query = '') => visitor.ask<string>(`/saml/continue?login=${marker}${query}`);
  return { somebody, visitor, marker, goOn };
}

/** What leaves for the application. */
function assertionIn(page: unknown): string {
  const [, encoded = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(String(page)) ?? [];
  return Buffer.from(encoded, 'base64').toString();
}

describe('while the gate is enforced', () => {
  test('no one gets round the check, whatever the address says', async () => {
    const { goOn, marker, visitor } = await arrive();
    for (const query of ['', '&read=done', '&read=yes', '&read=done&read=done']) {
      const reply = await goOn(query);
      expect(reply).toMatchObject({ status: 303 });
      expect(reply.headers.get('location')).toBe(`/device-check/?login=${marker}`);
    }
    const pending = await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    expect(pending.body).not.toHaveProperty('isObserved');
  });
});

describe('while the gate is observed', () => {
  test('straight: everybody goes to the application with no page between, and the assertion says that nothing was looked at', async () => {
    const { goOn } = await arrive();
    await desk.call('adminSetGate', { body: { ...straight, minutes: 120 } });
    const reply = await goOn();
    expect(reply.status).toBe(200);
    expect(assertionIn(reply.body)).toContain('not-checked');
    expect(await newestAudit(company)).toMatchObject({
      action: 'saml-response',
      outcome: 'done',
      details: { standing: 'not-checked', evidence: 'none', deviceId: null },
    });
  });

  test('reading: the page is shown first, and what it read is what the assertion says', async () => {
    await desk.call('adminSetGate', { body: reading });
    const { goOn, visitor, marker } = await arrive();
    expect((await goOn()).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    expect((await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`)).body).toMatchObject({ isObserved: true });
    const device = await createSimulatedDevice();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, off);
    const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
    const reply = await goOn(`&read=done&proof=${permit}`);
    expect(reply.status).toBe(200);
    expect(assertionIn(reply.body)).toContain('not-compliant');
    expect(await newestAudit(company)).toMatchObject({
      details: { standing: 'not-compliant', evidence: 'software-key', deviceId: device.deviceId },
    });
  });

  test.each([
    [
      'of a computer that was retired since',
      (id: string) => server.context.database.update(devices).set({ state: 'retired' }).where(eq(devices.personId, id)),
    ],
    [
      'in a device session that was ended since',
      (id: string) =>
        server.context.database
          .update(deviceSessions)
          .set({ expiresAt: new Date(0) })
          .where(eq(deviceSessions.personId, id)),
    ],
  ])('what was read %s is worth nothing', async (_name, end) => {
    await desk.call('adminSetGate', { body: reading });
    const { goOn, visitor, somebody, marker } = await arrive();
    const device = await createSimulatedDevice();
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const session = await visitor.openSession(device);
    await visitor.report(session, device, on);
    const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
    await end(somebody.id);
    expect(assertionIn((await goOn(`&read=done&proof=${permit}`)).body)).toContain('not-checked');
    expect(await newestAudit(company)).toMatchObject({
      details: { standing: 'not-checked', evidence: 'none', deviceId: null },
    });
  });

  test('no one who is not signed in, was blocked, or sits at a blocked computer goes through', async () => {
    await desk.call('adminSetGate', { body: straight });
    const stranger = new Visitor(company);
    const marker = await stranger.openApplication();
    const reply = await stranger.ask(`/saml/continue?login=${marker}`);
    expect(reply.headers.get('location')).toBe(`/online/?login=${marker}`);

    const blocked = await arrive();
    const { database } = server.context;
    await database.update(people).set({ disabledAt: server.context.now() }).where(eq(people.id, blocked.somebody.id));
    expect(assertionIn((await blocked.goOn()).body)).toBe('');

    const atBlocked = await arrive();
    const device = await createSimulatedDevice();
    await atBlocked.visitor.report(await atBlocked.visitor.openSession(device), device, off);
    await database
      .update(devices)
      .set({ state: 'blocked' })
      .where(and(eq(devices.companyId, company.id), eq(devices.deviceId, device.deviceId)));
    expect(assertionIn((await atBlocked.goOn()).body)).toBe('');
    expect(await newestAudit(company)).toMatchObject({ outcome: 'refused', details: { code: 'device_blocked' } });
  });

  test('the sign-in of another person is not opened', async () => {
    await desk.call('adminSetGate', { body: straight });
    const victim = await arrive();
    expect((await victim.visitor.ask(`/api/online/v1/pending-sign-in/${victim.marker}`)).status).toBe(200);
    const thief = await arrive();
    const reply = await thief.visitor.ask(`/saml/continue?login=${victim.marker}`);
    expect(assertionIn(reply.body)).toBe('');
  });

  test('the device check stays the second factor where it is one', async () => {
    await setApplication(company, { settings: { secondFactor: 'device' } });
    await desk.call('adminSetGate', { body: straight });
    const { goOn, marker, visitor } = await arrive();
    expect(assertionIn((await goOn('&read=done')).body)).toBe('');
    expect((await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`)).body).not.toHaveProperty('isObserved');
  });

  test('it ends by itself, to the second', async () => {
    await desk.call('adminSetGate', { body: { ...straight, minutes: 30 } });
    server.advance(30 * 60_000 - 1000);
    const last = await arrive();
    expect((await last.goOn()).status).toBe(200);
    const { goOn } = await arrive();
    server.advance(1000);
    expect((await desk.call('adminGate')).body).toMatchObject({ state: 'enforcing', until: null });
    expect((await goOn()).headers.get('location')).toContain('/device-check/');
  });
});

describe('opening and closing', () => {
  test('is audited with the reason, and changes nothing in a dry run', async () => {
    const dry = await desk.dryRun('adminSetGate', { body: { ...straight, minutes: 60 } });
    expect(dry.body).toMatchObject({ isDryRun: true, gate: { state: 'observing' } });
    expect((await desk.call('adminGate')).body.state).toBe('enforcing');
    await desk.call('adminSetGate', { body: { ...straight, minutes: 60 } });
    expect(await newestAudit(company)).toMatchObject({
      action: 'gate',
      outcome: 'done',
      details: { reason: straight.reason },
    });
    expect((await desk.call('adminStatus')).body.warnings).toContainEqual(
      expect.stringMatching(/^The gate only observes: everyone is let through until .* UTC \(the new check stops/),
    );
  });

  test('closing says first whom it blocks, and is refused for more than were accepted', async () => {
    await desk.call('adminSetGate', { body: reading });
    const { visitor, goOn } = await arrive();
    const device = await createSimulatedDevice();
    await visitor.report(await visitor.openSession(device), device, off);
    const dry = await desk.dryRun('adminSetGate', { body: enforcing });
    const count = dry.body.impact?.toAccept ?? 0;
    expect(count).toBeGreaterThanOrEqual(1);
    const refused = await desk.call('adminSetGate', { body: enforcing });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect((await goOn('&read=done')).status).toBe(200);
    const closed = await desk.call('adminSetGate', { body: { ...enforcing, acceptBlocking: count } });
    expect(closed).toMatchObject({ status: 200, body: { gate: { state: 'enforcing' } } });
  });

  test('is the one way: the settings refuse it, and support may not', async () => {
    const set = { gate: { state: 'observing' } };
    expect((await desk.call('adminSetSettings', { body: { set, reset: [] } })).status).toBe(400);
    expect((await desk.call('adminSetSettings', { body: { set: {}, reset: ['gate'] } })).status).toBe(400);
    const support = await openDesk(company, 'support');
    expect((await support.call('adminSetGate', { body: straight })).status).toBe(403);
    expect((await desk.call('adminGate')).body.state).toBe('enforcing');
  });
});

describe('people for whom the policy is not enforced', () => {
  test('are only observed; those of the pilot are checked', async () => {
    await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:'));
    const outside = await arrive();
    expect((await outside.goOn('&read=done')).status).toBe(200);
    const inside = await arrive();
    await server.context.database
      .update(people)
      .set({ groups: ['Pilot'] })
      .where(eq(people.id, inside.somebody.id));
    expect((await inside.goOn('&read=done')).headers.get('location')).toContain('/device-check/');
  });
});

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: two servers are not tried.\n');

describe.skipIf(postgres === null)('at two servers', () => {
  let first: TestServer;
  let second: TestServer;
  beforeAll(async () => {
    first = await startTestServer({ policy: POLICY, databaseUrl: postgres?.url });
    second = await startTestServer({ besides: first });
  });
  afterAll(async () => {
    await second.close();
    await first.close();
    await postgres?.stop();
  });

  test('opening reaches the other one at once, though it had looked a moment before', async () => {
    const onSecond = new Visitor({ url: second.url, port: second.port, context: second.context });
    const marker = await onSecond.openApplication();
    await onSecond.signIn(0, marker);
    const goOn = () => onSecond.ask<string>(`/saml/continue?login=${marker}`);
    expect((await goOn()).status).toBe(303);
    const atFirst = await openDesk(await firstCompany(first), 'administrator');
    await atFirst.call('adminSetGate', { body: straight });
    // The servers' clocks stand still in tests: what is known here would never grow old by itself.
    await expect.poll(async () => (await goOn()).status, { interval: 50 }).toBe(200);
  });

  test('closing the gate and setting a setting at the same time loses neither', async () => {
    const there = await firstCompany(first);
    const [atFirst, atSecond] = [
      await openDesk(there, 'administrator'),
      await openDesk({ ...there, port: second.port }, 'administrator'),
    ];
    await atFirst.call('adminSetGate', { body: reading });
    const { database } = first.context;
    // A third one holds the row, until both have worked out what they want from what they knew before.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const holding = database.transaction(async (transaction) => {
      const [row] = await transaction.select().from(companies).where(eq(companies.id, there.id)).for('update');
      const settings = { ...row?.settings, productName: 'Set meanwhile' };
      await transaction.update(companies).set({ settings }).where(eq(companies.id, there.id));
      await held;
    });
    const closing = atFirst.call('adminSetGate', { body: { ...enforcing, acceptBlocking: 1000 } });
    const setting = atSecond.call('adminSetSettings', { body: { set: { accentColor: '#2a55cc' } } });
    await expect
      .poll(async () => {
        const waiting = sql`select pid from pg_stat_activity where wait_event_type = 'Lock'`;
        return (await queryRows(database, waiting, z.object({ pid: z.number() }))).length;
      })
      .toBeGreaterThanOrEqual(2);
    letGo();
    await holding;
    expect([(await closing).status, (await setting).status]).toEqual([200, 200]);
    const [row] = await database.select().from(companies).where(eq(companies.id, there.id));
    expect(row?.settings).toMatchObject({
      gate: { state: 'enforcing' },
      accentColor: '#2a55cc',
      productName: 'Set meanwhile',
    });
  });
});
