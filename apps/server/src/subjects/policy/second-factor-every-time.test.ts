import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices } from '../../database/schema.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  postCheck,
  setApplication,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';
import { openDesk } from '../../testing/administrators.ts';

/**
 * A session in which the person's own computer was the second factor, and which another person has as well: each sign-in asks
 * again whose computer it is that reports.
 */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const PREFIX = '/api/device-compliance/v1';
const MFA = 'https://refeds.org/profile/mfa';

let server: TestServer;
let company: TestCompany;
let victim: TestPerson;
let thief: Visitor;
let own: SimulatedDevice;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await mkdir(server.context.config.downloadsFolder);
  await writeFile(join(server.context.config.downloadsFolder, 'workplace-3.6.0-x64.msi'), 'an installer');
});
afterAll(() => server.close());
beforeEach(async () => {
  await setApplication(company, { settings: { mode: 'mfa' } });
  victim = await addPerson(company);
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  own = await createSimulatedDevice();
  const permit = await openPermit(visitor, own, marker);
  const body = { type: 'deviceComplianceV2', permit };
  const activated = await visitor.ask('/api/auth/v2/activate', { method: 'POST', body });
  if (activated.status !== 200) throw new Error(`Activating failed: ${activated.status} ${activated.body.code}`);
  // Past what the first check still vouches for; other computers are registered after it.
  server.advance(301_000);
  thief = new Visitor(company);
  for (const [name, value] of visitor.cookies) thief.cookies.set(name, value);
});

async function begin(): Promise<string> {
  const marker = await thief.openApplication();
  await thief.ask(`/saml/continue?login=${marker}`);
  await thief.ask(`/api/online/v1/pending-sign-in/${marker}`);
  return marker;
}

/** Reports with a computer that meets the policy. @returns what the computer opens: it works once */
async function openPermit(visitor: Visitor, device: SimulatedDevice, marker: string): Promise<string> {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, good);
  const { body } = await visitor.checkResult(session, marker);
  return device.open(session, body);
}

const redeem = async (device: SimulatedDevice) => thief.redeem(await openPermit(thief, device, await begin()));

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

const assertionIn = ({ body }: Reply<{ readonly samlResponse: string }>) =>
  Buffer.from(body.samlResponse, 'base64').toString();

async function approve({ deviceId }: SimulatedDevice): Promise<void> {
  const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, deviceId));
  // A browser that was open for longer than 15 minutes would have to prove again who sits there.
  const desk = await openDesk(company, 'administrator');
  const { status } = await desk.call('adminApproveDevice', { parameters: { id: row?.id ?? '' } });
  expect(status).toBe(200);
}

test('opens nothing with another computer by its permit, until an administrator has approved that one', async () => {
  const other = await createSimulatedDevice();
  expectRefused(await redeem(other), 403, 'device_not_approved');
  await approve(other);
  const redeemed = await redeem(other);
  expect(redeemed.status).toBe(200);
  expect(assertionIn(redeemed)).toContain(MFA);
});

test('goes on with the computer that was the factor, by a permit of its own', async () => {
  const redeemed = await redeem(own);
  expect(redeemed.status).toBe(200);
  expect(assertionIn(redeemed)).toContain(MFA);
});

test('opens nothing with another computer that speaks the first version', async () => {
  const other = await createSimulatedDevice();
  const marker = await begin();
  const session = await exchangeKeys(thief, other);
  const send = async () => postCheck(thief, await deviceInfo(other, session, good), `?loginMarker=${marker}`);
  expectRefused(await send(), 403, 'device_not_approved');
  await approve(other);
  const { samlResponse = '' } = (await send()).body.samlResponseData ?? {};
  expect(Buffer.from(samlResponse, 'base64').toString()).toContain(MFA);
});

test('opens nothing by the reports that the person’s own client sends by itself', async () => {
  const account = await thief.ask<{ token?: string }>(`${PREFIX}/installer-parameters?mode=frontline&system=windows`);
  const claimed = await new Visitor(server).ask<{ accountId: string }>(
    `${PREFIX}/device-account/${account.body.token ?? ''}`,
    { method: 'POST', body: await own.parameters() },
  );
  const { accountId } = claimed.body;
  const path = `${PREFIX}/agent/${accountId}`;
  const order = await new Visitor(server).ask<{ nonce: string }>(`${path}?deviceId=${own.deviceId}`);
  const signed = await own.sign({ sessionId: accountId, nonce: order.body.nonce }, good);
  expect((await new Visitor(server).ask(`${path}/report`, { method: 'POST', body: signed })).status).toBe(200);
  const marker = await begin();
  expect((await thief.ask(`${PREFIX}/check/${accountId}`)).body).toMatchObject({ complianceStatus: 'Compliant' });
  expectRefused(await thief.ask(`${PREFIX}/saml-response?loginMarker=${marker}`), 409, 'report_missing');
});

test('where no factor is asked for, another computer opens it and is not called one', async () => {
  await setApplication(company, { settings: {} });
  const other = await createSimulatedDevice();
  const redeemed = await redeem(other);
  expect(redeemed.status).toBe(200);
  expect(assertionIn(redeemed)).not.toContain(MFA);
});
