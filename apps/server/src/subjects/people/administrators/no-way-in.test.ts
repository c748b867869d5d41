import { randomUUID } from 'node:crypto';
import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applications, people, upstreams } from '../../../database/schema.ts';
import { addCompany, configure, type TestCompany } from '../../../testing/companies.ts';
import { addPerson, giveRole } from '../../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type Desk, openDesk } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await addCompany(server, 'shut');
  await server.context.database.update(people).set({ disabledAt: new Date() }).where(eq(people.companyId, company.id));
  desk = await openDesk(company, 'administrator');
  await server.context.database
    .update(people)
    .set({ passwordHash: 'x' })
    .where(and(eq(people.companyId, company.id), like(people.login, 'admin-%')));
});
afterAll(() => server.close());

const about = (warnings: readonly string[]) => warnings.filter((text) => text.includes('no way to sign in'));
const status = async () => about((await desk.call('adminStatus')).body.warnings);
const csv = 'login,name,email\nona,Ona,ona@shut.example\nola,Ola,ola@shut.example\nota,Ota,ota@elsewhere.example\n';
const settings = { issuer: 'https://login.shut.example', clientId: 'gate' };

test('an import says, before, how many could not sign in and what mends it; so does the status', async () => {
  const sentence =
    '3 people have no way to sign in (ona, ola, ota): no password, no passkey, no open invitation, and no identity provider. Invite them: vestibule person import FILE --invite, or vestibule person invite LOGIN';
  const before = await status();
  expect(about((await desk.dryRun('adminImportPeople', { body: { csv } })).body.warnings)).toEqual([sentence]);
  const inviting = { body: { csv, isInviting: true } };
  expect(about((await desk.dryRun('adminImportPeople', inviting)).body.warnings)).toEqual([]);
  expect(about((await desk.call('adminImportPeople', { body: { csv } })).body.warnings)).toEqual([sentence]);
  expect(before.some((text) => text.includes('ona'))).toBe(false);
  expect((await status()).some((text) => text.includes('ona'))).toBe(true);
});

test('an identity provider says, before it is added or changed, whom it would leave without a way in', async () => {
  const body = { kind: 'oidc' as const, name: 'Shut ID', settings, secret: 's3cret', isEnabled: false };
  const first = await desk.dryRun('adminAddUpstream', { body });
  expect(about(first.body.warnings)).toEqual([
    expect.stringMatching(/^3 people have no way to sign in .*vestibule identity-provider set "Shut ID" --domain /),
  ]);
  const withDomain = { ...body, settings: { ...settings, allowedDomains: ['shut.example'] } };
  expect(about((await desk.dryRun('adminAddUpstream', { body: withDomain })).body.warnings)).toEqual([
    expect.stringMatching(/^1 person has no way to sign in \(ota\): .* --domain elsewhere\.example\./),
  ]);
  await desk.call('adminAddUpstream', { body });
  await server.context.database.update(upstreams).set({ isEnabled: true }).where(eq(upstreams.companyId, company.id));
  const { upstreams: all } = (await desk.call('adminUpstreams')).body;
  const parameters = { upstreamId: all[0]?.id ?? '' };
  const change = { parameters, body: { settings: withDomain.settings } };
  expect(about((await desk.dryRun('adminUpdateUpstream', change)).body.warnings)).toEqual([
    expect.stringContaining('(ota)'),
  ]);
});

test('the status tells apart why: a role, an address that two have, an account that was used', async () => {
  await server.context.database
    .update(upstreams)
    .set({ settings: { ...settings, allowedDomains: ['shut.example'] } })
    .where(eq(upstreams.companyId, company.id));
  await giveRole(company, await addPerson(company, 'chief', { email: 'chief@shut.example' }), 'support');
  await addPerson(company, 'twin', { email: 'ONA@shut.example' });
  await addPerson(company, 'former', { email: 'former@shut.example', eulaAcceptedAt: new Date() });
  expect(await status()).toMatchObject([
    expect.stringMatching(/^1 person has .* \(ota\): no identity provider is set up for the domain/),
    expect.stringMatching(
      /\(.*chief.*\): people with a role aren’t linked by an e-mail address\. vestibule person link/,
    ),
    expect.stringMatching(/^2 people have .* \(ona, twin\): several people have the same e-mail address/),
    expect.stringMatching(/^1 person has .* \(former\): they were here before/),
  ]);
  await configure(company, { isLocalSignInEnabled: false });
  await addPerson(company, 'typist', { email: 'typist@shut.example', passwordHash: 'x' });
  expect((await status()).at(-1)).toContain('(former, typist)');
});

test('who comes by a second step needs no way of their own', async () => {
  const id = randomUUID();
  const row = { companyId: company.id, id, kind: 'oidc' as const, name: 'Step', settings, sealedSecret: null };
  await server.context.database.insert(upstreams).values({ ...row, isEnabled: false, createdAt: new Date() });
  await addPerson(company, 'stepper', { email: 'stepper@step.example', upstreamId: id, upstreamSubject: 's' });
  const names = async () => (await status()).filter((text) => text.includes('stepper'));
  expect(await names()).toHaveLength(1);
  await server.context.database.insert(applications).values({
    companyId: company.id,
    id: randomUUID(),
    name: 'Step',
    entityId: 'step',
    protocol: 'second-step',
    serviceProvider: null,
    oidcClient: { upstreamId: id },
  });
  expect(await names()).toEqual([]);
});
