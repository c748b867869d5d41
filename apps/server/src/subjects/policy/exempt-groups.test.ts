import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { findPerson, findPersonByLogin } from '../../repositories/people.ts';
import { setPolicy } from '../../testing/at-the-gate.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createDesk, createSocketDesk, type Desk, openDesk, plantToken } from '../../testing/administrators.ts';

const POLICY = `version: 1
workplaceAccessPolicy: Strict
enforceFor: { groups: [Pilot] }
checks:
  FirewallEnable: { severity: required, for: [{ groups: [Trusted], severity: off }] }
`;
const REFUSED = expect.stringContaining('While temporary access needs a second approver') as unknown;

let server: TestServer;
let company: TestCompany;
let socket: Desk;
let desks: readonly Desk[];
let personId: string;
let login: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  socket = createSocketDesk(server);
  desks = [await openDesk(company, 'administrator'), createDesk(company, await plantToken(company))];
  await setPolicy(company, POLICY);
});
afterAll(() => server.close());
beforeEach(async () => {
  login = `person-${randomUUID().slice(0, 8)}`;
  personId = await addPerson(company, login);
  await configure(company, { temporaryAccess: { secondApprover: 'always' } });
  await put(socket, ['Pilot']);
});

const put = (by: Desk, groups: readonly string[]) =>
  by.call('adminUpdatePerson', { parameters: { personId }, body: { groups: [...groups] } });
const groupsNow = async () => (await findPerson(server.context.database, company.id, personId))?.groups;
const fileOf = (groups: string, who = login) => ({
  body: { csv: `login,displayName,email,groups\n${who},Name,${who}@alderbrook.example,${groups}\n` },
});

test.each([
  ['into a group that checks have rules for', ['Pilot', 'trusted']],
  ['out of the group that the policy is enforced for', []],
  ['out of it, and into another', ['Sales']],
])('no one is put %s by an administrator or token alone', async (_, groups) => {
  for (const by of desks) {
    expect(await put(by, groups)).toMatchObject({ status: 403, body: { code: 'role_missing', message: REFUSED } });
    const { status, body } = await by.call('adminImportPeople', fileOf(groups.join('|')));
    if (groups.length > 0) expect([status, body.problems]).toEqual([422, [{ line: 2, column: 1, message: REFUSED }]]);
    expect(await groupsNow()).toEqual(['Pilot']);
  }
  expect((await put(socket, groups)).status).toBe(200);
});

test('nor is anyone new', async () => {
  const body = {
    login: `new-${login}`,
    displayName: 'New',
    email: `new-${login}@alderbrook.example`,
    groups: ['Trusted'],
  };
  for (const by of desks) {
    expect(await by.call('adminAddPerson', { body })).toMatchObject({ status: 403, body: { message: REFUSED } });
    const { status } = await by.call('adminImportPeople', fileOf('Trusted', `new-${login}`));
    expect(status).toBe(422);
  }
  expect(await findPersonByLogin(server.context.database, company.id, `new-${login}`)).toBeNull();
});

test('other groups, and more of what is asked, are any administrator’s', async () => {
  const [desk = socket] = desks;
  expect((await put(desk, ['Pilot', 'Sales'])).status).toBe(200);
  await put(socket, []);
  expect((await put(desk, ['Pilot'])).status).toBe(200);
  await configure(company, {});
  expect((await put(desk, ['Trusted'])).status).toBe(200);
});

const provider = (claims: object = {}) => ({
  issuer: `https://${randomUUID()}.example.com`,
  clientId: 'gate',
  claims,
});

async function addProvider(by: Desk, claims?: object) {
  const body = { kind: 'oidc' as const, name: `P ${randomUUID()}`, isEnabled: false, settings: provider(claims) };
  return by.call('adminAddUpstream', { body });
}

test('nor does an administrator alone bring a provider that says groups, say by which claim, or link someone there', async () => {
  const [desk = socket] = desks;
  expect(await addProvider(desk)).toMatchObject({ status: 403, body: { message: REFUSED } });
  const { body } = await addProvider(socket);
  const upstreamId = body.upstreamId ?? '';
  const change = (by: Desk, settings: object) =>
    by.call('adminUpdateUpstream', { parameters: { upstreamId }, body: { settings } });
  const held = provider();
  expect((await change(socket, held)).status).toBe(200);
  for (const other of [{ ...held, claims: { groups: 'nick' } }, provider()]) {
    expect(await change(desk, other)).toMatchObject({ status: 403, body: { message: REFUSED } });
  }
  const link = { parameters: { personId }, body: { link: { upstreamId, subject: randomUUID() } } };
  for (const by of desks) {
    expect(await by.call('adminLinkPerson', link)).toMatchObject({ status: 403, body: { message: REFUSED } });
  }

  // What says nothing of groups is any administrator's, and so is the name of one that does.
  const rename = { parameters: { upstreamId }, body: { name: `Renamed ${randomUUID()}` } };
  expect((await desk.call('adminUpdateUpstream', rename)).status).toBe(200);
  expect((await change(desk, { ...held, claims: { groups: null } })).status).toBe(200);
  expect((await addProvider(desk, { groups: null })).status).toBe(200);
  expect((await desk.call('adminLinkPerson', link)).status).toBe(200);
  await setPolicy(company, 'version: 1\nworkplaceAccessPolicy: Strict\nchecks: {}\n');
  expect((await addProvider(desk)).status).toBe(200);
  await setPolicy(company, POLICY);
});
