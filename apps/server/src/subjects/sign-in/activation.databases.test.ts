import type { SessionData } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, issuedAssertions, people, pendingSignIns, permits, webSessions } from '../../database/schema.ts';
import {
  addPerson,
  deviceInfo,
  exchangeKeys,
  postCheck,
  readAudit,
  setApplication,
  signInAs,
  type TestPerson,
} from '../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
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
let way = '';

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
  somebody = await addPerson(company);
  await configure(company, {});
  await setApplication(company, { settings: { mode: 'mfa' } });
});

/** Someone signed in with a password, and with what the device gave for it. */
async function arrive() {
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  return { marker, ...(await getPermit(marker)) };
}

async function getPermit(marker: string) {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, goodFacts);
  const result = await visitor.checkResult(session, marker);
  return { session, permit: await device.open(session, result.body) };
}

async function arriveInFirstVersion() {
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  const session = await exchangeKeys(visitor, device);
  await postCheck(visitor, await deviceInfo(device, session, goodFacts));
  return { marker, session };
}

/** What the page of the first version sends with the activation: what it says next to the report is never believed. */
const withReport = async (session: SessionData, facts = goodFacts) => ({
  deviceInfo: await deviceInfo(device, session, facts),
});

type Activated = Reply<{ continueTo: string }>;
async function post(body: unknown, who = visitor): Promise<Activated> {
  const reply: Activated = await who.ask('/api/auth/v2/activate', { method: 'POST', body });
  if (reply.status === 200) way = reply.body.continueTo;
  return reply;
}
const activate = (permit: string, who = visitor) => post({ type: 'deviceComplianceV2', permit }, who);
const activateFirst = (more: object = {}, who = visitor) =>
  post({ type: 'deviceCompliance', deviceComplianceInfo: { isCompliant: true }, ...more }, who);
/** With the session's cookie and nothing else. */
const goOn = (marker: string, who = visitor) => who.ask<string>(`/saml/continue?login=${marker}`);
/** To where the newest activation led. */
const follow = (who = visitor) => who.ask<string>(way);
const wayFrom = (marker: string): string =>
  expect.stringMatching(`^/saml/continue\\?login=${marker}&proof=[\\w-]{43}$`) as string;

function expectRefused(reply: Reply<unknown>, status: number, code: string): void {
  expect([reply.status, reply.body.code]).toEqual([status, code]);
}

async function sessionOf(person = somebody) {
  const { database } = server.context;
  const rows = await database
    .select()
    .from(webSessions)
    .where(and(eq(webSessions.companyId, company.id), eq(webSessions.personId, person.id)));
  return rows.at(-1);
}

async function assertions() {
  const { database } = server.context;
  return database.select().from(issuedAssertions).where(eq(issuedAssertions.personId, somebody.id));
}

function responseIn(page: string): string {
  const [, value = ''] = /name="SAMLResponse" value="([^"]+)"/.exec(page) ?? [];
  return Buffer.from(value, 'base64').toString();
}

describe('the device check as second factor', () => {
  test('[S7.039] is given by a permit, and the application is entered at once', async () => {
    const { marker, permit, session } = await arrive();
    expect(await sessionOf()).toMatchObject({ awaits: 'device', factors: ['password'], activatedBy: null });
    const { status, body } = await activate(permit);
    expect([status, body]).toEqual([200, { continueTo: wayFrom(marker) }]);
    expect(await sessionOf()).toMatchObject({
      awaits: null,
      factors: ['password', 'device'],
      activatedBy: session.sessionId,
    });
    expect(await readAudit(company)).toMatchObject([
      { action: 'activation', outcome: 'done', actor: somebody.login, details: { deviceId: device.deviceId } },
    ]);
    expect((await goOn(marker)).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    const page = await follow();
    expect(page.status).toBe(200);
    expect(page.body).toContain('action="http://127.0.0.1:8081/saml/acs"');
    expect(responseIn(page.body)).toContain('<ds:SignatureValue>');
    expect(await assertions()).toMatchObject([{ standing: 'compliant', evidence: 'software-key' }]);
  });

  test('[S7.038] is given by a signed report of the first version in the same request, whatever the page says', async () => {
    const { marker, session } = await arriveInFirstVersion();
    const { status, body } = await activateFirst(await withReport(session));
    expect([status, body]).toEqual([200, { continueTo: wayFrom(marker) }]);
    expect(await sessionOf()).toMatchObject({ awaits: null, activatedBy: session.sessionId });
    expect(responseIn((await goOn(marker)).body)).toBe('');
    expect(responseIn((await follow()).body)).toContain('<ds:SignatureValue>');
  });

  test('is asked for by the page’s mode, which the sign-in keeps', async () => {
    const { marker } = await arrive();
    const pending = await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    expect(pending.body).toMatchObject({ mode: 'mfa' });
    await setApplication(company, { settings: { mode: 'frontline' } });
    expect((await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`)).body).toMatchObject({ mode: 'mfa' });
  });

  test('[S5.022, S7.040] passed before is told with 422, and nothing is spent', async () => {
    const { marker, permit, session } = await arrive();
    expect((await activate(permit)).status).toBe(200);
    expectRefused(await activate(permit), 422, 'already_activated');
    const second = await device.open(session, (await visitor.checkResult(session, marker)).body);
    expectRefused(await activate(second), 422, 'already_activated');
    expectRefused(await activateFirst(), 422, 'already_activated');
    expect((await visitor.redeem(second)).status).toBe(200);
    const rows = await server.context.database
      .select()
      .from(permits)
      .where(eq(permits.deviceSessionId, session.sessionId));
    expect(rows).toMatchObject([{ usedAt: server.context.now() }]);
  });

  test('of a verdict that is too old is given again, also by another device session', async () => {
    const { permit } = await arrive();
    await activate(permit);
    server.advance(300_001);
    const marker = await visitor.openApplication();
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const again = await getPermit(marker);
    expect((await activate(again.permit)).status).toBe(200);
    expect(await sessionOf()).toMatchObject({
      factors: ['password', 'device'],
      activatedBy: again.session.sessionId,
    });
    expect((await follow()).status).toBe(200);
  });

  test('of a permit that has let someone in is refused', async () => {
    await setApplication(company, { settings: {} });
    const { permit } = await arrive();
    expect((await visitor.redeem(permit)).status).toBe(200);
    expectRefused(await activate(permit), 409, 'permit_used');
  });

  test('of many at once with one permit is given once', async () => {
    const { permit } = await arrive();
    const replies = await Promise.all(Array.from({ length: 8 }, () => activate(permit)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(replies.flatMap(({ body }) => body.code ?? []));
    expect([...codes].every((code) => ['already_activated', 'permit_used'].includes(code))).toBe(true);
    expect(await sessionOf()).toMatchObject({ factors: ['password', 'device'] });
  });

  test('of many at once in the first version is given once', async () => {
    const { session } = await arriveInFirstVersion();
    const sent = await withReport(session);
    const replies = await Promise.all(Array.from({ length: 8 }, () => activateFirst(sent)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = new Set(replies.flatMap(({ body }) => body.code ?? []));
    expect([...codes].every((code) => ['already_activated', 'report_replayed'].includes(code))).toBe(true);
    expect(await sessionOf()).toMatchObject({ factors: ['password', 'device'] });
  });

  test('holds where the company asks for it, in an application’s plain mode too', async () => {
    await setApplication(company, { settings: {} });
    await configure(company, { secondFactor: 'device' });
    const { marker, permit } = await arrive();
    expect((await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`)).body).toMatchObject({ mode: 'mfa' });
    expectRefused(await visitor.redeem(permit), 401, 'not_signed_in');
    expect((await activate(permit)).status).toBe(200);
    expect((await goOn(marker)).status).toBe(303);
    expect((await follow()).status).toBe(200);
  });
});

describe('activation is refused', () => {
  test('with a permit of another session, which stays good for its own', async () => {
    const { permit } = await arrive();
    const stranger = new Visitor(server);
    await signInAs(stranger, await addPerson(company));
    expectRefused(await activate(permit, stranger), 403, 'permit_unknown');
    const elsewhere = new Visitor(server);
    await signInAs(elsewhere, somebody);
    expectRefused(await activate(permit, elsewhere), 403, 'permit_unknown');
    expect((await activate(permit)).status).toBe(200);
  });

  test('with a permit that led nowhere, that was made up, or of another company', async () => {
    const { permit } = await arrive();
    expectRefused(await activate('made-up'), 403, 'permit_unknown');
    expectRefused(await activate(''), 400, 'request_malformed');
    const other = new Visitor(await addCompany(server, `mfa-${somebody.id.slice(0, 8)}`));
    await other.signIn(0);
    expectRefused(await activate(permit, other), 403, 'permit_unknown');
  });

  test('with a permit that is over', async () => {
    const { permit } = await arrive();
    server.advance(60_001);
    expectRefused(await activate(permit), 410, 'permit_expired');
    expect(await sessionOf()).toMatchObject({ awaits: 'device', activatedBy: null });
  });

  test('with a permit whose device has reported worse since; it is not spent by that', async () => {
    const { permit, session } = await arrive();
    await visitor.report(session, device, badFacts);
    expectRefused(await activate(permit), 403, 'policy_not_met');
    await visitor.report(session, device, goodFacts);
    expect((await activate(permit)).status).toBe(200);
  });

  test('without a report, or with one that fails, in the first version', async () => {
    await signInAs(visitor, somebody, await visitor.openApplication());
    expectRefused(await activateFirst(), 409, 'report_missing');
    const other = await createSimulatedDevice();
    const session = await exchangeKeys(visitor, device);
    expectRefused(await activateFirst(), 409, 'report_missing');
    expectRefused(await activateFirst(await withReport(session, badFacts)), 403, 'policy_not_met');
    const { deviceInfo: info } = await withReport(session);
    expectRefused(await activateFirst({ deviceInfo: { ...info, lookupId: other.deviceId } }), 412, 'keys_missing');
    await postCheck(visitor, info, '?skipSamlResponse=true');
    // A good one that is stored is none, and it is not sent twice.
    expectRefused(await activateFirst(), 409, 'report_missing');
    expectRefused(await activateFirst({ deviceInfo: info }), 409, 'report_replayed');
    expect(await sessionOf()).toMatchObject({ awaits: 'device', factors: ['password'] });
  });

  test('by a report that was altered, of another session, too old, or with characters that are none', async () => {
    const { session } = await arriveInFirstVersion();
    const show = async (facts = goodFacts, changes = {}, signer = device) =>
      activateFirst({ deviceInfo: { ...(await deviceInfo(signer, session, facts, changes)) } });
    const impostor = await createSimulatedDevice(device.deviceId);
    expectRefused(await show(goodFacts, {}, impostor), 400, 'report_altered');
    expectRefused(await show(goodFacts, { sessionId: crypto.randomUUID() }), 400, 'report_wrong_session');
    expectRefused(await show({ firewall: fact({ isOn: true, manager: '\0', gaps: [] }) }), 400, 'report_refused');
    const stale = await withReport(session);
    server.advance(300_001);
    expectRefused(await activateFirst(stale), 410, 'report_nonce_expired');
    expect(await sessionOf()).toMatchObject({ awaits: 'device', activatedBy: null });
  });

  test('by a report of the second version shown as one of the first', async () => {
    await arrive();
    expectRefused(await activateFirst(), 409, 'report_missing');
  });

  test('by a verdict of the first version of a computer that has used the second since', async () => {
    const { session: first } = await arriveInFirstVersion();
    const session = await visitor.openSession(device);
    await visitor.report(session, device, badFacts);
    expectRefused(await activateFirst(await withReport(first)), 409, 'protocol_too_old');
  });

  test('without an application that waits, or for another person’s', async () => {
    await configure(company, { secondFactor: 'device' });
    await signInAs(visitor, somebody);
    const session = await exchangeKeys(visitor, device);
    expectRefused(await activateFirst(await withReport(session)), 404, 'sign_in_unknown');
    const other = new Visitor(server);
    const marker = await other.openApplication();
    await signInAs(other, await addPerson(company), marker);
    const named = { loginMarker: marker, ...(await withReport(session)) };
    expectRefused(await activateFirst(named), 404, 'sign_in_unknown');
  });

  test('for a sign-in that is too old', async () => {
    const { marker, session } = await arriveInFirstVersion();
    await server.context.database
      .update(pendingSignIns)
      .set({ expiresAt: server.context.now() })
      .where(eq(pendingSignIns.id, marker));
    const named = { loginMarker: marker, ...(await withReport(session)) };
    expectRefused(await activateFirst(named), 410, 'sign_in_expired');
  });

  test.each([
    ['waiting', 'device_not_approved'],
    ['retired', 'policy_not_met'],
  ] as const)('with a computer that is not known to be theirs: %s', async (state, code) => {
    const { permit } = await arrive();
    const isIt = eq(devices.deviceId, device.deviceId);
    await server.context.database.update(devices).set({ state }).where(isIt);
    expectRefused(await activate(permit), 403, code);
    expect(await sessionOf()).toMatchObject({ awaits: 'device', activatedBy: null });
    await server.context.database.update(devices).set({ state: 'approved' }).where(isIt);
    expect((await activate(permit)).status).toBe(200);
  });

  test('with a computer that is another person’s, until it is approved as theirs', async () => {
    const { permit } = await arrive();
    const set = (changes: Partial<typeof devices.$inferInsert>) =>
      server.context.database.update(devices).set(changes).where(eq(devices.deviceId, device.deviceId));
    await set({ personId: (await addPerson(company)).id });
    expectRefused(await activate(permit), 403, 'device_not_approved');
    expect(await sessionOf()).toMatchObject({ awaits: 'device', activatedBy: null });
    await set({ personId: somebody.id, approvedBy: 'ilse' });
    expect((await activate(permit)).status).toBe(200);
  });

  test('with a blocked computer, and to a blocked account', async () => {
    const { permit } = await arrive();
    await server.context.database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.deviceId, device.deviceId));
    expectRefused(await activate(permit), 403, 'device_blocked');
    await server.context.database
      .update(people)
      .set({ disabledAt: server.context.now() })
      .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    expectRefused(await activate(permit), 403, 'account_disabled');
    expect(await assertions()).toEqual([]);
  });

  test('without the XSRF token, and for what is neither of its types', async () => {
    const { permit } = await arrive();
    const body = { type: 'deviceComplianceV2', permit };
    const reply = await visitor.ask('/api/auth/v2/activate', { method: 'POST', body, withoutXsrf: true });
    expectRefused(reply, 403, 'xsrf_token_wrong');
    for (const wrong of [{}, { type: 'deviceComplianceV2' }, { type: 'password', permit }]) {
      expectRefused(await post(wrong), 400, 'request_malformed');
    }
  });
});

describe('no assertion leaves before activation', () => {
  test('by a permit, which then still activates', async () => {
    const { marker, permit } = await arrive();
    expectRefused(await visitor.redeem(permit), 401, 'not_signed_in');
    expect((await goOn(marker)).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    expect(await assertions()).toEqual([]);
    expect((await activate(permit)).status).toBe(200);
  });

  test('nor after it, once the verdict is too old, the computer got worse or was blocked', async () => {
    const { marker, permit, session } = await arrive();
    await activate(permit);
    await visitor.report(session, device, badFacts);
    const leadsToCheck = async () =>
      expect((await follow()).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    await leadsToCheck();
    await visitor.report(session, device, goodFacts);
    server.advance(300_001);
    await leadsToCheck();
    await server.context.database
      .update(devices)
      .set({ state: 'blocked' })
      .where(eq(devices.deviceId, device.deviceId));
    await leadsToCheck();
    expect(await assertions()).toEqual([]);
  });

  test('nor by an activation in the first version, once the computer has used the second', async () => {
    const { marker, session: first } = await arriveInFirstVersion();
    expect((await activateFirst(await withReport(first))).status).toBe(200);
    const session = await visitor.openSession(device);
    await visitor.report(session, device, goodFacts);
    expect((await follow()).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    expect(await assertions()).toEqual([]);
  });

  test("to another person’s browser, or to no one's", async () => {
    const { marker, permit } = await arrive();
    await activate(permit);
    expect((await follow(new Visitor(server))).headers.get('location')).toBe(`/online/?login=${marker}`);
    const stranger = new Visitor(server);
    await signInAs(stranger, await addPerson(company));
    expect((await follow(stranger)).headers.get('location')).toBe(`/device-check/?login=${marker}`);
    expect(await assertions()).toEqual([]);
  });

  test('to a second application, however fresh the factor: the computer opens another permit for that one', async () => {
    const { permit, session } = await arrive();
    await activate(permit);
    const second = await visitor.openApplication();
    expect((await goOn(second)).headers.get('location')).toBe(`/device-check/?login=${second}`);
    expect(await assertions()).toEqual([]);
    await visitor.ask(`/api/online/v1/pending-sign-in/${second}`);
    const other = await device.open(session, (await visitor.checkResult(session, second)).body);
    expectRefused(await activate(other), 422, 'already_activated');
    expect((await visitor.redeem(other)).status).toBe(200);
  });

  test('the same in the first version: another report has the response, once the factor was given', async () => {
    const { session } = await arriveInFirstVersion();
    await activateFirst(await withReport(session));
    const second = await visitor.openApplication();
    await visitor.ask(`/api/online/v1/pending-sign-in/${second}`);
    expectRefused(await activateFirst({ loginMarker: second }), 422, 'already_activated');
    const sent = await postCheck(visitor, await deviceInfo(device, session, goodFacts), `?loginMarker=${second}`);
    expect(sent.body.samlResponseData?.actionUrl).toBe('http://127.0.0.1:8081/saml/acs');
  });
});
