import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applications } from '../../database/schema.ts';
import { oidcClientSchema } from '../../protocols/oidc/oidc-client.ts';
import { serviceProviderSchema } from '../../protocols/saml/index.ts';
import { applicationKey } from '../../protocols/saml/testing/fixtures.ts';
import { ACS, keyXml, metadataXml, POST, SAML2 } from '../../protocols/saml/testing/service-provider-metadata.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type Desk, given, openDesk } from '../../testing/administrators.ts';

let server: TestServer;
let company: TestCompany;
let desk: Desk;
let count = 0;

const { certificatePem } = applicationKey;
const SLO = `<md:SingleLogoutService Binding="${POST}" Location="https://mail.example/slo"/>`;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  desk = await openDesk(company, 'administrator');
});
afterAll(() => server.close());

/** A record in which nothing has its standard. */
const everything = (entityId: string) => ({
  entityId,
  acsUrls: [{ url: `${entityId}/acs`, index: 3, isDefault: true }],
  certificates: [certificatePem],
  encryptionCertificate: [certificatePem],
  wantAuthnRequestsSigned: true,
  namesPerson: true,
  nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  attributes: [
    { name: 'urn:oid:0.9.2342.19200300.100.1.3', value: 'email', nameFormat: 'uri', friendlyName: 'mail' },
    { name: 'tier', value: 'fixedText', text: 'gold', nameFormat: 'basic', friendlyName: null },
  ],
  signResponse: false,
  sessionLifetime: 3600,
  assertionLifeMs: 60_000,
  clockSkewMs: 1000,
  audience: 'urn:audience',
  allowsIdpInitiated: true,
  relayStates: ['/start'],
  singleLogoutServices: [{ binding: 'redirect', url: `${entityId}/slo`, responseUrl: null }],
});

async function addSaml(): Promise<{ applicationId: string; entityId: string }> {
  count += 1;
  const entityId = `https://merge-${count}.example`;
  const source = { from: 'saml-record', record: everything(entityId) };
  const { body } = await desk.call('adminAddApplication', { body: { name: `Merge ${count}`, source } });
  return { applicationId: given(body.applicationId), entityId };
}

const set = (applicationId: string, source: object, more: object = {}) =>
  desk.call('adminUpdateApplication', { parameters: { applicationId }, body: { source, ...more } });
const recordOf = async (applicationId: string) =>
  (await desk.call('adminApplication', { parameters: { applicationId } })).body.record;

describe('a record that changes', () => {
  test('has every field of its schema tried here', () => {
    expect(Object.keys(everything('x')).toSorted()).toEqual(Object.keys(serviceProviderSchema.shape).toSorted());
  });

  /** Another value for each field, and fields that stand and fall with it. */
  const others: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
    entityId: { entityId: 'https://other.example/entity' },
    acsUrls: { acsUrls: [{ url: 'https://other.example/acs', index: 0, isDefault: false }] },
    certificates: { certificates: [certificatePem, certificatePem] },
    encryptionCertificate: { encryptionCertificate: null },
    wantAuthnRequestsSigned: { wantAuthnRequestsSigned: false, namesPerson: false },
    namesPerson: { namesPerson: null },
    nameIdFormat: { nameIdFormat: null },
    attributes: { attributes: [] },
    signResponse: { signResponse: true },
    sessionLifetime: { sessionLifetime: null },
    assertionLifeMs: { assertionLifeMs: null },
    clockSkewMs: { clockSkewMs: 0 },
    audience: { audience: null },
    allowsIdpInitiated: { allowsIdpInitiated: false },
    relayStates: { relayStates: ['/a', '/b'] },
    singleLogoutServices: { singleLogoutServices: null },
  };

  test.each(Object.keys(serviceProviderSchema.shape))('in %s leaves all others as they were', async (field) => {
    const { applicationId } = await addSaml();
    const before = await recordOf(applicationId);
    const sent = given(others[field]);
    expect((await set(applicationId, { from: 'saml-record', record: sent })).status).toBe(200);
    const after = await recordOf(applicationId);
    const changed = Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
    expect(changed.toSorted()).toEqual(Object.keys(sent).toSorted());
  });

  test('of OpenID Connect leaves what is not named too', async () => {
    const record = {
      redirectUris: ['https://merge.example/callback'],
      authenticationMethod: 'client_secret_post',
      backchannelLogoutUri: 'https://merge.example/signed-out',
      requiresPkce: true,
    };
    expect(Object.keys(record)).toEqual(Object.keys(oidcClientSchema.shape));
    const { body } = await desk.call('adminAddApplication', {
      body: { name: 'Merge', source: { from: 'oidc', record } },
    });
    const applicationId = given(body.applicationId);
    await set(applicationId, { from: 'oidc', record: { redirectUris: ['https://merge.example/other'] } });
    expect(await recordOf(applicationId)).toEqual({ ...record, redirectUris: ['https://merge.example/other'] });
    await set(applicationId, { from: 'oidc', record: { backchannelLogoutUri: null } });
    expect(await recordOf(applicationId)).toMatchObject({ backchannelLogoutUri: null, requiresPkce: true });
  });

  test('takes null for no encryption, new and later, and refuses a field that is not there', async () => {
    const entityId = 'https://unencrypted.example';
    const record = { ...everything(entityId), encryptionCertificate: null };
    const { body } = await desk.call('adminAddApplication', {
      body: { name: 'Unencrypted', source: { from: 'saml-record', record } },
    });
    expect(await recordOf(given(body.applicationId))).toMatchObject({ encryptionCertificate: [] });
    const { status, body: refused } = await set(given(body.applicationId), {
      from: 'saml-record',
      record: { encryptedCertificate: null },
    });
    expect([status, refused.message]).toEqual([400, expect.stringContaining('encryptedCertificate')]);
  });

  test('weakens nothing without a word', async () => {
    const { applicationId } = await addSaml();
    const record = {
      wantAuthnRequestsSigned: null,
      namesPerson: null,
      encryptionCertificate: null,
      singleLogoutServices: [],
      attributes: null,
    };
    const { body } = await set(applicationId, { from: 'saml-record', record });
    expect(body.warnings).toEqual([
      expect.stringContaining('wantAuthnRequestsSigned'),
      expect.stringContaining('encryptionCertificate'),
      expect.stringContaining('singleLogoutServices'),
      'It is sent no longer: urn:oid:0.9.2342.19200300.100.1.3, tier (attributes).',
    ]);
  });

  test('is not written over what another person changed meanwhile', async () => {
    const { applicationId, entityId } = await addSaml();
    const where = eq(applications.id, applicationId);
    const change = (clockSkewMs: number) =>
      set(applicationId, { from: 'saml-record', record: { clockSkewMs } }).then(({ status }) => status);
    const other = set(applicationId, { from: 'saml-record', record: { audience: 'urn:other' } });
    const [first, second] = await Promise.all([change(5000), other]);
    const [row] = await server.context.database.select().from(applications).where(where);
    const stored = serviceProviderSchema.parse(row?.serviceProvider);
    expect(stored.entityId).toBe(entityId);
    // Anyone who was told that it is done, is.
    expect([first === 200, second.status === 200]).toEqual([
      stored.clockSkewMs === 5000,
      stored.audience === 'urn:other',
    ]);
  });
});

describe('metadata of an application that is there', () => {
  const metadata = (parts: Parameters<typeof metadataXml>[0]) => ({ from: 'saml-metadata', xml: metadataXml(parts) });

  test('replaces what it says, and nothing else', async () => {
    const { applicationId, entityId } = await addSaml();
    const before = await recordOf(applicationId);
    const { body } = await set(applicationId, metadata({ entityId }));
    expect(body.warnings).toEqual([]);
    expect(await recordOf(applicationId)).toEqual({
      ...before,
      acsUrls: [{ url: 'https://mail.example/saml/acs', index: 0, isDefault: false }],
    });
    await set(applicationId, metadata({ entityId, keys: keyXml('use="signing"'), services: `${SLO}${ACS}` }));
    expect(await recordOf(applicationId)).toMatchObject({
      wantAuthnRequestsSigned: true,
      singleLogoutServices: [{ binding: 'post', url: 'https://mail.example/slo' }],
      attributes: before['attributes'],
      nameIdFormat: before['nameIdFormat'],
    });
  });

  test('that says that requests are not signed is taken, and named', async () => {
    const { applicationId, entityId } = await addSaml();
    await set(applicationId, { from: 'saml-record', record: { namesPerson: false } });
    const { body } = await set(applicationId, metadata({ entityId, role: `${SAML2} AuthnRequestsSigned="false"` }));
    expect(body.warnings).toEqual([expect.stringContaining('wantAuthnRequestsSigned')]);
  });

  test('of another application is not taken for its own', async () => {
    const { applicationId, entityId } = await addSaml();
    const source = metadata({ entityId: 'https://wrong-file.example' });
    const { status, body } = await set(applicationId, source);
    expect([status, body.message]).toEqual([
      409,
      `Nothing was changed. The metadata is of https://wrong-file.example, and Merge ${count} is ${entityId}. If it is called so from now on: --accept-entity-id`,
    ]);
    const dry = await desk.dryRun('adminUpdateApplication', { parameters: { applicationId }, body: { source } });
    expect(dry.body.warnings).toContainEqual(expect.stringContaining('--accept-entity-id'));
    expect((await set(applicationId, source, { acceptsEntityId: true })).status).toBe(200);
    expect(await recordOf(applicationId)).toMatchObject({
      entityId: 'https://wrong-file.example',
      audience: 'urn:audience',
    });
  });
});
