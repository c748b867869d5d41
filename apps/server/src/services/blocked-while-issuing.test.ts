import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pendingSignIns } from '../database/schema.ts';
import { addPerson, deviceInfo, exchangeKeys, postCheck, readAudit, signInAs } from '../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { openDesk } from './admin/testing/administrators.ts';

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

/** Until a statement waits for a row that another transaction holds. */
async function untilSomebodyWaits(): Promise<void> {
  for (let index = 0; index < 500; index += 1) {
    const waiting = server.context.database.$count(
      sql`pg_stat_activity`,
      sql`datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((await waiting) > 0) return;
  }
  throw new Error('Nobody waits.');
}

/** As long as many statements take. */
async function readSeveralTimes(): Promise<void> {
  for (let index = 0; index < 50; index += 1) await readAudit(company);
}

describe.skipIf(postgres === null)('while a response is being issued', () => {
  test.each([
    ['a block', 'person-block', 'adminBlockPerson', { body: { isBlocked: true, reason: 'stolen' } }],
    ['the end of every session', 'sessions-ended', 'adminEndSessions', {}],
  ] as const)('%s waits for it, so that no response leaves after', async (_what, action, call, parts) => {
    const desk = await openDesk(company, 'administrator');
    const somebody = await addPerson(company);
    const visitor = new Visitor(company);
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    const device = await createSimulatedDevice();
    const session = await exchangeKeys(visitor, device);
    await postCheck(visitor, await deviceInfo(device, session, good), '?skipSamlResponse=true');

    // The response is held up after the person was looked at: at the row of the sign-in that it completes.
    const held = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const holding = server.context.database.transaction(async (transaction) => {
      await transaction.select().from(pendingSignIns).where(eq(pendingSignIns.id, marker)).for('update');
      held.resolve();
      await go.promise;
    });
    await held.promise;
    const asking = visitor.ask(`/api/device-compliance/v1/saml-response?loginMarker=${marker}`);
    await untilSomebodyWaits();
    const parameters = { personId: somebody.id };
    const blocking = desk.call(call, { parameters, ...parts });
    await Promise.race([blocking, readSeveralTimes()]);
    go.resolve();
    const [answer, blocked] = await Promise.all([asking, blocking, holding]);
    expect(blocked.status).toBe(200);
    const entries = (await readAudit(company, 5)).map((entry) => `${entry.action} ${entry.outcome}`);
    const newest = entries.filter((entry) => entry === 'saml-response done' || entry.startsWith(action));
    expect([answer.status, newest]).toEqual([200, [`${action} done`, 'saml-response done']]);
  });
});
