import { and, eq } from 'drizzle-orm';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashToken } from '../../../operations/crypto/tokens.ts';
import { auditEntries, invitations, people } from '../../../database/schema.ts';
import { findInvitation } from '../../../repositories/invitations.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson, giveRole, personIdOf, plantSession } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const fileOf = (...logins: readonly string[]) =>
  `login,name,email\n${logins.map((login) => `${login},Name of ${login},${login}@${company.id}.example`).join('\n')}\n`;
const load = (csv: string) => desk.call('adminImportPeople', { body: { csv, isInviting: true } });
const linksOf = (body: Awaited<ReturnType<typeof load>>['body']) =>
  new Map(body.people.map(({ login, link }) => [login, link]));
const isGood = async (link: string | null | undefined) => {
  const token = link?.split('#invitation=')[1] ?? '';
  const { database, now } = company.context;
  return (await findInvitation(database, company.id, hashToken(token), now())) !== null;
};

test('a second import gives new links to those who never signed up, and a dry run says so', async () => {
  const csv = fileOf(
    'again-waits',
    'again-in',
    'again-runs',
    'again-used',
    'again-blocked',
    'again-there',
    'again-seen',
  );
  const first = linksOf((await load(csv)).body);
  expect(first.size).toBe(7);
  const { database, now } = company.context;
  const change = (login: string, values: Partial<typeof people.$inferInsert>) =>
    database
      .update(people)
      .set(values)
      .where(and(eq(people.companyId, company.id), eq(people.login, login)));
  await change('again-in', { passwordHash: 'x', eulaAcceptedAt: now() });
  await change('again-blocked', { disabledAt: now() });
  await change('again-there', { upstreamId: '00000000-0000-4000-8000-000000000001', upstreamSubject: 'there' });
  await giveRole(company, await personIdOf(company, 'again-runs'), 'auditor');
  // Came by an identity provider that was removed.
  await plantSession(company, 'again-seen');
  await database
    .update(invitations)
    .set({ usedAt: now() })
    .where(eq(invitations.personId, await personIdOf(company, 'again-used')));

  const more = `${csv}again-new,New,again-new@${company.id}.example\n`;
  const dry = await desk.dryRun('adminImportPeople', { body: { csv: more, isInviting: true } });
  expect(dry.body.people).toMatchObject([
    { line: 2, login: 'again-waits', what: 'unchanged', changes: [], isInvited: true, link: null },
    { line: 9, login: 'again-new', what: 'added', isInvited: true, link: null },
  ]);
  expect(dry.body.warnings).toEqual([
    '2 would get a link with which they sign up.',
    '1 of them are there already and have never signed up: any link that they were given before would be void.',
    expect.stringMatching(/^1 person has no way to sign in \(again-used\)/),
  ]);
  expect(await isGood(first.get('again-waits'))).toBe(true);

  const { body } = await load(more);
  expect(body).toMatchObject({ added: 1, changed: 0, unchanged: 7 });
  const second = linksOf(body);
  expect([...second.keys()]).toEqual(['again-waits', 'again-new']);
  expect(body.warnings).toContain(
    '1 were there already and had never signed up: any link that they were given before is void.',
  );
  expect(await isGood(first.get('again-waits'))).toBe(false);
  expect(await isGood(second.get('again-waits'))).toBe(true);
  expect(await isGood(second.get('again-new'))).toBe(true);
  expect(await isGood(first.get('again-runs'))).toBe(true);
});

test('of several hundred writes them in few statements, with an entry for every invitation', async () => {
  const logins = Array.from({ length: 600 }, (_, index) => `few-${index}`);
  const { database } = company.context;
  const transactions = vi.spyOn(database, 'transaction');
  const { body } = await load(fileOf(...logins));
  // One for the people, and one for every hundred invitations.
  expect(transactions.mock.calls.length).toBeLessThanOrEqual(8);
  transactions.mockRestore();
  expect(new Set(body.people.map(({ link }) => link)).size).toBe(600);
  expect(body.people.map(({ login }) => login)).toEqual(logins);
  const invited = await findAuditEntries(database, eq(auditEntries.action, 'invitation'));
  const entries = invited.filter(({ target }) => target !== null && logins.includes(target));
  expect(new Set(entries.map(({ target }) => target)).size).toBe(600);
  expect(entries).toHaveLength(600);
  expect(entries[0]).toMatchObject({ actor: expect.any(String), details: { what: 'sent' } });
});

test('changes of many are each their own, and leave alone what the file does not say', async () => {
  await addPerson(company, 'each-a', { email: 'each-a@x.example', groups: ['keep'], type: 'contractor' });
  await addPerson(company, 'each-b', { email: 'each-b@x.example', groups: ['old'] });
  const csv = 'login,name,email,groups\neach-a,A By Now,each-a@x.example,\neach-b,each-b,each-c@x.example,new|more\n';
  expect((await desk.call('adminImportPeople', { body: { csv } })).body).toMatchObject({ changed: 2 });
  const { body } = await desk.call('adminPeople', { query: { search: 'each-' } });
  expect(body.people).toMatchObject([
    { login: 'each-a', displayName: 'A By Now', email: 'each-a@x.example', groups: ['keep'], type: 'contractor' },
    { login: 'each-b', displayName: 'each-b', email: 'each-c@x.example', groups: ['new', 'more'] },
  ]);
});
