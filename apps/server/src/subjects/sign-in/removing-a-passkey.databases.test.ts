import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { people, secondFactors, upstreams } from '../../database/schema.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson, plantSession } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let company: TestCompany;
let upstreamId: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  upstreamId = randomUUID();
  const settings = { issuer: 'https://login.example', clientId: 'vestibule' };
  const times = { createdAt: server.context.now() };
  await server.context.database.insert(upstreams).values({
    companyId: company.id,
    id: upstreamId,
    kind: 'oidc',
    name: 'Directory',
    settings,
    isEnabled: true,
    ...times,
  });
});
afterAll(() => server.close());

/** The embedded database has one connection: what asks it from outside of a transaction waits for that transaction. */
test.each([
  ['the sign-in of here is off', { isLocalSignInEnabled: false }, {}],
  ['the person is linked to an identity provider', {}, { upstreamSubject: 'nadia' }],
])('where %s, a passkey is removed, and the server goes on answering', async (_name, settings, link) => {
  const { database, now } = server.context;
  await configure(company, settings);
  const login = `person-${randomUUID()}`;
  const personId = await addPerson(company, login);
  if ('upstreamSubject' in link)
    await database
      .update(people)
      .set({ ...link, upstreamId })
      .where(eq(people.id, personId));
  const id = randomUUID();
  const key = { kind: 'passkey' as const, name: 'Key', lookup: id, sealed: '', lastUsed: 0 };
  const times = { confirmedAt: now(), createdAt: now() };
  await database.insert(secondFactors).values({ companyId: company.id, id, personId, ...key, ...times });
  const { browser } = await plantSession(company, login, { factors: ['password', 'passkey'], secondFactorAt: now() });
  const cookie = [...(browser.cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
  const reply = await fetch(`${server.url}/api/online/v1/second-factors/${id}`, {
    method: 'DELETE',
    headers: { ...browser.headers, cookie, origin: server.url },
    signal: AbortSignal.timeout(20_000),
  });
  expect(reply.status).toBe(204);
  expect(await database.$count(secondFactors, eq(secondFactors.id, id))).toBe(0);
});
