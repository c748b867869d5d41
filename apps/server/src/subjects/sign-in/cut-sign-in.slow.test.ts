import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, issuedAssertions } from '../../database/schema.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type DatabaseWay, openDatabaseWay } from '../../testing/database-way.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, type Reply, Visitor } from '../../testing/visitor.ts';

const postgres: PostgresServer | null = await startPostgres();
if (postgres === null) process.stdout.write('PostgreSQL is not installed: cut connections are not tried.\n');

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

/** What a page begins again for by itself, or asks its person to. */
const BEGIN_AGAIN = ['saml_request_replayed', 'upload_unknown', 'report_replayed', 'permit_used'];

const ANSWER_MS = 1000;

/** Every connection to PostgreSQL is cut or frozen in the middle of a sign-in, at each message in turn. */
describe.skipIf(postgres === null)('a sign-in in which the connections to PostgreSQL are cut', () => {
  let way: DatabaseWay;
  let server: TestServer;
  let company: TestCompany;
  let device: SimulatedDevice;
  let person: TestPerson;
  let messages = 0;
  const statuses = new Set<number>();

  beforeAll(async () => {
    way = await openDatabaseWay(postgres?.url ?? '');
    server = await startTestServer({
      databaseUrl: way.url,
      policy: POLICY,
      calls: { browserInSession: 1e6 },
      databaseMs: ANSWER_MS,
    });
    company = await firstCompany(server);
    device = await createSimulatedDevice();
    person = await addPerson(company);
    await signIn();
  });
  afterAll(async () => {
    await server.close();
    await postgres?.stop();
  });

  /** Asks once more whenever the server says that it cannot answer now, as a page does. */
  async function insist<Body>(ask: () => Promise<Reply<Body>>): Promise<Reply<Body>> {
    for (let tries = 0; ; tries += 1) {
      const reply = await ask();
      statuses.add(reply.status);
      if (reply.status !== 503 || tries === 3) return reply;
      expect(reply.headers.get('retry-after')).toMatch(/^\d+$/);
    }
  }

  /** Goes from the application to the assertion. @returns why it has to begin once more; null: it has the assertion */
  async function signIn(): Promise<string | null> {
    // Of two sessions of one instant, either may be the one too many.
    server.advance(1000);
    const visitor = new Visitor(company);
    const ask = visitor.ask.bind(visitor);
    visitor.ask = (path, asking) => insist(() => ask(path, asking));
    const marker = await visitor.openApplication();
    // The request is known, and its answer was lost: the page says to open the application again.
    if (marker === '') return 'saml_request_replayed';
    await signInAs(visitor, person, marker);
    const session = await visitor.openSession(device);
    const reported = await visitor.report(session, device, good);
    if (reported.status !== 204) return reported.body.code ?? '';
    const result = await visitor.checkResult(session, marker);
    const permit = await device.open(session, result.body);
    const { status, body } = await visitor.redeem(permit);
    return status === 200 ? null : (body.code ?? '');
  }

  const countOf = async () => {
    const { database } = server.context;
    const [issued] = await database
      .select({ count: count() })
      .from(issuedAssertions)
      .where(eq(issuedAssertions.companyId, company.id));
    const [told] = await database
      .select({ count: count() })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.companyId, company.id),
          eq(auditEntries.action, 'saml-response'),
          eq(auditEntries.outcome, 'done'),
        ),
      );
    return { issued: issued?.count ?? 0, told: told?.count ?? 0 };
  };

  test('is counted first', async () => {
    way.cutAt(0);
    expect(await signIn()).toBeNull();
    messages = way.sent();
    expect(messages).toBeGreaterThan(20);
  });

  /** @param strike at the nth message; what was acknowledged is there afterwards, once, and told */
  async function tryAt(nth: number, strike: () => void) {
    const before = await countOf();
    strike();
    const refused = await signIn();
    way.cutAt(0);
    // What was taken, and its answer lost, is not taken a second time; to begin once more helps.
    if (refused !== null) expect(BEGIN_AGAIN).toContain(refused);
    const after = await countOf();
    const issued = after.issued - before.issued;
    expect([nth, after.told - before.told]).toEqual([nth, issued]);
    expect([nth, issued]).toEqual([nth, refused === null || refused === 'permit_used' ? 1 : 0]);
    if (refused !== null) expect([nth, await signIn()]).toEqual([nth, null]);
  }

  test.each([
    ['before PostgreSQL has the message', false],
    ['before its answer arrives', true],
  ])('ends no server and doubles nothing: %s', async (_name, isAfter) => {
    for (let nth = 1; nth <= messages; nth += 1) await tryAt(nth, () => way.cutAt(nth, isAfter));
    expect([...statuses]).toContain(503);
    expect([...statuses]).not.toContain(500);
  });

  test('waits for no frozen connection, and doubles nothing', { timeout: 300_000 }, async () => {
    statuses.clear();
    // Each costs a second: every other one.
    for (let nth = 1; nth <= messages; nth += 2) await tryAt(nth, () => way.freezeAt(nth, nth % 4 === 1));
    expect([...statuses]).toContain(503);
    expect([...statuses]).not.toContain(500);
  });

  test('is answered while everything is frozen, however many ask, and goes on afterwards', async () => {
    way.freeze();
    const began = performance.now();
    const asked = Array.from({ length: 30 }, () =>
      new Visitor(company).ask(`/saml/sso?${createAuthnRequest(company)}`),
    );
    for (const { status, headers } of await Promise.all(asked)) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    }
    expect(performance.now() - began).toBeLessThan(10 * ANSWER_MS);
    way.thaw();
    expect(await signIn()).toBeNull();
  });
});
