import { createSimulatedDevice, fact } from '@vestibule/testing';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { webSessions } from '../../database/schema.ts';
import { addPerson, findApplicationId, setPolicy, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import {
  createDesk,
  type Desk,
  given,
  newestAudit,
  openDesk,
  plantAdministrator,
  plantToken,
} from '../../testing/administrators.ts';

const STRICT = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const PERMISSIVE = STRICT.replace('Strict', 'Permissive');
const DAY_MS = 86_400_000;
const PREFIX = '/api/device-compliance/v1';

let server: TestServer;
let company: TestCompany;
let administrator: Desk;
let support: Desk;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: STRICT });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  // Days pass in these tests, and sessions with them.
  administrator = await openDesk(company, 'administrator');
  support = await openDesk(company, 'support');
  somebody = await addPerson(company);
});

interface Info {
  readonly isTempAccessGranted: boolean;
  readonly mayBeAsked: boolean;
  readonly isAsked: boolean;
  readonly refusal: string | null;
  readonly caller: { readonly number: string; readonly expiresAt: string } | null;
}

/** Someone before the gate whose firewall is off. */
async function arrive() {
  const visitor = new Visitor(company);
  const marker = await visitor.openApplication();
  await signInAs(visitor, somebody, marker);
  await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const device = await createSimulatedDevice();
  const facts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
  await visitor.report(await visitor.openSession(device), device, facts);
  const { body } = await visitor.ask<{ displaySessionId: string }>('/api/device-compliance/v1/settings');
  const info = async () => (await visitor.ask<Info>(`${PREFIX}/temp-access-info?loginMarker=${marker}`)).body;
  const ask = (reason = 'a new laptop') =>
    visitor.ask(`${PREFIX}/temp-access-request`, { method: 'POST', body: { reason, loginMarker: marker } });
  const enter = async () => (await visitor.ask(`${PREFIX}/saml-response?loginMarker=${marker}`)).status;
  return { visitor, marker, code: body.displaySessionId, info, ask, enter };
}

const wanted = (changes: object = {}) => ({
  body: { personId: somebody.id, applicationId: null, hours: 4, uses: 1, reason: 'a new laptop', ...changes },
});
const grant = (desk: Desk, changes: object = {}) => desk.call('adminGrantAccess', wanted(changes));
const requestsOf = async () =>
  (await support.call('adminAccessRequests')).body.requests.filter(({ personId }) => personId === somebody.id);

describe('a request for temporary access', () => {
  test('is refused with a sentence that the page shows, until it is asked again', async () => {
    const { info, ask, code } = await arrive();
    await ask();
    const [request] = await requestsOf();
    expect((await support.call('adminSupport', { parameters: { code } })).body.request).toMatchObject({
      id: request?.id,
      reason: 'a new laptop',
    });
    const parameters = { id: given(request).id };
    const body = { reason: 'Use the computer in the meeting room.' };
    expect((await support.dryRun('adminRefuseAccess', { parameters, body })).status).toBe(200);
    expect((await info()).isAsked).toBe(true);
    expect((await support.call('adminRefuseAccess', { parameters, body })).status).toBe(200);
    expect(await info()).toMatchObject({ isAsked: false, refusal: body.reason, isTempAccessGranted: false });
    expect((await support.call('adminRefuseAccess', { parameters, body })).status).toBe(404);
    expect((await support.dryRun('adminRefuseAccess', { parameters, body })).status).toBe(404);
    await ask('Please');
    expect(await info()).toMatchObject({ isAsked: true, refusal: null });
    await grant(support);
    expect(await info()).toMatchObject({ isAsked: false, refusal: null, isTempAccessGranted: true });
  });

  test('ends by itself after a day, and cannot be answered then', async () => {
    const { ask } = await arrive();
    await ask();
    const [request] = await requestsOf();
    server.advance(DAY_MS);
    support = await openDesk(company, 'support');
    expect(await requestsOf()).toEqual([]);
    const parts = { parameters: { id: given(request).id }, body: { reason: 'No' } };
    expect((await support.call('adminRefuseAccess', parts)).status).toBe(404);
    expect(await (await arrive()).info()).toMatchObject({ isAsked: false, refusal: null });
  });

  test('is not for auditors to answer, and not of another company', async () => {
    const { ask } = await arrive();
    await ask();
    const [request] = await requestsOf();
    const parts = { parameters: { id: given(request).id }, body: { reason: 'No' } };
    const auditor = await openDesk(company, 'auditor');
    expect((await auditor.call('adminRefuseAccess', parts)).status).toBe(403);
    expect(await requestsOf()).toHaveLength(1);
  });
});

describe('who is calling', () => {
  const askNumber = (code: string) => support.call('adminAskCallerNumber', { parameters: { code } });
  const say = (code: string, number: string) =>
    support.call('adminTryCallerNumber', { parameters: { code }, body: { number } });
  const wrong = (number: string) => String((Number(number) + 1) % 10_000).padStart(4, '0');

  test('is proven by a number that only that page shows, and only once support asked for it', async () => {
    const { code, info } = await arrive();
    const other = await arrive();
    expect((await info()).caller).toBeNull();
    expect((await support.dryRun('adminAskCallerNumber', { parameters: { code } })).status).toBe(200);
    expect((await info()).caller).toBeNull();
    const asked = await askNumber(code);
    const { number } = given((await info()).caller);
    expect(number).toMatch(/^\d{4}$/);
    expect(JSON.stringify(asked.body)).not.toContain(number);
    expect((await other.info()).caller).toBeNull();
    const dry = { parameters: { code }, body: { number } };
    expect((await support.dryRun('adminTryCallerNumber', dry)).body).toMatchObject({ isRight: null });
    expect((await say(code, number)).body).toMatchObject({ isRight: true });
    expect(await newestAudit(company)).toMatchObject({
      action: 'caller-number',
      outcome: 'done',
      target: somebody.login,
    });
    expect(JSON.stringify(await newestAudit(company))).not.toContain(number);
    const { body } = await support.call('adminSupport', { parameters: { code } });
    expect(body.caller?.provenAt).toEqual(expect.any(String));
    expect(JSON.stringify(body)).not.toContain(`"${number}"`);
    // Once.
    expect((await info()).caller).toBeNull();
    expect((await say(code, number)).body.code).toBe('not_possible');
  });

  test('is not found out by trying: three wrong numbers, also at once, and the page shows none', async () => {
    const { code, info } = await arrive();
    await askNumber(code);
    const { number } = given((await info()).caller);
    const tries = await Promise.all(Array.from({ length: 5 }, () => say(code, wrong(number))));
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await say(code, number)).body.code).toBe('not_possible');
    expect((await info()).caller).toBeNull();
    expect((await askNumber(code)).status).toBe(200);
    const { number: next } = given((await info()).caller);
    expect((await say(code, wrong(next))).body).toMatchObject({ isRight: false, triesLeft: 2 });
    expect(await newestAudit(company)).toMatchObject({ action: 'caller-number', outcome: 'refused' });
    expect((await say(code, next)).body).toMatchObject({ isRight: true });
  });

  test('cannot be proven after five minutes, of a session that is over, or with a code no one has', async () => {
    const { code, info, visitor } = await arrive();
    await askNumber(code);
    const { number } = given((await info()).caller);
    server.advance(5 * 60_000);
    expect((await info()).caller).toBeNull();
    expect((await say(code, number)).body.code).toBe('not_possible');
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    const isIt = eq(webSessions.personId, somebody.id);
    await server.context.database.update(webSessions).set({ revokedAt: server.context.now() }).where(isIt);
    expect((await askNumber(code)).body.code).toBe('not_possible');
    expect((await say(code, number)).body.code).toBe('not_possible');
    expect((await support.call('adminCheckAgain', { parameters: { code } })).body.code).toBe('not_possible');
    expect((await askNumber('AAA-AAA')).status).toBe(404);
    expect((await say('AAA-AAA', '0000')).status).toBe(404);
    expect((await say(code, 'abcd')).status).toBe(400);
  });

  test('is not for auditors to ask', async () => {
    const { code } = await arrive();
    const auditor = await openDesk(company, 'auditor');
    expect((await auditor.call('adminAskCallerNumber', { parameters: { code } })).status).toBe(403);
    expect((await auditor.call('adminCheckAgain', { parameters: { code } })).status).toBe(403);
  });
});

describe('a second approver', () => {
  const approve = (desk: Desk, id: string | null) =>
    desk.call('adminApproveAccess', { parameters: { id: id ?? randomUUID() } });

  test('for what goes beyond the limits: it opens nothing before another administrator approved it', async () => {
    await configure(company, { temporaryAccess: { secondApprover: 'above-limits', maximumHours: 8 } });
    const { info, ask, enter } = await arrive();
    await ask();
    const within = await grant(support, { hours: 8, applicationId: await findApplicationId(company) });
    expect(within.body).toMatchObject({ waitsForApproval: false });
    expect(await info()).toMatchObject({ isTempAccessGranted: true });
    await support.call('adminRevokeAccess', { parameters: { id: given(within.body.grantId) } });
    await ask();
    const beyond = await grant(support, { hours: 9 });
    expect(beyond.body).toMatchObject({
      waitsForApproval: true,
      warnings: expect.arrayContaining([expect.stringContaining('another administrator')]),
    });
    expect(await info()).toMatchObject({ isTempAccessGranted: false, isAsked: true });
    expect(await enter()).toBeGreaterThanOrEqual(400);
    const { grantId } = beyond.body;
    expect((await approve(support, grantId)).status).toBe(403);
    expect((await administrator.dryRun('adminApproveAccess', { parameters: { id: grantId } })).status).toBe(200);
    expect((await info()).isTempAccessGranted).toBe(false);
    server.advance(10 * 60_000);
    expect((await approve(administrator, grantId)).status).toBe(200);
    const [entry] = (await administrator.call('adminAccessGrants', { query: { personId: somebody.id } })).body.grants;
    // The hours begin with the approval.
    expect(Date.parse(given(entry).expiresAt) - server.context.now().getTime()).toBe(9 * 3_600_000);
    expect(await info()).toMatchObject({ isTempAccessGranted: true, isAsked: false });
    expect(await enter()).toBe(200);
    expect((await approve(administrator, grantId)).status).toBe(404);
    expect((await approve(administrator, null)).status).toBe(404);
  });

  test('is never the giver, the receiver, or a token', async () => {
    await configure(company, { temporaryAccess: { secondApprover: 'always' } });
    const planted = await plantAdministrator(company, { role: 'administrator' });
    const own = createDesk(company, planted.guise);
    const first = await grant(own);
    expect(first.body.waitsForApproval).toBe(true);
    expect((await approve(own, first.body.grantId)).body.code).toBe('not_possible');
    const forMe = await grant(administrator, { personId: planted.personId });
    expect((await approve(own, forMe.body.grantId)).body.code).toBe('not_possible');
    const token = createDesk(company, await plantToken(company));
    expect((await approve(token, first.body.grantId)).body.code).toBe('not_possible');
    expect((await grant(token)).body.code).toBe('not_possible');
    // Nor under another name.
    const parameters = { personId: planted.personId };
    await administrator.call('adminUpdatePerson', { parameters, body: { login: `new-${planted.login}` } });
    expect((await approve(own, first.body.grantId)).body.code).toBe('not_possible');
    expect((await approve(administrator, first.body.grantId)).status).toBe(200);
  });

  test('is not made good by giving what waits again and again, and room for it is looked at once more', async () => {
    await configure(company, { temporaryAccess: { secondApprover: 'always', maximumPer30Days: 1 } });
    const waiting = [];
    for (let count = 0; count < 5; count += 1) waiting.push((await grant(support)).body.grantId);
    expect((await grant(support)).body.code).toBe('grant_limit_reached');
    // What no one has approved takes nothing away from the person.
    const other = await openDesk(company, 'administrator');
    expect((await approve(other, waiting[0] ?? null)).status).toBe(200);
    expect((await approve(other, waiting[1] ?? null)).body.code).toBe('grant_limit_reached');
  });

  test('is not switched off by one administrator or token, nor got round by giving in the same instant', async () => {
    const temporaryAccess = { secondApprover: 'above-limits', maximumPerPerson: 2 } as const;
    await configure(company, { temporaryAccess });
    const token = createDesk(company, await plantToken(company));
    for (const desk of [administrator, token]) {
      const set = { temporaryAccess: { ...temporaryAccess, secondApprover: 'off' } };
      const refused = await desk.call('adminSetSettings', { body: { set, reset: [] } });
      expect([refused.status, refused.body.code]).toEqual([400, 'request_malformed']);
      const same = await desk.call('adminSetSettings', { body: { set: { productName: 'Gate' }, reset: [] } });
      expect(same.status).toBe(200);
    }
    const said = await Promise.all(Array.from({ length: 6 }, () => grant(administrator)));
    const open = said.filter(({ status, body }) => status === 200 && !body.waitsForApproval);
    expect(open).toHaveLength(2);
  });

  test('has nothing to approve where the company asks for none', async () => {
    const given4 = await grant(administrator, { hours: 48 });
    expect(given4.body.waitsForApproval).toBe(false);
    expect((await approve(await openDesk(company, 'administrator'), given4.body.grantId)).status).toBe(404);
  });
});

describe('ways around have limits', () => {
  test('support gives so many a week, administrators more, and no one beyond thirty days’ worth', async () => {
    await configure(company, { temporaryAccess: { maximumPerWeek: 2, maximumPer30Days: 4 } });
    for (let count = 0; count < 2; count += 1) {
      const { grantId } = (await grant(support)).body;
      // Taking it back gives no room for another.
      await support.call('adminRevokeAccess', { parameters: { id: given(grantId) } });
    }
    const third = await grant(support);
    expect([third.body.code, third.body.message]).toEqual([
      'grant_limit_reached',
      expect.stringContaining('Ask an administrator'),
    ]);
    expect((await support.dryRun('adminGrantAccess', wanted())).body.code).toBe('grant_limit_reached');
    expect((await grant(administrator)).status).toBe(200);
    expect((await grant(administrator)).status).toBe(200);
    const fifth = await grant(administrator);
    expect([fifth.body.code, fifth.body.message]).toEqual([
      'grant_limit_reached',
      expect.stringContaining('maximumPer30Days'),
    ]);
    const { leave } = (await administrator.call('adminReport')).body;
    expect(leave['refused by a limit']).toBeGreaterThanOrEqual(2);
    expect(leave['temporary-access']).toBeGreaterThanOrEqual(4);
    server.advance(8 * DAY_MS);
    expect((await grant(await openDesk(company, 'administrator'))).body.code).toBe('grant_limit_reached');
    server.advance(23 * DAY_MS);
    expect((await grant(await openDesk(company, 'support'))).status).toBe(200);
  });

  test('temporary access leads to the applications that are named, and has an end', async () => {
    const { enter, info, ask } = await arrive();
    await grant(support);
    await configure(company, { temporaryAccess: { applications: ['Payroll'] } });
    expect(await enter()).toBeGreaterThanOrEqual(400);
    expect(await info()).toMatchObject({ isTempAccessGranted: false, mayBeAsked: false });
    expect((await ask()).status).toBe(403);
    expect((await grant(administrator)).body.message).toContain('Payroll');
    const applicationId = await findApplicationId(company);
    expect((await grant(administrator, { applicationId })).body.code).toBe('grant_limit_reached');
    await configure(company, { temporaryAccess: { applications: ['Alderbrook Mail'] } });
    expect((await grant(administrator, { applicationId })).status).toBe(200);
    await configure(company, {
      temporaryAccess: { until: new Date(server.context.now().getTime() - 1).toISOString() },
    });
    expect((await grant(administrator)).body.message).toContain('ended');
    expect(await enter()).toBeGreaterThanOrEqual(400);
    await configure(company, {});
    expect(await enter()).toBe(200);
  });

  test('going on without Workplace leads to the applications that are named, and has an end and a number', async () => {
    await setPolicy(company, PERMISSIVE);
    const skipping = (changes: object) =>
      configure(company, { skipping: { isAllowed: true, hours: 8, maximumPerPerson: 100, ...changes } });
    const skip = async () => {
      const visitor = new Visitor(company);
      const marker = await visitor.openApplication();
      await signInAs(visitor, somebody, marker);
      await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
      return visitor.ask(`${PREFIX}/saml-response/skip-installation?loginMarker=${marker}`);
    };
    await skipping({ applications: ['Payroll'] });
    expect(await skip()).toMatchObject({ status: 403, body: { code: 'skipping_not_allowed' } });
    await skipping({ until: server.context.now().toISOString() });
    expect(await skip()).toMatchObject({ status: 403, body: { code: 'skipping_not_allowed' } });
    await skipping({ maximumPer30Days: 2, applications: ['Alderbrook Mail'] });
    expect((await skip()).status).toBe(200);
    server.advance(DAY_MS);
    expect((await skip()).status).toBe(200);
    server.advance(DAY_MS);
    expect((await skip()).body).toMatchObject({
      code: 'skipping_used_up',
      message: expect.stringContaining('2 times in 30 days'),
    });
    server.advance(30 * DAY_MS);
    expect((await skip()).status).toBe(200);
    await setPolicy(company, STRICT);
  });
});
