import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { verifyReport } from '@vestibule/device-keys';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deviceVerdicts, personVerdicts } from '../../../database/schema.ts';
import { type Desk, given, openDesk } from '../../../testing/administrators.ts';
import { addPerson, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { judgeAgain } from './judge-again.ts';

const DAY_MS = 86_400_000;
const policyOf = (checks: string, more = 'workplaceAccessPolicy: Strict') => `version: 1\n${more}\nchecks:\n${checks}`;
const FIREWALL = policyOf('  FirewallEnable: { severity: required }\n');
const on = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let person: TestPerson;
let device: SimulatedDevice;
let report: (facts: object) => Promise<void>;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  await setPolicy(company, FIREWALL);
  desk = await openDesk(company, 'administrator');
  person = await addPerson(company);
  device = await createSimulatedDevice();
  const visitor = new Visitor(company);
  await signInAs(visitor, person);
  const session = await visitor.openSession(device);
  report = async (facts) => void (await visitor.report(session, device, facts as typeof on));
});

const again = async () => judgeAgain(given(await company.context.companies.byId(company.id)));
const shown = async () => given((await desk.call('adminDevices', { query: { personId: person.id } })).body.devices[0]);
const them = async () => given((await desk.call('adminPeople', { query: { login: person.login } })).body.people[0]);
const both = async () => [(await shown()).verdict, (await them()).verdict];

describe('a verdict', () => {
  test('is written with the report, and says since when each check fails', async () => {
    expect(await both()).toEqual(['never-reported', 'never-reported']);
    await report(on);
    expect(await both()).toEqual(['passed', 'passed']);
    const since = (await shown()).since;
    server.advance(60_000);
    await report(on);
    expect((await shown()).since).toBe(since);
    server.advance(60_000);
    await report(off);
    const stopped = await shown();
    expect(stopped).toMatchObject({
      verdict: 'stopped',
      isEnforced: true,
      failing: [{ checkType: 'FirewallEnable', holds: 'stops', since: stopped.since }],
    });
    server.advance(60_000);
    await report(off);
    expect((await shown()).failing).toEqual(stopped.failing);
    expect(await them()).toMatchObject({ verdict: 'stopped', devices: 1, devicesStopped: 1 });
  });

  test('is judged again without waiting for who holds its computer or its person', async (context) => {
    // The embedded database has one connection: there a transaction holds everything.
    context.skip(server.context.config.databaseUrl === undefined);
    await report(on);
    await setPolicy(company, policyOf('  FirewallEnable: { severity: recommended }\n'));
    const { database } = server.context;
    const companyId = company.id;
    for (const table of [personVerdicts, deviceVerdicts]) {
      const isOne = and(eq(table.companyId, companyId), eq(table.personId, person.id));
      await database.transaction(async (transaction) => {
        await transaction.select().from(table).where(isOne).for('update');
        // It would wait for this very transaction, for ever.
        await again();
      });
    }
    await report(off);
    await setPolicy(company, FIREWALL);
    await again();
    expect(await both()).toEqual(['stopped', 'stopped']);
  });

  test('follows the policy, the gate and a day by itself', async () => {
    await report(off);
    await setPolicy(company, policyOf('  FirewallEnable: { severity: recommended }\n'));
    await again();
    expect(await both()).toEqual(['passed', 'passed']);
    const start = new Date(server.context.now().getTime() + 3 * DAY_MS).toISOString().slice(0, 10);
    await setPolicy(company, policyOf(`  FirewallEnable: { severity: required, startDate: ${start} }\n`));
    await again();
    expect(await shown()).toMatchObject({
      verdict: 'in-grace',
      failing: [{ holds: 'grace', deadline: start }],
      next: { at: `${start}T00:00:00.000Z`, verdict: 'stopped', checks: ['FirewallEnable'] },
    });
    const { deadlines } = (await desk.call('adminDeadlines')).body;
    const ofThem = await desk.call('adminDevices', { query: { deadline: 'FirewallEnable', limit: '200' } });
    expect(deadlines).toEqual([
      {
        checkType: 'FirewallEnable',
        at: `${start}T00:00:00.000Z`,
        computers: ofThem.body.total,
        people: expect.any(Number),
      },
    ]);
    expect(ofThem.body.devices.map(({ personId }) => personId)).toContain(person.id);
    expect((await desk.call('adminDevices', { query: { deadline: 'AntiVirusInstalled' } })).body.total).toBe(0);
    server.advance(3 * DAY_MS);
    desk = await openDesk(company, 'administrator');
    await again();
    expect(await shown()).toMatchObject({ verdict: 'stopped', isEnforced: true, next: null });
    expect((await desk.call('adminDeadlines')).body.deadlines).toEqual([]);
    await configure(company, {
      gate: { state: 'observing', until: null, isReading: true, reason: 'test', afterwards: null },
    });
    await again();
    expect(await shown()).toMatchObject({ verdict: 'stopped', isEnforced: false });
    expect((await them()).isEnforced).toBe(false);
    await configure(company, {
      gate: { state: 'enforcing', until: null, isReading: true, reason: null, afterwards: null },
    });
  });

  test('of what could not be read is neither passed nor failed', async () => {
    await report({ firewall: { source: 'x', readAt: server.context.now().toISOString(), unavailable: 'timed-out' } });
    expect(await shown()).toMatchObject({ verdict: 'stopped', failing: [], unknown: [{ holds: 'stops' }] });
    await setPolicy(company, policyOf('  FirewallEnable: { severity: required, unknown: allow }\n'));
    await again();
    expect(await shown()).toMatchObject({ verdict: 'not-checked', failing: [], unknown: [{ holds: 'advises' }] });
  });

  test('follows what an administrator does to a computer or a person', async () => {
    await report(on);
    const { id } = await shown();
    await desk.call('adminBlockDevice', { parameters: { id }, body: { isBlocked: true, reason: 'test' } });
    await again();
    expect(await both()).toEqual(['stopped', 'stopped']);
    await desk.call('adminBlockDevice', { parameters: { id }, body: { isBlocked: false, reason: 'test' } });
    await again();
    expect(await both()).toEqual(['passed', 'passed']);
    await desk.call('adminRetireDevice', { parameters: { id } });
    await again();
    expect(await both()).toEqual(['retired', 'retired']);
  });
});

describe('one computer', () => {
  test('is shown with every check, its owner, its keys, and its reports as they were signed', async () => {
    await report(off);
    server.advance(60_000);
    await report(on);
    const { id } = await shown();
    const { status, body } = await desk.call('adminDevice', { parameters: { id } });
    expect([status, body.code]).toEqual([200, undefined]);
    expect(body).toMatchObject({
      id,
      verdict: 'passed',
      checks: [{ checkType: 'FirewallEnable', isPassed: true }],
      reports: 2,
      owner: { login: person.login },
      people: [{ login: person.login }],
      keys: [{ deviceRowId: id, isHolder: true }],
    });
    const { reports } = (await desk.call('adminDeviceReports', { parameters: { id } })).body;
    expect(reports.map(({ sequence, refused }) => [sequence, refused])).toEqual([
      [2, null],
      [1, null],
    ]);
    const reportId = given(given(reports[0]).id);
    const signed = (await desk.call('adminDeviceReport', { parameters: { id, reportId } })).body;
    expect(signed).toMatchObject({ id: reportId, identityKey: (await device.parameters()).identityKey });
    expect(await verifyReport(signed.signedReport, signed.identityKey)).toMatchObject({
      ok: true,
      value: { sequence: 2 },
    });

    const unknown = { id, reportId: crypto.randomUUID() };
    expect((await desk.call('adminDeviceReport', { parameters: unknown })).status).toBe(404);
    await rm(join(server.dataFolder, 'evidence'), { recursive: true });
    const gone = await desk.call('adminDeviceReport', { parameters: { id, reportId } });
    expect([gone.status, gone.body.code]).toEqual([409, 'not_possible']);
  });
});
