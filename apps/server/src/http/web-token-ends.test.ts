import { CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { devices, webSessions } from '../database/schema.ts';
import { nameOfSignIn } from '../context/caller.ts';
import { type Desk, openDesk } from '../testing/administrators.ts';
import { addPerson, keyExchange, signInAs, type TestPerson } from '../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../testing/companies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const BY_PAGE = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'same-origin' };

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let person: TestPerson;
let device: SimulatedDevice;
let parent: Visitor;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  person = await addPerson(company);
  device = await createSimulatedDevice();
  parent = new Visitor(company);
  await signInAs(parent, person);
  await parent.report(await parent.openSession(device), device, facts);
});

/** A browser that Workplace opened, signed in by a web token of another one. */
async function openFrom(browser: Visitor): Promise<Visitor> {
  const body = { deviceId: device.deviceId, url: '/online/session-status' };
  const { body: made } = await browser.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body });
  const opened = new Visitor(company);
  expect((await open(opened, made.token)).status).toBe(303);
  return opened;
}

const open = (browser: Visitor, token: string) =>
  browser.ask<string>('/online/open', { method: 'POST', form: { token }, headers: BY_PAGE });
const isIn = async (browser: Visitor) => (await browser.ask(CALLS.mySession.path)).status === 200;
const post = (browser: Visitor, path: string, body?: object) => browser.ask(path, { method: 'POST', body });

async function idOf(browser: Visitor): Promise<string> {
  const [row] = await company.context.database
    .select()
    .from(webSessions)
    .where(and(eq(webSessions.personId, person.id), isNull(webSessions.openedFrom), isNull(webSessions.revokedAt)))
    .orderBy(desc(webSessions.authenticatedAt));
  if (row === undefined || !(await isIn(browser))) throw new Error('There is no session.');
  return row.id;
}

const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['the person signs out there', () => post(parent, CALLS.signOut.path)],
  ['the person signs out everywhere', () => post(parent, CALLS.signOutEverywhere.path)],
  ['someone else signs in in that browser', async () => signInAs(parent, await addPerson(company))],
  ['an administrator ends the sessions', () => desk.call('adminEndSessions', { parameters: { personId: person.id } })],
  [
    'an administrator blocks the person, and lets them in again',
    async () => {
      const parameters = { personId: person.id };
      await desk.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'lost a laptop' } });
      await desk.call('adminBlockPerson', { parameters, body: { isBlocked: false, reason: 'found it' } });
    },
  ],
  [
    'the person ends it from another browser',
    async () => {
      const context = await server.company();
      const path = CALLS.endOtherSession.path.replace('{id}', nameOfSignIn(context, await idOf(parent)));
      const elsewhere = new Visitor(company);
      await signInAs(elsewhere, person);
      expect((await elsewhere.ask(path, { method: 'DELETE' })).status).toBe(204);
    },
  ],
];

describe('what a web token opened ends with the session it came from, and so does what that one opened:', () => {
  test.each(WAYS)('%s', async (_, end) => {
    const child = await openFrom(parent);
    const grandchild = await openFrom(child);
    expect([await isIn(child), await isIn(grandchild)]).toEqual([true, true]);
    await end();
    expect([await isIn(child), await isIn(grandchild)]).toEqual([false, false]);
  });

  test('opened in the moment in which it ends', async () => {
    for (let round = 0; round < 12; round += 1) {
      const visitor = new Visitor(company);
      await signInAs(visitor, person);
      const body = { deviceId: device.deviceId, url: '/online/session-status' };
      const { body: made } = await visitor.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body });
      const opened = new Visitor(company);
      await Promise.all([open(opened, made.token), post(visitor, CALLS.signOut.path)]);
      expect(await isIn(opened)).toBe(false);
    }
  });
});

describe('where the password is changed in the very session, by a thief of whose cookies', () => {
  const change = (browser: Visitor) => {
    const body = { currentPassword: person.password, newPassword: 'seven green kettles whistle' };
    return browser.ask(CALLS.changePassword.path, { method: CALLS.changePassword.method, body });
  };
  const ask = (browser: Visitor) => {
    const body = { deviceId: device.deviceId, url: '/online/session-status' };
    return browser.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body });
  };

  test('a web token was asked for before, nothing opens any more, nor is an access token good', async () => {
    const { body } = await ask(parent);
    const settings = () => parent.device(CALLS.userSettings.path);
    expect((await settings()).status).toBe(200);
    expect((await change(parent)).status).toBeLessThan(300);
    const opened = new Visitor(company);
    expect((await open(opened, body.token)).status).not.toBe(303);
    expect([await isIn(opened), await isIn(parent), (await settings()).status]).toEqual([false, true, 401]);
  });

  test('one is asked for in that moment, none is good', async () => {
    for (let round = 0; round < 6; round += 1) {
      const thief = new Visitor(company);
      for (const [name, value] of parent.cookies) thief.cookies.set(name, value);
      const [made] = await Promise.all([ask(thief), change(parent)]);
      const opened = new Visitor(company);
      await open(opened, made.body.token);
      expect(await isIn(opened)).toBe(false);
      person = await addPerson(company);
      parent = new Visitor(company);
      await signInAs(parent, person);
      device = await createSimulatedDevice();
      await parent.report(await parent.openSession(device), device, facts);
    }
  });
});

describe('where a thief of the cookies opens one after the other', () => {
  const ENDS: readonly (readonly [string, (other: Visitor) => Promise<{ readonly status: number }>])[] = [
    ['the person signs out everywhere', (other) => post(other, CALLS.signOutEverywhere.path)],
    [
      'an administrator ends the sessions',
      () => desk.call('adminEndSessions', { parameters: { personId: person.id } }),
    ],
    [
      'an administrator blocks the person',
      () => {
        const body = { isBlocked: true, reason: 'lost a laptop' };
        return desk.call('adminBlockPerson', { parameters: { personId: person.id }, body });
      },
    ],
  ];

  test.each(ENDS)('%s, and nothing stays or fails', async (_, end) => {
    for (let round = 0; round < 3; round += 1) {
      const victim = await addPerson(company);
      person = victim;
      device = await createSimulatedDevice();
      const thief = new Visitor(company);
      await signInAs(thief, person);
      await thief.report(await thief.openSession(device), device, facts);
      const other = new Visitor(company);
      await signInAs(other, person);
      const body = { deviceId: device.deviceId, url: '/online/session-status' };
      const tokens = await Promise.all(
        Array.from({ length: 8 }, () => thief.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body })),
      );
      // Some browsers that are to be signed in have a session already, which is replaced.
      const first = await openFrom(thief);
      const opened = tokens.map(() => new Visitor(company));
      for (const visitor of opened.slice(0, 3))
        for (const [name, value] of first.cookies) visitor.cookies.set(name, value);
      const [ended, ...answers] = await Promise.all([
        end(other),
        ...opened.map((visitor, n) => open(visitor, tokens[n]?.body.token ?? '')),
      ]);
      expect(ended.status).toBeLessThan(300);
      for (const { status } of answers) expect([303, 400, 403]).toContain(status);
      expect(await Promise.all([thief, other, ...opened].map(isIn))).not.toContain(true);
    }
  });

  test('no more than twenty stay', async () => {
    const opened: Visitor[] = [];
    for (let turn = 0; turn < 22; turn += 1) {
      opened.push(await openFrom(parent));
      server.advance(1000);
    }
    const live = await Promise.all(opened.map(isIn));
    expect(live).toEqual(opened.map((_, at) => at > 1));
    expect(await isIn(parent)).toBe(true);
  });
});

test('the one that was opened ends alone', async () => {
  const child = await openFrom(parent);
  await post(child, CALLS.signOut.path);
  expect([await isIn(parent), await isIn(child)]).toEqual([true, false]);
});

test('a browser in which the person is signed in keeps its session', async () => {
  const child = await openFrom(parent);
  const body = { deviceId: device.deviceId, url: '/online/session-status' };
  const { body: made } = await child.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body });
  expect((await open(parent, made.token)).status).toBe(303);
  expect([await isIn(parent), await isIn(child)]).toEqual([true, true]);
});

/** Shows a computer that no one knows, on the way to an application. @returns whether it is let in */
async function bringNewComputer(browser: Visitor): Promise<boolean> {
  const made = await createSimulatedDevice();
  const marker = await browser.openApplication();
  await browser.ask(`/api/online/v1/pending-sign-in/${marker}`);
  const session = await browser.openSession(made);
  await browser.report(session, made, facts);
  const { body } = await browser.checkResult(session, marker);
  if ((body.encryptedPermit ?? null) === null) return false;
  return (await browser.redeem(await made.open(session, body))).status === 200;
}

/** As if the sign-in at the company's provider had been with a second factor, a moment ago. */
async function giveSecondFactor(): Promise<void> {
  await company.context.database
    .update(webSessions)
    .set({ factors: ['upstream', 'upstream-mfa'], secondFactorAt: sql`${webSessions.authenticatedAt}` })
    .where(and(eq(webSessions.personId, person.id), isNull(webSessions.openedFrom)));
}

test('a second factor of a moment ago registers a computer where it was given, and none in what was opened', async () => {
  await configure(company, { registration: { mode: 'verified' } });
  await giveSecondFactor();
  expect(await bringNewComputer(await openFrom(parent))).toBe(false);
  const own = new Visitor(company);
  await signInAs(own, person);
  await giveSecondFactor();
  expect(await bringNewComputer(own)).toBe(true);
});

test('a link for a computer that was blocked meanwhile opens nothing', async () => {
  const body = { deviceId: device.deviceId, url: '/online/session-status' };
  const make = async () =>
    (await parent.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body })).body.token;
  const [before, after] = [await make(), await make()];
  const [row] = await company.context.database.select().from(devices).where(eq(devices.deviceId, device.deviceId));
  const parameters = { id: row?.id ?? '' };
  await desk.call('adminBlockDevice', { parameters, body: { isBlocked: true, reason: 'lost' } });
  const refused = new Visitor(company);
  expect((await open(refused, before)).status).toBe(400);
  expect(await isIn(refused)).toBe(false);
  await desk.call('adminBlockDevice', { parameters, body: { isBlocked: false, reason: 'found' } });
  expect((await open(new Visitor(company), after)).status).toBe(303);
});

test('a link that was made while the clock was ahead opens nothing', async () => {
  server.advance(3_600_000);
  const body = { deviceId: device.deviceId, url: '/online/session-status' };
  const { body: made } = await parent.ask<{ token: string }>(CALLS.webToken.path, { method: 'POST', body });
  server.advance(-3_600_000);
  expect((await open(new Visitor(company), made.token)).status).toBe(400);
});

describe('at another computer than the one that its link was made at', () => {
  test.each([
    [
      'second',
      async (browser: Visitor, other: SimulatedDevice): Promise<void> => void (await browser.openSession(other)),
    ],
    [
      'first',
      async (browser: Visitor, other: SimulatedDevice): Promise<void> => void (await keyExchange(browser, other)),
    ],
  ] as const)('an opened session ends as that one answers, in the %s version', async (_version, answer) => {
    const opened = await openFrom(parent);
    await opened.openSession(device);
    expect(await isIn(opened)).toBe(true);
    await answer(opened, await createSimulatedDevice());
    expect([await isIn(opened), await isIn(parent)]).toEqual([false, true]);
  });

  test('the one that the person opens by themselves stands', async () => {
    const opened = await openFrom(parent);
    await signInAs(opened, person);
    await opened.openSession(await createSimulatedDevice());
    expect(await isIn(opened)).toBe(true);
  });
});
