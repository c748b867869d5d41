import { readdir } from 'node:fs/promises';
import { called } from '../../testing/called.ts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { join } from 'node:path';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reports } from '../../database/schema.ts';
import { findDeviceSession } from '../../repositories/devices.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { acceptReport, takeReport } from './reports.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The files of all evidence there is. */
async function evidenceFiles(): Promise<string[]> {
  const found = await readdir(join(server.dataFolder, 'evidence'), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}
const rowsOf = async () => (await server.context.database.select({ id: reports.id }).from(reports)).length;
async function begin() {
  const visitor = new Visitor(server);
  await visitor.signIn();
  const device = await createSimulatedDevice();
  return { visitor, device, session: await visitor.openSession(device) };
}
const nested = (depth: number): unknown => {
  let value: unknown = 1;
  for (let index = 0; index < depth; index += 1) value = [value];
  return value;
};

test.each([
  ['nested 3,000 deep', nested(3000)],
  ['nested 17 deep', nested(17)],
  ['wider than anybody reads', Array.from({ length: 30_000 }, () => 0)],
  ['of one long text', 'x'.repeat(70_000)],
])('a signed report with facts that are %s is refused, and leaves nothing', async (_what, value) => {
  const { visitor, device, session } = await begin();
  const before = await evidenceFiles();
  const reply = await visitor.report(session, device, { firewall: { ...fact({}), value } });
  expect(reply.status).toBe(400);
  expect(await evidenceFiles()).toEqual(before);
  const audited = await findAuditEntries(server.context.database, undefined, { isOldestFirst: true });
  expect(audited.at(-1)).toMatchObject({ action: 'device-report', outcome: 'refused', actor: 'nadia' });
});

test.each([
  ['after its row was written keeps its evidence', true, 1],
  ['before, with a store that breaks besides, is told as it is', false, 1],
])('a report whose connection breaks %s', async (_name, isWritten, left) => {
  const { device, session } = await begin();
  const company = await server.company();
  const files = await evidenceFiles();
  const report = await device.sign(session, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
  const own = await findDeviceSession(company.database, company.company.id, session.sessionId);
  if (own === null) throw new Error('There is no session.');
  const database = new Proxy(company.database, {
    get: (target, name) => {
      if (name !== 'transaction') return Reflect.get(target, name, target) as unknown;
      return async (...given: Parameters<typeof target.transaction>) => {
        const [work] = given;
        await target.transaction(async (transaction) => {
          await work(transaction);
          if (!isWritten) throw new Error('The connection broke.');
        });
        throw new Error('The connection broke.');
      };
    },
  });
  const broken = { ...company.evidence, delete: () => Promise.reject(new Error('The store broke.')) };
  const evidence = isWritten ? company.evidence : { ...broken, put: company.evidence.put.bind(company.evidence) };
  const context = { ...company, database, evidence };
  const origin = { address: '192.0.2.1', correlationId: 'one' };
  await expect(acceptReport(context, origin, called('nadia'), own, report)).rejects.toThrow('The connection broke.');
  expect(await evidenceFiles()).toHaveLength(files.length + left);
});

test('a report whose row cannot be written leaves no evidence behind', async () => {
  const { visitor, device, session } = await begin();
  const { database } = server.context;
  const [files, rows] = [await evidenceFiles(), await rowsOf()];
  await database.execute(sql`alter table reports add constraint nothing_is_kept check (sequence < 0) not valid`);
  const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
  const report = await device.sign(session, facts);
  const length = Buffer.byteLength(JSON.stringify(report));
  const query = `sessionId=${session.sessionId}&deviceDataVersion=1&deviceDataLength=${length}&dataFormat=json&isLogin=true`;
  const place = await visitor.device<{ uploadUrl: string }>(`/api/devices/v2/upload-url?${query}`);
  const uploadId = place.body.uploadUrl.split('/').at(-1) ?? '';
  const origin = { address: '192.0.2.1', correlationId: 'one' };
  await expect(takeReport(await server.company(), origin, uploadId, report, length)).rejects.toThrow(/insert/i);
  expect(await evidenceFiles()).toEqual(files);
  await database.execute(sql`alter table reports drop constraint nothing_is_kept`);
  expect((await visitor.report(session, device, facts)).status).toBe(204);
  expect([(await evidenceFiles()).length, await rowsOf()]).toEqual([files.length + 1, rows + 1]);
});
