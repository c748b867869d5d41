import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { companies } from '../../../database/schema.ts';
import { startMailServer } from '../../../operations/mail/testing/smtp-server.ts';
import { findCompaniesWithBrake } from '../../../repositories/companies.ts';
import { addPerson, readAudit, setPolicy, type TestPerson, signInAs } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { openDesk } from '../../../testing/administrators.ts';
import { brakeIfNeeded } from './brake.ts';

const LENIENT = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  PasswordSet: { severity: required }\n';
const HARSH = `${LENIENT}  FirewallEnable: { severity: required }\n`;
const COMPUTERS = 5;
const MINUTE_MS = 60_000;
const facts = (isFirewallOn: boolean) => ({
  firewall: fact({ isOn: isFirewallOn, manager: 'ufw', gaps: [] }),
  signInSecret: fact({ secret: 'set', automaticSignIn: null }),
});

const waitingOf = new Map<string, SimulatedDevice>();

let server: TestServer;
let company: TestCompany;
const crowd: { somebody: TestPerson; device: SimulatedDevice }[] = [];

beforeAll(async () => {
  server = await startTestServer({ policy: LENIENT });
  company = await firstCompany(server);
  for (let index = 0; index < COMPUTERS; index += 1) {
    crowd.push({ somebody: await addPerson(company), device: await createSimulatedDevice() });
  }
});
afterAll(() => server.close());

/** Yesterday's policy, under which every computer reported an hour ago. */
beforeEach(async () => {
  server.advance(60 * MINUTE_MS);
  await configure(company, { brake: { isOn: true, percent: 20, minimumPeople: 5 } });
  await setPolicy(company, `# ${server.context.now().toISOString()}\n${LENIENT}`);
  await report(COMPUTERS, () => true);
  server.advance(60 * MINUTE_MS);
});

async function report(count: number, isFirewallOn: (index: number) => boolean): Promise<void> {
  for (const [index, { somebody, device }] of crowd.slice(0, count).entries()) {
    const visitor = new Visitor(company);
    await signInAs(visitor, somebody);
    await visitor.report(await visitor.openSession(device), device, facts(isFirewallOn(index)));
  }
}

const said: string[] = [];
async function look() {
  said.length = 0;
  const context = await server.company();
  return brakeIfNeeded(context, pino({}, { write: (line) => said.push(line) }));
}

const ofCheck = async () => (await server.company()).policy.policy.checks.FirewallEnable;

test('a new check that blocks three of five computers is only reported from then on, and says so', async () => {
  const smtp = await startMailServer();
  const desk = await openDesk(company, 'administrator');
  const settings = { host: '127.0.0.1', port: smtp.port, security: 'none', user: null, sender: 'gate@x.example' };
  await desk.call('adminSetMail', { body: { ...settings, alerts: ['it@x.example'] } });
  await setPolicy(company, HARSH);
  await report(COMPUTERS, (index) => index >= 3);
  expect(await look()).toEqual([{ checkType: 'FirewallEnable', newlyBlocked: 3, people: COMPUTERS }]);
  expect(await ofCheck()).toMatchObject({ severity: 'required', reportOnly: true });
  expect(said.join()).toContain('the brake: a check suddenly blocked many');
  expect(smtp.received).toMatchObject([{ to: ['it@x.example'] }]);
  expect(smtp.received[0]?.text).toContain('The check FirewallEnable suddenly blocked 3 of 5 people');
  expect(await readAudit(company, 2)).toMatchObject([
    { action: 'mail', outcome: 'done', details: { what: 'brake' } },
    { action: 'policy', actor: 'brake', details: { checkType: 'FirewallEnable', newlyBlocked: 3, reportOnly: true } },
  ]);
  const acted = server.context.now().toISOString();
  const auditor = await openDesk(company, 'auditor');
  const seen = async () => (await auditor.call('adminGateBrake')).body;
  expect(await seen()).toMatchObject({ isOn: true, holds: ['FirewallEnable'], lastActedAt: acted, people: COMPUTERS });
  const { body } = await desk.call('adminStatus');
  expect(body.warnings).toContainEqual(expect.stringContaining('The brake has made a check report-only'));
  expect((await desk.call('adminGate')).body.brakeHolds).toEqual(['FirewallEnable']);
  expect(await look()).toEqual([]);

  // A mail server that is dead changes nothing but the log.
  await smtp.close();
  await setPolicy(company, `# again\n${HARSH}`);
  expect(await look()).toHaveLength(1);
  expect(await ofCheck()).toMatchObject({ reportOnly: true });
  expect(said.join()).toContain('no one could be mailed that the brake has acted');
  await setPolicy(company, `# once more\n${HARSH}`);
  expect(await seen()).toMatchObject({ highest: { checkType: 'FirewallEnable', newlyBlocked: 3 }, holds: [] });
  await setPolicy(
    company,
    `# held\n${HARSH.replace('FirewallEnable: { severity: required', 'FirewallEnable: { severity: required, reportOnly: true')}`,
  );
  expect(await seen()).toMatchObject({ highest: null, holds: [], lastActedAt: expect.any(String) });
  await desk.call('adminRemoveMail');
});

test('who made the change takes it back after the brake has acted, and writes over no one else’s', async () => {
  const desk = await openDesk(company, 'administrator');
  const put = (text: string, ifVersion: string) =>
    desk.call('adminApplyPolicy', { body: { text, acceptBlocking: COMPUTERS }, query: { ifVersion } });
  const { version: first, text: lenient } = (await desk.call('adminPolicy')).body;
  const changed = await put(HARSH, first);
  await report(COMPUTERS, (index) => index >= 3);
  expect(await look()).toHaveLength(1);
  // Another text than the one that held before is written on what the brake made.
  expect((await put(`# other\n${LENIENT}`, changed.body.version)).status).toBe(409);
  expect((await put(lenient, first)).status).toBe(409);
  expect((await put(lenient, changed.body.version)).status).toBe(200);
  expect((await desk.call('adminPolicy')).body).toMatchObject({ version: first, text: lenient });

  const again = await put(`# more\n${HARSH}`, first);
  expect(await look()).toHaveLength(1);
  const braked = (await desk.call('adminPolicy')).body.version;
  expect((await put(`# a colleague’s\n${LENIENT}`, braked)).status).toBe(200);
  expect((await put(lenient, again.body.version)).status).toBe(409);
});

test('so is an old check that a change of the computers makes fail, without a change of the policy', async () => {
  await setPolicy(company, HARSH);
  await report(COMPUTERS, () => true);
  server.advance(60 * MINUTE_MS);
  await report(COMPUTERS, (index) => index >= 4);
  expect(await look()).toEqual([{ checkType: 'FirewallEnable', newlyBlocked: 4, people: COMPUTERS }]);
});

test('one of five is no more than a fifth: nothing is changed', async () => {
  await setPolicy(company, HARSH);
  await report(COMPUTERS, (index) => index >= 1);
  expect(await look()).toEqual([]);
  expect(await ofCheck()).toMatchObject({ reportOnly: false });
});

test('few computers, long-standing failures, a stopper, a brake that is off: none of these brakes', async () => {
  await setPolicy(company, HARSH);
  await report(4, () => false);
  expect(await look()).toEqual([]);
  await report(COMPUTERS, () => false);
  server.advance(60 * MINUTE_MS);
  await report(COMPUTERS, () => false);
  expect(await look()).toEqual([]);
  await setPolicy(company, LENIENT);
  await report(COMPUTERS, () => true);
  server.advance(60 * MINUTE_MS);
  await setPolicy(
    company,
    HARSH.replace('FirewallEnable: { severity: required }', 'FirewallEnable: { severity: sign-in-stopper }'),
  );
  await report(COMPUTERS, () => false);
  expect(await look()).toEqual([]);
  await configure(company, {});
  await setPolicy(company, HARSH);
  expect(await look()).toEqual([]);
});

test('one person with many made-up computers, or with computers no one approved, decides nothing', async () => {
  await setPolicy(company, HARSH);
  const mallory = await addPerson(company);
  const own = await Promise.all(Array.from({ length: 6 }, () => createSimulatedDevice()));
  const reportAll = async (isFirewallOn: boolean) => {
    for (const device of own) {
      const visitor = new Visitor(company);
      await signInAs(visitor, mallory);
      await visitor.report(await visitor.openSession(device), device, facts(isFirewallOn));
    }
  };
  await reportAll(true);
  server.advance(11 * MINUTE_MS);
  await reportAll(false);
  expect(await look()).toEqual([]);
  // Among five people they are one: no more than a fifth.
  await report(4, () => true);
  expect(await look()).toEqual([]);
  await configure(company, {
    brake: { isOn: true, percent: 20, minimumPeople: 5 },
    registration: { mode: 'approved' },
  });
  const others = await Promise.all(Array.from({ length: 5 }, () => addPerson(company)));
  for (const isFirewallOn of [true, false]) {
    server.advance(11 * MINUTE_MS);
    for (const somebody of others) {
      const visitor = new Visitor(company);
      const device = waitingOf.get(somebody.id) ?? (await createSimulatedDevice());
      waitingOf.set(somebody.id, device);
      await signInAs(visitor, somebody);
      await visitor.report(await visitor.openSession(device), device, facts(isFirewallOn));
    }
  }
  expect(await look()).toEqual([]);
});

test('the warning stays through an exemption, until another policy is applied', async () => {
  await setPolicy(company, HARSH);
  await report(COMPUTERS, () => false);
  expect(await look()).toHaveLength(1);
  const desk = await openDesk(company, 'administrator');
  const warned = async () =>
    (await desk.call('adminStatus')).body.warnings.filter((warning) => warning.includes('The brake has made'));
  expect(await warned()).toHaveLength(1);
  const parameters = { checkType: 'PasswordSet' };
  const body = { login: crowd[0]?.somebody.login, days: 3, why: 'A new keyboard' };
  expect((await desk.call('adminAddExemption', { parameters, body })).status).toBe(200);
  expect(await warned()).toEqual([expect.stringContaining('FirewallEnable')]);
  expect((await desk.call('adminApplyPolicy', { body: { text: HARSH, acceptBlocking: 100 } })).status).toBe(200);
  expect(await warned()).toEqual([]);
});

test('no company is loaded for it that has none', async () => {
  const ids = () => findCompaniesWithBrake(server.context.database);
  expect(await ids()).toEqual([company.id]);
  for (const settings of [{}, { brake: { isOn: false } }, { brake: 5 }, { brake: { isOn: 'yes' } }]) {
    const isIt = eq(companies.id, company.id);
    await server.context.database.update(companies).set({ settings }).where(isIt);
    expect(await ids()).toEqual([]);
  }
});

test('of two servers that look at once, one brakes', async () => {
  await setPolicy(company, HARSH);
  await report(COMPUTERS, () => false);
  const context = await server.company();
  const logger = pino({ level: 'silent' });
  const outcomes = await Promise.all([brakeIfNeeded(context, logger), brakeIfNeeded(context, logger)]);
  expect(outcomes.reduce((sum, { length }) => sum + length, 0)).toBe(1);
});
