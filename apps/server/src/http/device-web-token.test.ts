import { randomUUID } from 'node:crypto';
import { ACCOUNT_PATHS, CALLS, HEADERS, type SessionData } from '@vestibule/contracts';
import { signOpeningProof, type SigningKey } from '@vestibule/device-keys';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findAuditEntries } from '../repositories/audit-log.ts';
import { auditEntries, devices, people } from '../database/schema.ts';
import { addCompany, firstCompany, type TestCompany } from '../testing/companies.ts';
import { forgetRefusals } from '../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Reply, Visitor } from '../testing/visitor.ts';

const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const BY_PAGE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };

let server: TestServer;
let company: TestCompany;
let other: TestCompany;
let device: SimulatedDevice;
let visitor: Visitor;
let session: SessionData;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  other = await addCompany(server, 'other');
  device = await createSimulatedDevice();
});
afterAll(() => server.close());
beforeEach(async () => {
  await forgetRefusals(server);
  // Sessions opened in one moment could not be told apart by their age.
  server.advance(1000);
  visitor = new Visitor(server);
  await visitor.signIn(0);
  session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
});

const prove = (changes: object = {}, key: SigningKey = device.keys.identity) =>
  signOpeningProof(
    { deviceId: device.deviceId, sessionId: session.sessionId, aud: server.url, jti: randomUUID(), ...changes },
    key,
  );

/** Asks as Workplace does: without a cookie, by the token of the sign-in and a proof of the computer. */
function askToken(
  proof: string,
  { token = visitor.token, sessionId = session.sessionId, at = new Visitor(server) } = {},
) {
  return at.ask<{ token: string }>(CALLS.deviceWebToken.path, {
    method: 'POST',
    body: { sessionId, proof },
    headers: { authorization: `JWT ${token}` },
  });
}

const open = (token: string, browser = new Visitor(server)) =>
  browser.ask<string>(ACCOUNT_PATHS.open, { method: 'POST', form: { token }, headers: BY_PAGE });

async function expectRefused(asked: Promise<Reply<{ token: string }>>, status: number, code: string): Promise<void> {
  const reply = await asked;
  expect([reply.status, reply.body.code, reply.body.token]).toEqual([status, code, undefined]);
}

async function newestAudit() {
  const rows = await findAuditEntries(server.context.database, eq(auditEntries.action, 'web-token'), {
    isOldestFirst: true,
  });
  return rows.toSorted((left, right) => left.id - right.id).at(-1);
}

describe('Workplace is given a web token of its own [S7.016]', () => {
  test('for the sign-in that lasts on its computer: a browser without one opens the person’s page', async () => {
    const { status, body } = await askToken(await prove());
    expect([status, body.token]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(await newestAudit()).toMatchObject({ outcome: 'done', actor: 'nadia', target: device.deviceId });
    const browser = new Visitor(server);
    const reply = await open(body.token, browser);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, ACCOUNT_PATHS.sessionStatus]);
    expect((await browser.ask<{ userLogin: string }>(CALLS.userDetails.path)).body.userLogin).toBe('nadia');
  });

  test('and the page that it opens says how that computer is, as it was read last', async () => {
    const own = (await visitor.ask<{ device: object }>(CALLS.mySession.path)).body.device;
    expect(own).toMatchObject({ name: expect.any(String), checkedAt: expect.any(String) });
    const browser = new Visitor(server);
    await open((await askToken(await prove())).body.token, browser);
    const read = async () => (await browser.ask<{ device: object | null }>(CALLS.mySession.path)).body.device;
    expect(await read()).toEqual(own);
  });

  test('and leaves the session of the browser that it came from as it is', async () => {
    const before = new Map(visitor.cookies);
    const { body } = await askToken(await prove());
    const reply = await open(body.token, visitor);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, ACCOUNT_PATHS.sessionStatus]);
    expect(visitor.cookies).toEqual(before);
    expect((await askToken(await prove())).status).toBe(200);
  });

  test('which has passed no check: the computer is asked again before an application opens', async () => {
    const { body } = await askToken(await prove());
    const browser = new Visitor(server);
    await open(body.token, browser);
    const marker = await browser.openApplication();
    await browser.signIn(0, marker);
    const path = `${CALLS.checkResult.path}?sessionId=${session.sessionId}&loginMarker=${marker}`;
    expect((await browser.ask(path)).status).toBe(401);
  });
});

describe('a web token is not given to', () => {
  test('a proof that was used', async () => {
    const proof = await prove();
    expect((await askToken(proof)).status).toBe(200);
    await expectRefused(askToken(proof), 403, 'web_token_wrong');
    expect(await newestAudit()).toMatchObject({ outcome: 'refused', details: { code: 'web_token_wrong' } });
  });

  test('more than one of many at once that show the same proof', async () => {
    const proof = await prove();
    const replies = await Promise.all(Array.from({ length: 10 }, () => askToken(proof)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('another computer, also where it knows the token of the sign-in', async () => {
    const thief = await createSimulatedDevice();
    await expectRefused(askToken(await prove({}, thief.keys.identity)), 403, 'web_token_wrong');
    const own = await prove({ deviceId: thief.deviceId }, thief.keys.identity);
    await expectRefused(askToken(own), 403, 'web_token_wrong');
  });

  test('the computer’s key alone, also where the person is signed in at this moment', async () => {
    await expectRefused(askToken(await prove(), { token: '' }), 401, 'access_token_wrong');
    const colleague = new Visitor(server);
    await colleague.signIn(1);
    await colleague.openSession(await createSimulatedDevice());
    await expectRefused(askToken(await prove(), { token: colleague.token }), 401, 'session_unknown');
  });

  test.each([
    ['of another session', { sessionId: randomUUID() }],
    ['for another portal', { aud: 'https://other.example' }],
    ['without a name', { jti: '' }],
  ])('a proof %s', async (_what, changes) => {
    await expectRefused(askToken(await prove(changes)), 403, 'web_token_wrong');
  });

  test('what is no proof at all', async () => {
    for (const proof of ['', 'a.b.c', 'x'.repeat(2000)]) await expectRefused(askToken(proof), 403, 'web_token_wrong');
  });

  test('a token that may only report', async () => {
    const { body } = await visitor.ask<{ accessToken: string }>(CALLS.accessToken.path, {
      headers: { [HEADERS.scope]: 'device-v2-restricted' },
    });
    await expectRefused(askToken(await prove(), { token: body.accessToken }), 403, 'access_token_scope');
  });

  test('another company, by the same token and proof', async () => {
    const elsewhere = new Visitor(other);
    const reply = await askToken(await prove({ aud: other.url }), { at: elsewhere });
    expect([reply.status, reply.body.code]).toEqual([401, 'access_token_wrong']);
    const { body } = await askToken(await prove());
    expect((await open(body.token, new Visitor(other))).status).toBe(400);
  });

  test('a sign-in that is over: signed out, or a device session that has ended', async () => {
    server.advance(3_600_001);
    await expectRefused(askToken(await prove()), 401, 'access_token_wrong');
    session = await visitor.openSession(device);
    await visitor.ask(CALLS.signOut.path, { method: 'POST' });
    await expectRefused(askToken(await prove()), 401, 'access_token_wrong');
  });

  test('a device session that is over, by a newer token of the same sign-in', async () => {
    server.advance(3_599_000);
    const { body } = await visitor.ask<{ accessToken: string }>(CALLS.accessToken.path, {
      headers: { [HEADERS.scope]: 'device-v2' },
    });
    server.advance(2000);
    await expectRefused(askToken(await prove(), { token: body.accessToken }), 401, 'session_expired');
  });

  test('a person whom support has disabled', async () => {
    const nadia = and(eq(people.companyId, company.id), eq(people.login, 'nadia'));
    const { database, now } = server.context;
    await database.update(people).set({ disabledAt: now() }).where(nadia);
    await expectRefused(askToken(await prove()), 403, 'account_disabled');
    await database.update(people).set({ disabledAt: null }).where(nadia);
  });

  test('a call that is not of the agreed form', async () => {
    await expectRefused(askToken('x'.repeat(2049)), 400, 'request_malformed');
    const headers = { authorization: `JWT ${visitor.token}`, [HEADERS.dataVersion]: '7' };
    const body = { sessionId: session.sessionId, proof: await prove() };
    const reply = await new Visitor(server).ask(CALLS.deviceWebToken.path, { method: 'POST', body, headers });
    expect([reply.status, reply.body.code]).toEqual([400, 'data_version_unsupported']);
  });

  test('a computer that was blocked, or waits for its company', async () => {
    const { database } = server.context;
    const own = and(eq(devices.companyId, company.id), eq(devices.deviceId, device.deviceId));
    await database.update(devices).set({ state: 'blocked' }).where(own);
    await expectRefused(askToken(await prove()), 403, 'device_blocked');
    await database.update(devices).set({ state: 'waiting' }).where(own);
    await expectRefused(askToken(await prove()), 404, 'device_unknown');
    await database.update(devices).set({ state: 'approved' }).where(own);
  });

  test('one that is a minute old opens nothing, and neither does one that was used', async () => {
    const { body } = await askToken(await prove());
    server.advance(60_001);
    expect((await open(body.token)).status).toBe(400);
    const next = (await askToken(await prove())).body.token;
    expect((await open(next)).status).toBe(303);
    expect((await open(next)).status).toBe(400);
  });
});

describe('the page that Workplace opens', () => {
  const WINDOW = { ...BY_PAGE, 'sec-fetch-site': 'none' };
  const show = (headers: Record<string, string>) => new Visitor(server).ask<string>(ACCOUNT_PATHS.open, { headers });

  test('takes the token of its fragment out of the address and posts it; no address of ours ever holds it', async () => {
    const reply = await show(WINDOW);
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(reply.body).toContain("history.replaceState(null,'',location.pathname)");
    expect(reply.body).toContain('<form method="post" action="/online/open">');
    expect(reply.headers.get('referrer-policy')).toBe('no-referrer');
    expect(reply.headers.get('content-security-policy')).toMatch(/default-src 'none'; .*frame-ancestors 'none'/);
  });

  test('is not shown to a link of another site: it would sign in whom it is not about', async () => {
    for (const site of ['cross-site', 'same-site']) {
      expect((await show({ ...WINDOW, 'sec-fetch-site': site })).status).toBe(400);
    }
    const { body } = await askToken(await prove());
    const posted = {
      method: 'POST',
      form: { token: body.token },
      headers: { ...WINDOW, 'sec-fetch-site': 'cross-site' },
    };
    expect((await new Visitor(server).ask(ACCOUNT_PATHS.open, posted)).status).toBe(400);
  });

  test('spends no token that stands in the query, where logs keep it', async () => {
    const { body } = await askToken(await prove());
    const reply = await new Visitor(server).ask<string>(`${ACCOUNT_PATHS.open}?token=${body.token}`, {
      headers: WINDOW,
    });
    expect([reply.headers.getSetCookie(), reply.headers.get('location')]).toEqual([[], null]);
    expect((await open(body.token)).status).toBe(303);
  });
});
