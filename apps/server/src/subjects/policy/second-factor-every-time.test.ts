import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { SessionData } from '@vestibule/contracts';
import { deviceSessions, devices } from '../../database/schema.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  postCheck,
  setApplication,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { auditOf } from '../people/testing/people.ts';
import { openDesk } from '../../testing/administrators.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

/**
 * A session in which the person's own computer was the second factor, and which another person has as well: it stays at that
 * computer, and each sign-in asks again for a proof of it.
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

const ENDED = { status: 401, body: { code: 'not_signed_in' } };

test.each([
  ['as a factor', { mode: 'mfa' }],
  ['where no factor is asked for', {}],
] as const)('ends where another computer answers, %s, and that one is not registered', async (_, settings) => {
  await setApplication(company, { settings });
  const other = await createSimulatedDevice();
  const marker = await begin();
  expect(await thief.openSession(other)).toMatchObject({ code: 'access_token_wrong' });
  expect(await thief.ask(`/saml/continue?login=${marker}`)).toMatchObject({ status: 303 });
  expect(await thief.redeem('made-up')).toMatchObject(ENDED);
  expect(await server.context.database.$count(devices, eq(devices.deviceId, other.deviceId))).toBe(0);
  const [ended] = (await auditOf(server, 'sign-out')).slice(-1);
  expect(ended).toMatchObject({ target: victim.login, details: { otherComputer: other.deviceId } });
});

test('goes on with the computer that was the factor, by a permit of its own', async () => {
  const redeemed = await redeem(own);
  expect(redeemed.status).toBe(200);
  expect(assertionIn(redeemed)).toContain(MFA);
});

test('ends where another computer answers in the first version', async () => {
  const other = await createSimulatedDevice();
  const marker = await begin();
  expect(await exchangeKeys(thief, other)).toMatchObject({ code: 'not_signed_in' });
  expect(await thief.ask(`${PREFIX}/saml-response?loginMarker=${marker}`)).toMatchObject(ENDED);
});

test('in a sign-in of its own another computer of the first version opens nothing until it is approved', async () => {
  await setApplication(company, { settings: {} });
  await configure(company, { registration: { mode: 'verified' } });
  onTestFinished(() => configure(company, {}));
  const [visitor, other] = [new Visitor(company), await createSimulatedDevice()];
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const session = await exchangeKeys(visitor, other);
  const send = async () => postCheck(visitor, await deviceInfo(other, session, good), `?loginMarker=${marker}`);
  expectRefused(await send(), 403, 'device_not_approved');
  const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, other.deviceId));
  // A browser that was open for longer than 15 minutes would have to prove again who sits there.
  const desk = await openDesk(company, 'administrator');
  const approved = await desk.call('adminApproveDevice', { parameters: { id: row?.id ?? '' } });
  expect(approved.status).toBe(200);
  const { samlResponse = '' } = (await send()).body.samlResponseData ?? {};
  expect(samlResponse).not.toBe('');
});

test('takes no report of another computer that was shown before its own had answered', async () => {
  const [visitor, first, other] = [new Visitor(company), await createSimulatedDevice(), await createSimulatedDevice()];
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  const shown = await visitor.openSession(other);
  const answered = await visitor.openSession(first);
  expect((await visitor.report(answered, first, good)).status).toBe(204);
  expect(await visitor.report(shown, other, good)).toMatchObject({
    status: 400,
    body: { code: 'report_wrong_session' },
  });
  const [row] = await server.context.database.select().from(devices).where(eq(devices.deviceId, other.deviceId));
  expect(row).toMatchObject({ state: 'waiting' });
  // Who sits there has answered, and may be the person: the sign-in ends with that report, and they sign in.
  expect(await visitor.checkResult(answered, marker)).toMatchObject({ status: 401 });
  expect(await visitor.checkResult(shown, marker)).toMatchObject({ status: 401 });
  const [ended] = (await auditOf(server, 'sign-out')).slice(-1);
  expect(ended).toMatchObject({ details: { otherComputer: other.deviceId } });
});

test('ends where one that was shown before its own had answered reports in the first version', async () => {
  const [visitor, first, other] = [new Visitor(company), await createSimulatedDevice(), await createSimulatedDevice()];
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const shown = await exchangeKeys(visitor, other);
  const answered = await visitor.openSession(first);
  expect((await visitor.report(answered, first, good)).status).toBe(204);
  expectRefused(await postCheck(visitor, await deviceInfo(other, shown, good)), 401, 'not_signed_in');
  expect(await visitor.checkResult(answered, marker)).toMatchObject({ status: 401 });
});

/** As if the reports of two computers had been taken in one sign-in, before either was seen. */
async function reportTwice(): Promise<{ visitor: Visitor; marker: string; permit: string; at: SessionData }> {
  const [visitor, elsewhere] = [new Visitor(company), new Visitor(company)];
  const [first, other] = [await createSimulatedDevice(), await createSimulatedDevice()];
  const marker = await visitor.openApplication();
  await signInAs(visitor, victim, marker);
  await signInAs(elsewhere, victim);
  const permit = await openPermit(visitor, first, marker);
  const at = await visitor.openSession(first);
  expect((await visitor.report(at, first, good)).status).toBe(204);
  const meanwhile = await elsewhere.openSession(other);
  expect((await elsewhere.report(meanwhile, other, good)).status).toBe(204);
  const { database } = server.context;
  const isSession = (id: string) => eq(deviceSessions.id, id);
  const [row] = await database.select().from(deviceSessions).where(isSession(at.sessionId));
  await database
    .update(deviceSessions)
    .set({ webSessionId: row?.webSessionId ?? '' })
    .where(isSession(meanwhile.sessionId));
  return { visitor, marker, permit, at };
}

test('opens nothing with either of two computers that reported in the same moment', async () => {
  const { visitor, permit } = await reportTwice();
  const body = { type: 'deviceComplianceV2', permit };
  expectRefused(await visitor.ask('/api/auth/v2/activate', { method: 'POST', body }), 401, 'not_signed_in');
});

test.each([
  ['with an application that waits', true],
  ['without', false],
] as const)('ends at the verdict of either of two that reported in the same moment, %s', async (_, isWaiting) => {
  const { visitor, marker, at } = await reportTwice();
  const result = await visitor.checkResult(at, isWaiting ? marker : undefined);
  expectRefused(result, 401, 'access_token_wrong');
  expect((await visitor.ask('/api/online/v1/second-factors')).status).toBe(401);
});

/** Has an installed client report by itself, after the jar asked for it. @returns the account it reports for */
async function reportByItself(device: SimulatedDevice): Promise<string> {
  const account = await thief.ask<{ token?: string }>(`${PREFIX}/installer-parameters?mode=frontline&system=windows`);
  const claimed = await new Visitor(server).ask<{ accountId: string }>(
    `${PREFIX}/device-account/${account.body.token ?? ''}`,
    { method: 'POST', body: await device.parameters() },
  );
  const { accountId } = claimed.body;
  const path = `${PREFIX}/agent/${accountId}`;
  const order = await new Visitor(server).ask<{ nonce: string }>(`${path}?deviceId=${device.deviceId}`);
  const signed = await device.sign({ sessionId: accountId, nonce: order.body.nonce }, good);
  expect((await new Visitor(server).ask(`${path}/report`, { method: 'POST', body: signed })).status).toBe(200);
  return accountId;
}

test('opens nothing by the reports that the person’s own client sends by itself', async () => {
  const accountId = await reportByItself(own);
  const marker = await begin();
  expect((await thief.ask(`${PREFIX}/check/${accountId}`)).body).toMatchObject({ complianceStatus: 'Compliant' });
  expectRefused(await thief.ask(`${PREFIX}/saml-response?loginMarker=${marker}`), 409, 'report_missing');
});

test('is at its own computer, also where a client that was installed elsewhere has reported', async () => {
  await server.context.database.update(devices).set({ label: 'Own' }).where(eq(devices.deviceId, own.deviceId));
  const accountId = await reportByItself(await createSimulatedDevice());
  expect((await thief.ask(`${PREFIX}/check/${accountId}`)).status).toBe(200);
  expect((await thief.ask('/api/online/v1/my-session')).body).toMatchObject({ device: { name: 'Own' } });
});
