import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { policies } from '../../database/schema.ts';
import { addPerson } from '../../testing/at-the-gate.ts';
import { addCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { openDesk } from '../../testing/administrators.ts';
import { isNewFile, loadPolicy, readPolicyText } from './policies.ts';

/** What a company stored while silence about unread checks meant `allow`. */
const SILENT = 'version: 1 # ours\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: required }\n';
const SAID = SILENT.replace('checks:', 'unknown: allow\nchecks:');
const VERSION = createHash('sha256').update(SILENT).digest('hex').slice(0, 16);

let server: TestServer;
let company: TestCompany;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  count += 1;
  company = await addCompany(server, `silent-${count}`);
  const { database, now } = server.context;
  // As the version before this one writes a row: it does not know the column.
  await database.insert(policies).values({
    companyId: company.id,
    version: VERSION,
    text: SILENT,
    source: 'file',
    createdAt: now(),
    createdBy: 'x',
  });
  server.context.companies.forget();
});

test('a policy from before silence meant block has its meaning written in, and keeps its version', async () => {
  const loaded = await loadPolicy(server.context.database, company.id);
  expect(loaded).toMatchObject({ text: SAID, version: VERSION, policy: { unknown: 'allow' } });
  const then = await loadPolicy(server.context.database, company.id, server.context.now());
  expect(then.policy).toEqual(loaded.policy);
});

test('it is shown so, and warned of until it is taken out', async () => {
  const desk = await openDesk(company, 'administrator');
  const { body } = await desk.call('adminPolicy');
  expect(body.text).toBe(SAID);
  const warning = expect.stringMatching(/^unknown: allow lets a computer in .* FirewallEnable/);
  expect(body.summary.warnings).toContainEqual(warning);
  expect((await desk.call('adminStatus')).body.warnings).toContainEqual(
    expect.stringMatching(/unknown: allow lets a computer in/),
  );
  await desk.call('adminApplyPolicy', { body: { text: SILENT, acceptBlocking: 100 } });
  expect((await desk.call('adminPolicy')).body).toMatchObject({ text: SILENT, version: VERSION });
  expect((await desk.call('adminPolicy')).body.summary.warnings).not.toContainEqual(warning);
});

test('the same text, applied again, means block, and that is a change', async () => {
  const desk = await openDesk(company, 'administrator');
  const applied = await desk.call('adminApplyPolicy', { body: { text: SILENT, acceptBlocking: 100 } });
  expect(applied.body.changes).toContainEqual({ field: 'unknown', from: 'allow', to: null });
  expect((await loadPolicy(server.context.database, company.id)).policy.unknown).toBeUndefined();
});

test('an exemption can be added to it, and its file is not taken again for it', async () => {
  const { login } = await addPerson(company);
  const desk = await openDesk(company, 'administrator');
  const added = await desk.call('adminAddExemption', {
    parameters: { checkType: 'FirewallEnable' },
    body: { login, days: 1, why: 'A new laptop.' },
  });
  expect(added.status).toBe(200);
  const loaded = await loadPolicy(server.context.database, company.id);
  expect(loaded.policy).toMatchObject({ unknown: 'allow', checks: { FirewallEnable: { exemptions: [{ login }] } } });
  const file = readPolicyText(SILENT, 'file');
  if (!file.ok) throw new Error('The file cannot be read.');
  expect(await isNewFile(server.context.database, company.id, file.loaded)).toBe(false);
});
