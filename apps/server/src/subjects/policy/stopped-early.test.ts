import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { upstreams } from '../../database/schema.ts';
import { addPerson, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson as plantPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const POLICY =
  'version: 1\nworkplaceAccessPolicy: Strict\nunknown: allow\nenforceFor: { groups: [pilot] }\nchecks:\n  FirewallEnable: { severity: required }\n';
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  somebody = await addPerson(company);
});

/** Comes from the application and signs in. @returns the browser */
async function arrive(): Promise<Visitor> {
  const visitor = new Visitor(company);
  await signInAs(visitor, somebody, await visitor.openApplication());
  return visitor;
}

const early = async () => {
  const { stoppedBeforeReport } = (await desk.call('adminReport', { query: {} })).body;
  return stoppedBeforeReport.examples.filter(({ login }) => login === somebody.login);
};

describe('anyone who is stopped before a report', () => {
  test('is named in the report and the status, with the application and how far they came', async () => {
    await arrive();
    await arrive();
    expect(await early()).toEqual([]);
    server.advance(3 * 60_000);
    expect(await early()).toMatchObject([{ applicationName: 'Alderbrook Mail', times: 2, hasAnswered: false }]);
    const { body } = await desk.call('adminStatus');
    expect(body.company?.stoppedBeforeReport).toBeGreaterThan(0);
    expect(body.warnings.join(' ')).toMatch(/Reached the gate in the last 7 days and never got a report: \d+ \(/);
  });

  test('is told apart where extension and Workplace answered', async () => {
    const visitor = await arrive();
    await visitor.openSession(await createSimulatedDevice());
    server.advance(3 * 60_000);
    expect(await early()).toMatchObject([{ times: 1, hasAnswered: true }]);
  });

  test('is not, once a computer of theirs reported: then a check stops them, which other numbers say', async () => {
    const visitor = await arrive();
    const device = await createSimulatedDevice();
    await visitor.report(await visitor.openSession(device), device, off);
    server.advance(3 * 60_000);
    expect(await early()).toEqual([]);
  });

  test('is forgotten after the days that are asked about, and a stranger who never signed in is in none of it', async () => {
    await new Visitor(company).openApplication();
    server.advance(8 * 86_400_000);
    const desk8 = await openDesk(company, 'administrator');
    const { body } = await desk8.call('adminReport', { query: {} });
    expect(body.stoppedBeforeReport).toEqual({ people: 0, examples: [] });
    desk = desk8;
  });
});

describe('who has never signed in', () => {
  const enforcing = { body: { state: 'enforcing', reason: 'go' } };
  const looking = { gate: { state: 'observing', reason: 'pilot' } };
  const impact = async () => (await desk.dryRun('adminSetGate', enforcing)).body.impact;

  test('is counted by name where they were imported into the group', async () => {
    await configure(company, looking);
    const login = `imported-${somebody.login}`;
    await plantPerson(company, login, { groups: ['pilot'] });
    const measured = await impact();
    expect(measured?.neverSeenExamples).toContain(login);
    expect(measured?.unnamedBy).toEqual([]);
  });

  test('is said to be in no number, where an identity provider names people only when they sign in', async () => {
    await configure(company, looking);
    await company.context.database.insert(upstreams).values({
      companyId: company.id,
      id: '11111111-2222-4333-8444-555555555555',
      kind: 'oidc',
      name: 'Entra ID',
      settings: { createsPeople: true },
      sealedSecret: null,
      isEnabled: true,
      createdAt: company.context.now(),
    });
    expect((await impact())?.unnamedBy).toEqual(['Entra ID']);
    await company.context.database.update(upstreams).set({ isEnabled: false });
    expect((await impact())?.unnamedBy).toEqual([]);
    await company.context.database.delete(upstreams);
  });
});
