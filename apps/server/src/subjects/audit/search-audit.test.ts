import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries, people } from '../../database/schema.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { audit } from './audit.ts';
import {
  type AdminCallName,
  createDesk,
  type Desk,
  given,
  openDesk,
  plantAdministrator,
} from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const NAME = 'Wilhelmina "Mina" Zöller\\';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let person: { readonly personId: string; readonly login: string; readonly email: string };

const origin = { address: 'test', correlationId: 'test' };

/** All that can be done to a person, and by leave of theirs. */
async function doEverything(): Promise<void> {
  const { personId, login } = person;
  const parameters = { personId };
  const grant = await desk.call('adminGrantAccess', {
    body: { personId, applicationId: null, hours: 1, reason: 'laptop', uses: 3, overridesStopper: false },
  });
  const grantId = given(grant.body.grantId);
  const context = given(await server.context.companies.byId(company.id));
  const used = { assertionId: randomUUID(), grantId };
  await audit(context, origin, {
    action: 'saml-response',
    outcome: 'done',
    actor: { id: personId, login },
    target: 'app',
    details: used,
  });
  const exemption = { parameters: { checkType: 'FirewallEnable' } };
  const said: unknown[] = [
    await desk.call('adminRevokeAccess', { parameters: { id: grantId } }),
    await desk.call('adminAddExemption', { ...exemption, body: { login, days: 3, why: 'laptop' } }),
    await desk.call('adminEndExemption', { ...exemption, query: { login } }),
    await desk.call('adminSetRole', { parameters, body: { role: 'support' } }),
    await desk.call('adminUpdatePerson', { parameters, body: { groups: ['sales'] } }),
    await desk.call('adminInvitePerson', { parameters }),
    await desk.call('adminSetPersonSettings', { parameters, body: { set: { updateChannel: 'early' }, reset: [] } }),
    await desk.call('adminBlockPerson', { parameters, body: { isBlocked: true, reason: 'left' } }),
    await desk.call('adminExportPerson', { parameters }),
  ];
  expect(said.map((one) => (one as { status: number }).status)).toEqual(said.map(() => 200));
}

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  await setPolicy(company, POLICY);
  desk = await openDesk(company, 'administrator');
  const owner = await plantAdministrator(company, { role: 'administrator' });
  const email = `${owner.login}@vestibule.example`;
  await server.context.database.update(people).set({ displayName: NAME, email }).where(eq(people.id, owner.personId));
  person = { personId: owner.personId, login: owner.login, email };
  const body = { name: 'helpdesk', role: 'auditor', days: 1 };
  const made = await createDesk(company, owner.guise).call('adminCreateToken', { body });
  await desk.call('adminRevokeToken', { parameters: { tokenId: made.body.tokenId } });
  await doEverything();
});
afterAll(() => server.close());

/** What stands in the log of this person, found by reading all of it. */
async function entriesAbout(): Promise<string[]> {
  const { database } = server.context;
  const ofCompany = and(eq(auditEntries.companyId, company.id), ne(auditEntries.action, 'admin-read'));
  const rows = await findAuditEntries(database, ofCompany, { isOldestFirst: true });
  const names = (row: object) => [person.personId, person.login].some((word) => JSON.stringify(row).includes(word));
  return rows
    .filter(({ target, details, action }) => names({ target, details }) || action === 'saml-response')
    .map(({ id }) => String(id))
    .toSorted();
}

const find = async (target: string) =>
  (await desk.call('adminAudit', { query: { target, limit: '200' } })).body.entries;

describe('what the log says of a person', () => {
  test('is all found by their login, id, e-mail address and name', async () => {
    const about = await entriesAbout();
    for (const target of [person.login, person.login.toUpperCase(), person.personId, person.email, NAME]) {
      const found = await find(target);
      expect([target, found.map(({ id }) => id).toSorted()]).toEqual([target, about]);
    }
    const actions = new Set((await find(person.login)).map(({ action }) => action));
    expect([...actions].toSorted()).toEqual([
      'access-grant',
      'admin-token',
      'invitation',
      'person',
      'person-block',
      'person-export',
      'policy',
      'role',
      'saml-response',
    ]);
  });

  test('names them where only their id was written down', async () => {
    const grants = (await find(person.login)).filter(({ action }) => action === 'access-grant');
    expect(grants).toHaveLength(2);
    for (const grant of grants) expect(grant).toMatchObject({ target: person.personId, targetLogin: person.login });
  });

  test('is not what others did who have the role that a login happens to be', async () => {
    await server.context.database.update(people).set({ login: 'administrator' }).where(eq(people.login, 'tomas'));
    const actions = (await find('administrator')).map(({ action }) => action);
    for (const action of ['person-block', 'person', 'invitation']) expect(actions).not.toContain(action);
    await server.context.database.update(people).set({ login: 'tomas' }).where(eq(people.login, 'administrator'));
    // A pattern's own signs are no pattern here.
    expect(await find('_%_')).toEqual([]);
  });

  test('is of no one any more once they are erased', async () => {
    const name: AdminCallName = 'adminErasePerson';
    const erased = await desk.call(name, {
      parameters: { personId: person.personId },
      query: { confirm: person.login },
    });
    expect(erased.status).toBe(200);
    const rows = JSON.stringify(await findAuditEntries(server.context.database, undefined, { isOldestFirst: true }));
    for (const word of [person.login, person.email]) expect(rows).not.toContain(word);
    expect(await find(person.personId)).toEqual([]);
  });
});
