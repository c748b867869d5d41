import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addPerson, findApplicationId, type Somebody } from '../../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { createSocketDesk, type Desk, given } from '../../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let granted: Somebody;
let other: Somebody;

/** Leave to every application for 24 hours, and leave to the one there is. */
beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = createSocketDesk(server);
  [granted, other] = [await addPerson(company), await addPerson(company)];
  for (const [somebody, applicationId] of [
    [granted, null],
    [other, await findApplicationId(company)],
  ] as const) {
    const body = { personId: somebody.id, applicationId, hours: 24, uses: 20, reason: 'new laptops' };
    await desk.call('adminGrantAccess', { body });
  }
});
afterAll(() => server.close());
beforeEach(() => configure(company, {}));

/** What is said of temporary access by these rules, before they hold. */
async function said(temporaryAccess: object): Promise<readonly string[]> {
  const { body } = await desk.dryRun('adminSetSettings', { body: { set: { temporaryAccess }, reset: [] } });
  return body.warnings.filter((sentence) => sentence.includes('leads to less'));
}
const inHours = (hours: number) => new Date(server.context.now().getTime() + hours * 3_600_000).toISOString();
const BOTH = ['2 people have temporary access that leads to less by this, or ends sooner: vestibule access list'];

test('rules by which live leave leads nowhere, or ends sooner, say whose it is', async () => {
  expect(await said({ applications: [] })).toEqual(BOTH);
  expect(await said({ until: inHours(-1) })).toEqual(BOTH);
  expect(await said({ until: inHours(2) })).toEqual(BOTH);
});

test('nothing is said where it leads as far as before', async () => {
  expect(await said({ until: inHours(48) })).toEqual([]);
  expect(await said({ maximumHours: 2 })).toEqual([]);
  await configure(company, { temporaryAccess: { applications: [] } });
  expect(await said({ applications: null })).toEqual([]);
});

test('leave that was taken back is nobody’s', async () => {
  const { body } = await desk.call('adminAccessGrants', { query: { personId: other.id } });
  await desk.call('adminRevokeAccess', { parameters: { id: given(body.grants[0]).id } });
  expect(await said({ applications: [] })).toEqual([
    'One person has temporary access that leads to less by this, or ends sooner: vestibule access list',
  ]);
});
