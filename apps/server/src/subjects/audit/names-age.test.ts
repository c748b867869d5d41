import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pruneOldRows } from '../../database/prune.ts';
import { DEFAULT_RETENTION } from '../../database/retention.ts';
import { auditEntries, auditNames } from '../../database/schema.ts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { audit } from './audit.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a name is kept as long as the last entry that shows it, and no longer', async () => {
  const { database } = server.context;
  const company = { id: randomUUID() };
  const begun = server.context.now().getTime();
  const dayAfter = (days: number) => new Date(begun + days * DAY_MS);
  const actor = { id: randomUUID(), login: 'nadia' };
  for (const days of [0, 29, 31]) {
    const place = { database, company, now: () => dayAfter(days) };
    const origin = { address: '192.0.2.1', correlationId: String(days) };
    await audit(place, origin, { action: 'sign-out', outcome: 'done', actor });
  }
  const names = () => database.select().from(auditNames).where(eq(auditNames.companyId, company.id));
  const shown = async () => {
    const entries = await findAuditEntries(database, eq(auditEntries.companyId, company.id), { isOldestFirst: true });
    return entries.map(({ correlationId, actor: by }) => [correlationId, by]);
  };
  expect(await names()).toHaveLength(2);
  for (const [days, left, kept] of [
    [729, ['0', '29', '31'], 2],
    [758, ['29', '31'], 2],
    [760.5, ['31'], 2],
    [762, [], 1],
    [793, [], 0],
  ] as const) {
    await pruneOldRows(database, { now: dayAfter(days), retention: DEFAULT_RETENTION });
    expect([days, await shown()]).toEqual([days, left.map((id) => [id, 'nadia'])]);
    expect([days, (await names()).length]).toEqual([days, kept]);
  }
});
