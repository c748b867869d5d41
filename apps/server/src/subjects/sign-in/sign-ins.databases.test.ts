import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, given, openDesk } from '../../testing/administrators.ts';
import { setApplication } from '../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createTraveller, observe, TRAVELLERS_CHECKS as CHECKS, TRAVELLERS_POLICY } from '../../testing/traveller.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer({ policy: TRAVELLERS_POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'auditor');
});
afterAll(() => server.close());
afterEach(async () => {
  await configure(company, {});
  await setApplication(company, { settings: {} });
});

const newTraveller = () => createTraveller({ server, company });
const show = async (id: string) => (await desk.call('adminSignIn', { parameters: { id } })).body;
describe('a sign-in is kept', () => {
  test('before anyone has signed in', async () => {
    const traveller = await (await newTraveller()).arrive();
    expect(await show(traveller.marker)).toMatchObject({
      outcome: 'arrived',
      person: null,
      device: null,
      application: { name: 'Alderbrook Mail' },
      protocol: 'saml',
      hasAnswered: null,
      endedAt: null,
      steps: [{ kind: 'arrived', afterMs: 0, says: 'Alderbrook Mail asked to sign in, by SAML.' }],
    });
  });

  test('with what stopped it, what was fixed, and who needed how long', async () => {
    const traveller = await (await newTraveller()).arrive();
    server.advance(3000);
    await traveller.signIn();
    server.advance(1000);
    await traveller.report(['FirewallEnable', 'OsAutoUpdateEnable']);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'stopped', stoppedBy: CHECKS, fixed: [] });
    server.advance(40_000);
    expect(await traveller.fix('FirewallEnable')).toBe(200);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'fixing' });
    server.advance(6000);
    await traveller.report(['OsAutoUpdateEnable']);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'fixing', fixed: ['FirewallEnable'] });
    server.advance(2000);
    await traveller.report([]);
    server.advance(500);
    expect(await traveller.redeem()).toBe(200);
    const found = await show(traveller.marker);
    expect(found).toMatchObject({
      outcome: 'fixed',
      person: { login: traveller.person.login },
      device: { name: expect.any(String) },
      hasAnswered: true,
      stoppedBy: CHECKS,
      fixed: CHECKS,
      refusal: null,
      ways: [],
      tookMs: 52_500,
      unblockedMs: 500,
      milliseconds: { gate: 1500, person: 45_000, fix: 6000 },
    });
    expect(found.steps.map(({ sentence: { id }, afterMs }) => [id, afterMs])).toEqual([
      ['arrived-saml', 0],
      ['signed-in', 3000],
      ['computer-answered', 4000],
      ['kept-out', 4000],
      ['fix-allowed', 44_000],
      ['fixed', 50_000],
      ['kept-out', 50_000],
      ['fixed', 52_000],
      ['met-policy', 52_000],
      ['let-in', 52_500],
    ]);
    expect(found.steps[3]?.says).toBe(
      'Computer read: 0 of 2 checks passed. Kept out by 2: FirewallEnable, OsAutoUpdateEnable.',
    );
    expect(found.steps[3]?.evidence).toMatchObject({ kind: 'report' });
  });

  test('and polling, or a second look at the same report, adds nothing', async () => {
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report(['FirewallEnable']);
    const before = await traveller.row();
    server.advance(5000);
    await traveller.poll();
    await traveller.signIn();
    await Promise.all([traveller.poll(), traveller.poll()]);
    const after = await traveller.row();
    expect(after?.steps.filter(({ kind }) => kind !== 'signed-in')).toEqual(
      before?.steps.filter(({ kind }) => kind !== 'signed-in'),
    );
  });

  test('with a computer that is known, too: it has answered, unless it is blocked', async () => {
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report([]);
    expect(await traveller.redeem()).toBe(200);
    const openAgain = async () => {
      await traveller.arrive();
      await traveller.signIn();
      await traveller.visitor.openSession(traveller.device);
    };
    await openAgain();
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'arrived', hasAnswered: true });
    expect((await show(traveller.marker)).steps.at(-1)?.sentence.id).toBe('computer-answered');
    await traveller.block(true);
    await openAgain().catch(() => undefined);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'arrived', hasAnswered: null });
  });

  test('where the account is blocked', async () => {
    const traveller = await (await newTraveller()).arrive();
    await desk.call('adminSignIns');
    const administrator = await openDesk(company, 'administrator');
    const parameters = { personId: traveller.person.id };
    await administrator.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'left' } });
    await expect(traveller.signIn()).rejects.toThrow('account_disabled');
    expect(await show(traveller.marker)).toMatchObject({
      outcome: 'stopped',
      refusal: 'account_disabled',
      person: { login: traveller.person.login },
    });
  });

  test('where the application is told no', async () => {
    server.advance(1000);
    const reply = await new Visitor(server).openApplication({ isPassive: true });
    expect(reply).toBe('');
    const { signIns: found } = (await desk.call('adminSignIns', { query: { limit: '1' } })).body;
    expect(found[0]).toMatchObject({ outcome: 'stopped', refusal: 'NoPassive', tookMs: null });
    expect(found[0]?.endedAt).not.toBeNull();
  });

  test('also when a sign-in of a stranger is one too many: it is when its person is known', async () => {
    const { arrivals } = server.context;
    arrivals.renew(company.id, 1000);
    const traveller = await (await newTraveller()).arrive();
    expect(await traveller.row()).toBeNull();
    await traveller.signIn();
    expect((await show(traveller.marker)).steps.map(({ sentence: { id } }) => id)).toEqual([
      'arrived-saml',
      'signed-in',
    ]);
    arrivals.renew(company.id, 0);
  });
});

describe('around the gate', () => {
  test('by temporary access, with the reason; and found by one question', async () => {
    const from = server.context.now().toISOString();
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report(['FirewallEnable']);
    expect(await traveller.useAccess()).toBe(200);
    const { signIns: found, total } = (await desk.call('adminSignIns', { query: { isAround: 'true', from } })).body;
    expect(total).toBe(1);
    expect(found[0]).toMatchObject({
      id: traveller.marker,
      outcome: 'access',
      ways: ['temporary-access'],
      reason: 'Laptop is being repaired',
      givenBy: expect.any(String) as unknown,
      stoppedBy: ['FirewallEnable'],
      fixed: [],
    });
  });

  test('while the gate is report-only: what would have stopped it is said', async () => {
    await observe(company, true);
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report(['FirewallEnable']);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'arrived', stoppedBy: ['FirewallEnable'] });
    const permit = await traveller.device.open(given(traveller.session), given(traveller.result));
    await traveller.visitor.ask(`/saml/continue?login=${traveller.marker}&read=done&proof=${permit}`);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'observed', ways: ['report-only'] });
  });

  test('not by a computer that met the policy all the same', async () => {
    await observe(company, true);
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report([]);
    const permit = await traveller.device.open(given(traveller.session), given(traveller.result));
    await traveller.visitor.ask(`/saml/continue?login=${traveller.marker}&read=done&proof=${permit}`);
    expect(await show(traveller.marker)).toMatchObject({ outcome: 'through', ways: [] });
  });
});

describe('never decides a sign-in', () => {
  test.each([true, false])(
    'where the table takes nothing, everybody gets in (it knew of them: %s)',
    async (isKnown) => {
      const { database } = server.context;
      const traveller = await newTraveller();
      if (isKnown) await (await traveller.arrive()).signIn();
      await database.execute(sql`alter table sign_ins add constraint nothing check (false) not valid`);
      try {
        if (!isKnown) await (await traveller.arrive()).signIn();
        await traveller.report(['FirewallEnable']);
        expect(await traveller.fix('FirewallEnable')).toBe(200);
        await traveller.report([]);
        expect(await traveller.redeem()).toBe(200);
        expect((await traveller.row())?.outcome).toBe(isKnown ? 'arrived' : undefined);
        expect(server.context.unwritten.read().map(({ what }) => what)).toContain('sign-ins');
      } finally {
        await database.execute(sql`alter table sign_ins drop constraint nothing`);
      }
    },
  );
});

describe('the list', () => {
  test('is read page by page without a gap, and counted once', async () => {
    for (let times = 0; times < 5; times += 1) await (await newTraveller()).arrive();
    const first = (await desk.call('adminSignIns', { query: { limit: '3' } })).body;
    const next = (await desk.call('adminSignIns', { query: { limit: '200', after: given(first.next) } })).body;
    const both = [...first.signIns, ...next.signIns].map(({ id }) => id);
    const whole = (await desk.call('adminSignIns', { query: { limit: '200' } })).body.signIns.map(({ id }) => id);
    expect(both).toEqual(whole);
    expect([first.total, next.total]).toEqual([whole.length, null]);
  });

  test('is narrowed by everything at once', async () => {
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    const from = (await traveller.row())?.at.toISOString();
    await traveller.report(['FirewallEnable']);
    server.advance(2000);
    await traveller.report([]);
    expect(await traveller.redeem()).toBe(200);
    const row = given(await traveller.row());
    const fitting = {
      outcome: 'fixed,stopped',
      personId: traveller.person.id,
      deviceId: given(row.deviceRowId),
      applicationId: row.applicationId,
      checkType: 'FirewallEnable',
      from: given(from),
      search: traveller.person.login.slice(2),
      minimumMs: '2000',
    };
    const found = async (query: object) => (await desk.call('adminSignIns', { query })).body;
    expect(await found(fitting)).toMatchObject({ signIns: [{ id: traveller.marker }], total: 1 });
    const other = '00000000-0000-4000-8000-000000000000';
    const wrong = {
      outcome: 'through',
      personId: other,
      deviceId: other,
      applicationId: other,
      checkType: 'OsAutoUpdateEnable',
      from: new Date(row.at.getTime() + 1).toISOString(),
      search: 'no one is called so',
      minimumMs: '2001',
    };
    for (const [name, value] of Object.entries(wrong)) {
      expect([name, (await found({ ...fitting, [name]: value })).total]).toEqual([name, 0]);
    }
    expect((await found({ search: row.correlationId })).total).toBe(1);
  });

  test('counts over time, how fast a fix led in, and who is stopped now', async () => {
    const from = server.context.now().toISOString();
    const before = (await desk.call('adminSignInSeries', { query: { from } })).body.stoppedNow;
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    await traveller.report(['FirewallEnable']);
    const stopped = async () =>
      (await desk.call('adminSignIns', { query: { isStoppedNow: 'true', personId: traveller.person.id } })).body.total;
    expect(await stopped()).toBe(1);
    // Who opens the application once more is stopped once.
    server.advance(1000);
    await (await traveller.arrive()).signIn();
    expect(await stopped()).toBe(0);
    // The new sign-in asks the computer again.
    traveller.session = null;
    await traveller.report(['FirewallEnable']);
    expect(await stopped()).toBe(1);
    server.advance(1_000_000);
    const other = await (await newTraveller()).arrive();
    await other.signIn();
    await other.report([]);
    await other.redeem();
    const { body } = await desk.call('adminSignInSeries', { query: { from } });
    expect(body.stoppedNow).toBe(before + 1);
    expect(body.series.map(({ counts }) => [counts.stopped, counts.through])).toEqual([
      [2, 0],
      [0, 1],
    ]);
    expect(body).toMatchObject({
      total: 3,
      counts: { stopped: 2, through: 1 },
      unblockedMs: { median: null, p95: null },
    });
    // The auditor's own session is over by then as well.
    server.advance(3_600_000);
    desk = await openDesk(company, 'auditor');
    expect(await stopped()).toBe(0);
    const tooLong = { from: '2020-01-01T00:00:00.000Z', by: 'quarter-hour' };
    expect((await desk.call('adminSignInSeries', { query: tooLong })).status).toBe(400);
  });

  test('of another company shows nothing of it', async () => {
    const traveller = await (await newTraveller()).arrive();
    await traveller.signIn();
    const neighbour = await addCompany(server, `n${Date.now()}`);
    const theirs = await openDesk(neighbour, 'administrator');
    expect((await theirs.call('adminSignIns')).body).toMatchObject({ signIns: [], total: 0 });
    expect((await theirs.call('adminSignInSeries')).body).toMatchObject({ total: 0, stoppedNow: 0 });
    expect((await theirs.call('adminSignIn', { parameters: { id: traveller.marker } })).status).toBe(404);
  });
});
