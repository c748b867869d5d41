import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompany } from '../testing/companies.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { watchPolicyFiles } from './policy-watch.ts';

const BROKEN = 'version: 1\nchecks:\n  FirewallEnabled: { severity: required }\n';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('a server does not start on a policy file of its configuration that cannot be used: line and column are said', async () => {
  await expect(startTestServer({ policy: BROKEN })).rejects.toThrow(
    /policy\.yaml cannot be used:\n.*line 3, column 3/s,
  );
});

test('the broken file of one company keeps no other out, and is told', async () => {
  const { id } = await addCompany(server, 'north');
  await mkdir(join(server.dataFolder, 'policies'));
  await writeFile(join(server.dataFolder, 'policies', 'north.yaml'), BROKEN);
  const said: string[] = [];
  const stop = await watchPolicyFiles(server.context, pino({}, { write: (line) => said.push(line) }));
  stop();
  expect(said).toEqual([expect.stringContaining('north.yaml cannot be used')]);
  expect((await server.context.companies.byId(id))?.policy.source).toBe('built-in');
});
