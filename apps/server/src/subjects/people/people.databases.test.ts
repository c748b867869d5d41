import { randomUUID } from 'node:crypto';
import { createSimulatedDevice } from '@vestibule/testing';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { companies, managedServiceProviders, people, roles, secondFactors, upstreams } from '../../database/schema.ts';
import type { LookEvent } from '../../operations/events/event-bus.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson, personIdOf } from '../../testing/planted.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  newestAudit,
  openDesk,
  plantAdministrator,
  plantToken,
  given,
} from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

describe('people', () => {
  beforeAll(async () => {
    server = await startTestServer();
    company = await firstCompany(server);
    desk = await openDesk(company, 'administrator');
  });
  afterAll(() => server.close());

  test('are listed a page at a time, by login, each once', async () => {
    for (let index = 0; index < 7; index += 1)
      await addPerson(company, `page-${index}`, { displayName: `Page ${index}` });
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const { body } = await desk.call('adminPeople', { query: { search: 'page', limit: '3', after } });
      expect(body.total).toBe(7);
      expect(body.people.length).toBeLessThanOrEqual(3);
      seen.push(...body.people.map(({ login }) => login));
      after = body.next ?? undefined;
    } while (after !== undefined);
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `page-${index}`));
  });

  test('are found by part of a name, and signs of LIKE are nothing but signs', async () => {
    await addPerson(company, 'percent', { displayName: '100% Odd_Name' });
    const find = async (search: string) => (await desk.call('adminPeople', { query: { search } })).body.people;
    expect(await find('odd_n')).toHaveLength(1);
    expect(await find('100%')).toHaveLength(1);
    expect(await find('0_0')).toHaveLength(0);
    expect(await find('%odd')).toHaveLength(0);
  });

  test('are found by group, role and state', async () => {
    const id = await addPerson(company, 'grouped', { groups: ['night shift'], disabledAt: server.context.now() });
    await company.context.database.insert(roles).values({
      companyId: company.id,
      personId: id,
      role: 'auditor',
      reach: 'company',
      createdAt: server.context.now(),
    });
    for (const query of [{ group: 'night shift' }, { role: 'auditor' }, { isBlocked: 'true' }]) {
      const { body } = await desk.call('adminPeople', { query });
      expect(body.people.map(({ login }) => login)).toEqual(['grouped']);
    }
    expect((await desk.call('adminPeople', { query: { group: 'night' } })).body.people).toEqual([]);
  });

  test('are added, and told apart by login whatever its capitals', async () => {
    const body = {
      login: ' Ilse.Brandt',
      displayName: 'Ilse Brandt',
      email: 'ilse@alderbrook.example',
      groups: ['a', 'a', 'b'],
    };
    const dry = await desk.dryRun('adminAddPerson', { body });
    expect(dry.body).toMatchObject({ isDryRun: true, personId: null });
    expect((await desk.call('adminPeople', { query: { login: 'ilse.brandt' } })).body.total).toBe(0);

    const { status, body: added } = await desk.call('adminAddPerson', { body });
    expect(status).toBe(200);
    const shown = await desk.call('adminPerson', { parameters: { personId: added.personId } });
    expect(shown.body).toMatchObject({
      login: 'ilse.brandt',
      groups: ['a', 'b'],
      type: 'employee',
      hasPassword: false,
    });
    expect(await newestAudit(company)).toMatchObject({ action: 'admin-read' });
    expect(await desk.call('adminAddPerson', { body })).toMatchObject({ status: 409, body: { code: 'already_there' } });
  });

  test('are changed, and the entry says from what to what', async () => {
    const personId = await addPerson(company, 'mover');
    const change = (body: object) => desk.call('adminUpdatePerson', { parameters: { personId }, body });
    expect((await change({ displayName: 'Moved', groups: ['x'] })).body.changes).toEqual([
      { field: 'displayName', from: 'mover', to: 'Moved' },
      { field: 'groups', from: [], to: ['x'] },
    ]);
    expect(await newestAudit(company)).toMatchObject({
      action: 'person',
      outcome: 'done',
      target: 'mover',
      details: { role: 'administrator', changes: [{ field: 'displayName', from: 'mover', to: 'Moved' }, {}] },
    });
    expect((await change({ displayName: 'Moved' })).body.changes).toEqual([]);
    expect((await change({ login: 'NADIA' })).body.code).toBe('already_there');
    expect((await change({ login: 'mover2' })).body.changes).toEqual([{ field: 'login', from: 'mover', to: 'mover2' }]);
    const unknown = { parameters: { personId: randomUUID() }, body: { displayName: 'x' } };
    expect(await desk.call('adminUpdatePerson', unknown)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  test('of another company are not there', async () => {
    const other = await addCompany(server, 'elsewhere');
    const theirs = await personIdOf(other, 'nadia');
    for (const [name, body] of [
      ['adminPerson', undefined],
      ['adminExportPerson', undefined],
      ['adminSessions', undefined],
      ['adminBlockPerson', { isBlocked: true, reason: 'x' }],
      ['adminSetRole', { role: 'auditor' }],
      ['adminInvitePerson', undefined],
      ['adminResetFactors', undefined],
      ['adminSetPersonSettings', { set: {}, reset: [] }],
      ['adminSetPersonFeature', { isActive: true }],
      ['adminLinkPerson', { link: null }],
      ['adminEndSessions', undefined],
    ] as const) {
      const parameters = { personId: theirs, key: 'fci' };
      expect([name, await desk.call(name, { parameters, body })]).toMatchObject([name, { status: 404 }]);
    }
    const erase = await desk.call('adminErasePerson', {
      parameters: { personId: theirs },
      query: { confirm: 'nadia' },
    });
    expect(erase.status).toBe(404);
  });

  describe('blocking', () => {
    test('ends sessions and device sessions at once, voids invitations, and tells every page [S6.013]', async () => {
      const visitor = new Visitor(company);
      const personId = await personIdOf(company, 'tomas');
      await visitor.signIn(1);
      const session = await visitor.openSession(await createSimulatedDevice());
      await desk.call('adminInvitePerson', { parameters: { personId } });
      const events: LookEvent[] = [];
      const end = server.context.events.subscribe(
        (event) => void events.push(event),
        () => undefined,
      );

      const parts = { parameters: { personId }, body: { isBlocked: true, reason: 'left the company' } };
      const dry = await desk.dryRun('adminBlockPerson', parts);
      expect(dry.body.warnings[0]).toContain('signed in once');
      expect((await visitor.ask('/api/device-compliance/v1/user')).status).toBe(200);

      expect((await desk.call('adminBlockPerson', parts)).body.changes).toEqual([
        { field: 'isBlocked', from: false, to: true },
      ]);
      // A page that is open now shows that the account is blocked, whichever call it makes.
      for (const path of [
        '/api/device-compliance/v1/user',
        '/api/device-compliance/v1/saml-response',
        '/api/device-compliance/v1/temp-access-info',
        '/api/online/v1/my-session',
      ]) {
        const refused = await visitor.ask(path);
        expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'account_disabled']);
      }
      // It shows the number of support as well, which is no secret.
      expect((await visitor.ask('/api/online/v1/support/phone')).status).toBe(200);
      expect((await visitor.device('/api/online/v1/support/phone')).body.code).toBe('account_disabled');
      const device = await visitor.device(`/api/devices/v2/check-result?sessionId=${session.sessionId}`);
      expect([device.status, device.body]).toMatchObject([403, { code: 'account_disabled' }]);
      await expect.poll(() => events).toContainEqual({ companyId: company.id, personId, subject: 'session' });
      end();
      expect(await newestAudit(company)).toMatchObject({
        action: 'person-block',
        details: { reason: 'left the company' },
      });
      expect((await desk.call('adminPerson', { parameters: { personId } })).body.invitedUntil).toBeNull();
      expect((await desk.call('adminSessions', { parameters: { personId } })).body.sessions).toEqual([]);
      expect((await desk.call('adminInvitePerson', { parameters: { personId } })).body.code).toBe('not_possible');
      expect((await visitor.signIn(1)).body.code).toBe('account_disabled');

      // Unblocking brings the person back, and none of the sessions.
      await desk.call('adminBlockPerson', {
        parameters: { personId },
        body: { isBlocked: false, reason: 'came back' },
      });
      expect((await new Visitor(company).signIn(1)).status).toBe(200);
      expect((await visitor.ask('/api/device-compliance/v1/user')).status).toBe(401);
    });

    test('oneself is refused', async () => {
      const me = await plantAdministrator(company, { role: 'administrator' });
      const own = createDesk(company, me.guise);
      const parts = { parameters: { personId: me.personId }, body: { isBlocked: true, reason: 'x' } };
      expect((await own.call('adminBlockPerson', parts)).body.code).toBe('not_possible');
      const role = { parameters: { personId: me.personId }, body: { role: null } };
      expect((await own.call('adminSetRole', role)).body.code).toBe('not_possible');
    });
  });

  test('are signed out everywhere, also where only half signed in', async () => {
    const { personId, guise, login } = await plantAdministrator(company, { role: 'auditor' });
    const { sessions } = (await desk.call('adminSessions', { parameters: { personId } })).body;
    expect(sessions).toMatchObject([{ factors: ['password', 'totp'], awaits: null }]);
    const outcome = await desk.call('adminEndSessions', { parameters: { personId } });
    expect(outcome.body.changes).toEqual([{ field: 'sessions', from: 1, to: 0 }]);
    expect((await createDesk(company, guise).call('adminPeople')).status).toBe(401);
    expect(await newestAudit(company)).toMatchObject({ action: 'admin-call', outcome: 'refused' });
    expect((await desk.call('adminEndSessions', { parameters: { personId } })).body.changes).toEqual([]);
    expect(login).not.toBe('');
  });

  describe('an invitation', () => {
    test('is a link that works once, and is shown once', async () => {
      const personId = await addPerson(company, 'invited');
      const { body } = await desk.call('adminInvitePerson', { parameters: { personId } });
      const token = /^http:\/\/localhost:\d+\/onboarding\/signup#invitation=([\w-]{43})$/.exec(given(body.link))?.[1];
      const visitor = new Visitor(company);
      const lookUp = () => visitor.ask('/api/online/v1/invitation/look-up', { method: 'POST', body: { token } });
      expect((await lookUp()).body).toMatchObject({ login: 'invited' });
      const entry = await newestAudit(company);
      expect(JSON.stringify(entry)).not.toContain(token);
      // A new one voids it.
      await desk.call('adminInvitePerson', { parameters: { personId } });
      expect((await lookUp()).status).toBe(404);
    });

    test('takes no body: what nothing reads is not passed over', async () => {
      const parameters = { personId: await addPerson(company, 'bodied') };
      const said = await desk.call('adminInvitePerson', { parameters, body: { mail: false } });
      expect([said.status, said.body.code, said.body.message]).toEqual([
        400,
        'request_malformed',
        'body: this call takes none.',
      ]);
      expect((await desk.call('adminInvitePerson', { parameters, body: {} })).status).toBe(200);
    });

    test('is not for who signs in elsewhere', async () => {
      const upstreamId = randomUUID();
      const settings = { issuer: 'https://login.example', clientId: 'gate' };
      const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name: 'Elsewhere', settings };
      const { database } = server.context;
      await database.insert(upstreams).values({ ...row, sealedSecret: null, isEnabled: true, createdAt: new Date() });
      const personId = await addPerson(company, 'federated', { upstreamId, upstreamSubject: 's' });
      expect((await desk.call('adminInvitePerson', { parameters: { personId } })).body.code).toBe('not_possible');
    });
  });

  describe('roles', () => {
    test('are given and taken, and hold at once', async () => {
      const someone = await plantAdministrator(company, { role: null });
      const theirs = createDesk(company, someone.guise);
      expect((await theirs.call('adminPeople')).status).toBe(403);
      const parameters = { personId: someone.personId };
      const assigned = await desk.call('adminSetRole', { parameters, body: { role: 'auditor' } });
      expect(assigned.body.changes).toEqual([
        { field: 'role', from: null, to: 'auditor' },
        { field: 'reach', from: null, to: 'company' },
      ]);
      expect((await theirs.call('adminPeople')).status).toBe(200);
      expect((await theirs.call('adminAddKey')).status).toBe(403);
      await desk.call('adminSetRole', { parameters, body: { role: null } });
      expect((await theirs.call('adminPeople')).status).toBe(403);
    });

    test('that reach over all companies take a provider, and someone who has such a one', async () => {
      const personId = await addPerson(company, 'reaching');
      const parts = { parameters: { personId }, body: { role: 'support', reach: 'msp' } };
      expect((await desk.call('adminSetRole', parts)).body.code).toBe('role_missing');
      const socket = createSocketDesk(server);
      const alderbrook = { ...parts, query: { company: 'alderbrook' } };
      expect((await socket.call('adminSetRole', alderbrook)).body.code).toBe('not_possible');
      await joinProvider(company);
      expect((await socket.call('adminSetRole', alderbrook)).status).toBe(200);
      // Once given, who runs one company does not take it either.
      expect((await desk.call('adminSetRole', { ...parts, body: { role: null } })).body.code).toBe('role_missing');
    });
  });

  describe('a token', () => {
    test("gives no role, makes no token, and renews no one's way in who has a role", async () => {
      const byToken = createDesk(company, await plantToken(company));
      const { personId } = await plantAdministrator(company, { role: 'auditor' });
      const parameters = { personId };
      const plain = await addPerson(company, `plain-${randomUUID()}`);
      expect(
        (await byToken.call('adminSetRole', { parameters: { personId: plain }, body: { role: 'administrator' } })).body
          .code,
      ).toBe('role_missing');
      expect(
        (await byToken.call('adminCreateToken', { body: { name: 'more', role: 'administrator' } })).body.code,
      ).toBe('role_missing');
      expect((await byToken.call('adminInvitePerson', { parameters })).body.code).toBe('role_missing');
      expect((await byToken.call('adminResetFactors', { parameters })).body.code).toBe('role_missing');
      expect((await byToken.call('adminLinkPerson', { parameters, body: { link: null } })).body.code).toBe(
        'role_missing',
      );
      const upstream = { kind: 'oidc', name: 'Mine', settings: { issuer: 'https://evil.example', clientId: 'x' } };
      expect((await byToken.call('adminAddUpstream', { body: upstream })).body.code).toBe('role_missing');
      // What is left is a lot.
      expect((await byToken.call('adminInvitePerson', { parameters: { personId: plain } })).status).toBe(200);
      expect(await newestAudit(company)).toMatchObject({ actor: expect.stringMatching(/^token token /) });
    });
  });

  test('anyone who runs one company neither blocks nor erases someone who runs all', async () => {
    await joinProvider(company);
    const boss = await plantAdministrator(company, { role: 'support', reach: 'msp' });
    const parameters = { personId: boss.personId };
    const query = { confirm: boss.login };
    const block = (by: Desk, isBlocked: boolean) =>
      by.call('adminBlockPerson', { parameters, body: { isBlocked, reason: 'x' } });
    const equal = await openDesk(company, 'administrator', 'msp');
    for (const by of [desk, createDesk(company, await plantToken(company))]) {
      expect((await block(by, true)).body.code).toBe('role_missing');
      expect((await by.dryRun('adminErasePerson', { parameters, query })).body.code).toBe('role_missing');
      expect((await by.call('adminErasePerson', { parameters, query })).body.code).toBe('role_missing');
    }
    expect((await block(equal, true)).status).toBe(200);
    expect((await block(desk, false)).body.code).toBe('role_missing');
    expect((await equal.call('adminErasePerson', { parameters, query })).status).toBe(200);
  });

  describe('anyone who runs one company does not become someone who runs all', () => {
    test('by a link, a reset, or the identity provider they sign in at', async () => {
      await joinProvider(company);
      const upstreamId = randomUUID();
      const { database, now } = server.context;
      await database.insert(upstreams).values({
        companyId: company.id,
        id: upstreamId,
        kind: 'oidc',
        name: 'Directory',
        settings: { issuer: 'https://login.example', clientId: 'vestibule' },
        isEnabled: true,
        createdAt: now(),
      });
      const boss = await plantAdministrator(company, { role: 'administrator', reach: 'msp' });
      await database
        .update(people)
        .set({ upstreamId, upstreamSubject: 'boss' })
        .where(and(eq(people.companyId, company.id), eq(people.id, boss.personId)));
      const parameters = { personId: boss.personId, upstreamId };
      for (const [name, body] of [
        ['adminInvitePerson', undefined],
        ['adminResetFactors', undefined],
        ['adminLinkPerson', { link: null }],
        ['adminUpdateUpstream', { settings: { issuer: 'https://evil.example', clientId: 'x' } }],
      ] as const) {
        expect([name, (await desk.call(name, { parameters, body })).body.code]).toEqual([name, 'role_missing']);
      }
      const equal = createDesk(
        company,
        (await plantAdministrator(company, { role: 'administrator', reach: 'msp' })).guise,
      );
      expect((await equal.call('adminResetFactors', { parameters })).status).toBe(200);
    });
  });

  test('lose every second factor when they have lost them, and are signed out', async () => {
    const { personId, guise } = await plantAdministrator(company, { role: null });
    const { database, now } = server.context;
    await database.insert(secondFactors).values({
      companyId: company.id,
      id: randomUUID(),
      personId,
      kind: 'totp',
      name: 'Phone',
      sealed: 'x',
      confirmedAt: now(),
      createdAt: now(),
    });
    const shown = await desk.call('adminPerson', { parameters: { personId } });
    expect(shown.body.secondFactors).toMatchObject([{ kind: 'totp', name: 'Phone' }]);
    const dry = await desk.dryRun('adminResetFactors', { parameters: { personId } });
    expect(dry.body.changes).toEqual([{ field: 'secondFactors', from: ['totp: Phone'], to: [] }]);
    expect((await desk.call('adminResetFactors', { parameters: { personId } })).status).toBe(200);
    expect((await desk.call('adminPerson', { parameters: { personId } })).body.secondFactors).toEqual([]);
    expect((await createDesk(company, guise).call('adminPeople')).status).toBe(401);
  });

  test('are linked to an identity provider, each account to one person', async () => {
    const upstreamId = randomUUID();
    await server.context.database.insert(upstreams).values({
      companyId: company.id,
      id: upstreamId,
      kind: 'oidc',
      name: 'Linked',
      settings: {},
      isEnabled: true,
      createdAt: server.context.now(),
    });
    const [one, two] = [await addPerson(company, 'one'), await addPerson(company, 'two')];
    const link = (personId: string, of: unknown) =>
      desk.call('adminLinkPerson', { parameters: { personId }, body: { link: of } });
    const linked = await link(one, { upstreamId, subject: 'a' });
    expect(linked.status).toBe(200);
    expect(linked.body.warnings).toEqual([expect.stringContaining('From now on they sign in there')]);
    expect((await link(two, { upstreamId, subject: 'a' })).body.code).toBe('already_there');
    expect((await link(two, { upstreamId: randomUUID(), subject: 'b' })).body.code).toBe('not_found');
    expect((await link(one, null)).body.changes).toEqual([
      { field: 'link', from: { upstreamId, subject: 'a' }, to: null },
    ]);
  });

  test('have settings and flags of their own, and a field that nothing reads is refused by name', async () => {
    const personId = await addPerson(company, 'settled');
    const parameters = { personId };
    const set = (values: object, reset: string[] = []) =>
      desk.call('adminSetPersonSettings', { parameters, body: { set: values, reset } });
    expect((await set({ updateChannel: 'early', isRemediationEnabled: false })).status).toBe(200);
    expect((await set({ updateChannel: 'nightly' })).body.message).toContain('set.updateChannel');
    expect((await set({ colour: 'red' })).body.message).toContain('colour');
    const flag = await desk.call('adminSetPersonFeature', {
      parameters: { personId, key: 'fci' },
      body: { isActive: true },
    });
    expect(flag.body.changes).toEqual([{ field: 'features', from: {}, to: { fci: true } }]);
    const { body } = await desk.call('adminPerson', { parameters });
    expect(body.settings).toMatchObject({ updateChannel: 'early', features: { fci: true } });
    expect(body.explicitSettings.toSorted()).toEqual(['features', 'isRemediationEnabled', 'updateChannel']);
    await set({}, ['updateChannel']);
    expect((await desk.call('adminPerson', { parameters })).body.settings['updateChannel']).toBe('stable');
  });

  describe('an import', () => {
    const load = (csv: string, isInviting = false) => desk.call('adminImportPeople', { body: { csv, isInviting } });

    test('adds and changes, and a dry run says so and does neither', async () => {
      const signedUp = { passwordHash: 'x', eulaAcceptedAt: server.context.now() };
      await addPerson(company, 'known', {
        ...{ displayName: 'Known', email: 'known@x.example', groups: ['keep'] },
        ...signedUp,
      });
      const csv = 'login,name,email,groups\nfresh,Fresh,fresh@x.example,a|b\nKNOWN,Known By Now,known@x.example,\n';
      const dry = await desk.dryRun('adminImportPeople', { body: { csv } });
      expect(dry.body).toMatchObject({ isDryRun: true, added: 1, changed: 1, unchanged: 0 });
      expect(dry.body.people).toMatchObject([
        { login: 'fresh', changes: [] },
        { login: 'known', changes: [{ field: 'displayName', from: 'Known', to: 'Known By Now' }] },
      ]);
      expect((await desk.call('adminPeople', { query: { login: 'fresh' } })).body.total).toBe(0);

      const { body } = await load(csv, true);
      expect(body.people).toMatchObject([
        { line: 2, login: 'fresh', what: 'added', link: expect.stringContaining('#invitation=') },
        { line: 3, login: 'known', what: 'changed', link: null },
      ]);
      const known = await desk.call('adminPeople', { query: { login: 'known' } });
      expect(known.body.people).toMatchObject([{ displayName: 'Known By Now', groups: ['keep'] }]);
      expect((await load(csv)).body).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
    });

    test('with one problem takes no one', async () => {
      const { status, body } = await load('login,name,email\ngood,Good,good@x.example\nbad,Bad,nomail\n');
      expect(status).toBe(422);
      expect(body).toEqual({ problems: [{ line: 3, column: 9, message: 'email is no e-mail address.' }] });
      await forgetRefusals(server);
      expect((await desk.call('adminPeople', { query: { login: 'good' } })).body.total).toBe(0);
      expect(await newestAudit(company)).toMatchObject({ action: 'admin-read' });
    });

    test('of a thousand people is one entry', async () => {
      const lines = Array.from({ length: 1000 }, (_, index) => `bulk${index},Bulk ${index},bulk${index}@x.example`);
      const { body } = await load(`login,name,email\n${lines.join('\n')}`);
      expect(body.added).toBe(1000);
      const entry = await newestAudit(company);
      expect(entry).toMatchObject({ action: 'people-import' });
      expect(entry?.details['changes']).toHaveLength(1000);
    });
  });
});

async function joinProvider({ id }: TestCompany): Promise<void> {
  const { database, companies: directory } = server.context;
  const [provider] = await database
    .insert(managedServiceProviders)
    .values({ id: randomUUID(), name: `Provider ${randomUUID()}` })
    .returning();
  await database
    .update(companies)
    .set({ mspId: provider?.id ?? null })
    .where(eq(companies.id, id));
  directory.forget();
}
