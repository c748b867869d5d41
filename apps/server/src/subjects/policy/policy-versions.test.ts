import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Desk, newestAudit, openDesk } from '../../testing/administrators.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const text = (severity: string) =>
  `# Ours\nversion: 1\nworkplaceAccessPolicy: Strict\nchecks:\n  FirewallEnable: { severity: ${severity} }\n`;

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer({ policy: text('recommended') });
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  for (const severity of ['required', 'off']) {
    await desk.call('adminApplyPolicy', { body: { text: text(severity), reason: `now ${severity}` } });
  }
});
afterAll(() => server.close());

test('every version that was stored is there, the newest first, a page at a time, for an auditor as well', async () => {
  const auditor = await openDesk(company, 'auditor');
  const { versions, next } = (await auditor.call('adminPolicyVersions', { query: { limit: '2' } })).body;
  expect(versions.map(({ source }) => source)).toEqual(['command', 'command']);
  expect(versions[0]?.version).toBe((await desk.call('adminPolicy')).body.version);
  const rest = (await auditor.call('adminPolicyVersions', { query: { limit: '2', after: next ?? '' } })).body;
  expect(rest.versions.map(({ source }) => source)).toEqual(['file']);
  expect(rest.next).toBeNull();
  expect((await auditor.call('adminPolicyVersions', { query: { after: 'x' } })).status).toBe(400);
});

test('one of them has its text and the one before, and applied again it holds again, under its old version', async () => {
  const { versions } = (await desk.call('adminPolicyVersions')).body;
  const [newest, older, first] = versions;
  const shown = (await desk.call('adminPolicyVersion', { parameters: { id: older?.id ?? '' } })).body;
  expect(shown).toMatchObject({ ...older, text: text('required') });
  expect(shown.before).toEqual({ id: first?.id, version: first?.version, text: text('recommended') });
  const oldest = await desk.call('adminPolicyVersion', { parameters: { id: first?.id ?? '' } });
  expect(oldest.body.before).toBeNull();

  const query = { ifVersion: newest?.version ?? '' };
  const restored = await desk.call('adminApplyPolicy', { body: { text: shown.text }, query });
  expect(restored.body.version).toBe(older?.version);
  const after = (await desk.call('adminPolicyVersions')).body.versions;
  expect(after.map(({ version }) => version)).toEqual([older?.version, ...versions.map(({ version }) => version)]);
  expect(new Set(after.map(({ id }) => id)).size).toBe(after.length);
});

test('why it was applied stands in the audit log', async () => {
  await desk.call('adminApplyPolicy', { body: { text: text('off'), reason: 'the pilot is over' } });
  expect((await newestAudit(company))?.details).toMatchObject({ reason: 'the pilot is over' });
});

test('those of another company are none of ours', async () => {
  const other = await openDesk(await addCompany(server, 'elsewhere'), 'administrator');
  expect((await other.call('adminPolicyVersions')).body.versions).toEqual([]);
  const { versions } = (await desk.call('adminPolicyVersions')).body;
  const theirs = await other.call('adminPolicyVersion', { parameters: { id: versions[0]?.id ?? '' } });
  expect(theirs.body.code).toBe('not_found');
});
