import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../../repositories/audit-log.ts';
import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditEntries, policies } from '../../../database/schema.ts';
import { addPerson, readAudit, setPolicy, signInAs, type TestPerson } from '../../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

/** Someone who was called otherwise before: anna.mueller, then anna.weber, now anna.schmidt, each with a number of its own. */
let server: TestServer;
let company: TestCompany;
let desk: Desk;
let anna: TestPerson;
let names: { readonly mueller: string; readonly weber: string; readonly schmidt: string };
let start: number;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());
beforeEach(async () => {
  const id = randomUUID().slice(0, 8);
  names = { mueller: `anna.mueller-${id}`, weber: `anna.weber-${id}`, schmidt: `anna.schmidt-${id}` };
  start = (await readAudit(company))[0]?.id ?? 0;
  anna = await addPerson(company);
  await change(anna.id, {
    login: names.mueller,
    displayName: `Anna Müller ${id}`,
    email: `${names.mueller}@alderbrook.example`,
  });
  await signInAs(new Visitor(server), { ...anna, login: names.mueller });
});

async function change(personId: string, body: object): Promise<void> {
  const { status } = await desk.call('adminUpdatePerson', { parameters: { personId }, body });
  if (status !== 200) throw new Error(`The person could not be changed: ${status}`);
}

/** Marries twice. */
async function rename(): Promise<void> {
  await change(anna.id, { login: names.weber, displayName: 'Anna Weber', email: `${names.weber}@alderbrook.example` });
  await signInAs(new Visitor(server), { ...anna, login: names.weber });
  const csv = `login,displayName,email\n${names.weber},Anna Schmidt,${names.schmidt}@alderbrook.example\n`;
  const { status } = await desk.call('adminImportPeople', { body: { csv } });
  if (status !== 200) throw new Error(`The file was not taken: ${status}`);
  await change(anna.id, { login: names.schmidt });
  await signInAs(new Visitor(server), { ...anna, login: names.schmidt });
}

const erase = async (personId: string, confirm: string) =>
  (await desk.call('adminErasePerson', { parameters: { personId }, query: { confirm } })).body.pseudonym;

const entries = () =>
  findAuditEntries(server.context.database, and(eq(auditEntries.companyId, company.id), gt(auditEntries.id, start)), {
    isOldestFirst: true,
  });

describe('of someone who had other logins before', () => {
  test('nothing stays under any of them when they are erased, and no address', async () => {
    await rename();
    const pseudonym = await erase(anna.id, names.schmidt);
    const left = await entries();
    const text = JSON.stringify(left).toLowerCase();
    for (const word of [...Object.values(names), anna.id, 'müller', 'anna weber', 'anna schmidt']) {
      expect([word, text.includes(word)]).toEqual([word, false]);
    }
    const own = left.filter(({ actor }) => actor === pseudonym);
    expect(own.filter(({ action }) => action === 'sign-in')).toHaveLength(3);
    expect(new Set(own.map(({ address }) => address))).toEqual(new Set(['']));
    expect(left.filter(({ target }) => target === pseudonym)).not.toEqual([]);
  });

  test('all of it is exported', async () => {
    await rename();
    const { body } = await desk.call('adminExportPerson', { parameters: { personId: anna.id } });
    const found = body.data['audit_entries'] ?? [];
    const ins = found.filter(({ action }) => action === 'sign-in').map(({ actor }) => actor);
    expect(ins).toEqual([names.mueller, names.weber, names.schmidt]);
  });

  test('what is about anyone who was given a former login later stays as it is, and is not exported', async () => {
    await rename();
    const next = await addPerson(company);
    await change(next.id, { login: names.mueller, displayName: 'Anna Müller', email: 'next@alderbrook.example' });
    await signInAs(new Visitor(server), { ...next, login: names.mueller });
    const ofNext = (await entries())
      .filter(({ action, actor }) => action === 'sign-in' && actor === names.mueller)
      .at(-1);
    const exported = await desk.call('adminExportPerson', { parameters: { personId: anna.id } });
    expect(JSON.stringify(exported.body.data['audit_entries'])).not.toContain(`"id":${ofNext?.id},`);

    const pseudonym = await erase(anna.id, names.schmidt);
    const left = await entries();
    expect(left.find(({ id }) => id === ofNext?.id)).toEqual(ofNext);
    // How they came by the login is about them, and says it.
    expect(left.find(({ details }) => details['personId'] === next.id)).toMatchObject({
      details: { changes: expect.arrayContaining([expect.objectContaining({ field: 'login', to: names.mueller })]) },
    });
    const ins = left.filter(({ action }) => action === 'sign-in').map(({ actor }) => actor);
    expect(ins).toEqual([pseudonym, pseudonym, pseudonym, names.mueller]);
    // The other way round: no one else is taken along when the next one is erased.
    const ofAnna = left.filter(({ actor }) => actor === pseudonym);
    const nextName = await erase(next.id, names.mueller);
    const after = await entries();
    expect(after.filter(({ actor }) => actor === pseudonym)).toEqual(ofAnna);
    expect(after.find(({ id }) => id === ofNext?.id)).toMatchObject({ actor: nextName, address: '' });
    expect(JSON.stringify(after)).not.toContain(names.mueller);
  });

  test('what was another person’s before they had the login stays that person’s', async () => {
    const other = await addPerson(company);
    await change(other.id, { login: names.weber });
    await signInAs(new Visitor(server), { ...other, login: names.weber });
    await change(other.id, { login: `gone-${names.weber}` });
    const ofOther = (await entries()).filter(({ actor }) => actor === names.weber);
    expect(ofOther).not.toEqual([]);
    await rename();
    await erase(anna.id, names.schmidt);
    const left = await entries();
    for (const entry of ofOther) expect(left.find(({ id }) => id === entry.id)).toEqual(entry);
  });

  test('an import that names others as well keeps what it says of them', async () => {
    const [one, two] = [`first-${names.weber}`, `second-${names.weber}`];
    const csv = `login,displayName,email\n${one},One,${one}@alderbrook.example\n${two},Two,${two}@alderbrook.example\n`;
    await desk.call('adminImportPeople', { body: { csv } });
    const { body } = await desk.call('adminPeople', { query: { login: one } });
    const pseudonym = await erase(body.people[0]?.id ?? '', one);
    const [entry] = (await entries()).filter(({ action }) => action === 'people-import');
    expect(entry?.details['changes']).toEqual([
      { field: pseudonym, from: null, to: 'added' },
      { field: two, from: null, to: 'added' },
    ]);
  });

  test('what they put in force under a former login goes by the pseudonym', async () => {
    await setPolicy(company, 'version: 1\nworkplaceAccessPolicy: Permissive\nchecks: {}\n');
    const { database } = server.context;
    const ofCompany = eq(policies.companyId, company.id);
    await database.update(policies).set({ createdBy: names.mueller }).where(ofCompany);
    await rename();
    const pseudonym = await erase(anna.id, names.schmidt);
    expect(
      new Set((await database.select().from(policies).where(ofCompany)).map(({ createdBy }) => createdBy)),
    ).toEqual(new Set([pseudonym]));
  });
});
