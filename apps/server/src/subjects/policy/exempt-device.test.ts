import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDesk, createSocketDesk, type Desk, openDesk, plantToken } from '../../testing/administrators.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const policyFor = (...exempt: readonly SimulatedDevice[]) => `version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable:
    severity: required
    exemptions: [${exempt.map(({ deviceId }) => `{ deviceId: ${deviceId}, until: 2099-01-01, why: it prints, approvedBy: ilse }`).join(', ')}]
`;
const REFUSED = { status: 403, body: { code: 'role_missing', message: expect.stringContaining('second approver') } };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let exempt: SimulatedDevice;

beforeAll(async () => {
  server = await startTestServer({ policy: 'version: 1\nworkplaceAccessPolicy: Strict\nchecks: {}\n' });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  exempt = await createSimulatedDevice();
  await configure(company, {});
  await setPolicy(company, policyFor());
  await standing(exempt, 0);
  await setPolicy(company, policyFor(exempt));
});

/** How a computer stands whose firewall is off. */
async function standing(device: SimulatedDevice, person: 0 | 1) {
  const visitor = new Visitor(company);
  await visitor.signIn(person);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, off);
  return (await visitor.checkResult(session)).body.complianceStatus;
}

async function rowIn(state: string) {
  const { body } = await desk.call('adminDevices', { query: { limit: '200' } });
  const row = body.devices.find((device) => device.deviceId === exempt.deviceId && device.state === state);
  if (row === undefined) throw new Error(`It has no row that is ${state}.`);
  return row;
}

test('another key under an exempt device id is not approved by one administrator, a token or the help desk', async () => {
  expect(await standing(exempt, 0)).toBe('Compliant');
  expect(await standing(await createSimulatedDevice(exempt.deviceId), 1)).toBe('NotCompliant');
  const row = await rowIn('waiting');
  const support = await openDesk(company, 'support');
  expect(await support.call('adminApproveDevice', { parameters: row })).toMatchObject({
    status: 403,
    body: { message: expect.stringContaining('only an administrator') as unknown },
  });
  const { body } = await desk.dryRun('adminApproveDevice', { parameters: row });
  expect(body.warnings).toContainEqual(
    expect.stringContaining('exempts this device id from FirewallEnable until 2099'),
  );

  await configure(company, { temporaryAccess: { secondApprover: 'always' } });
  for (const by of [desk, createDesk(company, await plantToken(company))]) {
    expect(await by.call('adminApproveDevice', { parameters: row })).toMatchObject(REFUSED);
    expect(await by.dryRun('adminApproveDevice', { parameters: row })).toMatchObject(REFUSED);
  }
  expect((await rowIn('waiting')).id).toBe(row.id);
  expect((await createSocketDesk(server).call('adminApproveDevice', { parameters: row })).status).toBe(200);
});

test('an exempt device id that was given up comes to no other key by itself', async () => {
  const { id } = await rowIn('approved');
  expect((await desk.call('adminRetireDevice', { parameters: { id } })).status).toBe(200);
  const other = await createSimulatedDevice(exempt.deviceId);
  expect(await standing(other, 1)).toBe('NotCompliant');
  expect((await rowIn('waiting')).login).toBe('tomas');
  // Nor with all others that came while the gate only looked.
  await desk.call('adminSetGate', { body: { state: 'observing', isReading: true, reason: 'pilot' } });
  const { body } = await desk.call('adminApproveSeenDevices');
  expect(body.devices.map((device) => device.id)).not.toContain((await rowIn('waiting')).id);
  await desk.call('adminSetGate', { body: { state: 'enforcing', reason: 'over', acceptBlocking: 100 } });
  // An exemption that is over exempts nothing, and keeps no one waiting.
  await setPolicy(company, policyFor(exempt).replace('2099-01-01', '2020-01-01'));
  expect(await standing(other, 1)).toBe('NotCompliant');
  expect((await rowIn('approved')).login).toBe('tomas');
});
