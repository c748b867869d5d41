import { ADMIN_CALLS, CALLS } from '@vestibule/contracts';
import { called } from '../../testing/called.ts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { createSimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accessRequests, activityEntries, auditEntries } from '../../database/schema.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { plantAdministrator, withoutXsrf } from '../../testing/administrators.ts';
import { make } from '../../testing/contract-call.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { ACTIVITY_MAXIMUM, ACTIVITY_WINDOW_MS } from '../devices/note-activity.ts';
import { type AuditEvent, audit } from './audit.ts';

let server: TestServer;
let company: TestCompany;
let somebody: TestPerson;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  somebody = await addPerson(company);
  visitor = new Visitor(company);
  await signInAs(visitor, somebody);
  await forgetRefusals(server);
  await server.context.database.delete(auditEntries);
});

const entries = () => findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
const countOf = ({ details }: { details: Record<string, unknown> }) => Number(details['count'] ?? 1);

/** What is in the log afterwards, when a minute and a moment have passed. */
async function logged(times: number, ask: (index: number) => Promise<unknown>) {
  for (let index = 0; index < times; index += 1) await ask(index);
  const atOnce = (await entries()).length;
  server.advance(60_000);
  for (const counted of [server.context.unsigned, server.context.repeated]) {
    await counted.flush(server.context.database, server.context.now());
  }
  const rows = await entries();
  return { atOnce, lines: rows.length, sum: rows.reduce((sum, row) => sum + countOf(row), 0), rows };
}

describe('what one person who is signed in asks again and again', () => {
  test('600 requests for temporary access are a few lines that add up, and one request that stands', async () => {
    const statuses = new Set<number>();
    const { lines, sum, rows } = await logged(600, async () => {
      const body = { reason: 'x'.repeat(500) };
      statuses.add((await visitor.ask(CALLS.askTemporaryAccess.path, { method: 'POST', body })).status);
    });
    expect([...statuses]).toEqual([204]);
    expect([lines, sum]).toEqual([5, 600]);
    expect(rows[0]).toMatchObject({ actor: somebody.login, details: { reason: 'x'.repeat(500) } });
    expect(rows.at(-1)).toMatchObject({
      action: 'access-request',
      outcome: 'done',
      actor: somebody.login,
      details: { code: 'asked_already', count: 596 },
    });
    const stored = await server.context.database
      .select()
      .from(accessRequests)
      .where(eq(accessRequests.personId, somebody.id));
    expect(stored).toHaveLength(1);
  });

  test('of requests that were answered, five a day are taken, each with its entry; then they are refused', async () => {
    const statuses: number[] = [];
    const { rows, sum } = await logged(40, async () => {
      const body = { reason: 'again' };
      statuses.push((await visitor.ask(CALLS.askTemporaryAccess.path, { method: 'POST', body })).status);
      await server.context.database.update(accessRequests).set({ closedAt: server.context.now() });
    });
    expect(statuses.filter((status) => status === 204)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(35);
    expect(rows.filter(({ outcome }) => outcome === 'done')).toHaveLength(5);
    expect([rows.length, sum]).toEqual([9, 40]);
  });

  test('sessions of a computer, calls of administrators and addresses to open are a few lines that add up', async () => {
    const device = await createSimulatedDevice();
    const sessions = await logged(20, () => visitor.openSession(device));
    expect([sessions.atOnce, sessions.lines, sessions.sum]).toEqual([3, 4, 20]);
    expect(sessions.rows.at(-1)).toMatchObject({ actor: somebody.login, target: device.deviceId });
    // A computer that was not seen before has its own entry, however many came before it.
    const other = await createSimulatedDevice();
    await visitor.openSession(other);
    expect((await entries()).at(-1)).toMatchObject({ action: 'device-session', target: other.deviceId });

    await server.context.database.delete(auditEntries);
    const people = await logged(20, () => visitor.ask('/api/admin/v1/people'));
    expect([people.lines, people.sum]).toEqual([4, 20]);
    expect(people.rows.at(-1)).toMatchObject({ target: 'GET /api/admin/v1/people', details: { count: 17 } });

    await server.context.database.delete(auditEntries);
    const { guise } = await plantAdministrator(company, { role: 'administrator' });
    const body = { login: 'x', displayName: 'X', email: 'x@x.example' };
    const forged = await logged(20, () => make(company, ADMIN_CALLS.adminAddPerson, { body }, withoutXsrf(guise)));
    expect([forged.lines, forged.sum]).toEqual([4, 20]);

    await server.context.database.delete(auditEntries);
    const { path, method } = CALLS.webToken;
    const opening = { deviceId: device.deviceId, url: 'https://elsewhere.example/' };
    const tokens = await logged(20, () => visitor.ask(path, { method, body: opening }));
    expect([tokens.lines, tokens.sum]).toEqual([4, 20]);
  });

  test('lines of the activity log are kept up to a number an hour, and answered all the same', async () => {
    await visitor.openSession(await createSimulatedDevice());
    const body = { verb: 'deviceLoginStateSuccess', details: { deviceName: 'laptop' } };
    const tell = async () => (await visitor.device(CALLS.activity.path, { method: 'POST', body })).status;
    const kept = async () =>
      (await server.context.database.select().from(activityEntries).where(eq(activityEntries.personId, somebody.id)))
        .length;
    for (let index = 0; index < ACTIVITY_MAXIMUM + 30; index += 1) expect(await tell()).toBe(204);
    expect(await kept()).toBe(ACTIVITY_MAXIMUM);
    server.advance(ACTIVITY_WINDOW_MS);
    await signInAs(visitor, somebody);
    await visitor.openSession(await createSimulatedDevice());
    expect(await tell()).toBe(204);
    expect(await kept()).toBe(ACTIVITY_MAXIMUM + 1);
  });
});

/** Of each action: is all of it written each time, or are its refusals to the same caller counted, or what is done, or both? */
const KINDS: Record<AuditEvent['action'], 'each' | 'refusals' | 'done' | 'both'> = {
  'access-grant': 'refusals',
  'access-request': 'both',
  activation: 'refusals',
  'admin-call': 'refusals',
  'admin-read': 'done',
  'admin-token': 'each',
  application: 'each',
  backup: 'each',
  'caller-number': 'each',
  'check-again': 'each',
  company: 'each',
  'company-settings': 'each',
  device: 'each',
  'device-report': 'refusals',
  'device-session': 'both',
  'device-vouching': 'refusals',
  'fix-grant': 'both',
  gate: 'each',
  installer: 'both',
  invitation: 'refusals',
  lifecycle: 'each',
  mail: 'each',
  'master-key': 'each',
  'oidc-logout': 'each',
  'oidc-request': 'refusals',
  password: 'refusals',
  'people-import': 'each',
  person: 'each',
  'person-block': 'each',
  'person-erase': 'each',
  'person-export': 'each',
  policy: 'each',
  'policy-try-out': 'each',
  provider: 'each',
  role: 'each',
  'saml-key': 'each',
  'saml-logout': 'refusals',
  'saml-request': 'refusals',
  'saml-response': 'refusals',
  'second-factor': 'refusals',
  'second-step': 'refusals',
  'sessions-ended': 'each',
  'sign-in': 'refusals',
  'sign-out': 'each',
  silo: 'each',
  software: 'each',
  upstream: 'refusals',
  'upstream-link': 'each',
  'web-token': 'both',
};

describe('of the actions', () => {
  const note = async (event: AuditEvent) => {
    await audit(await server.company(), { address: '192.0.2.1', correlationId: 'one' }, event);
  };

  test.each(Object.entries(KINDS) as [AuditEvent['action'], string][])(
    '%s is counted as it should be: %s',
    async (action, kind) => {
      for (const outcome of ['done', 'refused'] as const) {
        for (let index = 0; index < 10; index += 1)
          await note({ action, outcome, actor: called('nadia'), target: `one ${index}` });
        const rows = await entries();
        const isCounted = kind === 'both' || kind === (outcome === 'refused' ? 'refusals' : 'done');
        expect([outcome, rows.length]).toEqual([outcome, isCounted ? 3 : 10]);
        await server.context.database.delete(auditEntries);
      }
    },
  );

  test('what is proven is written each time, and what differs in person, code or computer is told apart', async () => {
    for (let index = 0; index < 10; index += 1) {
      await note({ action: 'access-request', outcome: 'done', actor: called('nadia'), isProven: true });
      await note({ action: 'device-session', outcome: 'done', actor: called(`person-${index}`) });
      await note({
        action: 'saml-response',
        outcome: 'refused',
        actor: called('nadia'),
        details: { code: `code-${index}` },
      });
      await note({ action: 'admin-read', outcome: 'done', actor: called('ada'), about: `person ${index}` });
    }
    expect(await entries()).toHaveLength(40);
  });
});
