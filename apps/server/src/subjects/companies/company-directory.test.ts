import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '../../database/schema.ts';
import { addCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSocketDesk } from '../../testing/administrators.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('is the only one of an installation while there is no other, also where the settings of another cannot be read', async () => {
  const { company } = await server.company();
  expect((await server.context.companies.only())?.company.id).toBe(company.id);
  const other = await addCompany(server, 'harbour');
  const broken = { settings: { gate: 5 } };
  await server.context.database.update(companies).set(broken).where(eq(companies.id, other.id));
  expect(await server.context.companies.only()).toBeNull();
  const socket = createSocketDesk(server);
  const unnamed = await socket.call('adminGate');
  expect(unnamed.body).toMatchObject({
    code: 'company_unknown',
    message: expect.stringContaining('alderbrook, harbour'),
  });
  expect((await socket.call('adminGate', { query: { company: 'alderbrook' } })).status).toBe(200);
});

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
