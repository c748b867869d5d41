import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '../../database/schema.ts';
import { addPerson, setApplication, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let victim: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await setApplication(company, { settings: { mode: 'mfa' } });
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  victim = await addPerson(company);
});

const rowOf = async (device: SimulatedDevice) =>
  (await server.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId)))[0];

async function approve(device: SimulatedDevice): Promise<number> {
  const { status } = await desk.call('adminApproveDevice', { parameters: { id: (await rowOf(device))?.id ?? '' } });
  return status;
}

/** Signs in with a password and shows a computer for the second factor. @returns what came of it */
async function tryWith(device: SimulatedDevice, somebody = victim): Promise<number> {
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, good);
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  const body = { type: 'deviceComplianceV2', permit };
  const activated = await visitor.ask<{ continueTo?: string }>('/api/auth/v2/activate', { method: 'POST', body });
  const { status } = activated;
  const entered = await visitor.ask<string>(activated.body.continueTo ?? `/saml/continue?login=${marker}`);
  // Nothing leaves for the application but by the factor.
  expect(entered.status).toBe(status === 200 ? 200 : 303);
  return status;
}

test('the approved computer of a colleague is no second factor for someone whose password they know', async () => {
  const colleague = await addPerson(company);
  const device = await createSimulatedDevice();
  expect(await tryWith(device, colleague)).toBe(200);
  expect(await approve(device)).toBe(200);
  expect(await tryWith(device)).toBe(403);
  expect(await rowOf(device)).toMatchObject({ state: 'approved', personId: colleague.id });
});

test('where administrators approve computers, none is a second factor before that, the first neither', async () => {
  await configure(company, { registration: { mode: 'approved' } });
  const device = await createSimulatedDevice();
  expect(await tryWith(device)).toBe(403);
  expect(await tryWith(device)).toBe(403);
  expect(await approve(device)).toBe(200);
  expect(await tryWith(device)).toBe(200);
});

test('the first computer of someone registers itself; the next one is none until it is approved, however often it signs in', async () => {
  const first = await createSimulatedDevice();
  expect(await tryWith(first)).toBe(200);
  server.advance(1000);
  const second = await createSimulatedDevice();
  expect(await tryWith(second)).toBe(403);
  expect(await tryWith(second)).toBe(403);
  expect(await rowOf(second)).toMatchObject({ state: 'approved', approvedBy: null });
  expect(await approve(second)).toBe(200);
  expect(await tryWith(second)).toBe(200);
  expect(await tryWith(first)).toBe(200);
});

test('one that waits for an administrator is told so by a code of its own, and so is support', async () => {
  expect(await tryWith(await createSimulatedDevice())).toBe(200);
  server.advance(1000);
  const device = await createSimulatedDevice();
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, good);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const activate = async () => {
    const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
    return visitor.ask('/api/auth/v2/activate', { method: 'POST', body: { type: 'deviceComplianceV2', permit } });
  };
  expect((await activate()).body.code).toBe('device_not_approved');
  const { body } = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  const support = await openDesk(company, 'support');
  const found = (await support.call('adminSupport', { parameters: { code: body.displaySessionId } })).body;
  const id = (await rowOf(device))?.id ?? '';
  expect(found.broken).toBe('approval');
  expect(found.chain.find(({ link }) => link === 'approval')?.says).toContain(`device approve ${id.slice(0, 8)}`);
  // Approving it is giving a factor, which is not for support.
  const refused = await support.call('adminApproveDevice', { parameters: { id } });
  expect([refused.status, refused.body.code]).toEqual([403, 'role_missing']);
  expect((await support.dryRun('adminApproveDevice', { parameters: { id } })).status).toBe(403);
  expect((await rowOf(device))?.approvedBy).toBeNull();
  expect(await approve(device)).toBe(200);
  expect((await activate()).status).toBe(200);
});

test('support approves computers again where none is a factor any more', async () => {
  const support = await openDesk(company, 'support');
  const device = await createSimulatedDevice();
  await tryWith(device);
  const parameters = { id: (await rowOf(device))?.id ?? '' };
  await setApplication(company, { settings: {} });
  await configure(company, { secondFactor: 'device' });
  expect((await support.call('adminApproveDevice', { parameters })).status).toBe(403);
  await configure(company, {});
  expect((await support.call('adminApproveDevice', { parameters })).status).toBe(200);
  await setApplication(company, { settings: { mode: 'mfa' } });
});

test('a computer that another person has shown before is not the first of the one who shows it next', async () => {
  const colleague = await addPerson(company);
  const prepared = await createSimulatedDevice();
  const visitor = new Visitor(company);
  await signInAs(visitor, colleague);
  await visitor.openSession(prepared);
  expect(await rowOf(prepared)).toMatchObject({ state: 'waiting', personId: colleague.id });
  server.advance(1000);
  const own = await createSimulatedDevice();
  expect(await tryWith(own)).toBe(200);
  server.advance(1000);
  expect(await tryWith(prepared)).toBe(403);
  expect(await tryWith(own)).toBe(200);
});

test('a computer that an erased person leaves behind vouches for no one else', async () => {
  const leaver = await addPerson(company);
  const [own, left] = [await createSimulatedDevice(), await createSimulatedDevice()];
  expect(await tryWith(own)).toBe(200);
  server.advance(1000);
  expect(await tryWith(left, leaver)).toBe(200);
  expect(await approve(left)).toBe(200);
  expect(await tryWith(left)).toBe(403);
  const query = { confirm: leaver.login };
  const erased = await desk.call('adminErasePerson', { parameters: { personId: leaver.id }, query });
  expect(erased.status).toBe(200);
  expect(await tryWith(left)).toBe(403);
  expect(await rowOf(left)).toMatchObject({ personId: victim.id, approvedBy: null });
  expect(await tryWith(own)).toBe(200);
});

test.each(['block', 'retire'] as const)('to %s the computer ends the factor it was', async (how) => {
  const own = await createSimulatedDevice();
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  const session = await visitor.openSession(own);
  await visitor.report(session, own, good);
  const permit = await own.open(session, (await visitor.checkResult(session, marker)).body);
  const body = { type: 'deviceComplianceV2', permit };
  expect((await visitor.ask('/api/auth/v2/activate', { method: 'POST', body })).status).toBe(200);
  server.advance(1000);
  const parameters = { id: (await rowOf(own))?.id ?? '' };
  if (how === 'retire') await desk.call('adminRetireDevice', { parameters });
  else await desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'stolen' } });

  // Anyone who has the session goes on with it, and with a computer that no one knows.
  const thief = new Visitor(company);
  for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
  const next = await thief.openApplication();
  expect((await thief.ask<string>(`/saml/continue?login=${next}`)).status).toBe(303);
  const other = await createSimulatedDevice();
  await thief.ask(`/api/online/v1/pending-sign-in/${next}`);
  expect(await thief.openSession(other)).toMatchObject({ code: 'access_token_wrong' });
  expect((await thief.ask<string>(`/saml/continue?login=${next}`)).headers.get('location')).toContain('/online/');
});

test('a first computer that is blocked makes no room for another', async () => {
  const first = await createSimulatedDevice();
  expect(await tryWith(first)).toBe(200);
  const parameters = { id: (await rowOf(first))?.id ?? '' };
  await desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'stolen' } });
  server.advance(1000);
  expect(await tryWith(await createSimulatedDevice())).toBe(403);
});

test('one that stood for its person and does so no longer is told so, not that all is done', async () => {
  const device = await createSimulatedDevice();
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  const session = await visitor.openSession(device);
  await visitor.report(session, device, good);
  const activate = async () => {
    const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
    return visitor.ask('/api/auth/v2/activate', { method: 'POST', body: { type: 'deviceComplianceV2', permit } });
  };
  expect((await activate()).status).toBe(200);
  expect((await activate()).body.code).toBe('already_activated');
  const isIt = eq(devices.deviceId, device.deviceId);
  await server.context.database.update(devices).set({ state: 'waiting' }).where(isIt);
  expect((await activate()).body.code).toBe('device_not_approved');
});

test('what a page says of the key is not believed: the signed report says where it lives', async () => {
  const device = await createSimulatedDevice();
  const said = { ...(await device.parameters()), keyProtection: 'tpm' } as const;
  const lying = { ...device, parameters: async () => said };
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  const session = await visitor.openSession(lying);
  await visitor.report(session, device, good);
  expect(await rowOf(device)).toMatchObject({ keyProtection: 'file' });
  // Nor is it afterwards, from another person who replays what the computer showed.
  const other = new Visitor(company);
  await signInAs(other, await addPerson(company));
  await other.openSession(lying);
  expect(await rowOf(device)).toMatchObject({ keyProtection: 'file' });
  const permit = await device.open(session, (await visitor.checkResult(session, marker)).body);
  const body = { type: 'deviceComplianceV2', permit };
  const activated = await visitor.ask<{ continueTo: string }>('/api/auth/v2/activate', { method: 'POST', body });
  const entered = await visitor.ask<string>(activated.body.continueTo);
  const [, encoded = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(entered.body) ?? [];
  const assertion = Buffer.from(encoded, 'base64').toString();
  expect(assertion).toContain('software-key');
  expect(assertion).not.toContain('hardware-key');
});
