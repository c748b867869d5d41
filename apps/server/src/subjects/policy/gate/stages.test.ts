import { createSimulatedDevice, fact } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people } from '../../../database/schema.ts';
import { type Desk, newestAudit, openDesk } from '../../../testing/administrators.ts';
import { addPerson, readAudit, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { BRAKE } from './brake.ts';
import { applyPolicy, readPolicyText } from '../policies.ts';
import { findDueStages } from '../../../repositories/due-stages.ts';
import { beginIfDue } from './stage-rounds.ts';

const POLICY =
  '# ours\nversion: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required } # soon\n';
const pilotOnly = POLICY.replace('checks:', 'enforceFor: { groups: [Pilot] }\nchecks:');
const firewall = (isOn: boolean) => ({ firewall: fact({ isOn, manager: 'ufw', gaps: [] }) });
const plan = (name: string, more: object = {}) => ({ name, groups: [], percentage: null, applications: [], ...more });
const STAGES = [plan('Pilot', { groups: ['Pilot'] }), plan('Everybody')];

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let auditor: Desk;
let good: TestPerson;
let bad: TestPerson;

/** The two of the trial, one whose firewall is on, and one whose is off. */
beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  [good, bad] = [await addPerson(company), await addPerson(company)];
  for (const [somebody, isOn] of [
    [good, true],
    [bad, false],
  ] as const) {
    const visitor = new Visitor(company);
    const device = await createSimulatedDevice();
    await signInAs(visitor, somebody);
    await visitor.report(await visitor.openSession(device), device, firewall(isOn));
  }
  const isGood = and(eq(people.companyId, company.id), eq(people.id, good.id));
  await server.context.database
    .update(people)
    .set({ groups: ['Pilot'] })
    .where(isGood);
  desk = await openDesk(company, 'administrator');
  auditor = await openDesk(company, 'auditor');
}, 60_000);
afterAll(() => server.close());
beforeEach(async () => {
  server.advance(1000);
  await configure(company, {});
  await setPolicy(company, POLICY);
});

const planned = async (stages: readonly object[] = STAGES) =>
  (await desk.call('adminSetStages', { body: { stages } })).body;
const begin = (number: number, body: object, query: object = {}) =>
  desk.call('adminBeginStage', {
    parameters: { number: String(number) },
    body: { reason: 'on we go', ...body },
    query,
  });
const shown = async () => (await auditor.call('adminStages')).body;
const held = async () => (await server.company()).policy;
const whyHeld = async () => (await shown()).stages.map(({ heldBack }) => heldBack?.why ?? null);
const act = async () => beginIfDue(await server.company());

describe('the stages', () => {
  test('are read by an auditor with whom each is for, and which one holds is what the policy says', async () => {
    await planned();
    expect(await shown()).toMatchObject({
      stages: [
        { number: 1, name: 'Pilot', state: 'done', people: 1, begunAt: null },
        { number: 2, name: 'Everybody', state: 'holds', heldBack: null },
      ],
    });
    expect((await shown()).stages[1]?.people).toBe((await shown()).people);
    await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { groups: [pilot] }\nchecks:'));
    expect((await shown()).stages.map(({ state }) => state)).toEqual(['holds', 'next']);
    const open = { state: 'observing', isReading: true, reason: 'we look' } as const;
    await desk.call('adminSetGate', { body: { ...open, minutes: 5 } });
    expect((await shown()).stages.map(({ state }) => state)).toEqual(['holds', 'next']);
    await desk.call('adminSetGate', { body: open });
    expect((await shown()).stages.map(({ state }) => state)).toEqual(['next', 'next']);
    await configure(company, { stages: STAGES });
    await setPolicy(company, POLICY.replace('checks:', 'enforceFor: { percentage: 3 }\nchecks:'));
    expect((await shown()).stages.map(({ state }) => state)).toEqual(['next', 'next']);
  });

  test('are planned by administrators alone, by this call alone, with what it would change first', async () => {
    for (const role of ['auditor', 'support'] as const) {
      const other = await openDesk(company, role);
      expect((await other.call('adminStages')).status).toBe(200);
      expect((await other.call('adminSetStages', { body: { stages: STAGES } })).status).toBe(403);
      expect((await other.call('adminBeginStage', { parameters: { number: '1' }, body: { reason: 'x' } })).status).toBe(
        403,
      );
    }
    const set = { stages: STAGES };
    expect((await desk.call('adminSetSettings', { body: { set, reset: [] } })).status).toBe(400);
    expect((await desk.call('adminSetSettings', { body: { set: {}, reset: ['stages'] } })).status).toBe(400);
    const dry = await desk.dryRun('adminSetStages', { body: { stages: [plan('Sales', { groups: ['Sales'] })] } });
    expect(dry.body).toMatchObject({
      changes: [{ field: 'stages', to: ['Sales: Sales'] }],
      warnings: [expect.stringContaining('enforceFor names the group Sales, and no one is in it')],
    });
    expect((await shown()).stages).toEqual([]);
    const twice = await desk.call('adminSetStages', { body: { stages: [plan('Pilot'), plan('pilot')] } });
    expect(twice).toMatchObject({ status: 400, body: { message: expect.stringContaining('the same name') } });
  });

  test('of a colleague are not written over, nor begun unseen', async () => {
    const { version } = (await planned()).plan;
    await planned([plan('Everybody')]);
    const late = await desk.call('adminSetStages', { body: { stages: STAGES }, query: { ifVersion: version } });
    expect(late).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect(await begin(1, {}, { ifVersion: version })).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect((await shown()).stages.map(({ name }) => name)).toEqual(['Everybody']);
    expect(await begin(2, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('begin as a new version of the policy that differs in nothing else, and close an open gate', async () => {
    await planned();
    await desk.call('adminSetGate', { body: { state: 'observing', isReading: true, reason: 'we look' } });
    const done = await begin(1, { acceptBlocking: 100 });
    expect(done).toMatchObject({
      status: 200,
      body: { plan: { stages: [{ state: 'holds', begunAt: expect.any(String) }, { state: 'next' }] } },
    });
    const { policy, text } = await held();
    expect(policy.enforceFor).toEqual({ groups: ['Pilot'] });
    expect(text).toContain('# ours');
    expect(text).toContain('# soon');
    expect(await newestAudit(company)).toMatchObject({
      action: 'gate',
      outcome: 'done',
      details: { stage: 'Pilot', number: 1, reason: 'on we go' },
    });
    expect((await desk.call('adminGate')).body).toMatchObject({ state: 'enforcing' });
    expect((await begin(1, {})).body.changes).toEqual([]);
  });

  test('are refused when they stop more than are accepted, by the plan or by whom begins them', async () => {
    await setPolicy(company, pilotOnly);
    await planned();
    const refused = await begin(2, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect((await held()).policy.enforceFor).toEqual({ groups: ['Pilot'] });
    const dry = await desk.dryRun('adminBeginStage', { parameters: { number: '2' }, body: { reason: 'x' } });
    expect(dry.body).toMatchObject({ isDryRun: true, impact: { isOverLimit: true } });
    expect((await held()).policy.enforceFor).toEqual({ groups: ['Pilot'] });
    await planned([STAGES[0] ?? {}, plan('Everybody', { acceptBlocking: dry.body.impact.toAccept })]);
    expect((await begin(2, {})).status).toBe(200);
    expect((await held()).policy.enforceFor).toBeUndefined();
  });

  test('cannot begin where the text says for whom by an anchor that others use', async () => {
    const shared =
      'enforceFor: { groups: &pilot [Pilot] }\nchecks:\n  FirewallEnable: { severity: required, for: [{ groups: *pilot, severity: recommended }] }\n';
    await setPolicy(company, POLICY.slice(0, POLICY.indexOf('checks:')) + shared);
    await planned();
    expect(await begin(2, {})).toMatchObject({ status: 409, body: { code: 'not_possible' } });
    expect(await auditor.call('adminGateImpact', { body: { stage: 2 } })).toMatchObject({ status: 409 });
    expect(await auditor.call('adminGateImpactPeople', { query: { stage: '2' } })).toMatchObject({ status: 409 });
  });
});

describe('a stage with a time', () => {
  const at = (inMs: number) => new Date(server.context.now().getTime() + inMs).toISOString();
  const timed = (more: object = {}) => [STAGES[0] ?? {}, plan('Everybody', { at: at(1000), ...more })];

  test('begins by itself then, and not before, and once', async () => {
    await setPolicy(company, pilotOnly);
    await planned(timed({ acceptBlocking: 100 }));
    expect(await findDueStages(server.context.database, server.context.now())).not.toContain(company.id);
    expect(await act()).toBe(false);
    server.advance(1000);
    expect(await findDueStages(server.context.database, server.context.now())).toContain(company.id);
    expect(await act()).toBe(true);
    expect((await held()).policy.enforceFor).toBeUndefined();
    const [entry] = await readAudit(company);
    expect(entry).toMatchObject({ action: 'gate', actor: 'schedule', details: { stage: 'Everybody', number: 2 } });
    expect(await act()).toBe(false);
    expect(await findDueStages(server.context.database, server.context.now())).not.toContain(company.id);
    expect((await planned(timed())).plan?.stages[1]?.begunAt).toBeNull();
  });

  test('waits while it would stop too many, says so once, and goes on when that is over', async () => {
    await setPolicy(company, pilotOnly);
    await planned(timed());
    server.advance(1000);
    expect(await act()).toBe(false);
    expect(await whyHeld()).toEqual([null, 'too-many']);
    expect((await shown()).stages[1]?.heldBack?.toAccept).toBeGreaterThan(0);
    expect(await newestAudit(company)).toMatchObject({ outcome: 'refused', details: { why: 'too-many' } });
    const before = (await readAudit(company, 100)).length;
    server.advance(600_000);
    expect(await act()).toBe(false);
    expect((await readAudit(company, 100)).filter(({ action }) => action === 'gate').length).toBeLessThanOrEqual(
      before,
    );
    expect((await held()).policy.enforceFor).toEqual({ groups: ['Pilot'] });
  });

  test('lets no one in by itself: it is not planned so, and waits where a colleague has planned it otherwise', async () => {
    await setPolicy(company, pilotOnly);
    const fewer = plan('Sales', { groups: ['Sales'], at: at(1000) });
    const refused = await desk.call('adminSetStages', { body: { stages: [STAGES[0] ?? {}, fewer] } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'request_malformed' } });
    await configure(company, { stages: [STAGES[0], fewer] });
    server.advance(1000);
    expect(await act()).toBe(false);
    expect(await whyHeld()).toEqual([null, 'fewer']);
    expect((await held()).policy.enforceFor).toEqual({ groups: ['Pilot'] });
  });

  test('never loosens a policy that is of no stage', async () => {
    await planned([{ ...STAGES[0], at: at(1000), acceptBlocking: 1000 }]);
    server.advance(1000);
    expect(await act()).toBe(false);
    expect((await held()).policy.enforceFor).toBeUndefined();
    expect(await whyHeld()).toEqual([null]);
  });

  test('waits while the gate is open: nothing closes by itself what a person has opened', async () => {
    await setPolicy(company, pilotOnly);
    await planned(timed({ acceptBlocking: 1000 }));
    await desk.call('adminSetGate', { body: { state: 'observing', isReading: false, reason: 'it broke' } });
    server.advance(1000);
    expect(await act()).toBe(false);
    expect(await whyHeld()).toEqual([null, 'gate-open']);
    expect((await desk.call('adminGate')).body.state).toBe('observing');
  });

  test('waits after the brake has acted, until a person applies a policy', async () => {
    const read = readPolicyText(`# by the brake\n${pilotOnly}`, 'command');
    if (!read.ok) throw new Error('This is a policy.');
    const change = { createdAt: server.context.now(), createdBy: BRAKE };
    await applyPolicy(server.context.database, company.id, read.loaded, change);
    server.context.companies.forget();
    await planned(timed({ acceptBlocking: 1000 }));
    server.advance(1000);
    expect(await act()).toBe(false);
    expect(await whyHeld()).toEqual([null, 'brake']);
    await setPolicy(company, pilotOnly);
    expect(await act()).toBe(true);
  });
});

describe('whom the gate would stop', () => {
  test('an auditor sees by kind and by check, with the people behind each number', async () => {
    await setPolicy(company, pilotOnly);
    await planned();
    const { body } = await auditor.call('adminGateImpact', { body: {} });
    expect(body.byCheck).toEqual([{ checkType: 'FirewallEnable', people: 1, fixAlone: 1, needHelp: 0 }]);
    for (const { kind, people: count } of body.stopped) {
      const list = await auditor.call('adminGateImpactPeople', { query: { kind } });
      expect(list.body).toMatchObject({ judgedAt: body.judgedAt, total: count, next: null });
    }
    const failing = await auditor.call('adminGateImpactPeople', { query: { checkType: 'FirewallEnable' } });
    expect(failing.body.people).toMatchObject([
      { personId: bad.id, login: bad.login, kind: 'fix-alone', checks: ['FirewallEnable'] },
    ]);
    const pilot = await auditor.call('adminGateImpact', { body: { stage: 1 } });
    expect(pilot.body.stopped.map(({ people: count }) => count)).toEqual([0, 0, 0, 0]);
    expect(await auditor.call('adminGateImpact', { body: { stage: 7 } })).toMatchObject({ status: 404 });
    expect(await auditor.call('adminGateImpactPeople', { query: { stage: '7' } })).toMatchObject({ status: 404 });
  });

  test('a page at a time, each once', async () => {
    await setPolicy(company, pilotOnly);
    const whole = (await auditor.call('adminGateImpactPeople')).body;
    expect(whole.total).toBeGreaterThan(2);
    const logins: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: object = { limit: '1', ...(after !== '' && { after }) };
      const { people: page, next }: typeof whole = (await auditor.call('adminGateImpactPeople', { query })).body;
      logins.push(...page.map(({ login }) => login));
      after = next;
    }
    expect(logins).toEqual(whole.people.map(({ login }) => login));
  });

  test('of another company is neither judged nor listed', async () => {
    await setPolicy(company, pilotOnly);
    await auditor.call('adminGateImpact', { body: {} });
    const other = await addCompany(server, 'harbour');
    const theirs = await openDesk(other, 'auditor');
    const text = JSON.stringify([
      (await theirs.call('adminGateImpact', { body: {} })).body,
      (await theirs.call('adminGateImpactPeople')).body,
      (await theirs.call('adminStages')).body,
      (await theirs.call('adminGateBrake')).body,
    ]);
    for (const secret of [bad.login, bad.id, good.login, 'Pilot']) expect(text).not.toContain(secret);
  });
});
