import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createSocketDesk, type Desk } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(() => configure(company, {}));

/** What is said of temporary access by these rules, before they hold. */
async function said(temporaryAccess: object): Promise<readonly string[]> {
  const { body } = await desk.dryRun('adminSetSettings', { body: { set: { temporaryAccess }, reset: [] } });
  return body.warnings.filter((sentence) => sentence.includes('lead to fewer'));
}
const inHours = (hours: number) => new Date(server.context.now().getTime() + hours * 3_600_000).toISOString();
const WARNED = [expect.stringMatching(/^Temporary access that is live may .*vestibule access list$/)];

test('rules by which live leave may lead to less, or end sooner, say so', async () => {
  expect(await said({ applications: [] })).toEqual(WARNED);
  expect(await said({ until: inHours(2) })).toEqual(WARNED);
  await configure(company, { temporaryAccess: { applications: ['mail', 'wiki'], until: inHours(4) } });
  expect(await said({ applications: ['mail', 'wiki'], until: inHours(2) })).toEqual(WARNED);
  expect(await said({ applications: ['mail', 'hr'], until: inHours(4) })).toEqual(WARNED);
});

test('nothing is said where it leads as far as before', async () => {
  expect(await said({ maximumHours: 2 })).toEqual([]);
  await configure(company, { temporaryAccess: { applications: ['mail'], until: inHours(4) } });
  expect(await said({ applications: null, until: null })).toEqual([]);
  expect(await said({ applications: ['wiki', 'mail'], until: inHours(8) })).toEqual([]);
});
