import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSigningKey, loadSigningKey } from '../protocols/saml/index.ts';
import { metadataXml } from '../protocols/saml/testing/service-provider-metadata.ts';
import { createSocketDesk, type Desk, given } from '../testing/administrators.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { Visitor } from '../testing/visitor.ts';
import { runCommandLine } from './run-command-line.ts';

const TENANT = '7f3c1c9e-0f5d-4d5c-9a3b-2f1f6f6e7a10';
const APP = '2f3d5a67-7441-4f1e-aa92-e77ca6b5a5ca';

let server: TestServer;
let desk: Desk;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  desk = createSocketDesk(server);
  folder = await mkdtemp(join(runFolder(), 'second-step-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function call(...words: string[]) {
  let said = '';
  const write = (text: string) => void (said += text);
  const streams = { out: write, err: write, columns: undefined };
  const code = await runCommandLine(['second-step', ...words, '--data', server.dataFolder], streams);
  return { code, said, flat: said.replaceAll(/\s+/g, ' ') };
}

const applications = async () => (await desk.call('adminApplications')).body.applications;

describe('the second step in Entra ID', () => {
  const tenant = ['entra', '--tenant', TENANT];

  test('asks for the tenant, the cloud and the application by their ids', async () => {
    expect((await call('entra')).flat).toContain('Say which tenant: --tenant');
    expect((await call('entra', '--tenant', 'alderbrook.example')).code).toBe(2);
    expect((await call(...tenant, '--cloud', 'moon')).flat).toContain('moon is none of global, us, china.');
    expect((await call(...tenant, '--app-id', 'vestibule')).code).toBe(2);
    expect((await call('keycloak')).flat).toContain('keycloak is none of entra, okta, google.');
  });

  test('changes nothing in a dry run', async () => {
    const before = await applications();
    const { code, flat } = await call(...tenant, '--dry-run');
    expect([code, flat]).toEqual([0, expect.stringContaining('Dry run, nothing was changed.')]);
    expect([await applications(), (await desk.call('adminUpstreams')).body.upstreams]).toEqual([before, []]);
  });

  test('says first what to register, then what to enter; both are read by Entra ID', async () => {
    const first = await call(...tenant, '--domain', 'alderbrook.example');
    expect(first.code).toBe(0);
    const authorize = /Redirect URI, platform Web:\s+(\S+)/.exec(first.said)?.[1] ?? '';
    expect(first.flat).toContain(`vestibule second-step entra --tenant ${TENANT} --app-id ID`);
    const second = await call(...tenant, '--app-id', APP);
    const discovery = /Discovery Endpoint\s+(\S+)/.exec(second.said)?.[1] ?? '';
    const clientId = /Client ID\s+(\S+)/.exec(second.said)?.[1];
    expect(second.flat).toContain(`App ID ${APP}`);
    const { body } = await new Visitor(server).ask(discovery);
    expect(body).toMatchObject({ authorization_endpoint: authorize });
    expect(await applications()).toContainEqual(
      expect.objectContaining({ name: 'Entra second step', protocol: 'second-step', entityId: clientId }),
    );
    const [upstream] = (await desk.call('adminUpstreams')).body.upstreams;
    expect(upstream).toMatchObject({
      isEnabled: false,
      settings: { clientId: APP, createsPeople: true, allowedDomains: ['alderbrook.example'] },
    });
  });

  test('takes nothing back that a colleague changed since it looked', async () => {
    const { database } = server.context;
    const upstream = given((await desk.call('adminUpstreams')).body.upstreams[0]);
    const settings = { ...upstream.settings, allowedDomains: [] };
    const { session } = database._;
    const prepare = session.prepareQuery.bind(session);
    let isNoted = false;
    // Looks of the last minute are counted together: this one has an entry of its own.
    server.advance(61_000);
    // Its look is noted in the audit log before it is answered: the colleague is faster than that.
    const spy = vi.spyOn(session, 'prepareQuery').mockImplementation((query, fields, name, isInArrays) => {
      const prepared = prepare(query, fields, name, isInArrays);
      if (name !== 'audit_insert' || isNoted) return prepared;
      isNoted = true;
      const note = prepared.execute.bind(prepared);
      const done = desk.call('adminUpdateUpstream', { parameters: { upstreamId: upstream.id }, body: { settings } });
      return Object.assign(prepared, {
        execute: async () => {
          expect((await done).status).toBe(200);
          return note();
        },
      });
    });
    const { code, flat } = await call(...tenant, '--app-id', APP);
    expect([code, flat]).toEqual([5, expect.stringContaining('a colleague has just changed the identity provider')]);
    spy.mockRestore();
    expect((await desk.call('adminUpstreams')).body.upstreams[0]?.settings).toMatchObject({ allowedDomains: [] });
    expect((await call(...tenant, '--app-id', APP, '--domain', 'alderbrook.example')).code).toBe(0);
  });

  test('called again it adds nothing, and says it as JSON too', async () => {
    const before = await applications();
    const again = await call(...tenant, '--json');
    expect(await applications()).toEqual(before);
    expect(JSON.parse(again.said)).toMatchObject({ changes: [], values: { appId: APP } });
  });

  test('is shown with what holds for it, whatever is set', async () => {
    const applicationId = (await applications()).find(({ name }) => name === 'Entra second step')?.id;
    const parts = { parameters: { applicationId }, body: { set: { mode: 'frontline' }, reset: [] } };
    const said = await desk.call('adminSetApplicationSettings', parts);
    expect(said.body.warnings).toEqual([expect.stringContaining('mode stays as it is there')]);
    const { settings, explicitSettings } = (await desk.call('adminApplication', parts)).body;
    expect(settings).toMatchObject({ mode: 'mfa', secondFactor: 'device', unsupportedSystems: 'block' });
    expect(explicitSettings).toEqual([]);
    const others = (await applications()).filter(({ protocol, name }) => protocol === 'saml' && !/second/.test(name));
    const parameters = { applicationId: others[0]?.id };
    expect((await desk.call('adminApplication', { parameters })).body.settings.mode).toBe('frontline');
  });

  test('never changes the app registration that people are known by', async () => {
    const other = await call(...tenant, '--app-id', TENANT);
    expect([other.code, other.flat]).toEqual([2, expect.stringContaining('Use that one')]);
  });
});

describe('the second step in Okta', () => {
  test('says what to enter, with the certificate', async () => {
    const { code, said, flat } = await call('okta');
    expect(code).toBe(0);
    expect(flat).toContain('IdP Usage: Factor only.');
    const { active } = (await server.company()).samlKeys;
    expect(said).toContain(active.certificatePem.trim());
  });

  test('takes Okta’s metadata, and only with a certificate to check its requests by', async () => {
    const file = join(folder, 'okta.xml');
    await writeFile(file, metadataXml({ entityId: 'https://www.okta.com/saml2/service-provider/spabc' }));
    expect((await call('okta', '--metadata', file)).flat).toContain('has no certificate');
    const { certificateBase64 } = loadSigningKey(await createSigningKey('okta.example', server.context.now()));
    const key = `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificateBase64}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
    await writeFile(file, metadataXml({ entityId: 'https://www.okta.com/saml2/service-provider/spabc', keys: key }));
    expect((await call('okta', '--metadata', file, '--dry-run')).flat).toContain('Dry run');
    await writeFile(join(folder, 'bad.xml'), '<bad/>');
    const bad = await call('okta', '--metadata', join(folder, 'bad.xml'));
    expect([bad.code, bad.flat]).toEqual([
      2,
      expect.stringContaining('Download the identity provider’s metadata again'),
    ]);
    expect(bad.flat).not.toContain('application');
    expect((await call('okta', '--metadata', file)).flat).toContain('Okta second step is noted.');
    const added = (await applications()).find(({ name }) => name === 'Okta second step');
    const { record } = (await desk.call('adminApplication', { parameters: { applicationId: added?.id } })).body;
    expect(record).toMatchObject({ namesPerson: true, wantAuthnRequestsSigned: true });
  });
});

test('an option that says nothing of the kind that is named is refused', async () => {
  expect(await call('google', '--cloud', 'china', '--profile-id', 'x')).toMatchObject({
    code: 2,
    flat: expect.stringContaining('--cloud is for entra: leave it out for google.') as unknown,
  });
  expect((await call('entra', '--metadata', '/nope')).flat).toContain('--metadata is for okta');
  expect((await call('okta', '--app-id', 'y')).flat).toContain('--app-id is for entra');
});

describe('Google’s profile', () => {
  test('is told in two calls, and warned of a way to sign in that leads round in a circle', async () => {
    expect((await call('google')).flat).toContain('Sign-in page URL:');
    expect((await call('google', '--profile-id', 'x y')).code).toBe(2);
    const settings = { issuer: 'https://accounts.google.com', clientId: 'vestibule' };
    await desk.call('adminAddUpstream', { body: { kind: 'oidc', name: 'Google', settings } });
    const { flat } = await call('google', '--profile-id', '02hs5gsz0t2f56o');
    expect(flat).toContain('Note: Google is a way to sign in here.');
    const added = expect.objectContaining({
      entityId: 'https://accounts.google.com/samlrp/metadata?rpid=02hs5gsz0t2f56o',
    }) as unknown;
    expect(await applications()).toContainEqual(added);
    // Anyone who has closed the window is shown what is left to do once more.
    const before = await applications();
    const again = await call('google', '--profile-id', '02hs5gsz0t2f56o');
    expect([again.code, again.flat]).toEqual([
      0,
      expect.stringContaining('Google is there already. On the other side:'),
    ]);
    expect(await applications()).toEqual(before);
    const { id } = given(before.find(({ name }) => name === 'Google'));
    await desk.call('adminDisableApplication', { parameters: { applicationId: id }, body: { isDisabled: true } });
    expect((await call('google', '--profile-id', '02hs5gsz0t2f56o')).flat).toContain('application enable "Google"');
  });
});
