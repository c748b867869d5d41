import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { companies } from '../database/schema.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a host that was no company’s is one’s at once: strangers’ hosts are not remembered', async () => {
  const { companies: directory, database } = server.context;
  const host = `late.localhost:${new URL(server.url).port}`;
  expect(await directory.byHost(host)).toBeNull();
  await database.insert(companies).values({
    id: randomUUID(),
    name: 'late',
    displayName: 'Company late',
    topLevelDomain: 'late.example',
    publicUrl: `http://${host}`,
    support: {},
  });
  expect((await directory.byHost(host))?.company.name).toBe('late');
});
