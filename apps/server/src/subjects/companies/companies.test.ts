import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { rm } from 'node:fs/promises';
import { CALLS } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '../../database/schema.ts';
import { publishedFolder } from '../../operations/extension-kit/published.ts';
import { publishFor } from '../../operations/extension-kit/testing/publish-for.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { make } from '../../testing/contract-call.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { NO_COMPANY_ID } from '../../context/no-company.ts';
import {
  createDesk,
  createSocketDesk,
  type Desk,
  newestAudit,
  openDesk,
  plantAdministrator,
  given,
} from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let socket: Desk;

beforeAll(async () => {
  server = await startTestServer();
  // The trial's company is dated by the database: whatever is added here comes after it.
  server.advance(60_000);
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
  socket = createSocketDesk(server);
});
afterAll(() => server.close());

const at = (name: string) => ({ query: { company: name } });
const gateOf = (name: string) => `http://${name}.localhost:${new URL(server.url).port}`;

describe('companies', () => {
  test('are told when the browser extension that was made does not answer their pages', async () => {
    const body = { name: 'rowan', displayName: 'Rowan', publicUrl: gateOf('rowan'), topLevelDomain: 'rowan.example' };
    const about = async () =>
      (await socket.dryRun('adminCreateCompany', { body })).body.warnings.filter((one) => /extension/.test(one));
    expect(await about()).toEqual([]);
    await publishFor(server.dataFolder, [server.url]);
    expect(await about()).toEqual([expect.stringContaining(`--portal ${gateOf('rowan')}`)]);
    await rm(publishedFolder(server.dataFolder), { recursive: true });
  });

  test('are added at the server, with a gate of their own at once', async () => {
    const body = {
      name: 'birch',
      displayName: 'Birch & Sons',
      publicUrl: `${gateOf('birch')}/`,
      topLevelDomain: 'birch.example',
    };
    expect((await socket.dryRun('adminCreateCompany', { body })).body).toMatchObject({ isDryRun: true });
    const place = { url: gateOf('birch'), port: server.port, context: server.context };
    expect((await make(place, CALLS.publicSupportInfo, {}, {})).status).toBe(421);

    const { status, body: created } = await socket.call('adminCreateCompany', { body });
    expect(status).toBe(200);
    expect(created.changes).toContainEqual({ field: 'publicUrl', from: null, to: gateOf('birch') });
    const answered = await make(place, CALLS.publicSupportInfo, {}, {});
    expect(JSON.parse(answered.text)).toMatchObject({ companyName: 'Birch & Sons' });
    expect((await socket.call('adminAudit', at('birch'))).body.entries).toMatchObject([
      { action: 'company', actor: 'local command line', target: 'birch', details: { what: 'created' } },
    ]);
    // No one is there yet with a policy or with Workplace: enforced, its gate would stop everybody.
    expect((await socket.call('adminGate', at('birch'))).body).toMatchObject({ state: 'observing', until: null });
    // A key of its own.
    const [keys] = await Promise.all([
      socket.call('adminKeys', at('birch')),
      socket.call('adminKeys', at('alderbrook')),
    ]);
    expect(keys?.body.keys).toHaveLength(1);
  });

  test.each([
    ['a name that is taken', { name: 'alderbrook' }, 409],
    ['an address that is taken', { name: 'copy', publicUrl: () => server.url }, 409],
    ['an address with a path', { name: 'path', publicUrl: () => `${gateOf('path')}/gate` }, 400],
    ['another scheme than the installation’s', { name: 'secure', publicUrl: 'https://secure.example' }, 400],
    ['a name that would leave its folder', { name: '../etc' }, 400],
    ['a provider no one knows', { name: 'msp', provider: 'Nobody' }, 404],
    ['a silo no one knows', { name: 'silo', silo: 'nowhere' }, 404],
  ])('with %s are refused', async (_name, changes, status) => {
    const { publicUrl } = changes as { publicUrl?: string | (() => string) };
    const body = {
      displayName: 'X',
      topLevelDomain: 'x.example',
      ...changes,
      publicUrl:
        typeof publicUrl === 'function' ? publicUrl() : (publicUrl ?? gateOf(`free-${randomUUID().slice(0, 8)}`)),
    };
    expect((await socket.call('adminCreateCompany', { body })).status).toBe(status);
  });

  test('are named at the socket while there are several', async () => {
    expect(await socket.call('adminPeople')).toMatchObject({
      status: 404,
      body: { code: 'company_unknown', message: expect.stringContaining('alderbrook, birch') },
    });
    expect((await socket.call('adminPeople', at('alderbrook'))).status).toBe(200);
    expect((await socket.call('adminStatus')).body).toMatchObject({
      company: null,
      companies: ['alderbrook', 'birch'],
    });
  });

  test('change their name by themselves, and their address at the server alone', async () => {
    const renamed = await desk.call('adminUpdateCompany', { body: { displayName: 'Alderbrook Ltd' } });
    expect(renamed.body.changes).toEqual([{ field: 'displayName', from: 'Alderbrook', to: 'Alderbrook Ltd' }]);
    expect((await desk.call('adminCompany')).body).toMatchObject({ displayName: 'Alderbrook Ltd', provider: null });
    for (const body of [{ publicUrl: gateOf('stolen') }, { provider: null }, { silo: null }]) {
      expect((await desk.call('adminUpdateCompany', { body })).body.code).toBe('role_missing');
    }
    const moved = await socket.call('adminUpdateCompany', { ...at('birch'), body: { publicUrl: gateOf('birch2') } });
    expect(moved.body.warnings).toHaveLength(2);
    const taken = await socket.call('adminUpdateCompany', { ...at('birch'), body: { publicUrl: server.url } });
    expect(taken.body.code).toBe('already_there');
    const unknown = await socket.call('adminUpdateCompany', { ...at('birch'), body: { silo: 'nowhere' } });
    expect(unknown.body.code).toBe('not_found');
  });
});

describe('a managed-service provider', () => {
  test('runs companies: its people act on all of these, and on no other', async () => {
    const mine = await addCompany(server, 'mine');
    const theirs = await addCompany(server, 'theirs');
    await socket.call('adminCreateProvider', { body: { name: 'Harbour IT' } });
    expect((await socket.call('adminCreateProvider', { body: { name: 'Harbour IT' } })).body.code).toBe(
      'already_there',
    );
    for (const name of ['alderbrook', 'mine']) {
      const set = await socket.call('adminUpdateCompany', { ...at(name), body: { provider: 'Harbour IT' } });
      expect(set.body.changes).toEqual([{ field: 'provider', from: null, to: 'Harbour IT' }]);
    }
    const { body } = await socket.call('adminProviders');
    expect(body.providers).toMatchObject([{ name: 'Harbour IT', companies: ['alderbrook', 'mine'] }]);

    const { guise, login } = await plantAdministrator(company, { role: 'support', reach: 'msp' });
    const reaching = createDesk(company, guise);
    const names = (said: { body: { companies: { name: string }[] } }) => said.body.companies.map(({ name }) => name);
    expect(names(await reaching.call('adminCompanies'))).toEqual(['alderbrook', 'mine']);
    expect(names(await desk.call('adminCompanies'))).toEqual(['alderbrook']);
    expect((await reaching.call('adminCompany', at('mine'))).body).toMatchObject({ name: 'mine', publicUrl: mine.url });
    expect((await reaching.call('adminCompany', at('theirs'))).status).toBe(404);
    // With the role they have, not with a higher one.
    expect((await reaching.call('adminUpdateCompany', { ...at('mine'), body: { displayName: 'X' } })).status).toBe(403);
    expect(await newestAudit(mine)).toMatchObject({ actor: login, action: 'admin-read', details: { reach: 'msp' } });
    expect((await newestAudit(theirs))?.actor).not.toBe(login);

    const { id } = given(body.providers[0]);
    expect((await socket.call('adminRemoveProvider', { parameters: { providerId: id } })).body.code).toBe('in_use');
    for (const name of ['alderbrook', 'mine']) {
      await socket.call('adminUpdateCompany', { ...at(name), body: { provider: null } });
    }
    expect((await reaching.call('adminCompany', at('mine'))).status).toBe(404);
    expect((await socket.call('adminRemoveProvider', { parameters: { providerId: id } })).status).toBe(200);
    expect((await socket.call('adminRemoveProvider', { parameters: { providerId: id } })).status).toBe(404);
    const log = await findAuditEntries(server.context.database, eq(auditEntries.companyId, NO_COMPANY_ID), {
      isOldestFirst: true,
    });
    expect(log).toContainEqual(expect.objectContaining({ action: 'provider', target: 'Harbour IT' }));
  });
});

test('a company that changes its provider takes no one along who ran the companies of the one before', async () => {
  const moving = await addCompany(server, 'moving');
  await addCompany(server, 'foreign');
  for (const name of ['Old Harbour', 'New Harbour']) await socket.call('adminCreateProvider', { body: { name } });
  const setProvider = (name: string, provider: string | null, isDryRun = false) =>
    (isDryRun ? socket.dryRun : socket.call)('adminUpdateCompany', { ...at(name), body: { provider } });
  await setProvider('moving', 'Old Harbour');
  await setProvider('foreign', 'New Harbour');
  const { guise } = await plantAdministrator(moving, { role: 'administrator', reach: 'msp' });
  const reaching = createDesk(moving, guise);
  const warnings = [expect.stringContaining('reach over this one alone: 1')];
  expect((await setProvider('moving', 'New Harbour', true)).body.warnings).toEqual(warnings);
  expect((await setProvider('moving', 'Old Harbour')).body).toMatchObject({ changes: [], warnings: [] });
  expect((await setProvider('moving', 'New Harbour')).body.warnings).toEqual(warnings);
  expect((await reaching.call('adminCompany', at('foreign'))).status).toBe(404);
  expect((await reaching.call('adminCompany', at('moving'))).status).toBe(200);
});

describe('a silo', () => {
  test('[S3.047] has endpoints that the portal of its companies is told, and that answer device calls', async () => {
    const second = `http://devices.localhost:${new URL(server.url).port}`;
    const body = {
      clientDownloadBasePath: 'https://downloads.example/w',
      regions: ['eu'],
      endpoints: [{ id: 'second', url: second }],
    };
    const parameters = { siloId: 'europe' };
    expect((await socket.dryRun('adminSetSilo', { parameters, body })).body.isDryRun).toBe(true);
    expect((await socket.call('adminSilos')).body.silos).toEqual([]);
    await socket.call('adminSetSilo', { parameters, body });
    await socket.call('adminUpdateCompany', { ...at('alderbrook'), body: { silo: 'europe' } });
    expect((await socket.call('adminSilos')).body.silos).toMatchObject([{ id: 'europe', companies: ['alderbrook'] }]);

    const visitor = new Visitor(company);
    await visitor.signIn();
    const { body: settings } = await visitor.ask<{ silo: object }>('/api/device-compliance/v1/settings');
    expect(settings.silo).toEqual({
      id: 'europe',
      clientDownloadBasePath: 'https://downloads.example/w',
      regions: ['eu'],
      devicesV2ApiEndpoints: [
        { id: 'main', url: server.url, isMain: true },
        { id: 'second', url: second, isMain: false },
      ],
    });
    expect((await socket.call('adminRemoveSilo', { parameters })).body.code).toBe('in_use');
    await socket.call('adminUpdateCompany', { ...at('alderbrook'), body: { silo: null } });
    expect((await socket.call('adminRemoveSilo', { parameters })).status).toBe(200);
    expect((await socket.call('adminRemoveSilo', { parameters })).status).toBe(404);
  });

  test.each([
    [
      'two endpoints of one id',
      [
        { id: 'a', url: 'http://a.example' },
        { id: 'a', url: 'http://b.example' },
      ],
    ],
    [
      'two endpoints at one address',
      [
        { id: 'a', url: 'http://a.example' },
        { id: 'b', url: 'http://a.example' },
      ],
    ],
    ['another scheme', [{ id: 'a', url: 'https://a.example' }]],
    ['a path', [{ id: 'a', url: 'http://a.example/devices' }]],
  ])('with %s is refused', async (_name, endpoints) => {
    const body = { clientDownloadBasePath: null, regions: [], endpoints };
    const said = await socket.call('adminSetSilo', { parameters: { siloId: 'wrong' }, body });
    expect(said).toMatchObject({ status: 400, body: { code: 'request_malformed' } });
  });
});
