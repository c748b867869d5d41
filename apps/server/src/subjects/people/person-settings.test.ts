import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson, type TestPerson } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSocketDesk, type Desk } from '../../testing/administrators.ts';

const POLICY = 'version: 1\nworkplaceAccessPolicy: Permissive\nchecks:\n  FirewallEnable: { severity: required }\n';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let somebody: TestPerson;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  somebody = await addPerson(company);
  await configure(company, { skipping: { isAllowed: true } });
});
afterAll(() => server.close());

const set = (values: object) =>
  desk.call('adminSetPersonSettings', { parameters: { personId: somebody.id }, body: { set: values, reset: [] } });

test('that keep a person from work without Workplace say so, once', async () => {
  const { status, body } = await set({ requireNativeAppInstallation: true });
  expect([status, body.warnings]).toEqual([200, [expect.stringContaining('do not reach work without it')]]);
  expect((await set({ requireNativeAppInstallation: true })).body.warnings).toEqual([]);
  expect((await set({ requireNativeAppInstallation: false, updateChannel: 'early' })).body.warnings).toEqual([]);
});
