import type { PasskeyCreationOptions } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { invitations, people, webSessions } from '../../database/schema.ts';
import type { Person } from '../../repositories/people.ts';
import { firstCompany } from '../../testing/companies.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Reply, Visitor } from '../../testing/visitor.ts';
import { type Desk, openDesk } from '../../testing/administrators.ts';
import { addPerson, configure, giveRole, newestAudit, post } from './testing/people.ts';

const NEW_PASSWORD = 'seven green kettles whistle';

let server: TestServer;
let desk: Desk;
let person: Person;

beforeAll(async () => {
  server = await startTestServer();
  desk = await openDesk(await firstCompany(server), 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  await forgetRefusals(server);
  await configure(server, {});
  person = await addPerson(server);
  await server.context.database.update(people).set({ passwordHash: null }).where(eq(people.id, person.id));
});

const invite = () => desk.call('adminInvitePerson', { parameters: { personId: person.id }, body: {} });
const switchOff = () => configure(server, { isLocalSignInEnabled: false });
const linksOf = ({ id }: Pick<Person, 'id'>) =>
  server.context.database.select().from(invitations).where(eq(invitations.personId, id));

function expectUnknown({ status, body }: Reply<unknown>): void {
  expect([status, body.code]).toEqual([404, 'invitation_unknown']);
}

describe('where people sign in at the company’s own identity provider alone', () => {
  test.each(['somebody', 'an administrator'] as const)('an earlier invitation of %s opens nothing', async (who) => {
    if (who === 'an administrator') await giveRole(server, person);
    const token = (await invite()).body.link?.split('#invitation=')[1] ?? '';
    await switchOff();
    const visitor = new Visitor(server);
    const accept = () =>
      post(visitor, 'invitation/accept', {
        token,
        displayName: 'Ilse Brandt',
        isEulaAccepted: true,
        secret: { kind: 'password', password: NEW_PASSWORD },
      });
    expectUnknown(await post(visitor, 'invitation/look-up', { token }));
    expectUnknown(
      await post<PasskeyCreationOptions>(visitor, 'invitation/passkey-options', { token, displayName: 'I' }),
    );
    expectUnknown(await accept());
    expect(await newestAudit(server)).toMatchObject({ action: 'invitation', outcome: 'refused' });
    const { database } = server.context;
    const [row] = await database.select().from(people).where(eq(people.id, person.id));
    expect(row?.passwordHash).toBeNull();
    expect(await database.select().from(webSessions).where(eq(webSessions.personId, person.id))).toEqual([]);
    // It was not spent: who has lost the way in at the identity provider is let in by switching it on at the server.
    await configure(server, {});
    expect((await accept()).status).toBe(201);
  });

  test('none is made, and who asks for one is told what to do instead', async () => {
    await switchOff();
    for (const refused of [
      await invite(),
      await desk.dryRun('adminInvitePerson', { parameters: { personId: person.id }, body: {} }),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'not_possible']);
      expect(refused.body.message).toContain('vestibule company settings set isLocalSignInEnabled=true');
    }
    expect(await linksOf(person)).toEqual([]);
  });

  test('people are imported without, and the import says so', async () => {
    await switchOff();
    const login = `new-${person.login}`;
    const csv = `login,displayName,email\n${login},Neue Person,${login}@alderbrook.example\n`;
    const { status, body } = await desk.call('adminImportPeople', { body: { csv, isInviting: true } });
    expect([status, body.added, body.people]).toEqual([200, 1, [expect.objectContaining({ login, link: null })]]);
    expect(body.warnings).toEqual([
      expect.stringContaining('isLocalSignInEnabled'),
      expect.stringMatching(/^1 person has no way to sign in/),
    ]);
    const [added] = await server.context.database.select().from(people).where(eq(people.login, login));
    expect(await linksOf({ id: added?.id ?? '' })).toEqual([]);
  });
});
