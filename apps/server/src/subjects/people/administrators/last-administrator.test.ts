import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { people } from '../../../database/schema.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createSocketDesk, type Desk, newestAudit, plantAdministrator } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let ilse: Awaited<ReturnType<typeof plantAdministrator>>;

const usable = (personId: string) =>
  server.context.database.update(people).set({ passwordHash: 'a hash' }).where(eq(people.id, personId));

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  ilse = await plantAdministrator(company, { role: 'administrator', login: 'ilse' });
  await usable(ilse.personId);
  // Named administrator once, and never signed up: no one who could run anything.
  await plantAdministrator(company, { role: 'administrator', login: 'never-came' });
});
afterAll(() => server.close());

const CALLS = [
  ['adminSetRole', { body: { role: 'auditor' } }],
  ['adminSetRole', { body: { role: null } }],
  ['adminBlockPerson', { body: { isBlocked: true, reason: 'left' } }],
  ['adminErasePerson', { query: { confirm: 'ilse' } }],
] as const;

describe('the only administrator who can sign in', () => {
  test.each(CALLS)('stays so: %s %j is refused, and a dry run says why', async (name, parts) => {
    const wanted = { ...parts, parameters: { personId: ilse.personId } };
    const dry = await desk.dryRun(name, wanted);
    expect([dry.status, dry.body.warnings]).toEqual([
      200,
      expect.arrayContaining([expect.stringContaining('ilse is the only administrator who can sign in')]),
    ]);
    // What succeeds as a dry run and is refused afterwards is a surprise: the word that is wanted stands there as well.
    expect(dry.body.warnings).toContainEqual(
      expect.stringContaining('Without --accept-no-administrator this is refused.'),
    );
    const { status, body } = await desk.call(name, wanted);
    expect([status, body.code]).toEqual([409, 'not_possible']);
    expect(body.message).toContain('vestibule person role LOGIN administrator');
    const { person } = await shown();
    expect(person).toMatchObject({ role: { role: 'administrator' }, blockedAt: null });
  });

  test('goes where that is accepted', async () => {
    const parameters = { personId: ilse.personId };
    const body = { isBlocked: true, reason: 'left', acceptsNoAdministrator: true };
    const dry = await desk.dryRun('adminBlockPerson', { parameters, body });
    expect(dry.body.warnings).toContainEqual(expect.stringMatching(/^ilse is the only .* from a browser\.$/));
    expect((await desk.call('adminBlockPerson', { parameters, body })).status).toBe(200);
    expect(await newestAudit(company)).toMatchObject({ action: 'person-block', outcome: 'done', target: 'ilse' });
    await desk.call('adminBlockPerson', { parameters, body: { isBlocked: false, reason: 'back' } });
  });

  test('goes without a word once there is another one', async () => {
    const other = await plantAdministrator(company, { role: 'administrator', login: 'lena' });
    await usable(other.personId);
    for (const [name, parts] of CALLS) {
      const { body } = await desk.dryRun(name, { ...parts, parameters: { personId: ilse.personId } });
      expect([name, JSON.stringify(body.warnings).includes('only administrator')]).toEqual([name, false]);
    }
    const parameters = { personId: ilse.personId };
    expect((await desk.call('adminSetRole', { parameters, body: { role: 'auditor' } })).status).toBe(200);
  });
});

test('an invitation from before someone had a role opens nothing afterwards', async () => {
  const body = { login: 'otto', displayName: 'Otto', email: 'otto@alderbrook.example' };
  const parameters = { personId: (await desk.call('adminAddPerson', { body })).body.personId ?? '' };
  expect((await desk.call('adminInvitePerson', { parameters, body: {} })).status).toBe(200);
  const isOpen = async () => (await desk.call('adminPerson', { parameters })).body.invitedUntil !== null;
  expect(await isOpen()).toBe(true);
  const wanted = { parameters, body: { role: 'administrator' } };
  expect((await desk.dryRun('adminSetRole', wanted)).body.warnings).toContainEqual(
    expect.stringContaining('opens nothing any more'),
  );
  expect(await isOpen()).toBe(true);
  expect((await desk.call('adminSetRole', wanted)).status).toBe(200);
  expect(await isOpen()).toBe(false);
});

async function shown() {
  const { body } = await desk.call('adminPerson', { parameters: { personId: ilse.personId } });
  return { person: body };
}
