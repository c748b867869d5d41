import { type Call, CALLS, type SessionData, type TryOut, type TryOutVerdict } from '@vestibule/contracts';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createSocketDesk, given, newestAudit, openDesk, plantToken } from '../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { answerOf, isDeclared, make, makeUp } from '../../testing/contract-call.ts';
import { plantSession } from '../../testing/planted.ts';
import { digestTables } from '../../testing/stored-rows.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createVictim, type Victim } from '../../testing/victim.ts';
import { Visitor } from '../../testing/visitor.ts';

const IN_FORCE = [
  'version: 1',
  'workplaceAccessPolicy: Permissive',
  'isPolicyEnforced: false',
  'checks:',
  '  FirewallEnable: { severity: required }',
].join('\n');
const TRIED = IN_FORCE.replace('Permissive', 'Strict').replace('isPolicyEnforced: false\n', '');
const GOOD = { system: 'linux', bad: [], unread: [] };
const BAD = { ...GOOD, bad: ['FirewallEnable'] };
const COOKIE = 'vestibule-try-out';
const HOUR_MS = 3_600_000;

let server: TestServer;
let second: TestServer;
let company: TestCompany;
let elsewhere: TestCompany;
let victim: Victim;

beforeAll(async () => {
  server = await startTestServer({ policy: IN_FORCE, trustedProxies: ['127.0.0.1'] });
  second = await startTestServer({ besides: server });
  company = await firstCompany(server);
  elsewhere = await addCompany(server, 'elsewhere');
  victim = await createVictim(company);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

async function makeLink(body: object = { text: TRIED }): Promise<string> {
  const made = await createSocketDesk(server).call('adminTryPolicy', {
    body,
    query: { company: (await server.company()).company.name },
  });
  return given(made.body.link);
}

const open = (visitor: Visitor, link: string) =>
  visitor.ask<TryOut>(CALLS.openTryOut.path, { method: 'POST', body: { token: link.split('#')[1] ?? '' } });
const verdict = (visitor: Visitor, laptop: object) =>
  visitor.ask<TryOutVerdict>(CALLS.tryOutVerdict.path, { method: 'POST', body: laptop });

/** As the demo person, without the second that a password takes. */
async function signIn(visitor: Visitor): Promise<void> {
  const { browser } = await plantSession(company, 'nadia');
  for (const [name, value] of browser.cookies ?? []) visitor.cookies.set(name, value);
}

describe('a link', () => {
  test('opens once, and what it opens is judged by the policy that came with it, on every server', async () => {
    const link = await makeLink();
    expect(link).toMatch(/^http:\/\/localhost:\d+\/device-check\/try\/#[\w-]{43}$/);
    const visitor = new Visitor(server);
    const opened = await open(visitor, link);
    expect(opened.status).toBe(200);
    expect(opened.body).toMatchObject({ isInForce: false, workplaceAccessPolicy: 'Strict' });
    expect(opened.body.checks.filter(({ isJudged }) => isJudged).map(({ name }) => name)).toEqual(['Firewall']);
    expect((await open(new Visitor(server), link)).body.code).toBe('not_found');
    const other = new Visitor(second);
    for (const [name, value] of visitor.cookies) other.cookies.set(name, value);
    for (const one of [visitor, other]) {
      expect((await verdict(one, BAD)).body).toMatchObject({ mayContinue: false, result: { policyMode: 'Strict' } });
      expect((await verdict(one, GOOD)).body.mayContinue).toBe(true);
      expect((await one.ask<TryOut>(CALLS.tryOut.path)).body.policyVersion).toBe(opened.body.policyVersion);
    }
  });

  test('without a policy of its own follows the one that holds', async () => {
    const visitor = new Visitor(server);
    expect((await open(visitor, await makeLink({}))).body.isInForce).toBe(true);
    expect((await verdict(visitor, BAD)).body).toMatchObject({
      mayContinue: true,
      result: { policyMode: 'Permissive' },
    });
  });

  test('and what it opened end by themselves', async () => {
    const [opened, unopened] = [await makeLink({ text: TRIED, hours: 1 }), await makeLink({ text: TRIED, hours: 1 })];
    const visitor = new Visitor(server);
    await open(visitor, opened);
    server.advance(HOUR_MS - 1000);
    expect((await verdict(visitor, GOOD)).status).toBe(200);
    server.advance(2000);
    expect((await verdict(visitor, GOOD)).body.code).toBe('not_found');
    expect((await visitor.ask<TryOut>(CALLS.tryOut.path)).status).toBe(404);
    expect((await open(new Visitor(server), unopened)).body.code).toBe('not_found');
    server.advance(-HOUR_MS - 1000);
  });

  test('is made by an administrator alone, is written down, and is not made in a dry run', async () => {
    const text = { body: { text: TRIED } };
    for (const role of ['auditor', 'support'] as const) {
      const refused = await (await openDesk(company, role)).call('adminTryPolicy', text);
      expect([refused.status, refused.body.code]).toEqual([403, 'role_missing']);
    }
    const desk = await openDesk(company, 'administrator');
    expect((await desk.dryRun('adminTryPolicy', text)).body.link).toBeNull();
    const wrong = await desk.call('adminTryPolicy', { body: { text: 'checks: {}' } });
    expect([wrong.status, wrong.body.problems?.length]).toEqual([422, 2]);
    expect((await desk.call('adminTryPolicy', { body: { text: TRIED, hours: 25 } })).status).toBe(400);
    const made = await desk.call('adminTryPolicy', text);
    expect(await newestAudit(company)).toMatchObject({ action: 'policy-try-out', target: made.body.policyVersion });
    const token = given(made.body.link).split('#')[1] ?? '';
    expect(
      JSON.stringify(await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })),
    ).not.toContain(token);
  });

  test('of one company opens nothing at another', async () => {
    const link = await makeLink();
    expect((await open(new Visitor(elsewhere), link)).body.code).toBe('not_found');
    const visitor = new Visitor(server);
    await open(visitor, link);
    const stranger = new Visitor(elsewhere);
    for (const [name, value] of visitor.cookies) stranger.cookies.set(name, value);
    expect((await verdict(stranger, GOOD)).body.code).toBe('not_found');
  });
});

describe('anyone who has a try-out', () => {
  let visitor: Visitor;
  beforeEach(async () => {
    visitor = new Visitor(server);
    await open(visitor, await makeLink());
  });

  test('has a cookie that goes to its own calls only, and no script reads', async () => {
    const reply = await open(new Visitor(server), await makeLink());
    const [cookie, ...more] = reply.headers.getSetCookie();
    expect(more).toEqual([]);
    expect(cookie).toMatch(/^vestibule-try-out=[\w-]{43}; .*Path=\/api\/try-out\/v1\/; .*HttpOnly; SameSite=Strict$/);
  });

  const rows: readonly (readonly [string, Call])[] = Object.entries(CALLS);
  const isOpenToAnybody = ({ authentication }: Call) => authentication === 'none' || authentication === 'optional';
  const TRY_OUT_CALLS: readonly Call[] = [CALLS.tryOut, CALLS.tryOutVerdict];

  test('is let into no other call of the contract by it, under whatever name and in whatever place it is sent', async () => {
    const secret = visitor.cookies.get(COOKIE) ?? '';
    const guises = [
      { cookies: new Map([[COOKIE, secret]]) },
      // As a session, with an XSRF token that is its own twin.
      {
        cookies: new Map([
          ['vestibule-session', secret],
          ['XSRF-TOKEN', secret],
        ]),
        headers: { 'X-XSRF-TOKEN': secret },
      },
      { headers: { authorization: `JWT ${secret}` } },
      { headers: { authorization: `Bearer ${secret}` } },
    ];
    // With a real sign-in's marker, a real device session and a real permit in the request.
    const named = { ...victim.named, token: secret, invitation: secret };
    const before = await digestTables(server.context.database);
    const complaints: string[] = [];
    for (const [name, call] of rows) {
      if (TRY_OUT_CALLS.includes(call)) continue;
      for (const [seed, guise] of guises.entries()) {
        const reply = await make(company, call, makeUp(call, named, seed), guise);
        const complain = (what: string) => complaints.push(`${name} as ${seed}: ${answerOf(reply)}: ${what}`);
        if (!isDeclared(call, reply)) complain('is not declared');
        if (reply.status < 400 && !isOpenToAnybody(call)) complain('is not a refusal');
        if (/samlResponse"|encryptedPermit":"/.test(reply.text)) complain('lets someone in');
      }
    }
    expect(complaints).toEqual([]);
    const { ceremonies: _begun, ...after } = await digestTables(server.context.database);
    const { ceremonies: _was, ...was } = before;
    expect(after).toEqual(was);
  });

  test('gets no permit for a real sign-in by naming it, and writes nothing by trying', async () => {
    const before = await digestTables(server.context.database);
    const audited = (await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })).length;
    for (const more of [
      victim.named,
      { loginMarker: victim.named['loginMarker'], sessionId: victim.named['sessionId'] },
    ]) {
      const answered = await verdict(visitor, { ...GOOD, ...more });
      expect(answered.body.result).toMatchObject({ encryptedPermit: null, permitSalt: null, samlResponseData: null });
      expect(JSON.stringify(answered.body)).not.toContain(String(victim.named['loginMarker']));
    }
    expect(await digestTables(server.context.database)).toEqual(before);
    expect(await findAuditEntries(server.context.database, undefined, { isOldestFirst: true })).toHaveLength(audited);
  });

  test('hears the same while a real person is signed in in this very browser: nothing of them goes in', async () => {
    await signIn(visitor);
    expect((await visitor.ask(CALLS.userDetails.path)).status).toBe(200);
    expect((await verdict(visitor, GOOD)).body.result.loginId).toBeNull();
    visitor.cookies.delete(COOKIE);
    expect((await verdict(visitor, GOOD)).body.code).toBe('not_found');
  });
});

describe('a real session', () => {
  let visitor: Visitor;
  let session: SessionData;
  let marker: string;
  const device = createSimulatedDevice();

  beforeEach(async () => {
    visitor = new Visitor(server);
    await signIn(visitor);
    marker = await visitor.openApplication();
    await visitor.ask(CALLS.pendingSignIn.path.replace('{loginMarker}', marker));
    session = await visitor.openSession(await device);
  });

  test('takes no report of a synthetic laptop: unsigned, or signed over its nonce', async () => {
    const tried = new Visitor(server);
    await open(tried, await makeLink());
    const { nonce } = (await verdict(tried, GOOD)).body.result;
    const firewall = fact({ isOn: true, manager: 'ufw', gaps: [] });
    const signed = await (await device).sign({ ...session, nonce }, { firewall });
    expect((await visitor.upload(session, signed)).body.code).toMatch(/^report_/);
    const unsigned = { protected: '', payload: signed.payload, signature: '' };
    expect((await visitor.upload(session, unsigned)).body.code).toMatch(/^(?:report_|request_malformed)/);
    expect((await visitor.checkResult(session, marker)).status).toBe(204);
  });

  test('redeems nothing that a try-out gave', async () => {
    const tried = new Visitor(server);
    const link = await makeLink();
    await open(tried, link);
    for (const permit of ['synthetic', tried.cookies.get(COOKIE) ?? '', link.split('#')[1] ?? '']) {
      expect((await visitor.redeem(permit)).body.code).toBe('permit_unknown');
    }
  });
});

test('a token of the company makes a link, and no link makes a token', async () => {
  const reply = await make(
    company,
    CALLS.adminTryPolicy,
    { body: { text: TRIED }, query: {} },
    await plantToken(company),
  );
  expect(reply.status).toBe(200);
});

test('rules for groups or applications are said to be none of the laptop’s', async () => {
  const desk = await openDesk(company, 'administrator');
  const rule = (entry: string) =>
    `version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: off, for: [{ ${entry}, severity: required }] }\n`;
  const warnings = async (entry: string) =>
    (await desk.dryRun('adminTryPolicy', { body: { text: rule(entry) } })).body.warnings;
  const named = expect.stringContaining('rules for groups or applications') as unknown;
  expect(await warnings('groups: [Sales]')).toContainEqual(named);
  expect(await warnings('applications: [Mail]')).toContainEqual(named);
  expect(await warnings('systems: [linux]')).toEqual([]);
});
