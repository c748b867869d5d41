import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq, gt, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices, deviceSessions, reports } from '../../database/schema.ts';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { evidencePrefix } from '../../operations/storage/evidence-key.ts';

const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: a report during erasing is not tested.\n');

let server: TestServer;
let company: TestCompany;

beforeAll(async () => {
  server = await startTestServer({ databaseUrl: postgres?.url });
  company = await firstCompany(server);
});
afterAll(async () => {
  await server.close();
  await postgres?.stop();
});

async function untilWaiting(): Promise<void> {
  const isWaiting = sql`datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(() => server.context.database.$count(sql`pg_stat_activity`, isWaiting)).toBeGreaterThan(0);
}

/** The computer stays, for it is another person's as well: only the session that the report would be found by goes. */
describe.skipIf(postgres === null)('a report of a computer that several people share', () => {
  test('is not kept when its person is erased while it waits for the computer, nor is its evidence', async () => {
    const { database, evidence } = server.context;
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await signInAs(visitor, await addPerson(company));
    const session = await visitor.openSession(device);
    expect((await visitor.report(session, device, good)).status).toBe(204);
    const countEvidence = async () => {
      const listed = await evidence.list(evidencePrefix('reports', company.id), null);
      return listed.ok ? listed.keys.length : null;
    };
    const before = await countEvidence();
    const isIt = eq(devices.deviceId, device.deviceId);
    const { uploading } = await database.transaction(async (transaction) => {
      await transaction.select({ id: devices.id }).from(devices).where(isIt).for('update');
      const begun = visitor.report(session, device, good);
      await untilWaiting();
      await transaction.delete(deviceSessions).where(eq(deviceSessions.id, session.sessionId));
      return { uploading: begun };
    });
    expect((await uploading).body).toMatchObject({ code: 'report_wrong_session' });
    const later = and(eq(reports.deviceSessionId, session.sessionId), gt(reports.sequence, 1));
    expect(await database.select().from(reports).where(later)).toEqual([]);
    expect(await countEvidence()).toBe(before);
  });

  test('is taken once of two that come at the same time with one number', async () => {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await signInAs(visitor, await addPerson(company));
    const session = await visitor.openSession(device);
    await visitor.report(session, device, good);
    const report = await device.sign(session, good);
    const both = await Promise.all([visitor.upload(session, report), visitor.upload(session, report)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]));
  });
});
