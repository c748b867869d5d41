import { setTimeout as wait } from 'node:timers/promises';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, issuedAssertions } from '../../database/schema.ts';
import { addPerson, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type OwnPostgres, startOwnPostgres } from '../../testing/postgres.ts';
import { type SecondServer, startSecondServer } from '../../testing/second-server.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const postgres: OwnPostgres | null = await startOwnPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: that it is killed is not tried.\n');

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const AT_ONCE = 8;
const TIMES = 6;

/** What was signed for a person who waits no longer: its id stands in the answer. */
const idOf = (samlResponse: string): string =>
  /<(?:\w+:)?Assertion[^>]*\sID="([^"]+)"/.exec(Buffer.from(samlResponse, 'base64').toString())?.[1] ?? '';

describe.skipIf(postgres === null)('a server whose PostgreSQL is killed under load, and begins again', () => {
  let server: TestServer;
  let second: SecondServer;
  let company: TestCompany;
  const over = new AbortController();
  const statuses = new Set<number>();
  const acknowledged = new Set<string>();
  const withoutRetry: string[] = [];

  beforeAll(async () => {
    server = await startTestServer({ databaseUrl: postgres?.url ?? '', policy: POLICY });
    second = await startSecondServer(server);
    company = { ...(await firstCompany(server)), port: second.port };
  });
  afterAll(async () => {
    await second.end();
    await server.close();
    await postgres?.end('fast');
  });

  async function insist<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
    for (;;) {
      const reply = await ask();
      statuses.add(reply.status);
      if (reply.status !== 503) return reply;
      const after = reply.headers.get('retry-after');
      if (after === null) withoutRetry.push(JSON.stringify(reply.body));
      await wait(100);
    }
  }

  /** One sign-in. What was taken while its answer was lost is refused when it is asked again, and ends it. */
  async function signIn(device: SimulatedDevice, { login, password }: TestPerson): Promise<void> {
    const visitor = new Visitor(company);
    const ask = visitor.ask.bind(visitor);
    visitor.ask = (path, asking) => insist(() => ask(path, asking));
    const loginMarker = await visitor.openApplication();
    if (loginMarker === '') return;
    const body = { login, password, loginMarker };
    if ((await visitor.ask('/api/online/v1/sign-in', { method: 'POST', body })).status !== 200) return;
    const session = await visitor.openSession(device);
    if ((await visitor.report(session, device, good)).status !== 204) return;
    const result = await visitor.checkResult(session, loginMarker);
    if (result.status !== 200) return;
    const redeemed = await visitor.redeem(await device.open(session, result.body));
    if (redeemed.status === 200) acknowledged.add(idOf(redeemed.body.samlResponse));
  }

  async function signInAgainAndAgain(): Promise<void> {
    const device = await createSimulatedDevice();
    const person = await addPerson(company);
    while (!over.signal.aborted) await signIn(device, person);
  }

  test('lives, says when to ask again, and loses nothing that it acknowledged', { timeout: 180_000 }, async () => {
    const load = Array.from({ length: AT_ONCE }, signInAgainAndAgain);
    for (let time = 0; time < TIMES; time += 1) {
      const before = acknowledged.size;
      await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 5);
      await postgres?.end(time % 2 === 0 ? 'immediate' : 'fast');
      await wait(time % 3 === 0 ? 0 : 300);
      await postgres?.begin();
      expect([time, second.ended()]).toEqual([time, null]);
    }
    const before = acknowledged.size;
    await expect.poll(() => acknowledged.size).toBeGreaterThan(before + 5);
    over.abort();
    await Promise.all(load);

    expect(second.ended()).toBeNull();
    expect([...statuses]).toContain(503);
    expect([...statuses].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(withoutRetry).toEqual([]);
    const { database } = server.context;
    const rows = await database.select().from(issuedAssertions).where(eq(issuedAssertions.companyId, company.id));
    const issued = new Set(rows.map(({ assertionId }) => assertionId));
    expect([...acknowledged].filter((id) => !issued.has(id))).toEqual([]);
    const told = await database
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'saml-response'), inArray(auditEntries.outcome, ['done'])));
    expect(told).toHaveLength(issued.size);
  });
});
