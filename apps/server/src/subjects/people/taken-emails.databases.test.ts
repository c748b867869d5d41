import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createDesk, type Desk, openDesk, plantAdministrator, plantToken } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let people = 0;

/** Someone with an e-mail address of their own. */
async function addSomebody(): Promise<{ personId: string; login: string; email: string }> {
  people += 1;
  const login = `somebody-${people}`;
  const email = `${login}@alderbrook.example`;
  return { personId: await addPerson(company, login, { email }), login, email };
}

const emailOf = async (personId: string) => (await desk.call('adminPerson', { parameters: { personId } })).body.email;
const load = (csv: string, by = desk) => by.call('adminImportPeople', { body: { csv: `login,name,email\n${csv}\n` } });

describe('an e-mail address, by which work applications know people, is one person’s', () => {
  beforeAll(async () => {
    server = await startTestServer();
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
  });
  afterAll(() => server.close());

  test('who is changed does not get another person’s, in whatever capitals, and keeps their own', async () => {
    const [one, two] = [await addSomebody(), await addSomebody()];
    const parameters = { personId: one.personId };
    const change = (email: string) => desk.call('adminUpdatePerson', { parameters, body: { email } });
    for (const email of [two.email, two.email.toUpperCase()]) {
      const refused = await change(email);
      expect(refused).toMatchObject({ status: 409, body: { code: 'already_there' } });
      expect(refused.body.message).toContain(two.login);
    }
    const dry = await desk.dryRun('adminUpdatePerson', { parameters, body: { email: two.email } });
    expect(dry.status).toBe(409);
    expect(await emailOf(one.personId)).toBe(one.email);
    expect((await change(one.email.toUpperCase())).status).toBe(200);
  });

  test('who is added does not get another person’s', async () => {
    const { email } = await addSomebody();
    const body = { login: 'newcomer', displayName: 'Newcomer', email: email.toUpperCase() };
    expect(await desk.call('adminAddPerson', { body })).toMatchObject({
      status: 409,
      body: { code: 'already_there' },
    });
    expect((await desk.call('adminPeople', { query: { login: 'newcomer' } })).body.total).toBe(0);
  });

  test('of two who are given the same one at once, one gets it', async () => {
    const four = await Promise.all([addSomebody(), addSomebody(), addSomebody(), addSomebody()]);
    const said = await Promise.all(
      four.map(({ personId }) =>
        desk.call('adminUpdatePerson', { parameters: { personId }, body: { email: 'wanted@alderbrook.example' } }),
      ),
    );
    expect(said.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(said.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  test('a file is refused with the line, and may let two people change theirs for each other’s', async () => {
    const [one, two] = [await addSomebody(), await addSomebody()];
    const refused = await load(`${one.login},One,${two.email.toUpperCase()}`);
    expect(refused.status).toBe(422);
    expect(refused.body.problems).toEqual([
      { line: 2, column: 1, message: `email ${two.email.toUpperCase()} is that of ${two.login} already.` },
    ]);
    const twice = await load('file-one,One,file@alderbrook.example\nfile-two,Two,File@alderbrook.example');
    expect(twice.body.problems).toEqual([
      { line: 3, column: 1, message: 'email File@alderbrook.example is that of file-one already.' },
    ]);
    expect((await load(`${one.login},One,${two.email}\n${two.login},Two,${one.email}`)).status).toBe(200);
    expect([await emailOf(one.personId), await emailOf(two.personId)]).toEqual([two.email, one.email]);
  });

  test('a token changes neither login nor e-mail address of someone with a role', async () => {
    const byToken = createDesk(company, await plantToken(company));
    const { personId, login } = await plantAdministrator(company, { role: 'administrator' });
    const parameters = { personId };
    for (const body of [{ email: 'mine@evil.example' }, { login: 'mine' }]) {
      const refused = await byToken.call('adminUpdatePerson', { parameters, body });
      expect(refused).toMatchObject({ status: 403, body: { code: 'role_missing' } });
    }
    const read = await load(`${login},Boss,mine@evil.example`, byToken);
    expect(read.body.problems).toEqual([
      { line: 2, column: 1, message: expect.stringContaining(`${login} has a role`) },
    ]);
    // What gives no one away stays theirs to change, and so does everything of those without a role.
    const renamed = { parameters, body: { displayName: 'The Boss' } };
    expect((await byToken.call('adminUpdatePerson', renamed)).status).toBe(200);
    const plain = await addSomebody();
    const body = { email: 'plain@alderbrook.example' };
    const changed = await byToken.call('adminUpdatePerson', { parameters: { personId: plain.personId }, body });
    expect(changed.status).toBe(200);
  });
});
