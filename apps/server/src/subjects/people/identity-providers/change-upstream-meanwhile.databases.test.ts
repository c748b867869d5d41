import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { people, roles, upstreams } from '../../../database/schema.ts';
import { findUpstream } from '../../../repositories/upstreams.ts';
import { readAudit } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { addPerson } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CLIENT, type OidcIdentityProvider, startOidcIdentityProvider } from '../testing/oidc-identity-provider.ts';
import { createDesk, createSocketDesk, type Desk, given, plantAdministrator } from '../../../testing/administrators.ts';
import { meanwhile } from '../../../testing/meanwhile.ts';

let server: TestServer;
let company: TestCompany;
let provider: OidcIdentityProvider;
let other: OidcIdentityProvider;
let desk: Desk;
let upstreamId: string;
let name: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  provider = await startOidcIdentityProvider();
  other = await startOidcIdentityProvider();
  for (const one of [provider, other]) one.register(`${server.url}/callback`);
});
afterAll(async () => {
  await provider.close();
  await other.close();
  await server.close();
});
beforeEach(async () => {
  await configure(company, {});
  upstreamId = randomUUID();
  name = `Directory ${upstreamId.slice(0, 8)}`;
  const { database, masterKey, now } = server.context;
  const settings = { issuer: provider.issuer, clientId: CLIENT.id };
  const sealedSecret = masterKey.seal(CLIENT.secret, upstreamId);
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name, settings, sealedSecret };
  await database.insert(upstreams).values({ ...row, isEnabled: true, createdAt: now() });
});

const change = (body: object, query: object = {}, by = desk) =>
  by.call('adminUpdateUpstream', { parameters: { upstreamId }, body, query });
const stored = async () => given(await findUpstream(server.context.database, company.id, upstreamId));
const versionNow = async () =>
  given((await desk.call('adminUpstreams')).body.upstreams.find(({ id }) => id === upstreamId)).version;
const entries = async () => (await readAudit(company, 50)).filter(({ details }) => details['id'] === upstreamId);
/** @param called the name that it has by now */
const refusedFor = (called: string) => [
  409,
  'not_possible',
  `Nothing was changed: a colleague has just changed the identity provider ${called}. Look at how it is now with \`vestibule identity-provider list --json\`, and run the command again.`,
];
const said = ({ status, body }: Awaited<ReturnType<typeof change>>) => [status, body.code, body.message];

describe('an identity provider that another person changes at the same moment', () => {
  test.each([
    ['name', () => ({ name: `Other ${name}` })],
    ['settings', () => ({ settings: { issuer: provider.issuer, clientId: CLIENT.id, createsPeople: true } })],
    ['secret', () => ({ secret: 'another secret' })],
  ])('stays switched off, and anyone who changes its %s is told to look again', async (_what, wanted) => {
    meanwhile(server.context.database, async () => {
      expect((await change({ isEnabled: false })).status).toBe(200);
    });
    const before = await stored();
    expect(said(await change(wanted()))).toEqual(refusedFor(name));
    expect(await stored()).toMatchObject({ ...before, isEnabled: false });
    // The audit log has the one change that was made, and what it was before.
    expect(await entries()).toMatchObject([
      { details: { before: { name, isEnabled: true }, after: { name, isEnabled: false } } },
    ]);
    expect((await change(wanted())).status).toBe(200);
    expect((await stored()).isEnabled).toBe(false);
  });

  test('keeps the secret and the name it was given', async () => {
    const called = `Other ${name}`;
    meanwhile(server.context.database, async () => {
      expect((await change({ name: called })).status).toBe(200);
    });
    expect(said(await change({ secret: 'another secret' }))).toEqual(refusedFor(called));
    const { sealedSecret } = await stored();
    meanwhile(server.context.database, async () => {
      expect((await change({ secret: 'a third secret' })).status).toBe(200);
    });
    expect(said(await change({ secret: 'another secret' }))).toEqual(refusedFor(called));
    const after = await stored();
    expect(after.name).toBe(called);
    expect(after.sealedSecret).not.toBe(sealedSecret);
    expect((await entries())[1]).toMatchObject({
      target: called,
      details: { before: { name }, after: { name: called } },
    });
  });

  test('does not go back to the issuer before, with people whom the new one calls so', async () => {
    meanwhile(server.context.database, async () => {
      expect((await change({ settings: { issuer: other.issuer, clientId: CLIENT.id } })).status).toBe(200);
      await addPerson(company, `linked-${upstreamId.slice(0, 8)}`, { upstreamId, upstreamSubject: '1' });
    });
    // Another administrator adds a domain: the settings go whole, with the issuer as it was read.
    const settings = { issuer: provider.issuer, clientId: CLIENT.id, allowedDomains: ['x.example'] };
    expect(said(await change({ settings }))).toEqual(refusedFor(name));
    expect((await stored()).settings).toMatchObject({ issuer: other.issuer });
    const again = await change({ settings });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('--accept-linked 1')]);
  });

  test('is not changed once it is removed', async () => {
    meanwhile(server.context.database, async () => {
      expect((await desk.call('adminRemoveUpstream', { parameters: { upstreamId } })).status).toBe(200);
    });
    expect((await change({ name: `Other ${name}` })).status).toBe(404);
    expect(await entries()).toHaveLength(1);
  });

  test('is not changed by the one who may not any more, since someone was linked or given a role meanwhile', async () => {
    const own = await plantAdministrator(company, { role: 'administrator' });
    const alone = createDesk(company, own.guise);
    const { database } = server.context;
    const { personId } = await plantAdministrator(company, { role: 'administrator' });
    const link = () => database.update(people).set({ upstreamId, upstreamSubject: '7' }).where(eq(people.id, personId));

    await configure(company, { temporaryAccess: { secondApprover: 'always' } });
    meanwhile(database, link);
    const secret = await change({ secret: 'mine' }, {}, alone);
    expect([secret.status, secret.body.message]).toEqual([403, expect.stringContaining('needs a second approver')]);

    await configure(company, {});
    meanwhile(database, () => database.update(roles).set({ reach: 'msp' }).where(eq(roles.personId, personId)));
    const renamed = await change({ name: `Other ${name}` }, {}, alone);
    expect([renamed.status, renamed.body.message]).toEqual([403, expect.stringContaining('covers all companies')]);
    expect((await stored()).name).toBe(name);
  });
});

describe('a person who is linked to an identity provider that another person changes at the same moment', () => {
  test.each([
    ['is given another issuer', () => change({ settings: { issuer: other.issuer, clientId: CLIENT.id } })],
    ['is removed', () => desk.call('adminRemoveUpstream', { parameters: { upstreamId } })],
  ])('stays linked to none where it %s', async (_what, act) => {
    const personId = await addPerson(company, `late-${upstreamId.slice(0, 8)}`);
    meanwhile(server.context.database, async () => expect((await act()).status).toBe(200));
    const body = { link: { upstreamId, subject: '9' } };
    const { status, body: answer } = await desk.call('adminLinkPerson', { parameters: { personId }, body });
    expect([status, answer.message]).toEqual([
      409,
      expect.stringContaining('changed or removed the identity provider'),
    ]);
    const [row] = await server.context.database.select().from(people).where(eq(people.id, personId));
    expect(row).toMatchObject({ upstreamId: null, upstreamSubject: null });
  });
});

describe('a change of the version that was looked at', () => {
  test('is taken while it is that version, and refused with its trial once it is another one', async () => {
    const ifVersion = await versionNow();
    expect((await change({ name: `Other ${name}` }, { ifVersion })).status).toBe(200);
    expect(await versionNow()).not.toBe(ifVersion);
    // Whose issuer it is, too: it is not the number of linked people that has to be accepted.
    await addPerson(company, `linked-${upstreamId.slice(0, 8)}`, { upstreamId, upstreamSubject: '1' });
    const settings = { issuer: other.issuer, clientId: CLIENT.id };
    const refused = refusedFor(`Other ${name}`);
    expect(said(await change({ settings }, { ifVersion }))).toEqual(refused);
    for (const body of [{ settings }, {}]) {
      const trial = await desk.call('adminTryUpstream', { parameters: { upstreamId }, body, query: { ifVersion } });
      expect([trial.status, trial.body.code, trial.body.message]).toEqual(refused);
    }
    expect((await change({ isEnabled: false }, { ifVersion: await versionNow(), acceptLockingOut: '1' })).status).toBe(
      200,
    );
  });

  test('is of everything that is stored, the secret as well', async () => {
    const versions = new Set([await versionNow()]);
    const settings = { issuer: provider.issuer, clientId: CLIENT.id, createsPeople: true };
    const bodies = [{ name: `Other ${name}` }, { settings }, { secret: 'another secret' }, { isEnabled: false }];
    for (const body of bodies) {
      expect((await change(body)).status).toBe(200);
      versions.add(await versionNow());
    }
    expect(versions.size).toBe(bodies.length + 1);
  });
});
