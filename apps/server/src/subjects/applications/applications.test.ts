import { createServer, type Server } from 'node:https';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessGrants, applications } from '../../database/schema.ts';
import { metadataXml } from '../../protocols/saml/testing/service-provider-metadata.ts';
import { addCompany, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { personIdOf } from '../../testing/planted.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { createSocketDesk, type Desk, openDesk, given } from '../../testing/administrators.ts';
import { LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../../testing/localhost-certificate.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

const add = (name: string, source: object, more: object = {}) =>
  desk.call('adminAddApplication', { body: { name, source, ...more } });
const saml = (entityId: string) => ({
  from: 'saml-record',
  record: { entityId, acsUrls: [{ url: `${entityId}/acs`, index: 0, isDefault: true }] },
});
const ENTITY = 'https://wiki.example/saml';

describe('a work application', () => {
  test('is added by record, and people sign in to it at once', async () => {
    const dry = await desk.dryRun('adminAddApplication', { body: { name: 'Wiki', source: saml(ENTITY) } });
    expect(dry.body).toMatchObject({ isDryRun: true, applicationId: null });
    const { body } = await add('Wiki', saml(ENTITY), { startUrl: 'https://wiki.example/' });
    const shown = await desk.call('adminApplication', { parameters: body });
    expect(shown.body).toMatchObject({
      name: 'Wiki',
      protocol: 'saml',
      entityId: ENTITY,
      startUrl: 'https://wiki.example/',
      record: { signResponse: true, acsUrls: [{ url: `${ENTITY}/acs` }] },
      settings: { mode: 'frontline' },
      explicitSettings: [],
    });
    const marker = await new Visitor(company).openApplication({ issuer: ENTITY, acs: `${ENTITY}/acs` });
    expect(marker).not.toBe('');
    expect((await add('Wiki again', saml(ENTITY))).body.code).toBe('already_there');
  });

  test("is said to stand on no one's page without an address at which it begins, but for a second step", async () => {
    const note = expect.stringContaining('vestibule application set "Notes" --start-url ADDRESS') as unknown;
    const wanted = (more: object) => ({ body: { name: 'Notes', source: saml('https://notes.example/saml'), ...more } });
    const dry = (more: object = {}) => desk.dryRun('adminAddApplication', wanted(more));
    expect((await dry()).body.warnings).toEqual([note]);
    expect((await dry({ startUrl: 'https://notes.example/' })).body.warnings).toEqual([]);
    const { from, record } = saml('https://notes.example/saml');
    const source = { from, record: { ...record, namesPerson: true, wantAuthnRequestsSigned: false } };
    expect((await dry({ source })).body.warnings ?? []).not.toContainEqual(note);
  });

  test('is added by the metadata that it offers', async () => {
    const xml = metadataXml({ entityId: 'https://mail.example/saml' });
    const { body } = await add('Mail', { from: 'saml-metadata', xml });
    const shown = await desk.call('adminApplication', { parameters: body });
    expect(shown.body).toMatchObject({ entityId: 'https://mail.example/saml', record: { acsUrls: [{ index: 0 }] } });
  });

  test('whose metadata cannot be taken is refused, with what to do', async () => {
    const { status, body } = await add('Broken', { from: 'saml-metadata', xml: '<!DOCTYPE x><x/>' });
    expect([status, body.code]).toEqual([422, 'metadata_refused']);
    expect(body.message).toMatch(/Paste the metadata/);
    const old = metadataXml({ entityId: 'https://old.example', entity: 'validUntil="2020-01-01T00:00:00Z"' });
    expect((await add('Old', { from: 'saml-metadata', xml: old })).body.code).toBe('metadata_refused');
  });

  test.each([
    [{ from: 'saml-record', record: { entityId: 'x', acsUrls: [] } }, 'record.acsUrls'],
    [
      { from: 'saml-record', record: { entityId: 'x', acsUrls: [{ url: 'javascript:x', index: 0 }] } },
      'record.acsUrls.0.url',
    ],
    [{ from: 'saml-record', record: { ...saml('x').record, signRespnse: false } }, 'record'],
    [
      { from: 'saml-record', record: { ...saml('https://x.example').record, signRespnse: false } },
      'record.signRespnse',
    ],
    [{ from: 'oidc', record: { redirectUris: ['app:callback'] } }, 'record.redirectUris.0'],
    [{ from: 'oidc', record: { redirectUris: ['http://x'] } }, 'record.redirectUris.0: must be https'],
    [
      {
        from: 'oidc',
        record: { redirectUris: ['https://a.example'], postLogoutRedirectUris: ['https://a.example/out'] },
      },
      'record.postLogoutRedirectUris',
    ],
    [{ from: 'oidc', record: { redirectUris: ['https://a.example'], redirect: 1 } }, 'record.redirect'],
    [{ from: 'ldap', record: {} }, 'source'],
  ])('is refused with the name of the field: %j', async (source, field) => {
    const { status, body } = await add('Wrong', source);
    expect([status, body.code]).toEqual([400, 'request_malformed']);
    expect(body.message).toContain(field);
  });

  test('of OpenID Connect gets a secret that is shown once and kept sealed', async () => {
    const { body } = await add('Board', { from: 'oidc', record: { redirectUris: ['https://board.example/callback'] } });
    expect(body.clientSecret).toMatch(/^[\w-]{43}$/);
    const parameters = { applicationId: body.applicationId };
    const [row] = await server.context.database
      .select()
      .from(applications)
      .where(eq(applications.id, given(body.applicationId)));
    expect(server.context.masterKey.unseal(row?.sealedSecret ?? '', given(body.applicationId))).toBe(body.clientSecret);
    const renewed = await desk.call('adminRenewClientSecret', { parameters });
    expect(renewed.body.clientSecret).not.toBe(body.clientSecret);
    const said = JSON.stringify([
      await desk.call('adminApplication', { parameters }),
      await desk.call('adminApplications'),
      await findAuditEntries(server.context.database, undefined, { isOldestFirst: true }),
    ]);
    expect(said).not.toContain(body.clientSecret);
    expect(said).not.toContain(renewed.body.clientSecret);

    const open = await add('Phone', {
      from: 'oidc',
      record: { redirectUris: ['https://phone.example/callback'], authenticationMethod: 'none' },
    });
    expect(open.body).toMatchObject({ clientId: expect.any(String), clientSecret: null });
    const parts = { parameters: { applicationId: open.body.applicationId } };
    expect((await desk.call('adminRenewClientSecret', parts)).body.code).toBe('not_possible');
    const other = { ...parts, body: { source: saml('https://phone.example') } };
    expect((await desk.call('adminUpdateApplication', other)).body.code).toBe('not_possible');
  });

  test('is changed, switched off and on, and removed with what hangs on it', async () => {
    const entityId = 'https://shop.example/saml';
    const { body } = await add('Shop', saml(entityId));
    const parameters = { applicationId: body.applicationId };
    const visit = () => new Visitor(company).openApplication({ issuer: entityId, acs: `${entityId}/acs` });

    const changed = await desk.call('adminUpdateApplication', {
      parameters,
      body: { name: 'Store', source: saml('https://store.example/saml') },
    });
    expect(changed.body.changes.map(({ field }) => field)).toEqual(['name', 'entityId', 'record']);
    expect(changed.body.warnings[0]).toContain(entityId);
    expect(await visit()).toBe('');
    await desk.call('adminUpdateApplication', { parameters, body: { source: saml(entityId) } });
    const taken = await desk.call('adminUpdateApplication', { parameters, body: { source: saml(ENTITY) } });
    expect(taken.body.code).toBe('already_there');
    const wrong = { from: 'saml-metadata', xml: '<x/>' };
    expect((await desk.call('adminUpdateApplication', { parameters, body: { source: wrong } })).status).toBe(422);

    expect(await visit()).not.toBe('');
    await desk.call('adminDisableApplication', { parameters, body: { isDisabled: true } });
    expect(await visit()).toBe('');
    await desk.call('adminDisableApplication', { parameters, body: { isDisabled: false } });
    expect(await visit()).not.toBe('');

    const personId = await personIdOf(company, 'nadia');
    const grant = { personId, applicationId: body.applicationId, hours: 1, reason: 'x' };
    await desk.call('adminGrantAccess', { body: grant });
    expect((await desk.call('adminRemoveApplication', { parameters })).status).toBe(200);
    expect(await visit()).toBe('');
    expect(
      await server.context.database
        .select()
        .from(accessGrants)
        .where(eq(accessGrants.applicationId, given(body.applicationId))),
    ).toEqual([]);
    expect((await desk.call('adminRemoveApplication', { parameters })).status).toBe(404);
  });

  test('has settings of its own', async () => {
    const { body } = await add('Payroll', saml('https://payroll.example'));
    const parameters = { applicationId: body.applicationId };
    const set = (values: object, reset: string[] = []) =>
      desk.call('adminSetApplicationSettings', { parameters, body: { set: values, reset } });
    expect((await set({ secondFactor: 'required' })).body.changes).toEqual([
      { field: 'secondFactor', from: null, to: 'required' },
    ]);
    expect((await set({ mode: 'backline' })).body.message).toContain('set.mode');
    await set({}, ['secondFactor']);
    expect((await desk.call('adminApplication', { parameters })).body.settings.secondFactor).toBeNull();
  });

  test('of another company is not there', async () => {
    const { body } = await add('Mine', saml('https://mine.example'));
    const foreign = await openDesk(await addCompany(server, 'elsewhere'), 'administrator');
    const list = await foreign.call('adminApplications');
    expect(list.body.applications.map(({ name }) => name)).not.toContain('Never');
    for (const applicationId of [body.applicationId, randomUUID()]) {
      const parameters = { applicationId };
      const tries = [
        await foreign.call('adminApplication', { parameters: { applicationId: randomUUID() } }),
        await foreign.call('adminUpdateApplication', { parameters, body: { name: 'x' } }),
        await foreign.call('adminDisableApplication', { parameters, body: { isDisabled: true } }),
        await foreign.call('adminSetApplicationSettings', { parameters, body: { set: {}, reset: [] } }),
        await foreign.call('adminRenewClientSecret', { parameters }),
        await foreign.call('adminRemoveApplication', { parameters }),
      ];
      expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 404));
    }
    const rows = await server.context.database
      .select()
      .from(applications)
      .where(and(eq(applications.companyId, company.id), eq(applications.id, given(body.applicationId))));
    expect(rows).toMatchObject([{ name: 'Mine', disabledAt: null }]);
  });
});

describe('metadata at an address', () => {
  let place: Server;
  let address: string;
  let answer: { status: number; body: string; headers?: Record<string, string> };

  beforeAll(async () => {
    const trusted = tls.getCACertificates('default');
    tls.setDefaultCACertificates([...trusted, LOCALHOST_CERTIFICATE]);
    place = createServer({ key: LOCALHOST_KEY, cert: LOCALHOST_CERTIFICATE }, (_request, response) => {
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    await new Promise<void>((done) => place.listen(0, '127.0.0.1', done));
    address = `https://localhost:${(place.address() as AddressInfo).port}/metadata`;
    return () => tls.setDefaultCACertificates(trusted);
  });
  afterAll(() => new Promise((done) => place.close(done)));

  const fetchIt = (who: Desk, entityId: string) => {
    answer = { status: 200, body: metadataXml({ entityId }) };
    return who.call('adminAddApplication', {
      body: { name: entityId, source: { from: 'saml-metadata-url', url: address } },
    });
  };

  test('is fetched, and what is wrong with it is said', async () => {
    const socket = createSocketDesk(server);
    const named: Desk = {
      ...socket,
      call: (name, parts = {}) => socket.call(name, { ...parts, query: { company: 'alderbrook' } }),
    };
    expect((await fetchIt(named, 'https://fetched.example')).status).toBe(200);
    for (const [said, wanted] of [
      [{ status: 302, body: '', headers: { location: 'https://localhost/elsewhere' } }, 'sends on to'],
      [{ status: 404, body: '' }, 'status 404'],
      [{ status: 200, body: 'x'.repeat(700_000) }, 'no metadata of one application'],
      [{ status: 200, body: '<html/>' }, 'metadata'],
    ] as const) {
      answer = said;
      const source = { from: 'saml-metadata-url', url: address };
      const { body } = await named.call('adminAddApplication', { body: { name: 'x', source } });
      expect(body.code).toBe('metadata_refused');
      expect(body.message).toContain(wanted);
    }
    const nobody = { from: 'saml-metadata-url', url: 'https://nobody.invalid/metadata' };
    const { body } = await named.call('adminAddApplication', { body: { name: 'x', source: nobody } });
    expect(body.message).toContain('cannot be found');
  });
});
