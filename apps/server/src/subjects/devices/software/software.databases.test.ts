import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SignedDocument, SoftwareManifest } from '@vestibule/contracts';
import { createUpdateKey, publicUpdateKey, signSoftware, type UpdatePrivateKey } from '@vestibule/device-keys';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { software } from '../../../database/schema.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  given,
  openDesk,
  plantAdministrator,
} from '../../../testing/administrators.ts';
import { addPerson, setPolicy, signInAs } from '../../../testing/at-the-gate.ts';
import { addCompany, firstCompany, type TestCompany } from '../../../testing/companies.ts';
import { send } from '../../../testing/send.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';

const DAY_MS = 86_400_000;
const PACKAGE = Buffer.from('a package');
const SHA256 = createHash('sha256').update(PACKAGE).digest('hex');

let server: TestServer;
let company: TestCompany;
let elsewhere: TestCompany;
let socket: Desk;
let key: UpdatePrivateKey;
let stranger: UpdatePrivateKey;
let adder: Awaited<ReturnType<typeof plantAdministrator>>;
let approver: Awaited<ReturnType<typeof plantAdministrator>>;

beforeAll(async () => {
  [key, stranger] = await Promise.all([createUpdateKey(), createUpdateKey()]);
  server = await startTestServer({ softwareKeys: [publicUpdateKey(key)] });
  company = await firstCompany(server);
  named = { company: (await server.company()).company.name };
  elsewhere = await addCompany(server, 'elsewhere');
  socket = createSocketDesk(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  adder = await plantAdministrator(company, { role: 'administrator' });
  approver = await plantAdministrator(company, { role: 'administrator' });
  await server.context.database.delete(software);
  server.context.companies.forget();
  await mkdir(join(server.dataFolder, 'software'), { recursive: true });
  await writeFile(join(server.dataFolder, 'software', SHA256), PACKAGE);
});

const moment = (days: number) => new Date(server.context.now().getTime() + days * DAY_MS).toISOString();
const manifest = (change: Partial<SoftwareManifest> = {}): SoftwareManifest => ({
  format: 1,
  id: 'fleet-1.30',
  checkType: 'RmmAgent',
  agent: 'fleet',
  kind: 'deb',
  architecture: 'any',
  packageName: 'fleet-osquery',
  version: '1.30',
  fileName: 'fleet.deb',
  size: PACKAGE.length,
  sha256: SHA256,
  name: 'Fleet',
  publisher: 'Fleet Inc.',
  licence: 'Be kind.',
  issuedAt: moment(-1),
  notAfter: moment(300),
  ...change,
});
const sign = (change: Partial<SoftwareManifest> = {}, by = key) => signSoftware(manifest(change), [by]);
let named: { readonly company: string };
const add = async (file: SignedDocument, desk = socket, by = adder.login) =>
  desk.call('adminAddSoftware', { query: desk === socket ? named : {}, body: { file, by } });
const approve = async (desk: Desk, sha256 = SHA256, query = {}) =>
  desk.call('adminApproveSoftware', { parameters: { softwareId: 'fleet-1.30' }, query, body: { sha256 } });
const colleague = () => createDesk(company, approver.guise);
const states = async () =>
  (await (await openDesk(company, 'auditor')).call('adminSoftware')).body.software.map(
    ({ id, state }) => `${id} ${state}`,
  );
const rows = () => server.context.database.select().from(software);
const POLICY = [
  'version: 1',
  'workplaceAccessPolicy: Strict',
  'unknown: block',
  'checks:',
  '  RmmAgent: { severity: required, parameters: { agents: [fleet] } }',
].join('\n');

/** A person whose computer has no agent. */
async function withoutAgent(place: TestCompany) {
  await setPolicy(place, POLICY);
  const visitor = new Visitor(place === company ? server : place);
  const loginMarker = place === company ? await visitor.openApplication() : undefined;
  await signInAs(visitor, await addPerson(place), loginMarker);
  const device = await createSimulatedDevice();
  const session = await visitor.openSession(device);
  await visitor.report(session, device, { agents: fact({ agents: [{ name: 'fleet', state: 'absent' }] }) });
  const fixAction = async () => given((await visitor.checkResult(session)).body.securityChecks[0]).fixAction;
  return { visitor, session, fixAction };
}

test('what was signed, added and approved by two people is offered, handed out, and gone when it is removed', async () => {
  const { visitor, session, fixAction } = await withoutAgent(company);
  const get = async (path: string, token = session.token) =>
    fetch(`${server.url}${path}`, { headers: { authorization: `JWT ${token}` } });
  const fetchIt = () => get('/api/devices/v2/software/fleet-1.30');
  const file = await sign();
  expect(await fixAction()).toBeNull();

  expect((await add(file)).body).toMatchObject({ warnings: [expect.stringMatching(/another administrator/)] });
  // Not approved: neither named nor handed out.
  expect([await states(), await fixAction(), (await fetchIt()).status]).toEqual([
    ['fleet-1.30 waits-for-approval'],
    null,
    404,
  ]);

  expect((await approve(colleague())).status).toBe(200);
  expect(await states()).toEqual(['fleet-1.30 offered']);
  expect(await fixAction()).toEqual({ fixActionType: 'RmmAgent', parameters: { software: 'fleet-1.30' } });
  const handed = (await (await fetchIt()).json()) as { document: SignedDocument; packagePath: string };
  expect(handed.document).toEqual(file);
  const fetched = await fetch(`${server.url}${handed.packagePath}`);
  expect([fetched.status, Buffer.from(await fetched.arrayBuffer())]).toEqual([200, PACKAGE]);
  const terms = () => visitor.ask('/api/online/v1/software/fleet-1.30');
  expect(await terms()).toMatchObject({
    status: 200,
    body: { name: 'Fleet', version: '1.30', publisher: 'Fleet Inc.', size: PACKAGE.length, licence: 'Be kind.' },
  });
  // Not without the leave, or with that of another file.
  const [path = '', query = ''] = handed.packagePath.split('?');
  expect((await fetch(`${server.url}${path}`)).status).toBe(403);
  expect((await fetch(`${server.url}/download/software/${'b'.repeat(64)}?${query}`)).status).toBe(403);
  expect((await fetch(`${server.url}/download/software/..%2Fmaster.key?${query}`)).status).toBe(403);
  // Without a token of a device no one is told anything.
  expect((await get('/api/devices/v2/software/fleet-1.30', 'x')).status).toBe(401);

  const removed = await colleague().call('adminRemoveSoftware', { parameters: { softwareId: 'fleet-1.30' } });
  expect([removed.status, await fixAction(), await rows()]).toEqual([200, null, []]);
  expect([(await terms()).status, (await fetchIt()).status]).toEqual([404, 404]);
  const again = await colleague().call('adminRemoveSoftware', { parameters: { softwareId: 'fleet-1.30' } });
  expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  expect(await visitor.checkResult(session)).toMatchObject({ status: 200 });
  server.advance(11 * 60_000);
  expect((await fetch(`${server.url}${handed.packagePath}`)).status).toBe(403);
});

test('an agent that the policy does not want, and a time that is over, are not offered', async () => {
  const { fixAction } = await withoutAgent(company);
  await add(await sign({ agent: 'level' }));
  await approve(colleague());
  expect([await states(), await fixAction()]).toEqual([['fleet-1.30 offered'], null]);
  await server.context.database.delete(software);
  await add(await sign({ notAfter: moment(1) }));
  await approve(colleague());
  expect(await fixAction()).not.toBeNull();
  server.advance(DAY_MS + 1);
  expect(await states()).toEqual(['fleet-1.30 over']);
});

describe('who takes the administrator over gains nothing', () => {
  test('no session, token or provider adds anything, from anywhere but the server itself', async () => {
    const file = await sign();
    for (const desk of [
      colleague(),
      createDesk(company, adder.guise),
      await openDesk(company, 'administrator', 'msp'),
      await openDesk(elsewhere, 'administrator'),
    ]) {
      const { status, body } = await add(file, desk);
      expect([status, body.code]).toEqual([403, 'role_missing']);
    }
    expect(await rows()).toEqual([]);
  });

  test('who added it does not approve it, nor does the server, a support person or another company', async () => {
    await add(await sign());
    const refusals = [
      [await approve(createDesk(company, adder.guise)), 409],
      [await approve(socket, SHA256, named), 409],
      [await approve(await openDesk(company, 'support')), 403],
      [await approve(await openDesk(elsewhere, 'administrator')), 404],
      [await approve(colleague(), 'b'.repeat(64)), 409],
    ] as const;
    expect(refusals.map(([{ status }]) => status)).toEqual(refusals.map(([, status]) => status));
    expect(await states()).toEqual(['fleet-1.30 waits-for-approval']);
  });

  test('a token approves for the one whose it is: not for who added it, nor one of no person', async () => {
    await add(await sign());
    const tokenOf = async (ownerId?: string) => {
      const body = {
        name: randomUUID(),
        role: 'administrator',
        days: 1,
        ...(ownerId === undefined ? {} : { ownerId }),
      };
      const { token } = (await socket.call('adminCreateToken', { query: named, body })).body;
      return createDesk(company, { headers: { authorization: `Bearer ${given(token)}` } });
    };
    expect((await approve(await tokenOf(adder.personId))).status).toBe(409);
    expect((await approve(await tokenOf())).status).toBe(409);
    expect(await states()).toEqual(['fleet-1.30 waits-for-approval']);
    expect((await approve(await tokenOf(approver.personId))).status).toBe(200);
    expect(await states()).toEqual(['fleet-1.30 offered']);
  });

  test('what no key of ours signed is not added, nor what was changed since, even at the server', async () => {
    const good = await sign();
    const other = Buffer.from(JSON.stringify(manifest({ agent: 'level' }))).toString('base64url');
    for (const file of [await sign({}, stranger), { ...good, payload: other }]) {
      const { status, body } = await add(file);
      expect([status, body.message]).toEqual([409, expect.stringMatching(/None of the keys that are set here/)]);
    }
    expect(await rows()).toEqual([]);
  });

  test('what is written into the database is offered by no server', async () => {
    const { fixAction } = await withoutAgent(company);
    const now = server.context.now();
    const id = { companyId: company.id, addedById: adder.personId, approvedById: approver.personId };
    const planted = { ...id, addedAt: now, approvedAt: now };
    await server.context.database.insert(software).values([
      { ...planted, id: 'fleet-1.30', document: await sign({}, stranger) },
      // Signed, and under another name than was signed.
      { ...planted, id: 'fleet-1.31', document: await sign() },
    ]);
    server.context.companies.forget();
    expect(await fixAction()).toBeNull();
    expect(await states()).toEqual(['fleet-1.30 unsigned', 'fleet-1.30 unsigned']);
  });

  test('what another company offers is neither named nor handed out here', async () => {
    await add(await sign());
    await approve(colleague());
    const { session, fixAction } = await withoutAgent(elsewhere);
    const answer = await send(
      `${elsewhere.url}/api/devices/v2/software/fleet-1.30`,
      { headers: { authorization: `JWT ${session.token}` } },
      elsewhere.port,
    );
    expect([await fixAction(), answer.status]).toEqual([null, 404]);
    expect((await (await openDesk(elsewhere, 'auditor')).call('adminSoftware')).body.software).toEqual([]);
  });
});

test('what is refused says why, and what is the same is no change', async () => {
  const why = async (file: SignedDocument, by = adder.login) => (await add(file, socket, by)).body.message;
  expect(await why(await sign({ notAfter: moment(-1) }))).toMatch(/It was to be installed until/);
  expect(await why(await sign(), 'nobody-here')).toMatch(/is no administrator of this company/);
  expect(await why(await sign({ size: 8 }))).toMatch(/Its package is not in the data folder/);
  await writeFile(join(server.dataFolder, 'software', SHA256), 'b package');
  expect(await why(await sign())).toMatch(/Its package is not in the data folder/);
  await writeFile(join(server.dataFolder, 'software', SHA256), PACKAGE);
  expect(await rows()).toEqual([]);
  const file = await sign();
  await add(file);
  expect((await add(file)).body.changes).toEqual([]);
  expect(await why(await sign({ version: '1.31' }))).toMatch(/There is other software of the name/);
  // A server that lost its package hands nothing out, and says so.
  await approve(colleague());
  await rm(join(server.dataFolder, 'software', SHA256));
  expect(await states()).toEqual(['fleet-1.30 file-missing']);
});

test('the audit log has who added, approved and removed it', async () => {
  await add(await sign());
  await approve(colleague());
  await colleague().call('adminRemoveSoftware', { parameters: { softwareId: 'fleet-1.30' } });
  const { entries } = (await colleague().call('adminAudit', { query: { limit: '50' } })).body;
  const ours = entries.filter(({ action }) => action === 'software').slice(0, 3);
  expect(ours.map(({ actor }) => actor)).toEqual([approver.login, approver.login, 'local command line']);
  expect(ours.at(-1)?.details).toMatchObject({ addedBy: adder.login });
  expect(await readFile(join(server.dataFolder, 'software', SHA256))).toEqual(PACKAGE);
});
