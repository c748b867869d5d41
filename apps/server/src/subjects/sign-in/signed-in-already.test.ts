import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pendingSignIns, webSessions } from '../../database/schema.ts';
import { addPerson, setApplication, signInAs, type TestPerson } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;
let nadia: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  nadia = await addPerson(company);
});

/** What the sign-in page of a tab is told. */
async function options(marker?: string): Promise<string | null> {
  const query = marker === undefined ? '' : `?loginMarker=${marker}`;
  const reply = await visitor.ask<{ continueTo: string | null }>(`/api/online/v1/sign-in-options${query}`);
  return reply.body.continueTo;
}

const change = (values: Partial<typeof webSessions.$inferInsert>) =>
  server.context.database.update(webSessions).set(values).where(eq(webSessions.personId, nadia.id));

test('of several tabs at the sign-in page each goes on once one is signed in, and never comes back', async () => {
  const markers = [await visitor.openApplication(), await visitor.openApplication(), await visitor.openApplication()];
  for (const marker of markers) expect(await options(marker)).toBeNull();
  expect(await options()).toBeNull();
  await signInAs(visitor, nadia, markers[0]);
  for (const marker of markers) {
    const there = `/saml/continue?login=${marker}`;
    expect(await options(marker)).toBe(there);
    expect((await visitor.ask(there)).headers.get('location')).toBe(`/device-check/?login=${marker}`);
  }
  expect(await options()).toBe('/online/session-status');
});

test('a tab stays where a session that is older is not what its application asks for', async () => {
  await signInAs(visitor, nadia);
  server.advance(1000);
  const marker = await visitor.openApplication({ forceAuthn: true });
  expect(await options(marker)).toBeNull();
  server.advance(1000);
  await signInAs(visitor, nadia, marker);
  expect(await options(marker)).toBe(`/saml/continue?login=${marker}`);
});

test.each([
  ['a second factor is missing', () => change({ awaits: 'second-factor' })],
  ['the session was ended', () => change({ revokedAt: server.context.now() })],
  ['the session is over', () => change({ expiresAt: server.context.now() })],
  ['a link signed the browser in, from anyone', () => change({ openedFrom: randomUUID() })],
  ['the identity provider vouched for one sign-in alone', () => change({ reach: 'second-step' })],
])('a tab stays where %s', async (_why, spoil) => {
  const marker = await visitor.openApplication();
  await signInAs(visitor, nadia);
  expect(await options(marker)).not.toBeNull();
  await spoil();
  expect([await options(marker), await options()]).toEqual([null, null]);
});

test('a tab stays where its sign-in is unknown, too old, or of another person', async () => {
  await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 } });
  const [old, others] = [await visitor.openApplication(), await visitor.openApplication()];
  await signInAs(visitor, nadia);
  const another = await addPerson(company);
  await server.context.database
    .update(pendingSignIns)
    .set({ personId: another.id })
    .where(eq(pendingSignIns.id, others));
  expect(await options(others)).toBeNull();
  expect(await options('00000000-0000-4000-8000-000000000000')).toBeNull();
  server.advance(60_000);
  expect(await options(old)).toBeNull();
});

test('a tab stays where the application wants another kind of sign-in, which the person can still choose', async () => {
  await setApplication(company, { settings: {} });
  const marker = await visitor.openApplication();
  await server.context.database
    .update(pendingSignIns)
    .set({
      requestedAuthnContext: { comparison: 'exact', classes: ['urn:oasis:names:tc:SAML:2.0:ac:classes:X509'] },
    })
    .where(eq(pendingSignIns.id, marker));
  await signInAs(visitor, nadia);
  expect(await options(marker)).toBeNull();
});
