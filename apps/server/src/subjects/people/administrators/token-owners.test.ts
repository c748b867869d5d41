import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminTokens, companies, deviceAccounts, people, roles, webSessions } from '../../../database/schema.ts';
import { addCompany, configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { type Guise, make } from '../../../testing/contract-call.ts';
import { addPerson } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CALLS } from '@vestibule/contracts';
import { createAdminToken } from './admin-tokens.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  given,
  openDesk,
  plantAdministrator,
  plantToken,
} from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let socket: Desk;
let desk: Desk;
let owner: { readonly guise: Guise; readonly personId: string; readonly login: string };

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  socket = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await configure(company, {});
  desk = await openDesk(company, 'administrator');
  owner = await plantAdministrator(company, { role: 'administrator' });
});

/** A token that the owner makes in a session of theirs. */
async function makeToken(role: 'auditor' | 'support' | 'administrator' = 'administrator', by = owner) {
  const name = `token-${randomUUID().slice(0, 8)}`;
  const { status, body } = await createDesk(company, by.guise).call('adminCreateToken', {
    body: { name, role, days: 366 },
  });
  expect(status).toBe(200);
  return { name, desk: createDesk(company, { headers: { authorization: `Bearer ${given(body.token)}` } }) };
}

const ofOwner = () => and(eq(roles.companyId, company.id), eq(roles.personId, owner.personId));
const parameters = () => ({ personId: owner.personId });

describe('what an administrator made, or a thief with their cookie,', () => {
  const ends = {
    block: () =>
      ['adminBlockPerson', { parameters: parameters(), body: { isBlocked: true, reason: 'stolen' } }] as const,
    'role removal': () => ['adminSetRole', { parameters: parameters(), body: { role: null } }] as const,
    'factor reset': () => ['adminResetFactors', { parameters: parameters() }] as const,
    'sign-out everywhere': () => ['adminEndSessions', { parameters: parameters() }] as const,
  };

  test.each(Object.entries(ends))('ends with a %s, which names it, as does its dry run', async (_what, end) => {
    const token = await makeToken();
    expect((await token.desk.call('adminPeople')).status).toBe(200);
    const [name, parts] = end();
    const change = { field: 'tokens', from: [token.name], to: [] };
    const note = expect.stringContaining(`one token that is good still (${token.name})`);
    const dry = await desk.dryRun(name, parts);
    expect([dry.status, dry.body.changes, dry.body.warnings]).toEqual([
      200,
      expect.arrayContaining([change]),
      expect.arrayContaining([note]),
    ]);
    expect((await token.desk.call('adminPeople')).status).toBe(200);
    const done = await desk.call(name, parts);
    expect([done.body.changes, done.body.warnings]).toEqual([
      expect.arrayContaining([change]),
      expect.arrayContaining([note]),
    ]);
    expect((await token.desk.call('adminPeople')).status).toBe(401);
    // What ended stays ended, whatever they are given again.
    await socket.call('adminBlockPerson', { parameters: parameters(), body: { isBlocked: false, reason: 'back' } });
    await socket.call('adminSetRole', { parameters: parameters(), body: { role: 'administrator' } });
    expect((await token.desk.call('adminPeople')).status).toBe(401);
  });

  test.each(Object.entries(ends))(
    'and does not end with a %s is named: roles, invitations, settings',
    async (_what, end) => {
      const [name, parts] = end();
      const before = await desk.dryRun(name, parts);
      expect(before.body.warnings.filter((warning) => warning.includes('stays'))).toEqual([]);
      const login = `accomplice-${randomUUID().slice(0, 8)}`;
      const personId = await addPerson(company, login);
      const theirs = createDesk(company, owner.guise);
      const given1 = await theirs.call('adminSetRole', { parameters: { personId }, body: { role: 'support' } });
      expect(given1.status).toBe(200);
      const token = await makeToken();
      const settings = { set: { productName: `By ${token.name}` }, reset: [] };
      expect((await token.desk.call('adminSetSettings', { body: settings })).status).toBe(200);
      for (const { body } of [await desk.dryRun(name, parts), await desk.call(name, parts)]) {
        const [note] = body.warnings.filter((warning) => warning.includes('stays'));
        expect(note).toContain(`role (${login})`);
        expect(note).toContain('company-settings (');
        expect(note).toContain(`vestibule audit --actor ${owner.login} --from `);
      }
    },
  );

  test('with a token stays when that is revoked, and is named: people, invitations, settings', async () => {
    const token = await makeToken();
    const tokens = await desk.call('adminTokens');
    const tokenId = tokens.body.tokens.find(({ name }) => name === token.name)?.id ?? '';
    const revoke = { parameters: { tokenId } };
    expect((await desk.dryRun('adminRevokeToken', revoke)).body.warnings).toEqual([]);
    const login = `ghost-${randomUUID().slice(0, 8)}`;
    const body = { login, displayName: 'Ghost', email: `${login}@alderbrook.example` };
    const made = await token.desk.call('adminAddPerson', { body });
    expect(made.status).toBe(200);
    const invited = { parameters: { personId: made.body.personId ?? '' } };
    expect((await token.desk.call('adminInvitePerson', invited)).status).toBe(200);
    const blocking = { ...invited, body: { isBlocked: true, reason: 'theirs' } };
    expect((await token.desk.call('adminBlockPerson', blocking)).status).toBe(200);
    for (const answer of [await desk.dryRun('adminRevokeToken', revoke), await desk.call('adminRevokeToken', revoke)]) {
      const named = `invitation (${login}), person (${login}), person-block (${login})`;
      expect(answer.body.warnings).toEqual([expect.stringContaining(named)]);
      expect(answer.body.warnings[0]).toContain(`vestibule audit --actor 'token ${token.name}' --from `);
    }
  });

  test('ends when they sign out everywhere themselves', async () => {
    const token = await makeToken();
    expect((await make(company, CALLS.signOutEverywhere, {}, owner.guise)).status).toBe(200);
    expect((await token.desk.call('adminPeople')).status).toBe(401);
  });

  test('ends when they are erased, and names no one any more', async () => {
    const token = await makeToken();
    const query = { confirm: owner.login };
    expect((await desk.call('adminErasePerson', { parameters: parameters(), query })).status).toBe(200);
    expect((await token.desk.call('adminPeople')).status).toBe(401);
    const { tokens } = (await desk.call('adminTokens')).body;
    expect(tokens.find(({ name }) => name === token.name)).toMatchObject({
      madeBy: { kind: 'person', personId: null, login: null },
      actsAs: null,
    });
    const rows = JSON.stringify(await server.context.database.select().from(adminTokens));
    expect(rows).not.toContain(owner.personId);
  });

  const { 'role removal': _role, ...endsSessions } = ends;
  test.each([...Object.entries(endsSessions), ['own sign-out everywhere', () => null] as const])(
    'a %s voids a device token that no client has claimed',
    async (_what, end) => {
      const { database } = server.context;
      const about = eq(deviceAccounts.personId, owner.personId);
      const begun = { companyId: company.id, personId: owner.personId, deviceRowId: null, createdAt: new Date(0) };
      const claimed = { accountId: randomUUID(), claimedAt: new Date(0) };
      const expiresAt = new Date('2999-01-01');
      await database.insert(deviceAccounts).values([
        { ...begun, tokenHash: randomUUID(), accountId: null, claimedAt: null, expiresAt },
        { ...begun, tokenHash: randomUUID(), ...claimed, expiresAt },
      ]);
      // Something to take away, so that each of them does something.
      await makeToken();
      const call = end();
      if (call === null) await make(company, CALLS.signOutEverywhere, {}, owner.guise);
      else await desk.call(call[0], call[1]);
      const left = await database.select().from(deviceAccounts).where(about);
      expect(left.map(({ claimedAt }) => claimedAt)).toEqual([claimed.claimedAt]);
    },
  );

  test('signing out everywhere voids device tokens of who is signed in nowhere any more', async () => {
    const { database } = server.context;
    const personId = await addPerson(company, `person-${randomUUID().slice(0, 8)}`);
    await database.insert(deviceAccounts).values({
      companyId: company.id,
      personId,
      tokenHash: randomUUID(),
      createdAt: new Date(0),
      expiresAt: new Date('2999-01-01'),
    });
    const { body } = await desk.call('adminEndSessions', { parameters: { personId } });
    expect(body.changes).toEqual([{ field: 'deviceTokens', from: 1, to: 0 }]);
    expect(await database.$count(deviceAccounts, eq(deviceAccounts.personId, personId))).toBe(0);
  });

  test('is never made by a session that was ended at that moment', async () => {
    const { database, now } = server.context;
    const [session] = await database.select().from(webSessions).where(eq(webSessions.personId, owner.personId));
    const context = given(await server.context.companies.byId(company.id));
    const acting = {
      installation: server.context,
      companyId: company.id,
      administrator: {
        name: owner.login,
        role: 'administrator',
        reach: 'company',
        personId: owner.personId,
        behind: { kind: 'person', companyId: company.id, personId: owner.personId, sessionId: given(session).id },
      },
      origin: { address: 'test', correlationId: 'test' },
      isDryRun: false,
      context,
    } as const;
    await database
      .update(webSessions)
      .set({ revokedAt: now() })
      .where(eq(webSessions.id, given(session).id));
    const made = await createAdminToken(acting, { name: 'too late', role: 'auditor', days: 1 });
    expect(made).toMatchObject({ refused: 'not_signed_in' });
  });
});

describe('a token', () => {
  test('does at most what its owner may do at that very call', async () => {
    const token = await makeToken();
    const setRole = (role: 'auditor' | 'administrator') =>
      server.context.database.update(roles).set({ role }).where(ofOwner());
    const body = { login: `new-${randomUUID()}`, displayName: 'New', email: 'new@vestibule.example' };
    const mayAdd = async () => (await token.desk.dryRun('adminAddPerson', { body })).status;
    expect(await mayAdd()).toBe(200);
    await setRole('auditor');
    expect(await mayAdd()).toBe(403);
    expect((await token.desk.call('adminStatus')).body.caller).toMatchObject({ role: 'auditor' });
    await setRole('administrator');
    expect(await mayAdd()).toBe(200);

    const disable = (disabledAt: Date | null) =>
      server.context.database.update(people).set({ disabledAt }).where(eq(people.id, owner.personId));
    await disable(server.context.now());
    expect((await token.desk.call('adminPeople')).body.code).toBe('not_signed_in');
    await disable(null);
    expect((await token.desk.call('adminPeople')).status).toBe(200);
    await server.context.database.delete(roles).where(ofOwner());
    expect((await token.desk.call('adminPeople')).body.code).toBe('not_signed_in');
  });

  test('that does more than a new role of its owner is named', async () => {
    const token = await makeToken();
    const { body } = await desk.dryRun('adminSetRole', { parameters: parameters(), body: { role: 'support' } });
    expect(body.warnings).toContain(`Tokens that they made do no more than support from now on: ${token.name}.`);
  });

  test('of who runs every company of a provider ends in the others with that reach', async () => {
    const { database, now } = server.context;
    const other = await addCompany(server, 'harbour');
    const mspId = randomUUID();
    const inProvider = (id: string | null) => database.update(companies).set({ mspId: id });
    const setReach = (reach: 'msp' | 'company') => database.update(roles).set({ reach }).where(ofOwner());
    await inProvider(mspId);
    await setReach('msp');
    server.context.companies.forget();
    const created = await createDesk(company, owner.guise).call('adminCreateToken', {
      query: { company: 'harbour' },
      body: { name: 'provider', role: 'administrator', days: 1 },
    });
    const token = createDesk(other, { headers: { authorization: `Bearer ${given(created.body.token)}` } });
    expect((await token.call('adminPeople')).status).toBe(200);
    await setReach('company');
    expect((await token.call('adminPeople')).status).toBe(401);
    await setReach('msp');
    await database.update(companies).set({ mspId: null }).where(eq(companies.id, other.id));
    server.context.companies.forget();
    expect((await token.call('adminPeople')).status).toBe(401);
    await inProvider(mspId);
    server.context.companies.forget();
    expect((await token.call('adminPeople')).status).toBe(200);
    await socket.call('adminBlockPerson', {
      query: { company: (await server.company()).company.name },
      parameters: parameters(),
      body: { isBlocked: true, reason: 'left' },
    });
    const [row] = await database.select().from(adminTokens).where(eq(adminTokens.companyId, other.id));
    expect(row?.revokedAt).toEqual(now());
    await inProvider(null);
    await database.delete(companies).where(eq(companies.id, other.id));
    server.context.companies.forget();
  });

  test.each([
    ['their role reaches over their own company alone', 'role'],
    ['the other company has another provider', 'company'],
  ])('made across companies ends for good where %s, and is named first', async (_what, by) => {
    const { database } = server.context;
    const other = await addCompany(server, `harbour-${by}`);
    const mspId = randomUUID();
    const own = (await server.company()).company.name;
    await database.update(companies).set({ mspId });
    await database.update(roles).set({ reach: 'msp' }).where(ofOwner());
    server.context.companies.forget();
    const theirs = createDesk(company, owner.guise);
    const body = { name: `across-${by}`, role: 'administrator' as const, days: 1 };
    const created = await theirs.call('adminCreateToken', { query: { company: `harbour-${by}` }, body });
    const token = createDesk(other, { headers: { authorization: `Bearer ${given(created.body.token)}` } });
    const home = await theirs.call('adminCreateToken', { body: { ...body, name: `home-${by}` } });
    const atHome = createDesk(company, { headers: { authorization: `Bearer ${given(home.body.token)}` } });
    const end = (how: 'call' | 'dryRun') =>
      by === 'role'
        ? socket[how]('adminSetRole', {
            query: { company: own },
            parameters: parameters(),
            body: { role: 'administrator', reach: 'company' },
          })
        : socket[how]('adminUpdateCompany', { query: { company: `harbour-${by}` }, body: { provider: null } });
    const dry = await end('dryRun');
    expect(dry.body.changes).toContainEqual({ field: 'tokens', from: [body.name], to: [] });
    expect((await token.call('adminPeople')).status).toBe(200);
    expect((await end('call')).body.changes).toEqual(dry.body.changes);
    await database.update(companies).set({ mspId });
    await database.update(roles).set({ reach: 'msp' }).where(ofOwner());
    server.context.companies.forget();
    expect([(await token.call('adminPeople')).status, (await atHome.call('adminPeople')).status]).toEqual([401, 200]);
    await database.update(companies).set({ mspId: null });
    await database.delete(companies).where(eq(companies.id, other.id));
    server.context.companies.forget();
  });

  test('is listed with who made it and when it was used, also where its owner is blocked', async () => {
    const token = await makeToken('support');
    await plantToken(company, { name: 'by the server', madeBy: 'server' });
    const listed = async (name: string) =>
      (await desk.call('adminTokens')).body.tokens.find((one) => one.name === name);
    expect(await listed(token.name)).toMatchObject({
      madeBy: { kind: 'person', personId: owner.personId, login: owner.login },
      actsAs: 'support',
      lastUsedAt: null,
    });
    await token.desk.call('adminPeople');
    expect(await listed(token.name)).toMatchObject({ lastUsedAt: server.context.now().toISOString() });
    expect(await listed('by the server')).toMatchObject({ madeBy: { kind: 'server', login: null } });
    await server.context.database.update(people).set({ disabledAt: new Date() }).where(eq(people.id, owner.personId));
    expect(await listed(token.name)).toMatchObject({ actsAs: null });
    const { body } = await desk.call('adminPerson', { parameters: parameters() });
    expect(body.tokens).toMatchObject([{ name: token.name, role: 'support' }]);
  });
});
