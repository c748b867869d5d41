import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pendingSignIns, webSessions } from '../../database/schema.ts';
import { addPerson, setApplication, signInAs } from '../../testing/at-the-gate.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const START_URL = 'http://127.0.0.1:8081/start';

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
});
afterAll(() => server.close());
beforeEach(() => {
  visitor = new Visitor(server);
});
afterEach(() => setApplication(company, { settings: {}, startUrl: START_URL }));

const goOn = (marker: string) => visitor.ask<string>(`/saml/continue?login=${marker}`);

async function find(marker: string) {
  const rows = await server.context.database.select().from(pendingSignIns).where(eq(pendingSignIns.id, marker));
  return rows[0];
}

describe('a sign-in that an application began', () => {
  test.each(['frontline', 'onboarding', 'onboarding-v3', 'install', 'mfa', 'quick-start'])(
    'runs in the mode the application is set to: %s [S1.026, S1.027]',
    async (mode) => {
      await setApplication(company, { settings: { mode } });
      expect(await find(await visitor.openApplication())).toMatchObject({ mode });
    },
  );

  test('is frontline where nothing is set, whatever a cookie says [S1.026]', async () => {
    visitor.cookies.set('w-device-compliance-check-info', JSON.stringify({ mode: 'onboarding' }));
    expect(await find(await visitor.openApplication())).toMatchObject({ mode: 'frontline' });
  });

  test('lives as long as the application takes an answer', async () => {
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 90 } });
    const pending = await find(await visitor.openApplication());
    expect(pending?.expiresAt.getTime()).toBe(server.context.now().getTime() + 90_000);
  });

  test('goes to the sign-in page, then to the check', async () => {
    const marker = await visitor.openApplication();
    expect((await goOn(marker)).headers.get('location')).toBe(`/online/?login=${marker}`);
    await signInAs(visitor, await addPerson(company), marker);
    expect((await goOn(marker)).headers.get('location')).toBe(`/device-check/?login=${marker}`);
  });

  test('goes to the sign-in page while a second factor is missing', async () => {
    const marker = await visitor.openApplication();
    const somebody = await addPerson(company);
    await signInAs(visitor, somebody, marker);
    await server.context.database
      .update(webSessions)
      .set({ awaits: 'second-factor' })
      .where(eq(webSessions.personId, somebody.id));
    expect((await goOn(marker)).headers.get('location')).toBe(`/online/?login=${marker}`);
  });

  test('that is too old begins again where the application begins', async () => {
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 } });
    const marker = await visitor.openApplication();
    server.advance(59_999);
    expect((await goOn(marker)).headers.get('location')).toBe(`/online/?login=${marker}`);
    server.advance(1);
    const reply = await goOn(marker);
    expect([reply.status, reply.headers.get('location')]).toEqual([303, START_URL]);
  });

  test('that is too old is told so to the portal’s page', async () => {
    const marker = await visitor.openApplication();
    await signInAs(visitor, await addPerson(company), marker);
    const ask = () => visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    expect((await ask()).status).toBe(200);
    const pending = await find(marker);
    server.advance((pending?.expiresAt.getTime() ?? 0) - server.context.now().getTime() - 1);
    expect((await ask()).status).toBe(200);
    server.advance(1);
    const { status, body } = await ask();
    expect([status, body.code]).toEqual([410, 'sign_in_expired']);
  });

  test('that is too old is told so where the application has no start', async () => {
    await setApplication(company, { settings: { requestMaximumAgeSeconds: 60 }, startUrl: null });
    const marker = await visitor.openApplication();
    server.advance(60_000);
    const reply = await goOn(marker);
    expect(reply.status).toBe(400);
    expect(reply.body).toContain('sign_in_expired');
  });
});
