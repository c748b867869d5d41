import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { queryRows } from '../../../database/query-rows.ts';
import { listTables } from '../../../database/tables.ts';
import { createDesk, type Desk, openDesk, plantAdministrator } from '../../../testing/administrators.ts';
import { setPolicy, signInAs, addPerson } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  await setPolicy(company, POLICY);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

/** Every row that holds a word, of every table but the policies of before: what the policy says is ended by command. */
async function rowsWith(word: string): Promise<readonly string[]> {
  const selects = listTables()
    .filter(({ name }) => name !== 'policies')
    .map(({ name }) => sql`select ${name}::text as name, t::text as text from ${sql.identifier(name)} t`);
  const rows = await queryRows(
    server.context.database,
    sql.join(selects, sql` union all `),
    z.object({ name: z.string(), text: z.string() }),
  );
  return rows.filter(({ text }) => text.toLowerCase().includes(word)).map(({ name, text }) => `${name} ${text}`);
}

const done = async (answer: Promise<{ readonly status: number; readonly body: unknown }>) => {
  const { status, body } = await answer;
  expect([status, status === 200 || status === 201 ? '' : body]).toEqual([status, '']);
};

/** All that is done to a person by others, under the names they have at the time. */
async function doMuch(personId: string, login: string, mark: string): Promise<void> {
  const parameters = { personId };
  const exemption = { parameters: { checkType: 'FirewallEnable' } };
  const reason = `${mark} asked, by ${mark}@alderbrook.example`;
  const access = { personId, applicationId: null, hours: 1, reason, uses: 3, overridesStopper: false };
  await done(desk.call('adminGrantAccess', { body: access }));
  await done(desk.call('adminAddExemption', { ...exemption, body: { login, days: 3, why: reason } }));
  await done(desk.call('adminEndExemption', { ...exemption, query: { login } }));
  await done(desk.call('adminSetRole', { parameters, body: { role: 'support' } }));
  await done(desk.call('adminSetRole', { parameters, body: { role: null } }));
  await done(desk.call('adminUpdatePerson', { parameters, body: { groups: ['sales'] } }));
  await done(desk.call('adminInvitePerson', { parameters }));
  await done(desk.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason } }));
  await done(desk.call('adminBlockPerson', { parameters, body: { isBlocked: false, reason } }));
  const csv = `login,displayName,email\n${login},Second ${mark},second-${mark}@alderbrook.example\n`;
  await done(desk.call('adminImportPeople', { body: { csv } }));
  await done(desk.call('adminExportPerson', { parameters }));
}

test('a person who was renamed is found by each of their names, and no row has one of them once they are erased', async () => {
  const mark = `zed${randomUUID().slice(0, 8)}`;
  const somebody = await addPerson(company);
  const parameters = { personId: somebody.id };
  const names = [`${mark}.o'hara"\\%_`, `${mark}.中é$name`, `${mark}-now`];
  for (const login of names) {
    const body = { login, displayName: `Zoë ${login}`, email: `${mark}-${names.indexOf(login)}@alderbrook.example` };
    await done(desk.call('adminUpdatePerson', { parameters, body }));
    await signInAs(new Visitor(server), { ...somebody, login });
    const wrong = { method: 'POST', body: { login, password: 'a wrong one' } };
    await new Visitor(server).ask('/api/online/v1/sign-in', wrong);
    await doMuch(somebody.id, login, mark);
  }
  const found = async (query: object) =>
    (await desk.call('adminAudit', { query: { ...query, limit: '200' } })).body.entries;
  // Who was renamed keeps what was written under the names before, each as it was then.
  const present = await found({ target: names[2] });
  expect(await found({ target: somebody.id })).toEqual(present);
  for (const login of names) {
    const under = await found({ target: login });
    expect(under.length).toBeGreaterThan(10);
    expect(present).toEqual(expect.arrayContaining(under));
    expect(under.some(({ target }) => target === login)).toBe(true);
    expect((await found({ actor: login })).some(({ actor }) => actor === login)).toBe(true);
  }
  expect((await found({ actor: names[2], action: 'sign-in' })).map(({ actor }) => actor)).toEqual(names.toReversed());
  expect((await rowsWith(mark)).length).toBeGreaterThan(10);

  const before = await found({ target: somebody.id });
  const erased = await desk.call('adminErasePerson', { parameters, query: { confirm: names[2] ?? '' } });
  expect(erased.status).toBe(200);
  expect(await rowsWith(mark)).toEqual([]);
  const { pseudonym } = erased.body;
  const after = new Map((await found({ target: pseudonym })).map((entry) => [entry.id, entry]));
  for (const { id, action, target } of before) {
    expect(after.get(id)).toMatchObject({
      action,
      ...(target?.startsWith(mark) === true ? { target: pseudonym } : {}),
    });
  }
});

test('an administrator who is erased leaves what they did, and no row that has their name', async () => {
  const mark = `yan${randomUUID().slice(0, 8)}`;
  const boss = await plantAdministrator(company, { role: 'administrator', login: mark });
  const theirs = createDesk(company, boss.guise);
  const other = await addPerson(company);
  const parameters = { personId: other.id };
  await done(theirs.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'left' } }));
  await done(theirs.call('adminBlockPerson', { parameters, body: { isBlocked: false, reason: 'back' } }));
  await done(theirs.call('adminInvitePerson', { parameters }));
  const access = { personId: other.id, applicationId: null, hours: 1, reason: 'x', uses: 3, overridesStopper: false };
  await done(theirs.call('adminGrantAccess', { body: access }));
  await done(theirs.call('adminCreateToken', { body: { name: 'nightly', role: 'auditor', days: 1 } }));
  await done(theirs.call('adminApplyPolicy', { body: { text: `${POLICY}# again\n` } }));
  const query = { confirm: mark };
  expect((await desk.call('adminErasePerson', { parameters: { personId: boss.personId }, query })).status).toBe(200);
  expect(await rowsWith(mark)).toEqual([]);
  const { entries } = (await desk.call('adminAudit', { query: { target: other.login } })).body;
  const blocked = entries.filter(({ action }) => action === 'person-block');
  expect(
    blocked.map(({ actor, address, details }) => [actor?.startsWith('erased-'), address, details['reason']]),
  ).toEqual([
    [true, '', 'back'],
    [true, '', 'left'],
  ]);
});
