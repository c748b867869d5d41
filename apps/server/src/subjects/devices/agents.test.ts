import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult, DeviceReport, InstallerParameters, SignedReportPayload } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, deviceSessions, people, reports } from '../../database/schema.ts';
import { openDesk } from '../../testing/administrators.ts';
import { addPerson, readAudit, setApplication, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
  KnownDevice: { severity: required }
`;
const PREFIX = '/api/device-compliance/v1';
const DAY_MS = 86_400_000;

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let somebody: TestPerson;
let device: SimulatedDevice;
let accountId: string;

const good = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const bad = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  await mkdir(server.context.config.downloadsFolder);
  await writeFile(join(server.context.config.downloadsFolder, 'workplace-3.6.0-x64.msi'), 'an installer');
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  somebody = await addPerson(company);
  await signInAs(visitor, somebody);
  device = await createSimulatedDevice();
  accountId = await claimAccount(device);
});

async function claimAccount(shown: SimulatedDevice): Promise<string> {
  const { body } = await visitor.ask<InstallerParameters>(
    `${PREFIX}/installer-parameters?mode=frontline&system=windows`,
  );
  const claimed = await new Visitor(server).ask<{ accountId: string }>(`${PREFIX}/device-account/${body.token ?? ''}`, {
    method: 'POST',
    body: await shown.parameters(),
  });
  return claimed.body.accountId;
}

interface Order {
  readonly nonce: string;
  readonly reportInSeconds: number;
}

const client = () => new Visitor(server);
const getOrder = (id = accountId, who = client(), deviceId = device.deviceId) =>
  who.ask<Order>(`${PREFIX}/agent/${id}?deviceId=${deviceId}`);
const send = (body: unknown, id = accountId, who = client()) =>
  who.ask<{ reportInSeconds: number; complianceStatus: string; failed: string[] }>(`${PREFIX}/agent/${id}/report`, {
    method: 'POST',
    body,
  });

async function report(facts: DeviceReport['facts'], changes: Partial<SignedReportPayload> = {}, signer = device) {
  const { nonce } = (await getOrder()).body;
  return send(await signer.sign({ sessionId: accountId, nonce }, facts, changes));
}

const check = (query = '', who = visitor) => who.ask<CheckResult>(`${PREFIX}/check/${accountId}${query}`);

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

describe('a client that reports by itself', () => {
  test('registers its computer and is told how it stands', async () => {
    const taken = await report(good);
    expect(taken.status).toBe(200);
    expect(taken.body).toMatchObject({ complianceStatus: 'Compliant', failed: [], unread: [] });
    expect((await report(bad)).body).toMatchObject({ complianceStatus: 'NotCompliant', failed: ['FirewallEnable'] });
    const unread = { source: 'ufw', readAt: server.context.now().toISOString(), unavailable: 'timed-out' } as const;
    expect((await report({ ...good, firewall: unread })).body).toMatchObject({
      failed: [],
      unread: ['FirewallEnable'],
    });
    const { database } = server.context;
    const [row] = await database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
    expect(row).toMatchObject({ state: 'approved', personId: somebody.id, hasUsedV2: false });
  });

  test('shows its person on Edge without an extension how the computer stands, and signs no one in [S4.008]', async () => {
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    expectRefused(await check('?skipSamlResponse=true'), 409, 'report_missing');
    await report(bad);
    const first = await check();
    expect(first.body).toMatchObject({ complianceStatus: 'NotCompliant', samlResponseData: null });
    await report(good);
    for (const query of ['?skipSamlResponse=true', '', `?loginMarker=${marker}`]) {
      const { body } = await check(query);
      expect(body).toMatchObject({ complianceStatus: 'Compliant', checksExpired: false, samlResponseData: null });
    }
    // It reports wherever the browser is that asks: nothing shows that this one runs on the computer.
    expectRefused(await visitor.ask(`${PREFIX}/saml-response?loginMarker=${marker}`), 409, 'report_missing');
  });

  test('leads to no response when its newest report is older than a verdict lives', async () => {
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    await report(good);
    server.advance(301_000);
    const late = await check();
    expect(late.body).toMatchObject({ checksExpired: true, samlResponseData: null });
    expectRefused(await visitor.ask(`${PREFIX}/saml-response?loginMarker=${marker}`), 409, 'report_missing');
  });

  test('keeps what was read without a connection as evidence, and judges none of it', async () => {
    const earlier = [{ collectedAt: '2026-01-01T08:00:00.000Z', importantDataHash: 'then', facts: bad }];
    expect((await report(good, { earlier })).body.complianceStatus).toBe('Compliant');
    const rows = await server.context.database.select().from(reports).where(eq(reports.deviceSessionId, accountId));
    expect(rows.map(({ payload }) => payload)).toMatchObject([{ earlier }]);
    const tooMany = Array.from({ length: 25 }, () => earlier[0] ?? never());
    expectRefused(await report(good, { earlier: tooMany }), 400, 'report_altered');
  });

  test('looks again before its verdict is over, and soon while a page waits', async () => {
    await check();
    expect((await report(good)).body.reportInSeconds).toBe(10);
    server.advance(130_000);
    expect((await getOrder()).body.reportInSeconds).toBe(240);
  });
});

describe('no one is signed in', () => {
  test('by another person’s account, in another sign-in of another person, or from another company', async () => {
    await report(good);
    const stranger = new Visitor(server);
    await signInAs(stranger, await addPerson(company));
    expectRefused(await check('', stranger), 403, 'device_unknown');
    const elsewhere = new Visitor(await addCompany(server, `agents-${somebody.id.slice(0, 8)}`));
    await elsewhere.signIn(0);
    expectRefused(await check('', elsewhere), 412, 'keys_missing');
    expectRefused(await getOrder(accountId, elsewhere), 403, 'device_unknown');
  });

  test('as a second factor: anyone who has only the password and the account’s id stays outside', async () => {
    await report(good);
    await setApplication(company, { settings: { mode: 'mfa' } });
    const thief = new Visitor(server);
    const marker = await thief.openApplication();
    await signInAs(thief, somebody, marker);
    expect((await check('?skipSamlResponse=true', thief)).body).toMatchObject({ complianceStatus: 'Compliant' });
    const body = { type: 'deviceCompliance', deviceComplianceInfo: { isCompliant: true } };
    expectRefused(await thief.ask('/api/auth/v2/activate', { method: 'POST', body }), 409, 'report_missing');
    await setApplication(company, { settings: {} });
  });

  test('in a second sign-in of the same person that never asked by this account', async () => {
    await report(good);
    await check('?skipSamlResponse=true');
    const other = new Visitor(server);
    const marker = await other.openApplication();
    await signInAs(other, somebody, marker);
    expectRefused(await other.ask(`${PREFIX}/saml-response?loginMarker=${marker}`), 409, 'report_missing');
  });

  test('by a report of other keys, altered, replayed, for another account, or made for a moment long past', async () => {
    const other = await createSimulatedDevice(device.deviceId);
    expectRefused(await report(good, {}, other), 400, 'report_altered');
    const { nonce } = (await getOrder()).body;
    const signed = await device.sign({ sessionId: accountId, nonce }, good);
    expectRefused(await send({ ...signed, payload: `${signed.payload.slice(0, -4)}AAAA` }), 400, 'report_altered');
    expect((await send(signed)).status).toBe(200);
    expectRefused(await send(signed), 409, 'report_replayed');
    const second = await claimAccount(device);
    const foreign = await device.sign({ sessionId: accountId, nonce }, good);
    expectRefused(await send(foreign, second), 400, 'report_wrong_session');
    const stale = await device.sign({ sessionId: accountId, nonce }, good);
    server.advance(300_001);
    expectRefused(await send(stale), 410, 'report_nonce_expired');
    expect(await readAudit(company)).toMatchObject([{ action: 'device-report', outcome: 'refused' }]);
  });

  test('by a report from a folder that stands for a computer, or with characters that are none', async () => {
    const { nonce } = (await getOrder()).body;
    const sign = (value: string) => {
      const broken = { source: 'test', readAt: '2026-01-01T08:00:00.000Z', value } as const;
      return device.sign({ sessionId: accountId, nonce }, { firewall: broken });
    };
    expectRefused(await send(await sign('\u0000')), 422, 'report_refused');
  });

  test('when the computer or the person was blocked, or the account was not used for long', async () => {
    const { database } = server.context;
    await report(good);
    const setState = (state: 'blocked' | 'approved') =>
      database.update(devices).set({ state }).where(eq(devices.deviceId, device.deviceId));
    await setState('blocked');
    expectRefused(await getOrder(), 403, 'device_blocked');
    expectRefused(await check(), 403, 'device_blocked');
    expectRefused(await send(await device.sign({ sessionId: accountId, nonce: '' }, good)), 403, 'device_blocked');
    await setState('approved');
    const setDisabled = (disabledAt: Date | null) =>
      database
        .update(people)
        .set({ disabledAt })
        .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    const { nonce } = (await getOrder()).body;
    await setDisabled(server.context.now());
    expectRefused(await getOrder(), 403, 'account_disabled');
    expectRefused(await send(await device.sign({ sessionId: accountId, nonce }, good)), 403, 'account_disabled');
    await setDisabled(null);
    server.advance(90 * DAY_MS + 1000);
    // Anyone who is kept out hears that, however long it lasts, and never that a new token would help.
    await setDisabled(server.context.now());
    expectRefused(await getOrder(), 403, 'account_disabled');
    await setState('blocked');
    expectRefused(await getOrder(), 403, 'device_blocked');
    await setDisabled(null);
    await setState('approved');
    expectRefused(await getOrder(), 403, 'device_unknown');
    expectRefused(await send(await device.sign({ sessionId: accountId, nonce }, good)), 403, 'device_unknown');
    await signInAs(visitor, somebody);
    expectRefused(await check(), 403, 'device_unknown');
  });

  test('by the id of a session that is no account', async () => {
    const session = await visitor.openSession(device);
    expectRefused(await getOrder(session.sessionId), 403, 'device_unknown');
    expectRefused(await getOrder('made-up'), 400, 'request_malformed');
    expectRefused(await client().ask(`${PREFIX}/agent/${accountId}`), 400, 'request_malformed');
    expectRefused(await send({}), 400, 'request_malformed');
    const rows = await server.context.database.select().from(deviceSessions).where(eq(deviceSessions.id, accountId));
    expect(rows).toMatchObject([{ kind: 'agent', personId: somebody.id }]);
  });
});

describe('the id of an account, which is no secret,', () => {
  test('tells nothing by itself: the caller names the device as well', async () => {
    await report(good);
    const { body } = await getOrder();
    expect(Object.keys(body).toSorted()).toEqual(['nonce', 'reportInSeconds', 'updateChannel']);
    const elsewhere = await createSimulatedDevice();
    expectRefused(await getOrder(accountId, client(), elsewhere.deviceId), 403, 'device_unknown');
    await server.context.database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.deviceId, device.deviceId));
    expectRefused(await getOrder(accountId, client(), elsewhere.deviceId), 403, 'device_unknown');
  });

  test('tells no one without the computer’s key how it stands: junk is answered the same, whatever it is', async () => {
    await report(good);
    const { database } = server.context;
    const isIt = eq(devices.deviceId, device.deviceId);
    const isTheirs = and(eq(people.companyId, company.id), eq(people.id, somebody.id));
    const sendJunk = () => send({ protected: 'eyJhbGciOiJFUzI1NiJ9', payload: 'e30', signature: 'AAAA' });
    const open = await sendJunk();
    expectRefused(open, 400, 'report_altered');
    await database.update(devices).set({ state: 'blocked' }).where(isIt);
    expect((await sendJunk()).body).toMatchObject({ code: open.body.code, message: open.body.message });
    await database.update(devices).set({ state: 'approved' }).where(isIt);
    await database.update(people).set({ disabledAt: server.context.now() }).where(isTheirs);
    expect((await sendJunk()).body).toMatchObject({ code: open.body.code, message: open.body.message });
    await database.update(people).set({ disabledAt: null }).where(isTheirs);
    server.advance(90 * DAY_MS + 1000);
    expect((await sendJunk()).body).toMatchObject({ code: open.body.code, message: open.body.message });
  });

  test('fills no log: refused reports are soon written down once a minute at most', async () => {
    await report(good);
    const before = await readAudit(company, 200);
    for (let second = 0; second < 50; second += 1) {
      server.advance(1000);
      expectRefused(await send({ protected: 'e30', payload: 'e30', signature: 'AAAA' }), 400, 'report_altered');
    }
    const written = (await readAudit(company, 200)).length - before.length;
    expect(written).toBeGreaterThan(0);
    expect(written).toBeLessThan(9);
    server.advance(120_000);
    await send({ protected: 'e30', payload: 'e30', signature: 'AAAA' });
    expect((await readAudit(company, 200)).length - before.length).toBe(written + 1);
  });

  test('is asked and posted to so often in a minute, and another account is not held up by it', async () => {
    const second = await claimAccount(device);
    const statuses: number[] = [];
    for (let index = 0; index < 61; index += 1) statuses.push((await getOrder()).status);
    expect([statuses.slice(0, 60).every((status) => status === 200), statuses[60]]).toEqual([true, 429]);
    expectRefused(await getOrder(), 429, 'too_many_attempts');
    expect((await getOrder(second)).status).toBe(200);
    let last = await send({}, second);
    for (let index = 0; index < 60; index += 1) last = await send({}, second);
    expectRefused(last, 429, 'too_many_attempts');
  });
});

describe('an account', () => {
  const isLive = async () => (await getOrder()).status === 200 && (await report(good)).status === 200;

  test('outlives the sign-out of its person, and the sign-in that asked for it gets nothing by it any more', async () => {
    const marker = await visitor.openApplication();
    await signInAs(visitor, somebody, marker);
    await report(good);
    expect((await check('?skipSamlResponse=true')).status).toBe(200);
    const stolen = new Visitor(server);
    for (const [name, value] of visitor.cookies) stolen.cookies.set(name, value);
    expect((await visitor.ask('/api/online/v1/sign-out', { method: 'POST' })).status).toBe(200);
    expect(await isLive()).toBe(true);
    for (const path of [`${PREFIX}/saml-response?loginMarker=${marker}`, `${PREFIX}/check/${accountId}`]) {
      expectRefused(await stolen.ask(path), 401, 'not_signed_in');
    }
    // Anyone who signs in next begins with nothing: they have to ask by the account themselves.
    const next = new Visitor(server);
    const own = await next.openApplication();
    await signInAs(next, somebody, own);
    expectRefused(await next.ask(`${PREFIX}/saml-response?loginMarker=${own}`), 409, 'report_missing');
    expect((await next.ask(`${PREFIX}/saml-response?loginMarker=${marker}`)).status).toBeGreaterThanOrEqual(400);
    expect((await check('?skipSamlResponse=true', next)).status).toBe(200);
    expectRefused(await next.ask(`${PREFIX}/saml-response?loginMarker=${own}`), 409, 'report_missing');
  });

  test('is shut while its person is blocked, and works again when they are let in', async () => {
    const desk = await openDesk(company, 'administrator');
    const block = (isBlocked: boolean) =>
      desk.call('adminBlockPerson', {
        parameters: { personId: somebody.id },
        body: { isBlocked, reason: 'suspicious activity' },
      });
    await report(good);
    await block(true);
    expectRefused(await getOrder(), 403, 'account_disabled');
    expectRefused(await send(await device.sign({ sessionId: accountId, nonce: '' }, good)), 403, 'account_disabled');
    await block(false);
    expect(await isLive()).toBe(true);
    expectRefused(await check(), 401, 'not_signed_in');
  });

  test('is shut while its computer is blocked, and ends when that is retired', async () => {
    const desk = await openDesk(company, 'administrator');
    await report(good);
    const { body } = await desk.call('adminDevices', { query: { personId: somebody.id } });
    const parameters = { id: body.devices[0]?.id ?? '' };
    const block = (isBlocked: boolean) =>
      desk.call('adminBlockDevice', { parameters, body: { isBlocked, reason: 'lost' } });
    await block(true);
    expectRefused(await getOrder(), 403, 'device_blocked');
    await block(false);
    expect(await isLive()).toBe(true);
    expect((await desk.call('adminRetireDevice', { parameters })).status).toBe(200);
    expectRefused(await getOrder(), 403, 'device_unknown');
  });

  test('ends when an administrator says so, and not when they only sign the person out', async () => {
    const desk = await openDesk(company, 'administrator');
    await report(good);
    const parts = { parameters: { personId: somebody.id } };
    expect((await desk.call('adminEndSessions', parts)).body.changes).toMatchObject([{ field: 'sessions', to: 0 }]);
    expect(await isLive()).toBe(true);
    const ended = await desk.call('adminEndSessions', { ...parts, query: { accounts: 'true' } });
    expect(ended.body.changes).toEqual([{ field: 'accounts', from: 1, to: 0 }]);
    expectRefused(await getOrder(), 403, 'device_unknown');
  });
});

function never(): never {
  throw new Error('There is nothing here.');
}
