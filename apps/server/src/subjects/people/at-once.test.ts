import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications, companies, devices, reports } from '../../database/schema.ts';
import { addPerson, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

/** What several administrators, or an administrator and a computer, do in the same instant. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const TIMES = [1, 2, 3, 4, 5, 6] as const;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

test.each(['approve', 'retire'] as const)('a block is not lost to who wants to %s the computer', async (other) => {
  for (const _ of TIMES) {
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await signInAs(visitor, await addPerson(company));
    await visitor.openSession(device);
    const read = () => server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
    const parameters = { id: (await read())[0]?.id ?? '' };
    const [blocked, second] = await Promise.all([
      desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'stolen' } }),
      desk.call(other === 'approve' ? 'adminApproveDevice' : 'adminRetireDevice', { parameters }),
    ]);
    expect(blocked.status).toBe(200);
    expect([200, 409]).toContain(second.status);
    expect((await read())[0]?.state).toBe('blocked');
  }
});

test('an exemption that was granted holds, and one that came in between is refused', async () => {
  const people = await Promise.all(TIMES.map(() => addPerson(company)));
  const said = await Promise.all(
    people.map(({ login }) =>
      desk.call('adminAddExemption', {
        parameters: { checkType: 'FirewallEnable' },
        body: { login, days: 5, why: 'waits for a repair' },
      }),
    ),
  );
  const granted = people.filter((_person, index) => said[index]?.status === 200).map(({ login }) => login);
  expect(granted.length).toBeGreaterThan(0);
  expect(new Set(said.map(({ status }) => status))).toEqual(new Set(granted.length === 6 ? [200] : [200, 409]));
  const { body } = await desk.call('adminExemptions');
  expect(body.exemptions.map(({ login }) => login ?? '').toSorted((left, right) => left.localeCompare(right))).toEqual(
    granted.toSorted((left, right) => left.localeCompare(right)),
  );
});

test('settings of an application and lines of the support block are all kept', async () => {
  const { database } = server.context;
  const [application] = await database.select().from(applications).where(eq(applications.companyId, company.id));
  const parameters = { applicationId: application?.id ?? '' };
  const wanted = { secondFactor: 'required', mode: 'install', requestMaximumAgeSeconds: 600 } as const;
  const said = await Promise.all([
    ...Object.entries(wanted).map(([name, value]) =>
      desk.call('adminSetApplicationSettings', { parameters, body: { set: { [name]: value }, reset: [] } }),
    ),
    desk.call('adminSetSupport', { body: { phone: '+1 555 0100' } }),
    desk.call('adminSetSupport', { body: { email: 'help@alderbrook.example' } }),
    desk.call('adminSetSupport', { body: { phoneHours: '9 to 5' } }),
  ]);
  expect(said.filter(({ status }) => status !== 200)).toEqual([]);
  const [after] = await database.select().from(applications).where(eq(applications.id, parameters.applicationId));
  expect(after?.settings).toMatchObject(wanted);
  const [row] = await database.select().from(companies).where(eq(companies.id, company.id));
  expect(row?.support).toMatchObject({ phone: '+1 555 0100', email: 'help@alderbrook.example', phoneHours: '9 to 5' });
});

test('a report that comes while its person is erased leaves nothing behind', async () => {
  for (const _ of TIMES) {
    const person = await addPerson(company);
    const device = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await signInAs(visitor, person);
    const session = await visitor.openSession(device);
    const report = await device.sign(session, { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) });
    const parts = { parameters: { personId: person.id }, query: { confirm: person.login } };
    const [erased] = await Promise.all([desk.call('adminErasePerson', parts), visitor.upload(session, report)]);
    expect(erased.status).toBe(200);
    const left = server.context.database.select().from(reports).where(eq(reports.deviceSessionId, session.sessionId));
    expect(await left).toEqual([]);
  }
});
