import { CALLS, HEADERS } from '@vestibule/contracts';
import { findAuditEntries } from '../repositories/audit-log.ts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, auditEntries, people, webSessions, webTokens } from '../database/schema.ts';
import { addCompany, firstCompany, type TestCompany } from '../testing/companies.ts';
import { forgetRefusals } from '../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { type Reply, Visitor } from '../testing/visitor.ts';

const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const BY_PERSON = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' };
const BY_PAGE = { ...BY_PERSON, 'sec-fetch-site': 'same-origin' };

let server: TestServer;
let company: TestCompany;
let other: TestCompany;
let device: SimulatedDevice;
let visitor: Visitor;

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
  const session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
});

const askToken = (
  url: string,
  from: Visitor = visitor,
  deviceId = device.deviceId,
): Promise<Reply<{ token: string }>> =>
  from.ask('/api/online/v1/get-web-token', { method: 'POST', body: { deviceId, url } });

async function tokenFor(url = '/online/session-status'): Promise<string> {
  const { status, body } = await askToken(url);
  expect(status).toBe(200);
  return body.token;
}

/** Spends the token as the page does that Workplace opens; in a fresh browser unless one is named. */
const open = (token: string, browser = new Visitor(server), headers: Record<string, string> = BY_PAGE) =>
  browser.ask<string>('/online/open', { method: 'POST', form: { token }, headers });

async function newestAudit() {
  const rows = await findAuditEntries(server.context.database, eq(auditEntries.action, 'web-token'), {
    isOldestFirst: true,
  });
  return rows.toSorted((left, right) => left.id - right.id).at(-1);
}

async function sessionOf(browser: Visitor) {
  const { body } = await browser.ask<{ userLogin: string }>('/api/device-compliance/v1/user');
  return body.userLogin;
}

describe('a web token', () => {
  test('is not given for another computer than the one that its sign-in has shown, although it is theirs', async () => {
    const [elsewhere, shared] = [new Visitor(server), await createSimulatedDevice()];
    await elsewhere.signIn(0);
    await elsewhere.report(await elsewhere.openSession(shared), shared, facts);
    const refused = await askToken('/online/', visitor, shared.deviceId);
    expect([refused.status, refused.body.code]).toEqual([404, 'device_unknown']);
    expect((await askToken('/online/', elsewhere, shared.deviceId)).status).toBe(200);
  });

  test('opens a window that stays with its sign-in at one computer, and ends with it', async () => {
    const [before, elsewhere, shared] = [new Visitor(server), new Visitor(server), await createSimulatedDevice()];
    await before.signIn(0);
    await before.report(await before.openSession(shared), shared, facts);
    await elsewhere.signIn(0);
    const [window, late] = [new Visitor(server), await askToken('/online/', elsewhere, shared.deviceId)];
    await open((await askToken('/online/', elsewhere, shared.deviceId)).body.token, window);
    const shown = await window.openSession(shared);
    await elsewhere.report(await elsewhere.openSession(device), device, facts);
    expect((await window.report(shown, shared, facts)).body).toMatchObject({ code: 'report_wrong_session' });
    expect((await open(late.body.token)).status).toBe(400);
    expect(await window.openSession(shared)).toMatchObject({ code: 'access_token_wrong' });
    // One sign-in, with its windows: a thief with the cookies is out as well.
    expect((await elsewhere.ask(CALLS.userDetails.path)).status).toBe(401);
  });

  test('is given for a page of this site on a computer of the person, and is not kept as it is [S7.016]', async () => {
    const token = await tokenFor('/device-check/status?from=workplace');
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = await server.context.database.select().from(webTokens);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await newestAudit()).toMatchObject({
      outcome: 'done',
      actor: 'nadia',
      target: device.deviceId,
      details: { address: '/device-check/status' },
    });
  });

  test('opens a browser signed in, at its address, and says so in the audit log', async () => {
    const browser = new Visitor(server);
    const reply = await open(await tokenFor('/online/session-status?x=1'), browser);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, '/online/session-status?x=1']);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(await sessionOf(browser)).toBe('nadia');
    expect(await newestAudit()).toMatchObject({ outcome: 'done', actor: 'nadia' });
  });

  test('opens the start address of an application of the company', async () => {
    const { database } = server.context;
    const [application] = await database.select().from(applications).where(eq(applications.companyId, company.id));
    const start = application?.startUrl ?? '';
    const reply = await open(await tokenFor(start));
    expect([reply.status, reply.headers.get('location')]).toEqual([303, start]);
    await database
      .update(applications)
      .set({ disabledAt: server.context.now() })
      .where(eq(applications.startUrl, start));
    expect((await askToken(start)).body).toMatchObject({ code: 'address_not_allowed' });
    await database.update(applications).set({ disabledAt: null }).where(eq(applications.startUrl, start));
  });

  test('makes a session as well proven as the one it comes from, and ending no later', async () => {
    const browser = new Visitor(server);
    const token = await tokenFor();
    server.advance(30_000);
    await open(token, browser);
    const rows = await server.context.database.select().from(webSessions);
    const [parent, sibling] = rows.toSorted((a, b) => Number(a.lastSeenAt) - Number(b.lastSeenAt)).slice(-2);
    expect(sibling?.id).not.toBe(parent?.id);
    expect(sibling).toMatchObject({
      personId: parent?.personId,
      factors: parent?.factors,
      awaits: parent?.awaits,
      authenticatedAt: parent?.authenticatedAt,
      expiresAt: parent?.expiresAt,
      activatedBy: null,
    });
    expect(sibling?.tokenHash).not.toBe(parent?.tokenHash);
  });

  test('makes none that has the device as a factor: the other browser may sit at another computer', async () => {
    const browser = new Visitor(server);
    const token = await tokenFor();
    const { database } = server.context;
    await database.update(webSessions).set({ factors: ['password', 'device'] });
    await open(token, browser);
    const rows = await database.select().from(webSessions);
    const sibling = rows.toSorted((a, b) => Number(a.lastSeenAt) - Number(b.lastSeenAt)).at(-1);
    expect(rows.length).toBeGreaterThan(1);
    expect(sibling).toMatchObject({ factors: ['password'], activatedBy: null });
    await database.update(webSessions).set({ factors: ['password'] });
  });

  test('is no fresh proof: what asks for one asks in the new browser, and only there', async () => {
    const asker = new Visitor(server);
    await asker.signIn(0);
    const { body } = await askToken('/online/session-status', asker);
    const browser = new Visitor(server);
    await open(body.token, browser);
    const enrol = (by: Visitor) => by.ask(CALLS.enrollTotp.path, { method: 'POST', body: { name: 'Phone' } });
    expect((await enrol(browser)).body).toMatchObject({ code: 'proof_too_old' });
    expect((await enrol(asker)).status).toBe(201);
  });

  test.each([
    ['another site', 'https://evil.example/'],
    ['another site without a scheme', '//evil.example/'],
    ['a backslash, which browsers take for a slash', '/\\evil.example/'],
    ['a tab, which browsers drop', '/\t/evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['this very origin, written out', 'http://localhost:1/online/'],
    ['a relative path', 'online/session-status'],
    ['a call', CALLS.samlResponseV1.path],
    ['a call behind dots', '/online/../api/auth-service/v1/access-token'],
    ['a call behind encoded dots', '/online/%2e%2e/api/auth-service/v1/access-token'],
    ['a call in capitals', '/API/online/v1/eula'],
    ['an application no one registered', 'http://127.0.0.1:8081/start?x=1'],
  ])('is not given for %s', async (_what, url) => {
    expect((await askToken(url)).body).toMatchObject({ code: 'address_not_allowed' });
    expect(await newestAudit()).toMatchObject({ outcome: 'refused', details: { code: 'address_not_allowed' } });
  });

  test('is not given for a computer that is not known, or is another person’s', async () => {
    const stranger = new Visitor(server);
    await stranger.signIn(1);
    expect((await askToken('/online/', stranger)).body).toMatchObject({ code: 'device_unknown' });
    const unknown = await askToken('/online/', visitor, '00000000-0000-4000-8000-000000000000');
    expect([unknown.status, unknown.body.code]).toEqual([404, 'device_unknown']);
    const [elsewhere, waiting] = [new Visitor(server), await createSimulatedDevice()];
    await elsewhere.signIn(0);
    await elsewhere.openSession(waiting);
    expect((await askToken('/online/', elsewhere, waiting.deviceId)).body).toMatchObject({ code: 'device_unknown' });
  });

  test('is given for a computer that two people share', async () => {
    const colleague = new Visitor(server);
    await colleague.signIn(1);
    await colleague.openSession(device);
    expect((await askToken('/online/', colleague)).status).toBe(200);
  });
});

describe('a link with a web token opens nothing', () => {
  test.each([
    ['en', 'Workplace could not sign you in', 'See who is signed in here'],
    ['de', 'Workplace konnte Sie nicht anmelden', 'Nachsehen, wer hier angemeldet ist'],
    ['fr', 'Workplace n’a pas pu vous connecter', 'Voir qui est connecté ici'],
    ['es', 'Workplace no pudo iniciar su sesión', 'Ver quién ha iniciado sesión aquí'],
  ])('a second time, and says in %s what leads on', async (language, title, goOn) => {
    const token = await tokenFor();
    await open(token);
    const reply = await open(token, new Visitor(server), { ...BY_PERSON, 'accept-language': language });
    await expectNothing(reply);
    expect(reply.body).toContain(`<h1>${title}</h1>`);
    expect(reply.body).toMatch(new RegExp(`<a href="/online/session-status">${goOn}`));
    expect(reply.body.match(/<li>/g)).toHaveLength(3);
  });

  async function expectNothing(reply: Reply<string>, browser = new Visitor(server)): Promise<void> {
    expect(reply.status).toBe(400);
    expect(reply.headers.get('content-type')).toContain('text/html');
    // A browser that another site sends here is marked, so that it is counted by itself; that opens nothing.
    const cookies = reply.headers.getSetCookie().filter((line) => !line.startsWith('vestibule-visit='));
    expect(cookies).toEqual([]);
    expect(reply.headers.get('location')).toBeNull();
    expect(await sessionOf(browser)).toBeUndefined();
    expect(await newestAudit()).toMatchObject({ outcome: 'refused' });
  }

  test('a second time', async () => {
    const token = await tokenFor();
    expect((await open(token)).status).toBe(303);
    await expectNothing(await open(token));
  });

  test('for all but one of many at once', async () => {
    const token = await tokenFor();
    const replies = await Promise.all(Array.from({ length: 10 }, () => open(token)));
    expect(replies.filter(({ status }) => status === 303)).toHaveLength(1);
  });

  test('after a minute', async () => {
    const token = await tokenFor();
    server.advance(60_001);
    await expectNothing(await open(token));
  });

  test('at another company', async () => {
    const token = await tokenFor();
    await expectNothing(await open(token, new Visitor(other)), new Visitor(other));
    expect((await open(token)).status).toBe(303);
  });

  test('once the person has signed out', async () => {
    const token = await tokenFor();
    await visitor.ask(CALLS.signOut.path, { method: 'POST' });
    await expectNothing(await open(token));
  });

  test('once support has disabled the person', async () => {
    const token = await tokenFor();
    const nadia = and(eq(people.companyId, company.id), eq(people.login, 'nadia'));
    const { database, now } = server.context;
    await database.update(people).set({ disabledAt: now() }).where(nadia);
    await expectNothing(await open(token));
    await database.update(people).set({ disabledAt: null }).where(nadia);
  });

  test.each([
    ['without a token', ''],
    ['with a token no one made', 'x'.repeat(43)],
    ['with two tokens', 'a&token=b'],
    ['with a token that is far too long', 'x'.repeat(5000)],
  ])('%s', async (_what, token) => {
    await expectNothing(await open(token));
  });

  test.each([
    ['a picture on another site', { ...BY_PERSON, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a script', { ...BY_PERSON, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }],
    ['a frame', { ...BY_PERSON, 'sec-fetch-dest': 'iframe' }],
    ['a link on another site', { ...BY_PERSON, 'sec-fetch-site': 'cross-site' }],
    ['a program that says nothing of itself', {}],
  ])('for %s, and is not spent by it', async (_what, headers) => {
    const token = await tokenFor();
    await expectNothing(await open(token, new Visitor(server), headers));
    expect((await open(token)).status).toBe(303);
  });

  test('for a browser that looks ahead, and is not spent by it', async () => {
    const token = await tokenFor();
    const reply = await open(token, new Visitor(server), { ...BY_PERSON, 'sec-purpose': 'prefetch' });
    expect([reply.status, reply.headers.getSetCookie()]).toEqual([400, []]);
    expect((await open(token)).status).toBe(303);
  });

  test('in a browser where another person is signed in: no one is moved into another person’s session', async () => {
    const token = await tokenFor();
    const colleague = new Visitor(server);
    await colleague.signIn(1);
    const reply = await open(token, colleague);
    expect(reply.status).toBe(400);
    expect(reply.body).toContain('Another person is signed in in this browser. Sign out there first.');
    expect(reply.body).toContain('<a href="/online/session-status">');
    expect(await sessionOf(colleague)).toBe('tomas');
  });

  test('by HEAD, which link checkers send', async () => {
    const token = await tokenFor();
    const reply = await new Visitor(server).ask(`/online/open?token=${token}`, { method: 'HEAD', headers: BY_PERSON });
    // A browser that another site sends here is marked, so that it is counted by itself; that opens nothing.
    const cookies = reply.headers.getSetCookie().filter((line) => !line.startsWith('vestibule-visit='));
    expect(cookies).toEqual([]);
    expect((await open(token)).status).toBe(303);
  });
});

test('a web token is asked for with the XSRF header of the session [S9.051]', async () => {
  const reply = await visitor.ask(CALLS.webToken.path, {
    method: 'POST',
    body: { deviceId: device.deviceId, url: '/online/' },
    withoutXsrf: true,
    headers: { [HEADERS.correlationId]: 'correlation-1' },
  });
  expect([reply.status, reply.body]).toMatchObject([403, { code: 'xsrf_token_wrong', correlationId: 'correlation-1' }]);
});
