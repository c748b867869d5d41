import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq, inArray } from 'drizzle-orm';
import { writeFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { devices, people, reports } from '../../../database/schema.ts';
import { addPerson, readAudit, type TestPerson, signInAs } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { watchPolicyFiles } from '../policy-watch.ts';
import { type Desk, newestAudit, openDesk } from '../../../testing/administrators.ts';

const DAY_MS = 86_400_000;
const PEOPLE = 40;
const TODAYS = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const good = {
  firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }),
  signInSecret: fact({ secret: 'set', automaticSignIn: null }),
};
const bad = { ...good, firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const noPassword = { ...good, signInSecret: fact({ secret: 'none', automaticSignIn: null }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
const crowd: { somebody: TestPerson; device: SimulatedDevice }[] = [];

/** Forty people: one fails today's policy, three more would fail one that asks for a password. */
beforeAll(async () => {
  server = await startTestServer({ policy: TODAYS });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  for (let index = 0; index < PEOPLE; index += 1) {
    const somebody = await addPerson(company);
    const device = await createSimulatedDevice();
    crowd.push({ somebody, device });
    await reportAs(somebody, device, index === 0 ? bad : index < 4 ? noPassword : good);
  }
}, 60_000);
afterAll(() => server.close());

async function reportAs(somebody: TestPerson, device: SimulatedDevice, facts: typeof good): Promise<void> {
  const visitor = new Visitor(company);
  await signInAs(visitor, somebody);
  await visitor.report(await visitor.openSession(device), device, facts);
}

const withPassword = (rule: string, more = '') =>
  `${TODAYS.replace('checks:', `${more}checks:`)}  PasswordSet: { severity: required${rule} }\n`;
const inDays = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

test('a dry run says who would be blocked now, by what, and who of them can help themselves', async () => {
  const { body } = await desk.dryRun('adminApplyPolicy', { body: { text: withPassword('') } });
  expect(body.impact).toMatchObject({
    computers: PEOPLE,
    blockedBefore: 1,
    blockedNow: 4,
    newlyBlocked: 3,
    fixableAlone: 0,
    freed: 0,
    later: null,
    checks: [{ checkType: 'PasswordSet', newlyBlocked: 3, newlyBlockedLater: 3 }],
    isOverLimit: true,
  });
  expect(body.impact.examples.map(({ login }) => login).toSorted()).toEqual(
    crowd
      .slice(1, 4)
      .map(({ somebody }) => somebody.login)
      .toSorted(),
  );
  const fixable = await desk.dryRun('adminApplyPolicy', {
    body: { text: TODAYS.replace('FirewallEnable', 'ScreenSaverState') },
  });
  expect(fixable.body.impact).toMatchObject({ blockedBefore: 1, freed: expect.any(Number) });
});

test('a policy that newly blocks more than five percent is refused, and nothing is changed', async () => {
  const before = (await desk.call('adminPolicy')).body.version;
  const refused = await desk.call('adminApplyPolicy', { body: { text: withPassword('') } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
  expect(refused.body.message).toContain('3 of 40 computers');
  expect(refused.body.message).toContain('--accept-blocking 3');
  const tooFew = await desk.call('adminApplyPolicy', { body: { text: withPassword(''), acceptBlocking: 2 } });
  expect(tooFew.status).toBe(409);
  expect((await desk.call('adminPolicy')).body.version).toBe(before);
});

test('as many as were accepted are let through, and the audit log says how many', async () => {
  const applied = await desk.call('adminApplyPolicy', { body: { text: withPassword(''), acceptBlocking: 3 } });
  expect(applied).toMatchObject({ status: 200, body: { impact: { newlyBlocked: 3 } } });
  expect(await newestAudit(company)).toMatchObject({
    action: 'policy',
    details: { newlyBlocked: 3, computers: PEOPLE, acceptBlocking: 3 },
  });
  // Back again blocks no one newly, and frees three.
  const back = await desk.call('adminApplyPolicy', { body: { text: TODAYS } });
  expect(back).toMatchObject({ status: 200, body: { impact: { newlyBlocked: 0, freed: 3, isOverLimit: false } } });
});

test('a saved policy file that would lock people out is not taken; the log, the audit and the status say how it can be', async () => {
  const { policyFile } = server.context.config;
  const before = (await desk.call('adminPolicy')).body.version;
  await writeFile(policyFile, withPassword(''));
  const said: string[] = [];
  const stop = await watchPolicyFiles(server.context, pino({}, { write: (line) => said.push(line) }));
  stop();
  expect(said.join()).toContain('It would newly block 3 of 40 computers, those of 3 of 40 people.');
  const audited = await readAudit(company);
  expect((await desk.call('adminPolicy')).body.version).toBe(before);
  const order = `vestibule policy apply ${policyFile} --accept-blocking 3`;
  expect(audited).toMatchObject([
    { action: 'policy', outcome: 'refused', details: { problem: { message: expect.stringContaining(order) } } },
  ]);
  expect((await desk.call('adminStatus')).body.warnings).toContainEqual(expect.stringContaining(order));
  await writeFile(policyFile, TODAYS);
  expect((await desk.call('adminStatus')).body.warnings.filter((warning) => warning.includes('not taken'))).toEqual([]);
});

test('one person with twenty made-up computers keeps no policy out', async () => {
  const mallory = await addPerson(company);
  for (let index = 0; index < 20; index += 1) await reportAs(mallory, await createSimulatedDevice(), noPassword);
  const others = crowd.slice(1, 4).map(({ somebody }) => somebody.id);
  const { database } = server.context;
  await database.update(people).set({ disabledAt: new Date() }).where(inArray(people.id, others));
  const { body } = await desk.dryRun('adminApplyPolicy', { body: { text: withPassword('') } });
  await database.update(people).set({ disabledAt: null }).where(inArray(people.id, others));
  expect(body.impact).toMatchObject({ computers: PEOPLE - 3 + 20, people: PEOPLE - 3 + 1, newlyBlocked: 20 });
  expect(body.impact).toMatchObject({ peopleNewlyBlocked: 1, isOverLimit: false });
  await database.delete(devices).where(eq(devices.personId, mallory.id));
});

test('what begins to hold later is counted for that day, and needs a word once: when it is planned', async () => {
  const text = withPassword(`, startDate: ${inDays(3)}, graceDays: 4`);
  const { status, body } = await desk.dryRun('adminApplyPolicy', { body: { text } });
  expect(status).toBe(200);
  expect(body.impact).toMatchObject({
    newlyBlocked: 0,
    isOverLimit: true,
    toAccept: 3,
    later: { on: inDays(7), newlyBlocked: 3, fixableAlone: 0, notYetPlanned: 3 },
    checks: [{ checkType: 'PasswordSet', newlyBlocked: 0, newlyBlockedLater: 3 }],
  });
  const refused = await desk.call('adminApplyPolicy', { body: { text } });
  expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
  expect(refused.body.message).toContain(`today, but from ${inDays(7)} on 3 of `);
  expect((await desk.call('adminApplyPolicy', { body: { text, acceptBlocking: 3 } })).status).toBe(200);
  const again = await desk.dryRun('adminApplyPolicy', { body: { text: `${text}# the same\n` } });
  expect(again.body.impact).toMatchObject({
    isOverLimit: false,
    toAccept: 0,
    later: { newlyBlocked: 3, notYetPlanned: 0 },
  });
  // Sooner than planned is news again.
  const sooner = await desk.dryRun('adminApplyPolicy', { body: { text: withPassword('') } });
  expect(sooner.body.impact).toMatchObject({ newlyBlocked: 3, isOverLimit: true });
  await desk.call('adminApplyPolicy', { body: { text: TODAYS } });
});

test('people for whom the policy is not enforced are not counted', async () => {
  const [, first] = crowd;
  if (first === undefined) throw new Error('There is no one.');
  const { database } = server.context;
  await database
    .update(people)
    .set({ groups: ['Pilot'] })
    .where(eq(people.id, first.somebody.id));
  const { body } = await desk.dryRun('adminApplyPolicy', {
    body: { text: withPassword('', 'enforceFor: { groups: [Pilot] }\n') },
  });
  expect(body.impact).toMatchObject({ newlyBlocked: 1, freed: 1, blockedNow: 1 });
  expect(body.impact.examples).toMatchObject([{ login: first.somebody.login, checks: ['PasswordSet'] }]);
});

test('blocked computers, disabled people and reports of last month are left out; people without a report are told', async () => {
  const impact = async () => (await desk.dryRun('adminApplyPolicy', { body: { text: withPassword('') } })).body.impact;
  const { database } = server.context;
  const [, one, two, three] = crowd;
  if (one === undefined || two === undefined || three === undefined) throw new Error('There is no one.');
  await database.update(people).set({ disabledAt: new Date() }).where(eq(people.id, one.somebody.id));
  await database.update(devices).set({ state: 'blocked' }).where(eq(devices.deviceId, two.device.deviceId));
  const row = (await database.select().from(devices).where(eq(devices.deviceId, three.device.deviceId)))[0];
  const old = new Date(server.context.now().getTime() - 20 * DAY_MS);
  await database
    .update(reports)
    .set({ receivedAt: old })
    .where(eq(reports.deviceRowId, row?.id ?? ''));
  // Of one the report is too old; anyone who was never seen is stopped by today's policy as well, and no news.
  const before = await impact();
  expect(before).toMatchObject({ computers: PEOPLE - 3, newlyBlocked: 0, peopleWithoutReport: 1, neverSeen: 0 });
  await signInAs(new Visitor(company), await addPerson(company));
  expect(await impact()).toMatchObject({
    peopleInScope: before.peopleInScope + 1,
    peopleWithoutReport: 1,
    neverSeen: 0,
  });
});

test('a rehearsal judges the last report of every day by both policies', async () => {
  const { database } = server.context;
  const last = crowd.at(-1);
  if (last === undefined) throw new Error('There is no one.');
  // Yesterday without a password, today with one again.
  await reportAs(last.somebody, last.device, noPassword);
  const row = (await database.select().from(devices).where(eq(devices.deviceId, last.device.deviceId)))[0];
  const own = (
    await database
      .select()
      .from(reports)
      .where(eq(reports.deviceRowId, row?.id ?? ''))
  ).toSorted((left, right) => left.sequence - right.sequence);
  const yesterday = new Date(server.context.now().getTime() - DAY_MS);
  await database
    .update(reports)
    .set({ receivedAt: yesterday })
    .where(eq(reports.id, own.at(-1)?.id ?? ''));
  const { status, body } = await desk.call('adminRehearsePolicy', {
    body: { text: withPassword(`, startDate: ${inDays(30)}`), days: 14 },
  });
  expect(status).toBe(200);
  expect(body.days).toEqual([
    { day: inDays(-1), computers: 1, blockedBefore: 0, blockedThen: 1 },
    expect.objectContaining({ day: inDays(0), blockedBefore: 1 }),
  ]);
  expect(body.mendedSince).toBe(1);
  expect(body.checks).toContainEqual({ checkType: 'PasswordSet', everBlocked: 1 });
  const still = body.everBlocked - body.mendedSince;
  expect(still).toBeGreaterThan(0);
  expect(body.examples.map(({ isMended }) => isMended)).toEqual([...Array<boolean>(still).fill(false), true]);
  expect(body.fixableAlone).toBe(
    body.examples.filter(({ isMended, isFixableAlone }) => !isMended && isFixableAlone).length,
  );
  expect(body.examples.at(-1)).toEqual({
    login: last.somebody.login,
    deviceName: expect.any(String),
    reportedAt: yesterday.toISOString(),
    isMended: true,
    isFixableAlone: false,
    checks: ['PasswordSet'],
    unread: [],
  });
});
