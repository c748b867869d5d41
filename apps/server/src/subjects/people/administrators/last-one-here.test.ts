import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { people, roles, secondFactors, upstreams } from '../../../database/schema.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { CLIENT, type OidcIdentityProvider, startOidcIdentityProvider } from '../testing/oidc-identity-provider.ts';
import { createSocketDesk, type Desk, plantAdministrator } from '../../../testing/administrators.ts';

const DOWN = 'afterwards no one could run this company from a browser while the identity provider is down.';
const INVITE = 'Keep or invite one administrator who is linked to none: vestibule person invite LOGIN';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let provider: OidcIdentityProvider;
let upstreamId: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  provider = await startOidcIdentityProvider();
  provider.register(`${server.url}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  const { database, masterKey, now } = server.context;
  await database.delete(roles);
  await configure(company, {});
  upstreamId = randomUUID();
  const settings = { issuer: provider.issuer, clientId: CLIENT.id };
  const row = { companyId: company.id, id: upstreamId, kind: 'oidc' as const, name: `Entra ${upstreamId}`, settings };
  const sealedSecret = masterKey.seal(CLIENT.secret, upstreamId);
  await database.insert(upstreams).values({ ...row, sealedSecret, isEnabled: true, createdAt: now() });
});

async function administrator({ isLinked }: { readonly isLinked: boolean }) {
  const login = `admin-${randomUUID().slice(0, 8)}`;
  const { personId } = await plantAdministrator(company, { role: 'administrator', login });
  const { database, now } = server.context;
  const linked = isLinked ? { upstreamId, upstreamSubject: login } : {};
  await database
    .update(people)
    .set({ passwordHash: null, ...linked })
    .where(eq(people.id, personId));
  const times = { confirmedAt: now(), createdAt: now() };
  const key = { kind: 'passkey' as const, name: 'Key', lookup: randomUUID(), sealed: '', lastUsed: 0 };
  await database.insert(secondFactors).values({ companyId: company.id, id: randomUUID(), personId, ...key, ...times });
  return { login, parameters: { personId } };
}

const warning = (login: string) => `${login} is the only administrator who can sign in here: ${DOWN} ${INVITE}`;

test('who is linked elsewhere leaves no one here: it is said, before and in the answer, and not refused', async () => {
  const { login, parameters } = await administrator({ isLinked: false });
  const wanted = { parameters, body: { link: { upstreamId, subject: login } } };
  expect((await desk.dryRun('adminLinkPerson', wanted)).body.warnings).toContain(warning(login));
  const { status, body } = await desk.call('adminLinkPerson', wanted);
  expect([status, body.warnings]).toEqual([200, expect.arrayContaining([warning(login)])]);
  // No one signs in here by now, so that nothing more is taken: local sign-in says for itself what is left.
  const off = { set: { isLocalSignInEnabled: false }, reset: [] };
  expect((await desk.dryRun('adminSetSettings', { body: off })).body.warnings).toContainEqual(
    expect.stringMatching(/^No administrator has a passkey here: .* vestibule person invite LOGIN$/),
  );
});

test('while local sign-in is off an invitation opens nothing, so the warning turns it on first', async () => {
  const { login, parameters } = await administrator({ isLinked: false });
  await configure(company, { isLocalSignInEnabled: false });
  const wanted = { parameters, body: { link: { upstreamId, subject: login } } };
  expect((await desk.dryRun('adminLinkPerson', wanted)).body.warnings).toContainEqual(
    expect.stringContaining(
      'vestibule company settings set isLocalSignInEnabled=true, then vestibule person invite LOGIN',
    ),
  );
});

test.each([
  ['blocked', 'adminBlockPerson', { body: { isBlocked: true, reason: 'left' } }],
  ['without the role', 'adminSetRole', { body: { role: null } }],
  ['without passkeys', 'adminResetFactors', {}],
] as const)('who is %s leaves only those who sign in elsewhere', async (_name, call, parts) => {
  await administrator({ isLinked: true });
  const { login, parameters } = await administrator({ isLinked: false });
  const wanted = { ...parts, parameters };
  expect((await desk.dryRun(call, wanted)).body.warnings).toContain(warning(login));
  const other = await administrator({ isLinked: false });
  expect((await desk.dryRun(call, wanted)).body.warnings).not.toContain(warning(login));
  await desk.call('adminBlockPerson', { parameters: other.parameters, body: { isBlocked: true, reason: 'left' } });
  const { status, body } = await desk.call(call, wanted);
  expect([status, body.warnings]).toEqual([200, expect.arrayContaining([warning(login)])]);
});

test('who is erased does as well', async () => {
  await administrator({ isLinked: true });
  const { login, parameters } = await administrator({ isLinked: false });
  const wanted = { parameters, query: { confirm: login } };
  expect((await desk.call('adminErasePerson', wanted)).body.warnings).toContain(warning(login));
});

test('an identity provider that is switched on again takes them with it', async () => {
  const { database } = server.context;
  await database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, upstreamId));
  const { login } = await administrator({ isLinked: true });
  const { status, body } = await desk.call('adminUpdateUpstream', {
    parameters: { upstreamId },
    body: { isEnabled: true },
  });
  expect([status, body.warnings]).toEqual([200, [warning(login), expect.stringContaining('no way to sign in')]]);
});

test('the status says so until someone signs in here again', async () => {
  const { database } = server.context;
  const about = async () =>
    (await desk.call('adminStatus')).body.warnings.filter((text) => text.includes('dministrator'));
  expect(await about()).toEqual(['There is no administrator: vestibule person role --help']);
  const { parameters } = await administrator({ isLinked: true });
  const nobody =
    'No administrator can sign in here: while the identity provider is down, no one could run this company';
  expect(await about()).toEqual([`${nobody} from a browser. ${INVITE}`]);
  await configure(company, { isLocalSignInEnabled: false });
  expect(await about()).toEqual([
    expect.stringMatching(/isLocalSignInEnabled=true, then vestibule person invite LOGIN$/),
  ]);
  await database.update(upstreams).set({ isEnabled: false }).where(eq(upstreams.id, upstreamId));
  expect(await about()).toEqual([]);
  await database.delete(secondFactors).where(eq(secondFactors.personId, parameters.personId));
  expect(await about()).toEqual([
    'No administrator can sign in: no one can run this company from a browser. Open the invitation that waits, or make one: vestibule company settings set isLocalSignInEnabled=true, then vestibule person invite LOGIN',
  ]);
  await database.update(upstreams).set({ isEnabled: true }).where(eq(upstreams.id, upstreamId));
  await administrator({ isLinked: false });
  expect(await about()).toEqual([]);
});

test('nothing is said where no one signs in here before', async () => {
  const { parameters } = await administrator({ isLinked: true });
  await administrator({ isLinked: true });
  const wanted = { parameters, body: { isBlocked: true, reason: 'left' } };
  expect(JSON.stringify((await desk.dryRun('adminBlockPerson', wanted)).body.warnings)).not.toContain(DOWN);
});
