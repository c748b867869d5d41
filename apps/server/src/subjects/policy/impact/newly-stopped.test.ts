import { applicationConfigurationSchema } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, devices, people } from '../../../database/schema.ts';
import {
  addPerson,
  findApplicationId,
  setApplication,
  setPolicy,
  signInAs,
  type TestPerson,
} from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { type Desk, given, openDesk } from '../../../testing/administrators.ts';
import { meanwhile } from '../../../testing/meanwhile.ts';

const PILOT = `version: 1
workplaceAccessPolicy: Strict
enforceFor: { groups: [Pilot] }
checks:
  FirewallEnable: { severity: required, unknown: allow }
`;
const EVERYBODY = PILOT.replace('enforceFor: { groups: [Pilot] }\n', '');
const on = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const off = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let good: TestPerson;
let bad: readonly TestPerson[];

/** Twelve people: the computer of one is good enough, those of three are not, and the others have none. */
beforeAll(async () => {
  server = await startTestServer({ policy: PILOT });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  good = await addPerson(company);
  bad = [await addPerson(company), await addPerson(company), await addPerson(company)];
  for (const somebody of [good, ...bad]) await report(somebody, somebody === good ? on : off);
  for (let index = 0; index < 8; index += 1) await addPerson(company);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  await setPolicy(company, PILOT);
  await setApplication(company, { settings: {} });
  await server.context.database.update(people).set({ groups: [] }).where(eq(people.companyId, company.id));
});

async function report(somebody: TestPerson, facts: typeof on): Promise<void> {
  const visitor = new Visitor(company);
  await signInAs(visitor, somebody);
  const device = await createSimulatedDevice();
  await visitor.report(await visitor.openSession(device), device, facts);
}

const set = (values: object, acceptBlocking?: number) =>
  desk.call('adminSetSettings', { body: { set: values, reset: [], acceptBlocking } });
const open = () => desk.call('adminSetGate', { body: { state: 'observing', isReading: true, reason: 'pilot' } });

describe('settings that keep people from work', () => {
  test('the check as second factor, while the gate is open, needs a word for all but the one whose computer passes', async () => {
    await open();
    const refused = await set({ secondFactor: 'device' });
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    const [, stopped = '', all = ''] =
      /it would newly keep (\d+) of (\d+) people from work/.exec(refused.body.message ?? '') ?? [];
    expect(Number(stopped)).toBe(Number(all) - 1);
    // A dry run succeeds, and says what the real run wants.
    const wanted = expect.stringContaining(`Without --accept-blocking ${stopped} this is refused.`) as unknown;
    const dry = async (acceptBlocking?: number) =>
      (
        await desk.dryRun('adminSetSettings', {
          body: { set: { secondFactor: 'device' }, reset: [], acceptBlocking },
        })
      ).body.warnings;
    expect(await dry()).toContainEqual(wanted);
    expect(await dry(Number(stopped) - 1)).toContainEqual(wanted);
    expect(await dry(Number(stopped))).not.toContainEqual(wanted);
    expect((await desk.call('adminSettings')).body.settings['secondFactor']).toBe('off');
    expect((await set({ secondFactor: 'device' }, Number(stopped) - 1)).status).toBe(409);
    const accepted = await set({ secondFactor: 'device' }, Number(stopped));
    expect(accepted.body.warnings).toContainEqual(expect.stringContaining(`newly keeps ${stopped} of ${all} people`));
  });

  test('one application that asks for it, likewise', async () => {
    await open();
    const parameters = { applicationId: await findApplicationId(company) };
    const change = (values: object, acceptBlocking?: number) =>
      desk.call('adminSetApplicationSettings', { parameters, body: { set: values, reset: [], acceptBlocking } });
    expect(await change({ mode: 'mfa' })).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(await change({ secondFactor: 'device' })).toMatchObject({ status: 409 });
    expect((await change({ mode: 'mfa' }, 999)).status).toBe(200);
    // It is so already: no one is newly stopped.
    expect((await change({ secondFactor: 'device' })).body.warnings).toEqual([]);
    const [row] = await server.context.database
      .select()
      .from(applications)
      .where(eq(applications.companyId, company.id));
    expect(applicationConfigurationSchema.parse(row?.settings).mode).toBe('mfa');
  });

  test.each([
    ['the gate is closed', () => configure(company, {})],
    ['its own rule is loosened', () => setApplication(company, { settings: { secondFactor: 'off' } })],
  ])('one application is counted for again where %s meanwhile', async (_name, act) => {
    await open();
    meanwhile(server.context.database, act);
    const parameters = { applicationId: await findApplicationId(company) };
    await setApplication(company, { settings: { mode: 'mfa' } });
    const body = { set: { mode: 'frontline' }, reset: [] };
    expect(await desk.call('adminSetApplicationSettings', { parameters, body })).toMatchObject({
      status: 409,
      body: { code: 'not_possible', message: expect.stringContaining('counted again') },
    });
  });

  test('a list of systems without those that people have', async () => {
    await setPolicy(company, EVERYBODY);
    const list = { supportedOs: [], supportedBrowsers: [] };
    const platform = { frontline: list, secureEnclave: list, other: list };
    const dry = await desk.dryRun('adminSetSettings', {
      body: { set: { supportedVersions: { mac: platform, windows: platform, linux: platform } }, reset: [] },
    });
    expect(dry.body.warnings).toEqual([
      expect.stringContaining(
        `people from work, whose computer does not pass by a report of the last 14 days: ${good.login}`,
      ),
    ]);
  });

  test.each([
    ['taken away', { isAllowed: false }, 200],
    ['that is over', { isAllowed: true, until: '2020-01-01T00:00:00Z' }, 200],
    ['that ends one day', { isAllowed: true, until: '2099-01-01T00:00:00Z' }, 409],
    ['to no application', { isAllowed: true, applications: [] }, 200],
  ])('leave to go on without Workplace: %s', async (_name, skipping, takenAway) => {
    await setPolicy(company, EVERYBODY.replace('Strict', 'Permissive'));
    await configure(company, { skipping: { isAllowed: true } });
    expect(await set({ skipping })).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    // Whom it stopped before is no news.
    await configure(company, { skipping });
    expect((await set({ skipping: { isAllowed: false } })).status).toBe(takenAway);
  });

  test('count while the gate observes for a while, since it closes by itself; and not where it goes on observing then', async () => {
    await setPolicy(company, EVERYBODY.replace('Strict', 'Permissive'));
    const skipping = { isAllowed: true };
    const until = new Date(server.context.now().getTime() + 3_600_000).toISOString();
    const forAWhile = { state: 'observing', reason: 'a storm', until };
    await configure(company, { skipping, gate: forAWhile });
    expect(await set({ skipping: { isAllowed: false } })).toMatchObject({
      status: 409,
      body: { code: 'too_many_blocked' },
    });
    await configure(company, { skipping, gate: { ...forAWhile, afterwards: { isReading: true, reason: 'pilot' } } });
    expect((await set({ skipping: { isAllowed: false } })).body.warnings).toEqual([]);
  });

  test('others are not asked about', async () => {
    expect((await set({ productName: 'Gate' })).body.warnings).toEqual([]);
  });
});

describe('computers that are no second factor, however good they are', () => {
  const become = async (changes: Partial<typeof devices.$inferInsert>) => {
    await server.context.database.update(devices).set(changes).where(eq(devices.personId, good.id));
  };
  const look = async () => {
    await open();
    const ofCompany = await desk.dryRun('adminSetSettings', { body: { set: { secondFactor: 'device' }, reset: [] } });
    const ofApplication = await desk.dryRun('adminSetApplicationSettings', {
      parameters: { applicationId: await findApplicationId(company) },
      body: { set: { secondFactor: 'device' }, reset: [] },
    });
    const counts = [ofCompany, ofApplication].map(({ body }) => {
      const [, stopped, all] = /newly keeps (\d+) of (\d+) people from work/.exec(body.warnings.join()) ?? [];
      return Number(all) - Number(stopped);
    });
    return { passing: counts };
  };

  test('let no one in: one that waits for approval', async () => {
    expect(await look()).toEqual({ passing: [1, 1] });
    await become({ state: 'waiting' });
    expect(await look()).toEqual({ passing: [0, 0] });
    await become({ state: 'approved' });
  });

  test('nor a second one, unless someone has approved it', async () => {
    const first = await createSimulatedDevice();
    const visitor = new Visitor(company);
    await signInAs(visitor, good);
    await visitor.report(await visitor.openSession(first), first, off);
    const { database } = server.context;
    const isFirst = eq(devices.deviceId, first.deviceId);
    await database
      .update(devices)
      .set({ createdAt: new Date(0) })
      .where(isFirst);
    expect(await look()).toEqual({ passing: [0, 0] });
    // A blocked one was there as well.
    await database.update(devices).set({ state: 'blocked' }).where(isFirst);
    expect(await look()).toEqual({ passing: [0, 0] });
    await become({ approvedBy: 'ilse' });
    expect(await look()).toEqual({ passing: [1, 1] });
    await become({ approvedBy: null });
    await database.delete(devices).where(isFirst);
    expect(await look()).toEqual({ passing: [1, 1] });
  });
});

describe('groups that the policy is enforced for', () => {
  const pilotOf = (somebodies: readonly TestPerson[]) =>
    [
      'login,displayName,email,groups',
      ...somebodies.map(({ login }) => `${login},X,${login}@alderbrook.example,pilot`),
    ].join('\n');
  const load = (csv: string, acceptBlocking?: number) =>
    desk.call('adminImportPeople', { body: { csv, isInviting: false, acceptBlocking } });

  test('filled from a file need a word when computers of many do not pass', async () => {
    const refused = await load(pilotOf([good, ...bad]));
    expect(refused).toMatchObject({ status: 409, body: { code: 'too_many_blocked' } });
    expect(refused.body.message).toContain('it would newly keep 3 of ');
    const accepted = await load(pilotOf([good, ...bad]), 3);
    expect(accepted.body).toMatchObject({ changed: 4 });
    expect(accepted.body.warnings).toEqual([expect.stringContaining('It newly keeps 3 of ')]);
    // They are in the group by now.
    expect((await load(pilotOf([good, ...bad]))).body).toMatchObject({ changed: 0, warnings: [] });
  });

  test('stop no one who is new with a file, and it says that they may meet the page that asks for Workplace', async () => {
    const lines = Array.from({ length: 8 }, (_, index) => {
      const groups = index < 6 ? 'sales|PILOT' : 'sales';
      return `new-${index},New,new-${index}@alderbrook.example,${groups}`;
    });
    const csv = `login,displayName,email,groups\n${lines.join('\n')}\n`;
    const note =
      'The policy is enforced for the group PILOT (enforceFor): new people in it may have to install Workplace before they reach work.';
    const look = () => desk.dryRun('adminImportPeople', { body: { csv, isInviting: false } });
    const shut = expect.stringMatching(/^8 people have no way to sign in/);
    expect((await look()).body.warnings).toEqual([note, shut]);
    await setPolicy(company, EVERYBODY);
    expect((await look()).body.warnings).toEqual([shut]);
    await setPolicy(company, PILOT);
    expect(await load(csv)).toMatchObject({ status: 200, body: { added: 8, warnings: [note, shut] } });
    const those = inArray(
      people.login,
      lines.map((_, index) => `new-${index}`),
    );
    await server.context.database.delete(people).where(those);
  });

  test('while the gate is open stop no one', async () => {
    await open();
    expect((await load(pilotOf([good, ...bad]))).body.warnings).toEqual([]);
  });

  test('of one person are not measured: a sentence warns', async () => {
    const change = async ({ id }: TestPerson) =>
      (await desk.call('adminUpdatePerson', { parameters: { personId: id }, body: { groups: ['Pilot'] } })).body
        .warnings;
    const sentence =
      'The policy is enforced for the group Pilot (enforceFor): from now on it stops them where their computer does not pass.';
    expect(await change(given(bad[0]))).toEqual([sentence]);
    expect(await change(given(bad[0]))).toEqual([]);
  });
});

test('a policy that ends exemptions made by command says which', async () => {
  await setPolicy(company, EVERYBODY);
  const parameters = { checkType: 'FirewallEnable' } as const;
  const { login } = given(bad[0]);
  await desk.call('adminAddExemption', { parameters, body: { login, days: 2, why: 'it is being replaced' } });
  const { body } = await desk.dryRun('adminApplyPolicy', { body: { text: EVERYBODY } });
  expect(body.warnings).toContainEqual(
    expect.stringContaining(`It ends exemptions that hold now: login ${login} from FirewallEnable`),
  );
  const kept = (await desk.call('adminPolicy')).body.text;
  expect((await desk.dryRun('adminApplyPolicy', { body: { text: `${kept}# the same\n` } })).body.warnings).toEqual([]);
});
