import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '../database/schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('what another server set reaches this one in two seconds, also after its clock was set back', async () => {
  const { company } = await server.company();
  const nameNow = async () => (await server.company()).company.displayName;
  const rename = (displayName: string) =>
    server.context.database.update(companies).set({ displayName }).where(eq(companies.id, company.id));
  await rename('Alder');
  expect(await nameNow()).toBe(company.displayName);
  server.advance(2000);
  expect(await nameNow()).toBe('Alder');
  await rename('Brook');
  server.advance(-HOUR_MS);
  server.advance(2000);
  expect(await nameNow()).toBe('Brook');
});
