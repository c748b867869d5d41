import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../database/schema.ts';
import { addPerson, setApplication, setPolicy, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const HEAD = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n';
const withRule = (rule: string) => `${HEAD}  FirewallEnable: { severity: off, for: [{ ${rule} }] }\n`;
const FOR_MAIL = withRule('applications: [mail], severity: required');
const FOR_SALES = withRule('groups: [sales], severity: required');
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let somebody: TestPerson;
let visitor: Visitor;
let device: SimulatedDevice;

beforeAll(async () => {
  server = await startTestServer({ policy: FOR_MAIL });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await setPolicy(company, FOR_MAIL);
  await setApplication(company, { name: 'Wiki' });
  await server.context.database.update(people).set({ groups: [] }).where(eq(people.companyId, company.id));
  somebody = await addPerson(company);
  visitor = new Visitor(company);
  device = await createSimulatedDevice();
});

/** Signed in on the way to the application, with a computer whose firewall is off. */
async function arrive() {
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, off);
  return { marker, session };
}

const joinSales = () =>
  server.context.database
    .update(people)
    .set({ groups: ['Sales'] })
    .where(eq(people.id, somebody.id));

describe('a rule for an application', () => {
  test('does not hold on the way to another one: no row, and a permit that is a response', async () => {
    const { marker, session } = await arrive();
    const { body } = await visitor.checkResult(session, marker);
    expect(body.securityChecks).toEqual([]);
    expect((await visitor.redeem(await device.open(session, body))).status).toBe(200);
  });

  test('holds on the way there, not on the status page, and its fix is granted', async () => {
    await setApplication(company, { name: 'Mail' });
    const { marker, session } = await arrive();
    const there = await visitor.checkResult(session, marker);
    expect(there.body).toMatchObject({
      complianceStatus: 'NotCompliant',
      encryptedPermit: null,
      securityChecks: [{ checkType: 'FirewallEnable', isRequired: true }],
    });
    const status = await visitor.checkResult(session);
    expect(status.body).toMatchObject({ complianceStatus: 'Compliant', securityChecks: [] });
    const grant = await visitor.device('/api/devices/v2/fix-grant', {
      method: 'POST',
      body: { sessionId: session.sessionId, fixActionTypes: ['FirewallEnable'] },
    });
    expect(grant.status).toBe(200);
  });

  test('is asked at the moment of issue, of the application that the sign-in is for', async () => {
    const { marker, session } = await arrive();
    const { body } = await visitor.checkResult(session, marker);
    const permit = await device.open(session, body);
    await setApplication(company, { name: 'Mail' });
    company.context.companies.forget();
    expect(await visitor.redeem(permit)).toMatchObject({ status: 403, body: { code: 'policy_not_met' } });
  });

  test('is counted on the way there, before it holds and in the weeks before', async () => {
    await arrive();
    await setPolicy(company, `${HEAD}  FirewallEnable: { severity: off }\n`);
    const measure = async () => ({
      impact: (await desk.dryRun('adminApplyPolicy', { body: { text: FOR_MAIL } })).body.impact,
      past: (await desk.call('adminRehearsePolicy', { body: { text: FOR_MAIL, days: 7 } })).body,
    });
    expect(await measure()).toMatchObject({ impact: { newlyBlocked: 0 }, past: { everBlocked: 0 } });
    await setApplication(company, { name: 'Mail' });
    const { impact, past } = await measure();
    expect(impact.newlyBlocked).toBeGreaterThan(0);
    expect(impact.newlyBlocked).toBe(past.everBlocked);
    expect(impact.checks).toMatchObject([{ checkType: 'FirewallEnable' }]);
  });

  test('is named when the application goes by another name, or there is none by it', async () => {
    const checked = await desk.call('adminCheckPolicy', { body: { text: FOR_MAIL } });
    expect(checked.body.warnings).toContainEqual(
      expect.stringContaining('A check has a rule for the application mail'),
    );
    expect(checked.body.checks.find(({ checkType }) => checkType === 'FirewallEnable')?.notes).toEqual([
      'For on the way to mail: required.',
    ]);
  });
});

describe('a rule for a group', () => {
  beforeEach(() => setPolicy(company, FOR_SALES));

  test('holds for its people alone', async () => {
    const { marker, session } = await arrive();
    expect((await visitor.checkResult(session, marker)).body.securityChecks).toEqual([]);
    await joinSales();
    expect((await visitor.checkResult(session, marker)).body.securityChecks).toMatchObject([
      { checkType: 'FirewallEnable', isRequired: true, isPassed: false },
    ]);
  });

  test('stops who joins, and that is said before they do', async () => {
    await arrive();
    const change = (groups: string[]) =>
      desk.dryRun('adminUpdatePerson', { parameters: { personId: somebody.id }, body: { groups } });
    expect((await change(['Sales'])).body.warnings).toContainEqual(
      'Checks of the policy have rules for the group Sales, which hold for them from now on and may stop them.',
    );
    expect((await change(['Other'])).body.warnings.filter((warning) => warning.includes('rules for'))).toEqual([]);
  });

  test('is counted for those who are in it', async () => {
    await arrive();
    await setPolicy(company, `${HEAD}  FirewallEnable: { severity: off }\n`);
    const count = async () =>
      (await desk.dryRun('adminApplyPolicy', { body: { text: FOR_SALES } })).body.impact.newlyBlocked;
    expect(await count()).toBe(0);
    await joinSales();
    expect(await count()).toBe(1);
  });
});

test('a rule for a system is explained, and what was not asked is said', async () => {
  const { session } = await arrive();
  const report = await device.sign(session, off);
  const text = `${HEAD}  FirewallEnable: { severity: required, for: [{ systems: [linux], severity: recommended }, { groups: [Sales], severity: required }, { applications: [Mail], unknown: block }] }\n`;
  const explain = async (more: object) =>
    (await desk.call('adminExplainPolicy', { body: { text, report, ...more } })).body;
  const plain = await explain({});
  expect(plain).toMatchObject({ mayContinue: true, checks: [{ severity: 'recommended', blocks: false }] });
  expect(plain.checks[0]?.why).toEqual(
    expect.arrayContaining([
      'By the rule for on Linux.',
      expect.stringContaining('--group'),
      expect.stringContaining('--application'),
    ]),
  );
  const sales = await explain({ groups: ['Sales'], application: 'Mail' });
  expect(sales).toMatchObject({ mayContinue: false, checks: [{ severity: 'required', blocks: true }] });
});
