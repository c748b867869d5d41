import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices, pendingSignIns, webSessions } from '../../../database/schema.ts';
import { holdDevices } from '../../../repositories/device-lock.ts';
import { lockPerson } from '../../../repositories/person-lock.ts';
import { addPerson, deviceInfo, exchangeKeys, postCheck, readAudit, signInAs } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { openDesk } from '../../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: a block during an answer is not tested.\n');

let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY, databaseUrl: postgres?.url });
  company = await firstCompany(server);
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});

/** Until so many statements wait for rows that other transactions hold. */
async function untilWaiting(count: number): Promise<void> {
  for (let index = 0; index < 500; index += 1) {
    const waiting = server.context.database.$count(
      sql`pg_stat_activity`,
      sql`datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((await waiting) >= count) return;
  }
  throw new Error('They do not wait.');
}

type Version = 'first' | 'second';

/** Someone whose computer has reported well, on the way to an application. In the second version, it has opened a permit. */
async function beginSignIn(version: Version) {
  const somebody = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  const device = await createSimulatedDevice();
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  if (version === 'first') {
    const exchanged = await exchangeKeys(visitor, device);
    const ask = async () => postCheck(visitor, await deviceInfo(device, exchanged, good), `?loginMarker=${marker}`);
    return { somebody, device, marker, ask };
  }
  const session = await visitor.openSession(device);
  await visitor.report(session, device, good);
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  return { somebody, device, marker, ask: () => visitor.redeem(permit) };
}

describe.skipIf(postgres === null).each(['first', 'second'] as const)(
  'while a response is issued in the %s version',
  (version) => {
    /** A response that is held up after person and computer were looked at: at the row of the sign-in that it completes. */
    async function beginResponse() {
      const { somebody, device, marker, ask } = await beginSignIn(version);
      const held = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const holding = server.context.database.transaction(async (transaction) => {
        await transaction.select().from(pendingSignIns).where(eq(pendingSignIns.id, marker)).for('update');
        held.resolve();
        await go.promise;
      });
      await held.promise;
      const asking = ask();
      await untilWaiting(1);
      const finish = async () => {
        go.resolve();
        const [answer] = await Promise.all([asking, holding]);
        return answer;
      };
      return { somebody, device, finish };
    }

    /** What was written down of a response and of this action, the newest first. */
    async function readNewest(action: string): Promise<string[]> {
      const entries = (await readAudit(company, 5)).map((entry) => `${entry.action} ${entry.outcome}`);
      return entries.filter((entry) => entry === 'saml-response done' || entry.startsWith(action)).slice(0, 2);
    }

    test.each([
      ['a block', 'person-block', 'adminBlockPerson', { body: { isBlocked: true, reason: 'stolen' } }],
      ['the end of every session', 'sessions-ended', 'adminEndSessions', {}],
    ] as const)('%s waits for it, so that no response leaves after', async (_what, action, call, parts) => {
      const desk = await openDesk(company, 'administrator');
      const { somebody, finish } = await beginResponse();
      const blocking = desk.call(call, { parameters: { personId: somebody.id }, ...parts });
      await Promise.race([blocking, untilWaiting(2)]);
      const answer = await finish();
      expect((await blocking).status).toBe(200);
      expect([answer.status, await readNewest(action)]).toEqual([200, [`${action} done`, 'saml-response done']]);
    });

    test('erasing takes hold of things in the same order: neither waits for the other for good', async () => {
      const desk = await openDesk(company, 'administrator');
      const { somebody } = await beginSignIn(version);
      const { database } = server.context;
      const [session] = await database.select().from(webSessions).where(eq(webSessions.personId, somebody.id));
      const parts = { parameters: { personId: somebody.id }, query: { confirm: somebody.login } };
      // As where a response is issued: the person, then their computers.
      const { erasing } = await database.transaction(async (transaction) => {
        await lockPerson(transaction, company.id, somebody.id);
        const begun = desk.call('adminErasePerson', parts);
        await untilWaiting(1);
        await holdDevices(transaction, company.id, { personId: somebody.id, webSessionId: session?.id ?? '' });
        return { erasing: begun };
      });
      expect(await erasing).toMatchObject({ status: 200 });
    });

    test.each([
      ['a block of the computer', 'adminBlockDevice', { body: { isBlocked: true, reason: 'stolen' } }],
      ['its retirement', 'adminRetireDevice', {}],
    ] as const)('%s waits for it as well', async (_what, call, parts) => {
      const desk = await openDesk(company, 'administrator');
      const { device, finish } = await beginResponse();
      const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
      const blocking = desk.call(call, { parameters: { id: row?.id ?? '' }, ...parts });
      await Promise.race([blocking, untilWaiting(2)]);
      const answer = await finish();
      expect((await blocking).status).toBe(200);
      expect([answer.status, await readNewest('device ')]).toEqual([200, ['device done', 'saml-response done']]);
    });

    test('a computer that is being blocked gets no response, though it was asked for before the block was written', async () => {
      const { device, ask } = await beginSignIn(version);
      const begun = Promise.withResolvers<void>();
      const go = Promise.withResolvers<void>();
      const blocking = server.context.database.transaction(async (transaction) => {
        await transaction.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, device.deviceId));
        begun.resolve();
        await go.promise;
      });
      await begun.promise;
      const asking = ask();
      await Promise.race([asking, untilWaiting(1)]);
      go.resolve();
      const [answer] = await Promise.all([asking, blocking]);
      expect(answer.body).toMatchObject({ code: 'device_blocked' });
    });

    test('the person is held before the computer: who waits for the one keeps the other from no one', async () => {
      const { somebody, device, ask } = await beginSignIn(version);
      const { database } = server.context;
      const isIt = eq(devices.deviceId, device.deviceId);
      const asking = await database.transaction(async (transaction) => {
        await lockPerson(transaction, company.id, somebody.id);
        const begun = ask();
        await untilWaiting(1);
        await transaction.select({ id: devices.id }).from(devices).where(isIt).for('update', { noWait: true });
        return { answer: begun };
      });
      expect((await asking.answer).status).toBe(200);
    });
  },
);
