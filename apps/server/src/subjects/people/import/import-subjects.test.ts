import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries, invitations, people, upstreams } from '../../../database/schema.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson, giveRole } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let upstreamId: string;
const ORIGIN_ISSUER = 'https://login.alderbrook.example';

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  upstreamId = await plant('Alderbrook ID');
});
afterAll(() => server.close());

async function plant(name: string, changes: Partial<typeof upstreams.$inferInsert> = {}): Promise<string> {
  const id = randomUUID();
  const settings = { issuer: ORIGIN_ISSUER, clientId: 'gate' };
  const values = { companyId: company.id, id, kind: 'oidc' as const, name, settings, isEnabled: true, ...changes };
  await server.context.database.insert(upstreams).values({ ...values, createdAt: server.context.now() });
  return id;
}

const fileOf = (...rows: readonly (readonly [login: string, subject: string])[]) =>
  `login,name,email,subject\n${rows.map(([login, subject]) => `${login},Name,${login}@alderbrook.example,${subject}`).join('\n')}\n`;
const load = (csv: string, more: object = {}) => desk.call('adminImportPeople', { body: { csv, ...more } });
const problemsOf = async (csv: string, more: object = {}) => {
  const { status, body } = await load(csv, more);
  return [status, ...(body as unknown as { problems: { message: string }[] }).problems.map(({ message }) => message)];
};
const stored = async (login: string) => {
  const [person] = await server.context.database.select().from(people).where(eq(people.login, login));
  return person;
};

test('a file with subjects links who is new and who was never here, with an entry for each', async () => {
  const id = await addPerson(company, 'sub-waits', { email: 'sub-waits@alderbrook.example' });
  await load(fileOf(['sub-waits', '']), { isInviting: true });
  const csv = fileOf(['sub-new', 's-1'], ['sub-waits', 's-2'], ['sub-none', '']);
  const dry = await desk.dryRun('adminImportPeople', { body: { csv, isInviting: true } });
  expect(dry.body.people).toMatchObject([
    { login: 'sub-new', what: 'added', isInvited: false },
    { login: 'sub-waits', what: 'changed', changes: [{ field: 'subject', from: null, to: 's-2' }], isInvited: false },
    { login: 'sub-none', what: 'added', isInvited: true },
  ]);
  expect(await stored('sub-new')).toBeUndefined();

  await load(csv);
  expect(await stored('sub-new')).toMatchObject({ upstreamId, upstreamSubject: 's-1' });
  expect(await stored('sub-waits')).toMatchObject({ upstreamId, upstreamSubject: 's-2' });
  expect(await stored('sub-none')).toMatchObject({ upstreamId: null, upstreamSubject: null });
  const { database } = server.context;
  expect(await database.select().from(invitations).where(eq(invitations.personId, id))).toEqual([]);
  const entries = await findAuditEntries(database, eq(auditEntries.action, 'upstream-link'), { isOldestFirst: true });
  expect(entries).toMatchObject([
    { target: 'sub-new', details: { subject: 's-1', by: 'import', upstreamId } },
    { target: 'sub-waits', details: { subject: 's-2', personId: id } },
  ]);
  expect((await load(csv)).body).toMatchObject({ added: 0, changed: 0, unchanged: 3 });
});

test('it links no one who was here before, has a role, is blocked, or is linked; and gives no subject twice', async () => {
  await addPerson(company, 'sub-used', { passwordHash: 'x', email: 'sub-used@alderbrook.example' });
  const boss = await addPerson(company, 'sub-boss', { email: 'sub-boss@alderbrook.example' });
  await giveRole(company, boss, 'administrator');
  await addPerson(company, 'sub-blocked', { disabledAt: new Date(), email: 'sub-blocked@alderbrook.example' });
  const linked = { upstreamId, upstreamSubject: 'theirs', email: 'sub-linked@alderbrook.example' };
  await addPerson(company, 'sub-linked', linked);
  for (const login of ['sub-used', 'sub-boss', 'sub-blocked', 'sub-linked']) {
    const [status, message] = await problemsOf(fileOf([login, `other-${login}`]));
    expect(status).toBe(422);
    expect(message).toContain(
      `vestibule person link ${login} --identity-provider 'Alderbrook ID' --subject other-${login}`,
    );
  }
  expect(await problemsOf(fileOf(['sub-thief', 'theirs']))).toEqual([
    422,
    'subject theirs is that of sub-linked already.',
  ]);
  expect(await problemsOf(fileOf(['sub-one', 'same'], ['sub-two', 'same']))).toEqual([
    422,
    'subject same stands in line 2 already.',
  ]);
  expect(await stored('sub-one')).toBeUndefined();
});

test('with several identity providers it wants to know whose the subjects are', async () => {
  const other = await plant('Contractors', { settings: { issuer: 'https://other.example', clientId: 'gate' } });
  const csv = fileOf(['sub-contractor', 'c-1']);
  expect(await problemsOf(csv)).toEqual([
    422,
    'subject is given, and there are several identity providers (Alderbrook ID, Contractors): say which, --identity-provider NAME',
  ]);
  await load(csv, { upstreamId: other });
  expect(await stored('sub-contractor')).toMatchObject({ upstreamId: other, upstreamSubject: 'c-1' });
});
