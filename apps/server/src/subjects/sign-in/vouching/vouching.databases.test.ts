import { randomUUID } from 'node:crypto';
import { CALLS, type SignedReportPayload } from '@vestibule/contracts';
import { createSimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ceremonies, deviceSessions, people } from '../../../database/schema.ts';
import { addPerson, readAudit, type TestPerson } from '../../../testing/at-the-gate.ts';
import { BAD, Computer, GOOD } from '../../../testing/at-two-computers.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { openEventSource } from '../../../testing/event-source.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

/** It asks nothing of KnownDevice: what is registered counts whatever the policy says. */
const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const VERIFIED = { registration: { mode: 'verified' } };

let server: TestServer;
let company: TestCompany;
let somebody: TestPerson;
let known: Computer;
let next: Computer;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, VERIFIED);
  somebody = await addPerson(company);
  known = await Computer.known(company, somebody);
  next = await Computer.waiting(company, somebody);
});

const refusalOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { code?: string } | null)?.code,
];

/** A browser with every cookie of another one, and nothing else of it. */
function rob(victim: Computer): Visitor {
  const thief = new Visitor(company);
  for (const [name, value] of victim.visitor.cookies) thief.cookies.set(name, value);
  return thief;
}

describe('a computer that is known registers the next one of its person', () => {
  test('by the code that the next one shows, which goes to work at once', async () => {
    expect(await next.goToWork()).toBe('device_not_approved');
    const source = await openEventSource(next.visitor);
    const code = await next.code();
    const { status, body } = await known.look(code);
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'NADIA-LT-0427', operatingSystem: 'linux', isSameAddress: true });
    expect(Date.parse(body.since)).toBeLessThanOrEqual(company.context.now().getTime());
    expect((await next.row()).state).toBe('waiting');

    expect((await known.vouch(code)).status).toBe(204);
    expect(await next.row()).toMatchObject({
      state: 'approved',
      personId: somebody.id,
      approvedBy: `${somebody.login} at NADIA-LT-0427 (${known.device.deviceId})`,
    });
    await expect.poll(() => source.looks()).toContainEqual(expect.stringContaining('check-result'));
    source.close();
    expect(await next.goToWork()).toBe('at work');
    const [entry] = (await readAudit(company, 5)).filter(({ action }) => action === 'device-vouching');
    expect(entry).toMatchObject({
      outcome: 'done',
      actor: somebody.login,
      target: next.device.deviceId,
      details: { name: 'NADIA-LT-0427', vouchedBy: known.device.deviceId, vouchedByName: 'NADIA-LT-0427' },
    });
  });

  test('in the first version as well, and stays in it', async () => {
    const [oldKnown, oldNext] = [
      await Computer.ofFirstVersion(company, somebody),
      await Computer.ofFirstVersion(company, somebody),
    ];
    await oldKnown.check();
    await oldKnown.set({ state: 'approved', approvedBy: 'boss' });
    await oldNext.check();
    expect((await oldKnown.vouch(await oldNext.code())).status).toBe(204);
    expect((await oldNext.row()).state).toBe('approved');
    expect((await oldKnown.row()).hasUsedV2).toBe(false);
  });

  test('and that one may vouch for a further one', async () => {
    await known.vouch(await next.code());
    const third = await Computer.waiting(company, somebody);
    expect((await next.vouch(await third.code())).status).toBe(204);
    expect((await third.row()).state).toBe('approved');
  });

  test('the account page offers it where it leads anywhere', async () => {
    const offers = async ({ visitor }: Computer) =>
      (await visitor.ask<{ offersVouching: boolean }>('/api/online/v1/my-session')).body.offersVouching;
    expect(await offers(known)).toBe(true);
    await configure(company, { registration: { mode: 'approved' } });
    expect(await offers(known)).toBe(false);
  });
});

describe('a code', () => {
  test('is stored as nothing that shows it, and registers nothing by itself', async () => {
    const code = await next.code();
    const rows = await server.context.database.select().from(ceremonies).where(eq(ceremonies.kind, 'vouching'));
    expect(JSON.stringify(rows)).not.toContain(code);
    await next.look(code);
    await known.look(code);
    expect((await next.row()).state).toBe('waiting');
  });

  test('works once, also when it is confirmed twice at the same time', async () => {
    const code = await next.code();
    const replies = await Promise.all([known.sign(), known.sign()]).then((reports) =>
      Promise.all(reports.map((signedReport) => known.vouch(code, { signedReport }))),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(1);
    const reply = await known.vouch(code);
    expect(refusalOf(reply)).toEqual([404, 'code_wrong']);
    // Nor where an administrator has let it wait again since, or anything else waits meanwhile.
    await next.set({ state: 'waiting' });
    expect(refusalOf(await known.vouch(code))).toEqual([404, 'code_wrong']);
    expect((await next.row()).state).toBe('waiting');
    const third = await Computer.waiting(company, somebody);
    await known.vouch(code);
    expect((await third.row()).state).toBe('waiting');
  });

  test('lives ten minutes', async () => {
    const { code, expiresAt } = (await next.askForCode()).body;
    expect(Date.parse(expiresAt) - company.context.now().getTime()).toBeLessThanOrEqual(600_000);
    server.advance(599_000);
    expect((await known.look(code)).status).toBe(200);
    server.advance(2000);
    expect(refusalOf(await known.look(code))).toEqual([404, 'code_wrong']);
    expect(refusalOf(await known.vouch(code))).toEqual([404, 'code_wrong']);
    expect((await next.row()).state).toBe('waiting');
  });

  test('ends with the sign-in it was asked for in', async () => {
    const code = await next.code();
    expect((await next.visitor.ask(CALLS.signOut.path, { method: CALLS.signOut.method })).status).toBe(200);
    expect(refusalOf(await known.look(code))).toEqual([404, 'code_wrong']);
    expect(refusalOf(await known.vouch(code))).toEqual([404, 'code_wrong']);
  });

  test('is another one for each computer and each time', async () => {
    const other = await Computer.waiting(company, somebody);
    const codes = [await next.code(), await next.code(), await other.code()];
    expect(new Set(codes).size).toBe(3);
    await known.vouch(codes[2] ?? '');
    expect([(await next.row()).state, (await other.row()).state]).toEqual(['waiting', 'approved']);
  });

  test('is nothing to another person, nor in another company', async () => {
    const code = await next.code();
    const colleague = await Computer.known(company, await addPerson(company));
    expect(refusalOf(await colleague.look(code))).toEqual([404, 'code_wrong']);
    expect(refusalOf(await colleague.vouch(code))).toEqual([404, 'code_wrong']);
    const neighbour = await addCompany(server, 'neighbour');
    await configure(neighbour, VERIFIED);
    const elsewhere = await Computer.known(neighbour, await addPerson(neighbour));
    expect(refusalOf(await elsewhere.vouch(code))).toEqual([404, 'code_wrong']);
    expect((await next.row()).state).toBe('waiting');
  });

  test('that is wrong is counted and written down, and not without end', async () => {
    const wrong = 'ZZZZ-ZZZZ';
    const answers = [];
    for (let tries = 0; tries < 12; tries += 1) answers.push((await known.look(wrong)).body.code);
    expect(answers.filter((code) => code === 'code_wrong').length).toBeLessThanOrEqual(6);
    expect(answers.at(-1)).toBe('too_many_attempts');
    expect(refusalOf(await known.vouch(wrong))).toEqual([429, 'too_many_attempts']);
    const entries = (await readAudit(company, 30)).filter(
      ({ action, actor }) => action === 'device-vouching' && actor === somebody.login,
    );
    expect(entries.length).toBeLessThanOrEqual(6);
    expect(entries[0]).toMatchObject({ outcome: 'refused', details: { code: 'code_wrong' } });
    // What the thief of a password guesses does not shut out the person at their own computer.
    const thief = await Computer.waiting(company, somebody);
    for (let tries = 0; tries < 12; tries += 1) await thief.look(wrong);
    const atHome = await Computer.open(company, somebody, known.device);
    expect((await atHome.look(await next.code())).status).toBe(200);
  });

  test('is not asked for without end', async () => {
    const statuses = [];
    for (let tries = 0; tries < 8; tries += 1) statuses.push(refusalOf(await next.askForCode()));
    expect(statuses.at(0)?.[0]).toBe(200);
    expect(statuses.at(-1)).toEqual([429, 'too_many_attempts']);
  });

  test('is not given before the computer has signed anything, nor for one of another sign-in', async () => {
    const silent = await Computer.open(company, somebody);
    expect(refusalOf(await silent.askForCode())).toEqual([409, 'report_missing']);
    const ask = (sessionId: string) =>
      known.visitor.ask(CALLS.createVouchingCode.path, { method: 'POST', body: { sessionId } });
    expect(refusalOf(await ask(next.session.sessionId))).toEqual([404, 'session_unknown']);
    expect(refusalOf(await ask(randomUUID()))).toEqual([404, 'session_unknown']);
    expect(refusalOf(await ask('none'))).toEqual([400, 'request_malformed']);
    server.advance(3_600_001);
    const again = await Computer.open(company, somebody);
    again.session = next.session;
    expect(refusalOf(await again.askForCode())).toEqual([404, 'session_unknown']);
  });
});

describe('a thief', () => {
  test('with the password, and so a waiting computer and its code, confirms nothing from it', async () => {
    const code = await next.code();
    expect(refusalOf(await next.vouch(code))).toEqual([403, 'device_not_approved']);
    const other = await Computer.waiting(company, somebody);
    expect(refusalOf(await other.vouch(code))).toEqual([403, 'device_not_approved']);
    expect((await next.row()).state).toBe('waiting');
    const [entry] = await readAudit(company);
    expect(entry).toMatchObject({
      action: 'device-vouching',
      outcome: 'refused',
      target: next.device.deviceId,
      details: { code: 'device_not_approved' },
    });
  });

  test('with the known computer’s cookies, every id and each report that was sent before, confirms nothing', async () => {
    const sent = await known.sign();
    await known.visitor.upload(known.session, sent);
    const code = await next.code();
    const thief = rob(known);
    const vouch = (body: object) => thief.ask(CALLS.vouch.path, { method: 'POST', body: { code, ...body } });
    const { sessionId } = known.session;
    expect(refusalOf(await vouch({ sessionId, signedReport: sent }))).toEqual([409, 'report_replayed']);
    // Their own key, for the session of the victim.
    const own = await createSimulatedDevice(known.device.deviceId);
    const forged = await own.sign(known.session, GOOD, { sequence: 9000 });
    expect(refusalOf(await vouch({ sessionId, signedReport: forged }))).toEqual([400, 'report_altered']);
    // Their own keys with the victim's device id, in a session of the stolen sign-in.
    const theirs = await thief.openSession(own);
    const signedReport = await own.sign(theirs, GOOD);
    expect(refusalOf(await vouch({ sessionId: theirs.sessionId, signedReport }))).toEqual([403, 'device_not_approved']);
    // The public keys of the victim's computer, which anybody may have seen, and no signature by them.
    const shown = await thief.openSession(known.device);
    expect(refusalOf(await vouch({ sessionId: shown.sessionId, signedReport: sent }))).toEqual([
      400,
      'report_wrong_session',
    ]);
    expect((await next.row()).state).toBe('waiting');
  });

  test('gets nothing by what the victim’s computer reports by itself', async () => {
    const code = await next.code();
    await server.context.database
      .update(deviceSessions)
      .set({ kind: 'agent' })
      .where(and(eq(deviceSessions.companyId, company.id), eq(deviceSessions.id, known.session.sessionId)));
    expect(refusalOf(await known.vouch(code))).toEqual([404, 'session_unknown']);
  });

  test('gets nothing by a report that was signed too long ago, or holds what no client sends', async () => {
    const code = await next.code();
    const old = await known.sign();
    const broken = await known.device.sign(known.session, GOOD, {
      importantDataHash: 'a\u0000b',
    } satisfies Partial<SignedReportPayload>);
    expect(refusalOf(await known.vouch(code, { signedReport: broken }))).toEqual([422, 'report_refused']);
    server.advance(301_000);
    expect(refusalOf(await known.vouch(code, { signedReport: old }))).toEqual([410, 'report_nonce_expired']);
  });

  test('cannot have the victim’s own browser confirm from another page', async () => {
    const code = await next.code();
    expect(refusalOf(await known.vouch(code, { withoutXsrf: true }))).toEqual([403, 'xsrf_token_wrong']);
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect(refusalOf(await known.vouch(code, { headers }))).toEqual([403, 'xsrf_token_wrong']);
    expect((await next.row()).state).toBe('waiting');
  });

  test('who is signed out or blocked gets nothing', async () => {
    const code = await next.code();
    const body = { code, sessionId: known.session.sessionId, signedReport: await known.sign() };
    const nobody = new Visitor(company);
    const calls = [CALLS.createVouchingCode.path, CALLS.waitingComputer.path, CALLS.vouch.path];
    for (const path of calls) {
      expect(refusalOf(await nobody.ask(path, { method: 'POST', body }))).toEqual([401, 'not_signed_in']);
      expect(refusalOf(await known.visitor.ask(path, { method: 'POST', body, withoutXsrf: true }))).toEqual([
        403,
        'xsrf_token_wrong',
      ]);
      expect(refusalOf(await known.visitor.ask(path, { method: 'POST', body: {} }))).toEqual([
        400,
        'request_malformed',
      ]);
    }
    await server.context.database
      .update(people)
      .set({ disabledAt: company.context.now() })
      .where(and(eq(people.companyId, company.id), eq(people.id, somebody.id)));
    for (const path of calls) {
      expect(refusalOf(await known.visitor.ask(path, { method: 'POST', body }))).toEqual([403, 'account_disabled']);
    }
  });
});

describe('no one is vouched for', () => {
  const tries = async () => [refusalOf(await next.askForCode()), refusalOf(await known.look(code))];
  let code = '';
  beforeEach(async () => {
    code = await next.code();
  });

  test.each(['approved', 'automatic'])('where registration is %s', async (mode) => {
    await configure(company, { registration: { mode } });
    expect(await tries()).toEqual([
      [409, 'not_possible'],
      [409, 'not_possible'],
    ]);
    expect(refusalOf(await known.vouch(code))).toEqual([409, 'not_possible']);
    expect((await next.row()).state).toBe('waiting');
  });

  test('while a computer of the person is blocked', async () => {
    const third = await Computer.waiting(company, somebody);
    await third.set({ state: 'blocked', personId: somebody.id });
    expect(await tries()).toEqual([
      [409, 'not_possible'],
      [409, 'not_possible'],
    ]);
    expect(refusalOf(await known.vouch(code))).toEqual([409, 'not_possible']);
    expect(refusalOf(await third.askForCode())).toEqual([403, 'device_blocked']);
  });

  test('beyond the number of computers of a person', async () => {
    await configure(company, { registration: { mode: 'verified', maximumPerPerson: 1 } });
    expect(await tries()).toEqual([
      [409, 'not_possible'],
      [409, 'not_possible'],
    ]);
    expect(refusalOf(await known.vouch(code))).toEqual([409, 'not_possible']);
  });

  test('who has no registered computer, or is registered already', async () => {
    const newcomer = await Computer.waiting(company, await addPerson(company));
    expect(refusalOf(await newcomer.askForCode())).toEqual([409, 'not_possible']);
    expect(refusalOf(await known.askForCode())).toEqual([409, 'not_possible']);
  });

  test('where another key holds the id of the computer', async () => {
    const imposter = await Computer.open(company, somebody, await createSimulatedDevice(known.device.deviceId));
    await imposter.report();
    expect(refusalOf(await known.vouch(await imposter.code()))).toEqual([409, 'not_possible']);
    expect((await known.row()).state).not.toBe('blocked');
  });

  test('by a computer that is blocked, retired, or another person’s', async () => {
    const second = await Computer.known(company, somebody);
    await known.set({ state: 'retired' });
    expect(refusalOf(await known.vouch(code))).toEqual([403, 'device_not_approved']);
    await known.set({ state: 'approved', personId: (await addPerson(company)).id });
    expect(refusalOf(await known.vouch(code))).toEqual([403, 'device_not_approved']);
    await known.set({ state: 'blocked' });
    expect(refusalOf(await known.vouch(code))).toEqual([409, 'not_possible']);
    expect((await next.row()).state).toBe('waiting');
    expect((await second.row()).state).toBe('approved');
  });

  test('by a computer whose own report does not pass', async () => {
    const reply = await known.vouch(code, { signedReport: await known.sign(BAD) });
    expect(refusalOf(reply)).toEqual([403, 'policy_not_met']);
    expect((await known.vouch(code)).status).toBe(204);
  });

  test('by a computer that came to be known by itself, beyond the first: it would make a factor of another one', async () => {
    server.advance(1000);
    const second = await Computer.waiting(company, somebody);
    await second.set({ state: 'approved', approvedBy: null });
    expect(refusalOf(await second.vouch(code))).toEqual([403, 'device_not_approved']);
    await second.set({ approvedBy: 'boss' });
    expect((await second.vouch(code)).status).toBe(204);
  });

  test('by the first computer of days when registration was automatic, it is: the company calls it known', async () => {
    await known.set({ approvedBy: null });
    expect((await known.vouch(code)).status).toBe(204);
  });
});
