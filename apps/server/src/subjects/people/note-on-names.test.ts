import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let desk: Desk;
beforeAll(async () => {
  server = await startTestServer();
  desk = await openDesk(await firstCompany(server), 'administrator');
});
afterAll(() => server.close());

const EITHER = 'A second step of Okta or Entra ID that names it could mean either, and is refused.';
let count = 0;

async function add(login: string, email: string) {
  const body = { login, displayName: 'Kim', email, type: 'employee' as const, groups: [] };
  return (await desk.call('adminAddPerson', { body })).body;
}
const change = async (id: string, body: object) =>
  (await desk.call('adminUpdatePerson', { parameters: { personId: id }, body })).body.warnings;

describe('a login that is another person’s e-mail address', () => {
  test('is warned of, for someone new and for someone known', async () => {
    count += 1;
    const [kim, tom] = [`kim-${count}`, `tom-${count}`];
    await add(kim, `${kim}@alderbrook.example`);
    const sentence = `The login ${kim}@alderbrook.example is the e-mail address of ${kim}. ${EITHER}`;
    expect((await add(`${kim}@alderbrook.example`, `x${kim}@alderbrook.example`)).warnings).toEqual([sentence]);
    const { personId } = await add(tom, `${tom}@alderbrook.example`);
    const other = `lea-${count}@alderbrook.example`;
    await add(`lea-${count}`, other);
    expect(await change(personId ?? '', { login: other.toUpperCase() })).toContain(
      `The login ${other} is the e-mail address of lea-${count}. ${EITHER}`,
    );
  });

  test('from the address’s side as well; one’s own is none', async () => {
    count += 1;
    const login = `own-${count}@alderbrook.example`;
    expect((await add(login, login)).warnings).toEqual([]);
    const { personId } = await add(`max-${count}`, `max-${count}@alderbrook.example`);
    const named = `sam-${count}@alderbrook.example`;
    await add(named, `x-${named}`);
    expect(await change(personId ?? '', { email: named })).toEqual([
      `The e-mail address ${named} is the login of another person. ${EITHER}`,
    ]);
  });
});
