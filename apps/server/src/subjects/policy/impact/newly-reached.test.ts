import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { applications, devices, people } from '../../../database/schema.ts';
import { addPerson, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { createSocketDesk } from '../../../testing/administrators.ts';

const DAYS_MS = 86_400_000;
const EVERYWHERE = `version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const PERMISSIVE = EVERYWHERE.replace('Strict', 'Permissive');
const at = (...names: string[]) => `${EVERYWHERE}enforceFor: { applications: [${names.join(', ')}] }\n`;
const on = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };
const enforcing = { state: 'enforcing', reason: 'go' } as const;
const observing = { state: 'observing', reason: 'pilot' } as const;

let server: TestServer;
let company: TestCompany;

/** A company with two applications, Mail and Wiki, and no one in it yet. */
beforeAll(async () => {
  server = await startTestServer({ policy: EVERYWHERE });
  company = await firstCompany(server);
  const { database } = server.context;
  const [mail] = await database.select().from(applications).where(eq(applications.companyId, company.id));
  if (mail === undefined) throw new Error('There is no application.');
  await database.update(applications).set({ name: 'Mail' }).where(eq(applications.id, mail.id));
  await database
    .insert(applications)
    .values({ ...mail, id: crypto.randomUUID(), name: 'Wiki', entityId: `${mail.entityId}/wiki` });
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await server.context.database.update(people).set({ disabledAt: new Date() }).where(eq(people.companyId, company.id));
});

async function addPeople(count: number): Promise<TestPerson[]> {
  const added: TestPerson[] = [];
  for (let index = 0; index < count; index += 1) added.push(await addPerson(company));
  for (const { id } of added) {
    await server.context.database.update(people).set({ disabledAt: null }).where(eq(people.id, id));
  }
  return added;
}

async function openSession(somebody: TestPerson, device: SimulatedDevice) {
  const visitor = new Visitor(company);
  await signInAs(visitor, somebody);
  return { visitor, session: await visitor.openSession(device) };
}

async function report(somebody: TestPerson, facts: typeof on): Promise<void> {
  const device = await createSimulatedDevice();
  const { visitor, session } = await openSession(somebody, device);
  await visitor.report(session, device, facts);
}

/** At the server itself, whose administrator is none of the people. */
const apply = (text: string) => createSocketDesk(server).call('adminApplyPolicy', { body: { text } });
const look = async (text: string) =>
  (await createSocketDesk(server).dryRun('adminApplyPolicy', { body: { text } })).body.impact;
const close = () => createSocketDesk(server).call('adminSetGate', { body: enforcing });
const lookAtGate = async () => (await createSocketDesk(server).dryRun('adminSetGate', { body: enforcing })).body.impact;

describe('a policy that is enforced at more applications than before', () => {
  test('newly stops anyone who was never seen: everywhere after one application needs a word', async () => {
    await addPeople(10);
    await setPolicy(company, at('Wiki'));
    const refused = await apply(EVERYWHERE);
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain('10 of the 10 people in scope have never been seen with Workplace');
    expect(await look(at('Wiki', 'Mail'))).toMatchObject({ neverSeen: 10, toAccept: 10, isOverLimit: true });
    expect(await look(at('Mail'))).toMatchObject({ neverSeen: 10 });
  });

  test('newly blocks a computer that kept its person from that one application alone', async () => {
    const [bad, good] = await addPeople(2);
    if (bad === undefined || good === undefined) throw new Error('There is no one.');
    await report(bad, off);
    await report(good, on);
    await setPolicy(company, at('Wiki'));
    expect(await look(EVERYWHERE)).toMatchObject({
      blockedBefore: 1,
      blockedNow: 1,
      newlyBlocked: 1,
      peopleNewlyBlocked: 1,
      examples: [{ login: bad.login, isNow: true, checks: ['FirewallEnable'] }],
      isOverLimit: true,
    });
  });

  test('is no news where it holds already, narrows, or names what there is not', async () => {
    const [bad] = await addPeople(3);
    if (bad === undefined) throw new Error('There is no one.');
    await report(bad, off);
    const isNoNews = { newlyBlocked: 0, neverSeen: 0, notSeenLately: 0, toAccept: 0, isOverLimit: false };
    for (const [before, after] of [
      [EVERYWHERE, at('Wiki')],
      [at('Mail', 'Wiki'), at('wiki')],
      [at('Mail', 'Wiki'), EVERYWHERE],
      [at('Wiki'), at('Wiki', 'Post')],
    ] as const) {
      await setPolicy(company, before);
      expect([before, after, await look(after)]).toEqual([before, after, expect.objectContaining(isNoNews)]);
    }
  });
});

describe('a person of whom no report of the last 14 days says anything', () => {
  test('counts by a report of 20 days ago as not lately seen, when the gate closes and when a policy reaches further', async () => {
    const all = await addPeople(10);
    for (const somebody of all) await report(somebody, off);
    await setPolicy(company, EVERYWHERE);
    await configure(company, { gate: observing });
    server.advance(20 * DAYS_MS);
    expect(await lookAtGate()).toMatchObject({
      computers: 0,
      neverSeen: 0,
      notSeenLately: 10,
      toAccept: 10,
      isOverLimit: true,
    });
    expect((await lookAtGate())?.notSeenLatelyExamples.toSorted()).toEqual(all.map(({ login }) => login).toSorted());
    const refused = await close();
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain(
      '10 of the 10 people in scope were last seen with Workplace more than 14 days ago',
    );
    expect(refused.body.message).toContain('--accept-blocking 10');
    await setPolicy(company, at('Wiki'));
    expect(await look(EVERYWHERE)).toMatchObject({ notSeenLately: 10, toAccept: 10 });
    // Whom today's policy stops already is no news.
    await setPolicy(company, EVERYWHERE);
    expect(await look(`${EVERYWHERE}# the same\n`)).toMatchObject({ notSeenLately: 0, toAccept: 0 });
  });

  test('was never seen, where a computer opened a session and never reported', async () => {
    const [somebody] = await addPeople(1);
    if (somebody === undefined) throw new Error('There is no one.');
    await openSession(somebody, await createSimulatedDevice());
    await configure(company, { gate: observing });
    expect(await lookAtGate()).toMatchObject({ neverSeen: 1, neverSeenExamples: [somebody.login], notSeenLately: 0 });
    await report(somebody, on);
    expect(await lookAtGate()).toMatchObject({ neverSeen: 0, notSeenLately: 0, toAccept: 0 });
  });

  test('is not known by a blocked computer, and was never seen with a retired one', async () => {
    const [somebody] = await addPeople(1);
    if (somebody === undefined) throw new Error('There is no one.');
    await report(somebody, on);
    await configure(company, { gate: observing });
    const setState = (state: 'blocked' | 'retired') =>
      server.context.database.update(devices).set({ state }).where(eq(devices.personId, somebody.id));
    await setState('blocked');
    expect(await lookAtGate()).toMatchObject({ neverSeen: 0, notSeenLately: 1, toAccept: 1 });
    await setState('retired');
    expect(await lookAtGate()).toMatchObject({ neverSeen: 1, notSeenLately: 0, toAccept: 1 });
  });
});

describe('closing the gate', () => {
  test('counts computers whose system a list leaves out that was set while it was open', async () => {
    for (const somebody of await addPeople(3)) await report(somebody, on);
    await setPolicy(company, EVERYWHERE);
    const list = { supportedOs: [], supportedBrowsers: [] };
    const platform = { frontline: list, secureEnclave: list, other: list };
    await configure(company, {
      gate: observing,
      supportedVersions: { mac: platform, windows: platform, linux: platform },
    });
    expect(await lookAtGate()).toMatchObject({
      newlyBlocked: 3,
      peopleNewlyBlocked: 3,
      fixableAlone: 0,
      checks: [],
      toAccept: 3,
      isOverLimit: true,
    });
    const refused = await close();
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain('supportedVersions leaves out');
  });

  test.each([
    ['is over', { until: '2020-01-01T00:00:00Z' }, 10],
    ['will be over', { until: '2099-01-01T00:00:00Z' }, 10],
    ['leads to no application', { applications: [] }, 10],
    ['leads to one of two applications', { applications: ['Mail'] }, 10],
    ['leads to every application', { applications: ['Mail', 'Wiki'] }, 0],
  ])('counts anyone who was never seen, where going on without Workplace %s', async (_name, way, neverSeen) => {
    await addPeople(10);
    await setPolicy(company, PERMISSIVE);
    await configure(company, { gate: observing, skipping: { isAllowed: true, ...way } });
    expect(await lookAtGate()).toMatchObject({ neverSeen, isOverLimit: neverSeen > 0 });
  });

  test('asks for leave only on the way to applications at which the policy is enforced', async () => {
    await addPeople(10);
    await setPolicy(company, `${PERMISSIVE}enforceFor: { applications: [Mail] }\n`);
    await configure(company, { gate: observing, skipping: { isAllowed: true, applications: ['Mail'] } });
    expect(await lookAtGate()).toMatchObject({ neverSeen: 0, isOverLimit: false });
  });

  test('newly stops no one where the computer is the second factor: observing opened nothing there', async () => {
    await addPeople(10);
    await setPolicy(company, EVERYWHERE);
    await configure(company, { gate: observing, secondFactor: 'device' });
    expect(await lookAtGate()).toMatchObject({ neverSeen: 0, toAccept: 0, isOverLimit: false });
  });
});

test('a policy that gets stricter newly stops people outside its scope too, where the computer is the second factor', async () => {
  const scope = 'enforceFor: { groups: [No one] }\n';
  for (const somebody of await addPeople(3)) await report(somebody, off);
  await setPolicy(company, `${EVERYWHERE.replace('required', 'recommended')}${scope}`);
  const stricter = `${EVERYWHERE}${scope}`;
  expect(await look(stricter)).toMatchObject({ newlyBlocked: 0, isOverLimit: false });
  await configure(company, { secondFactor: 'device' });
  expect(await look(stricter)).toMatchObject({
    newlyBlocked: 3,
    checks: [{ checkType: 'FirewallEnable', newlyBlocked: 3 }],
    isOverLimit: true,
  });
});

describe('an application that is given another name', () => {
  const findMail = async () => {
    const [mail] = await server.context.database.select().from(applications).where(eq(applications.name, 'Mail'));
    return mail?.id ?? '';
  };
  const rename = async (body: { name: string; acceptBlocking?: number }, applicationId: string) =>
    createSocketDesk(server).call('adminUpdateApplication', { parameters: { applicationId }, body });

  test('under which the policy is enforced newly stops anyone who it stops there', async () => {
    await addPeople(10);
    await setPolicy(company, at('Wiki', 'Post'));
    const mail = await findMail();
    const refused = await rename({ name: 'Post' }, mail);
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain('--accept-blocking 10');
    expect((await rename({ name: 'Post', acceptBlocking: 9 }, mail)).status).toBe(409);
    // One that the policy does not name stops no one.
    expect((await rename({ name: 'Letters' }, mail)).body.warnings).toEqual([]);
    const accepted = await rename({ name: 'Post', acceptBlocking: 10 }, mail);
    expect(accepted.body.warnings).toContainEqual(expect.stringContaining('It newly keeps 10 of 10 people from work'));
    // Enforced there before and after: no news.
    expect((await rename({ name: 'wiki' }, mail)).body.warnings).toEqual([]);
    expect((await rename({ name: 'Mail' }, mail)).status).toBe(200);
  });

  test('to which no one may go on without Workplace newly stops anyone who has none', async () => {
    await addPeople(10);
    await setPolicy(company, PERMISSIVE);
    await configure(company, { skipping: { isAllowed: true, applications: ['Mail'] } });
    expect(await rename({ name: 'Post' }, await findMail())).toMatchObject({
      status: 409,
      body: { code: 'too_many_blocked' },
    });
  });

  test('is not counted by a policy that holds no longer', async () => {
    await addPeople(10);
    await setPolicy(company, at('Wiki'));
    const { database } = server.context;
    const write = database.transaction.bind(database);
    const waiting = vi.spyOn(database, 'transaction').mockImplementation(async (...work) => {
      waiting.mockRestore();
      await setPolicy(company, at('Wiki', 'Post'));
      return write(...work);
    });
    expect(await rename({ name: 'Post' }, await findMail())).toMatchObject({
      status: 409,
      body: { code: 'not_possible' },
    });
  });
});
