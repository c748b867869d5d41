import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, people } from '../../../database/schema.ts';
import { addPerson, setPolicy } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createSocketDesk } from '../../../testing/administrators.ts';
import { meanwhile } from '../../../testing/meanwhile.ts';

const EVERYBODY = `version: 1
workplaceAccessPolicy: Permissive
checks:
  FirewallEnable: { severity: required }
`;
const NOBODY = `${EVERYBODY}enforceFor: { groups: [No one] }\n`;
const observing = { state: 'observing', reason: 'pilot' };
const COUNT_ANEW = { status: 409, body: { code: 'not_possible', message: expect.stringContaining('counted again') } };

let server: TestServer;
let company: TestCompany;
let login = '';

/** Ten people who have no Workplace, and may go on without it. */
beforeAll(async () => {
  server = await startTestServer({ policy: EVERYBODY });
  company = await firstCompany(server);
  const { database, now } = server.context;
  await database.update(people).set({ disabledAt: now() }).where(eq(people.companyId, company.id));
  for (let index = 0; index < 10; index += 1) {
    const added = await addPerson(company);
    await database.update(people).set({ disabledAt: null }).where(eq(people.id, added.id));
    ({ login } = added);
  }
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, { skipping: { isAllowed: true } });
  await setPolicy(company, EVERYBODY);
});

const desk = () => createSocketDesk(server);
const set = (values: object, more = {}) =>
  desk().call('adminSetSettings', { body: { set: values, reset: [], ...more } });
const close = () => desk().call('adminSetGate', { body: { state: 'enforcing', reason: 'go' } });
const apply = (text: string) => desk().call('adminApplyPolicy', { body: { text } });
const endSkipping = () => set({ skipping: { isAllowed: false } });

describe('what was counted by something that holds no longer is not written', () => {
  test('settings, when the gate is closed meanwhile', async () => {
    await configure(company, { gate: observing, skipping: { isAllowed: true } });
    meanwhile(server.context.database, async () => expect((await close()).status).toBe(200));
    expect(await endSkipping()).toMatchObject(COUNT_ANEW);
    // Now that it is closed they are counted.
    expect((await endSkipping()).body.code).toBe('too_many_blocked');
  });

  test('the closing of the gate, when a setting that decides is changed meanwhile', async () => {
    await configure(company, { gate: observing, skipping: { isAllowed: true } });
    meanwhile(server.context.database, async () => expect((await endSkipping()).status).toBe(200));
    expect(await close()).toMatchObject(COUNT_ANEW);
    expect((await close()).body.code).toBe('too_many_blocked');
  });

  test('a policy, when another one is applied meanwhile', async () => {
    meanwhile(server.context.database, () => setPolicy(company, NOBODY));
    expect(await apply(`${EVERYBODY}# mine\n`)).toMatchObject(COUNT_ANEW);
    expect((await server.company()).policy.text).toBe(NOBODY);
  });

  test('a policy that knows nothing of an exemption of this moment', async () => {
    const body = { login, days: 3, why: 'A new laptop' };
    const parameters = { checkType: 'FirewallEnable' };
    meanwhile(server.context.database, async () =>
      expect((await desk().call('adminAddExemption', { parameters, body })).status).toBe(200),
    );
    expect(await apply(`${EVERYBODY}# mine\n`)).toMatchObject(COUNT_ANEW);
    const again = await apply(`${EVERYBODY}# mine\n`);
    expect(again.body.warnings).toContainEqual(expect.stringContaining('It ends exemptions that hold now'));
  });

  test('but settings that decide nothing are, whatever else was changed', async () => {
    meanwhile(server.context.database, () => setPolicy(company, NOBODY));
    expect((await set({ productName: 'Door' })).status).toBe(200);
  });
});

test('an application with a rule of its own is counted for next to that of the company', async () => {
  const { database } = server.context;
  const ofCompany = eq(applications.companyId, company.id);
  await database
    .update(applications)
    .set({ settings: { secondFactor: 'off' } })
    .where(ofCompany);
  await configure(company, { secondFactor: 'device', skipping: { isAllowed: true } });
  const { status, body } = await endSkipping();
  expect([status, body.code]).toEqual([409, 'too_many_blocked']);
  await database.update(applications).set({ settings: {} }).where(ofCompany);
});

describe('ending the sign-in of here', () => {
  const end = (more = {}) => set({ isLocalSignInEnabled: false }, more);
  const ofCompany = () => eq(people.companyId, company.id);
  const withPasswords = (passwordHash: string | null) =>
    server.context.database.update(people).set({ passwordHash }).where(ofCompany());

  test('is refused while many have no other, and says how many', async () => {
    await withPasswords('a hash');
    const dry = await desk().dryRun('adminSetSettings', { body: { set: { isLocalSignInEnabled: false }, reset: [] } });
    expect([dry.status, dry.body.warnings]).toEqual([
      200,
      expect.arrayContaining([expect.stringContaining('10 of 10 people sign in here alone')]),
    ]);
    const { status, body } = await end();
    expect([status, body.code, body.message]).toEqual([
      409,
      'too_many_blocked',
      expect.stringContaining('--accept-blocking 10'),
    ]);
    expect((await end({ acceptBlocking: 9 })).status).toBe(409);
    expect((await end({ acceptBlocking: 10 })).status).toBe(200);
  });

  test('keeps no one out who has nothing to sign in with here', async () => {
    await withPasswords(null);
    expect((await end()).status).toBe(200);
  });
});
