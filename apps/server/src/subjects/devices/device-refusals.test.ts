import { CALLS, type SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq, gt } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  activityEntries,
  applications,
  devices,
  deviceSessions,
  issuedAssertions,
  webSessions,
} from '../../database/schema.ts';
import { REPORTED_MAXIMUM, REPORTED_WINDOW_MS } from './reported-much.ts';
import { WAITING_PER_PERSON } from './show-device.ts';
import { addPerson, setApplication, setPolicy, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { addCompany, addSilo, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
verdictLifeSeconds: 30
checks:
  FirewallEnable: { severity: required }
`;
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let device: SimulatedDevice;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  await setPolicy(company, POLICY);
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  somebody = await addPerson(company);
});
afterEach(() => setApplication(company, { settings: {} }));

async function arrive() {
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  return { marker, session: await visitor.openSession(device) };
}

async function getPermit({ marker, session }: { marker: string; session: SessionData }): Promise<string> {
  await visitor.report(session, device, goodFacts);
  return device.open(session, (await visitor.checkResult(session, marker)).body);
}

const uploadQuery = ({ sessionId }: SessionData, length: number | string) =>
  `?sessionId=${sessionId}&deviceDataVersion=1&deviceDataLength=${length}&dataFormat=json&isLogin=true`;
const askUploadUrl = (session: SessionData, length: number | string = 10) =>
  visitor.device<{ uploadUrl: string }>(`${CALLS.uploadUrl.path}${uploadQuery(session, length)}`);
const askFix = (session: SessionData, fixActionTypes = ['FirewallEnable']) =>
  visitor.device<{ grant: string }>(CALLS.fixGrant.path, {
    method: 'POST',
    body: { sessionId: session.sessionId, fixActionTypes },
  });
const block = () =>
  server.context.database.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, device.deviceId));

async function renewToken(): Promise<void> {
  const reply = await visitor.ask<{ accessToken: string }>(CALLS.accessToken.path, {
    headers: { 'X-OAuth2-Scope': 'device-v2' },
  });
  visitor.token = reply.body.accessToken;
}

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

describe('the upload of a report', () => {
  test('[S7.053, S7.055, S7.056] has an address of its own, takes the report as JSON and answers nothing', async () => {
    const { session } = await arrive();
    const report = await device.sign(session, goodFacts);
    const place = await askUploadUrl(session, Buffer.byteLength(JSON.stringify(report)));
    expect(place.body).toEqual({ uploadUrl: expect.stringMatching(/\/api\/devices\/v2\/upload\//) });
    const { status, body } = await visitor.ask(place.body.uploadUrl, { method: 'PUT', body: report });
    expect([status, body]).toEqual([204, '']);
  });

  test.each(['0', '-1', '1.5', 'many'])('has no address for %s bytes', async (length) => {
    const { session } = await arrive();
    expectRefused(await askUploadUrl(session, length), 400, 'request_malformed');
  });

  test('has no address for more than a report may have', async () => {
    const { session } = await arrive();
    expect((await askUploadUrl(session, 262_144)).status).toBe(200);
    expectRefused(await askUploadUrl(session, 262_145), 413, 'report_too_large');
  });

  test('is refused when it is no signed report', async () => {
    const { session } = await arrive();
    const place = await askUploadUrl(session, 10);
    expectRefused(await visitor.ask(place.body.uploadUrl, { method: 'PUT', body: {} }), 400, 'request_malformed');
  });

  test('is refused when computers that wait have reported too much in an hour; others of the person go on', async () => {
    await configure(company, { registration: { mode: 'verified' } });
    try {
      const { session } = await arrive();
      expect((await visitor.report(session, device, goodFacts)).status).toBe(204);
      const { reported } = server.context;
      const key = (standing: string) => `${company.id} ${somebody.id} ${standing}`;
      expect(reported.read(key('waiting'))).toBeGreaterThan(100);
      reported.add(key('waiting'), REPORTED_MAXIMUM.waiting);
      expectRefused(await visitor.report(session, device, goodFacts), 422, 'report_refused');
      await server.context.database
        .update(devices)
        .set({ state: 'approved' })
        .where(eq(devices.deviceId, device.deviceId));
      expect((await visitor.report(session, device, goodFacts)).status).toBe(204);
      reported.add(key('known'), REPORTED_MAXIMUM.known);
      expectRefused(await visitor.report(session, device, goodFacts), 422, 'report_refused');
      server.advance(REPORTED_WINDOW_MS);
      await signInAs(visitor, somebody);
      const next = await visitor.openSession(device);
      expect((await visitor.report(next, device, goodFacts)).status).toBe(204);
    } finally {
      await configure(company, {});
    }
  });

  test('is refused after its session, or the sign-in, has ended', async () => {
    const { session } = await arrive();
    const report = await device.sign(session, goodFacts);
    const place = await askUploadUrl(session, Buffer.byteLength(JSON.stringify(report)));
    await server.context.database
      .update(webSessions)
      .set({ revokedAt: server.context.now() })
      .where(eq(webSessions.personId, somebody.id));
    const reply = await visitor.ask(place.body.uploadUrl, { method: 'PUT', body: report });
    expectRefused(reply, 401, 'session_expired');
  });
});

describe('a device session', () => {
  test('is over after an hour for every call, whatever the token', async () => {
    const { session, marker } = await arrive();
    server.advance(3_600_000);
    expectRefused(await visitor.checkResult(session), 401, 'access_token_wrong');
    await renewToken();
    expectRefused(await visitor.checkResult(session, marker), 401, 'session_expired');
    expectRefused(await askUploadUrl(session), 401, 'session_expired');
    expectRefused(await askFix(session), 401, 'session_expired');
  });

  test('of a blocked computer is refused at every call, and so is a new one', async () => {
    const { session, marker } = await arrive();
    await block();
    expectRefused(await visitor.checkResult(session, marker), 403, 'device_blocked');
    expectRefused(await askUploadUrl(session), 403, 'device_blocked');
    expectRefused(await askFix(session), 403, 'device_blocked');
    const live = () =>
      server.context.database.$count(deviceSessions, gt(deviceSessions.expiresAt, server.context.now()));
    const before = await live();
    const reply = await visitor.device(CALLS.createSession.path, { method: 'POST', body: await device.parameters() });
    expectRefused(reply, 403, 'device_blocked');
    expect(await live()).toBe(before);
  });

  test('is opened by ten computers of a person that wait; a further new one is refused, those and one that is approved go on', async () => {
    await arrive();
    await visitor.report(await visitor.openSession(device), device, goodFacts);
    // In a session that has proven itself at no computer yet.
    await signInAs(visitor, somebody);
    const waiting = await Promise.all(Array.from({ length: WAITING_PER_PERSON }, () => createSimulatedDevice()));
    for (const one of waiting) expect((await visitor.openSession(one)).sessionId).toBeDefined();
    const body = await (await createSimulatedDevice()).parameters();
    for (const path of [CALLS.createSession.path, CALLS.createRestrictedSession.path, CALLS.keyExchange.path]) {
      expectRefused(await visitor.device(path, { method: 'POST', body }), 403, 'device_not_approved');
    }
    for (const one of [device, ...waiting]) expect((await visitor.openSession(one)).sessionId).toBeDefined();
    await server.context.database
      .update(devices)
      .set({ state: 'approved' })
      .where(eq(devices.deviceId, waiting[0]?.deviceId ?? ''));
    expect((await visitor.device(CALLS.createSession.path, { method: 'POST', body })).status).toBe(200);
  });

  test('is opened by ten new computers of a person when more of them ask at once', async () => {
    await arrive();
    const shown = await Promise.all(
      Array.from({ length: 16 }, async () => (await createSimulatedDevice()).parameters()),
    );
    const ask = (body: unknown) => visitor.device(CALLS.createSession.path, { method: 'POST', body });
    const opened = (await Promise.all(shown.map(ask))).filter(({ status }) => status === 200);
    // One of them waits since the person arrived.
    expect(opened).toHaveLength(WAITING_PER_PERSON - 1);
  });

  test('leads to no permit for a sign-in of another person', async () => {
    const { session } = await arrive();
    await visitor.report(session, device, goodFacts);
    const other = new Visitor(server);
    const marker = await other.openApplication();
    expectRefused(await visitor.checkResult(session, marker), 404, 'sign_in_unknown');
    await signInAs(other, await addPerson(company), marker);
    expectRefused(await visitor.checkResult(session, marker), 404, 'sign_in_unknown');
  });

  test('gets leave for the fixes its newest verdict offers, and for no others', async () => {
    const { session } = await arrive();
    await visitor.report(session, device, badFacts);
    expect((await askFix(session)).body).toEqual({ grant: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) });
    expectRefused(await askFix(session, ['FirewallEnable', 'DeviceEncrypted']), 409, 'fix_not_offered');
    expectRefused(await askFix(session, []), 400, 'request_malformed');
    expectRefused(await askFix(session, ['FormatDisk']), 400, 'request_malformed');
  });

  test('[S4.045] offers to enroll where the company has a service for it, and gives no one leave to run that', async () => {
    await setPolicy(company, `${POLICY}  ManagedDevice: { severity: recommended }\n`);
    const { session, marker } = await arrive();
    await visitor.report(session, device, { ...badFacts, management: fact({ services: [] }) });
    const offered = async () => {
      const { securityChecks } = (await visitor.checkResult(session, marker)).body;
      return securityChecks.find(({ checkType }) => checkType === 'ManagedDevice')?.fixAction;
    };
    expect(await offered()).toBeNull();
    await configure(company, { managedDeviceService: { name: 'Fleet', enrollUrl: 'https://fleet.example/' } });
    expect(await offered()).toEqual({ fixActionType: 'ManagedDevice' });
    expectRefused(await askFix(session, ['ManagedDevice']), 409, 'fix_not_offered');
    await configure(company, {});
    await setPolicy(company, POLICY);
  });

  test('[S7.059, S7.060, S7.061] is opened and asked at a further endpoint of the silo just as at the main one', async () => {
    const elsewhere = await addCompany(server, 'silo');
    const endpoint = await addSilo(server, [elsewhere]);
    const there = new Visitor(elsewhere);
    await there.signIn(0);
    const access = await there.ask<{ accessToken: string }>(CALLS.accessToken.path, {
      headers: { 'X-OAuth2-Scope': 'device-v2' },
    });
    there.token = access.body.accessToken;
    const body = await device.parameters();
    const opened = await there.device<SessionData>(`${endpoint}${CALLS.createSession.path}`, { method: 'POST', body });
    expect(opened.status).toBe(200);
    const { sessionId } = opened.body;
    const path = `${endpoint}${CALLS.uploadUrl.path}${uploadQuery(opened.body, 10)}`;
    const place = await there.device<{ uploadUrl: string }>(path);
    expect(place.body.uploadUrl.startsWith(`${endpoint}/api/devices/v2/upload/`)).toBe(true);
    expect((await there.device(`${endpoint}${CALLS.checkResult.path}?sessionId=${sessionId}`)).status).toBe(204);
    const restricted = await there.device<{ sessionId: string }>(`${endpoint}${CALLS.createRestrictedSession.path}`, {
      method: 'POST',
      body,
    });
    expect(restricted.status).toBe(200);
  });
});

describe('a sign-in that was answered', () => {
  test('is answered again for a new report of the same person, by a response of its own, and for no one else', async () => {
    const arrived = await arrive();
    const first = await visitor.redeem(await getPermit(arrived));
    const second = await visitor.redeem(await getPermit(arrived));
    const read = ({ body }: typeof first) => {
      const xml = Buffer.from(body.samlResponse, 'base64').toString('utf8');
      return {
        url: body.actionUrl,
        request: /InResponseTo="([^"]+)"/.exec(xml)?.[1],
        id: /<\w*:?Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1],
      };
    };
    const [one, other] = [read(first), read(second)];
    expect(one.request).toBeDefined();
    expect([other.url, other.request]).toEqual([one.url, one.request]);
    expect(other.id).not.toBe(one.id);
    const issued = server.context.database.select().from(issuedAssertions);
    expect(await issued.where(eq(issuedAssertions.personId, somebody.id))).toHaveLength(2);
    const thief = new Visitor(server);
    await signInAs(thief, await addPerson(company));
    const session = await thief.openSession(device);
    await thief.report(session, device, goodFacts);
    expectRefused(await thief.checkResult(session, arrived.marker), 404, 'sign_in_unknown');
  });
});

describe('a permit is refused', () => {
  const countAssertions = async () =>
    (await server.context.database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, somebody.id)))
      .length;

  test('when the verdict it was given for is too old', async () => {
    const permit = await getPermit(await arrive());
    server.advance(30_001);
    expectRefused(await visitor.redeem(permit), 409, 'report_missing');
    expect(await countAssertions()).toBe(0);
  });

  test('when the computer was blocked since', async () => {
    const permit = await getPermit(await arrive());
    await block();
    expectRefused(await visitor.redeem(permit), 403, 'device_blocked');
    expect(await countAssertions()).toBe(0);
  });

  test('when the application’s request is too old by now', async () => {
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 } });
    const arrived = await arrive();
    server.advance(59_000);
    const permit = await getPermit(arrived);
    server.advance(1000);
    expectRefused(await visitor.redeem(permit), 410, 'sign_in_expired');
  });

  test('when the application is gone', async () => {
    const permit = await getPermit(await arrive());
    const { database } = server.context;
    const rows = await database.delete(applications).where(eq(applications.companyId, company.id)).returning();
    try {
      expectRefused(await visitor.redeem(permit), 404, 'sign_in_unknown');
    } finally {
      await database.insert(applications).values(rows);
    }
  });

  test('when it is no text, or an empty one', async () => {
    await arrive();
    for (const body of [{}, 7, '']) {
      const reply = await visitor.ask(CALLS.samlResponse.path, { method: 'POST', body });
      expectRefused(reply, 400, 'request_malformed');
    }
  });
});

describe('the activity log', () => {
  const verbs = [
    'deviceManagedServiceEnrolled',
    'fciAgentInstalled',
    'deviceManagedServiceOptedOut',
    'antivirusRemediated',
    'screenSaverRemediated',
    'screenSaverTimeoutRemediated',
    'rmmAgentInstalled',
    'deviceLoginStateSuccess',
    'deviceManagedServiceSkipped',
  ];

  test('[S7.041, S7.042, S1.021] takes the nine verbs with a device name, and answers nothing', async () => {
    await arrive();
    for (const verb of verbs) {
      const body = { verb, details: { deviceName: 'NADIA-LT-0427' } };
      const reply = await visitor.device('/api/activity/v3', { method: 'POST', body });
      expect([reply.status, reply.body]).toEqual([204, '']);
    }
    const rows = await server.context.database
      .select()
      .from(activityEntries)
      .where(eq(activityEntries.personId, somebody.id));
    expect(rows.map(({ verb, deviceName }) => [verb, deviceName])).toEqual(
      verbs.map((verb) => [verb, 'NADIA-LT-0427']),
    );
  });

  test('[S7.041] takes no other verb, and none without a device name', async () => {
    await arrive();
    for (const body of [
      { verb: 'slept', details: { deviceName: 'x' } },
      { verb: 'fciAgentInstalled', details: {} },
    ]) {
      const reply = await visitor.device('/api/activity/v3', { method: 'POST', body });
      expectRefused(reply, 400, 'request_malformed');
    }
  });
});
