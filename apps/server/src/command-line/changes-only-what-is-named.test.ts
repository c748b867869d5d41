import { mkdtemp, rm, writeFile } from 'node:fs/promises';

import { join } from 'node:path';
import { oidcUpstreamSettingsSchema } from '@vestibule/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyXml, metadataXml } from '../protocols/saml/testing/service-provider-metadata.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runCommandLine } from './run-command-line.ts';

let server: TestServer;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(runFolder(), 'set-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

async function here(...words: readonly string[]) {
  let [out, err] = ['', ''];
  const code = await runCommandLine([...words, '--data', server.dataFolder], {
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    columns: undefined,
  });
  return { code, out, err };
}

/** Types a command. @returns its answer as JSON */
async function type(...words: readonly string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await here(...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Record<string, unknown>;
}

async function write(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

const file = (name: string, content: unknown) => write(name, JSON.stringify(content));

const differing = (before: object, after: object) =>
  Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(Reflect.get(before, name)) !== JSON.stringify(Reflect.get(after, name)),
  );

describe('a command that sets one field leaves all others', () => {
  const all = {
    issuer: 'https://login.leave.example',
    clientId: 'gate',
    clientAuthentication: 'client_secret_post',
    scopes: ['openid', 'email'],
    claims: { login: 'upn', email: 'mail', displayName: 'cn', groups: 'roles', userType: 'kind' },
    assumesEmailVerified: true,
    secondFactor: { amr: ['otp'], acr: ['strong'] },
    compliance: { claim: 'managed', value: 'yes' },
    createsPeople: true,
    allowedDomains: ['leave.example'],
    userType: 'guest',
    clockSkewMs: 1000,
  };
  const others: Readonly<Record<keyof typeof all, unknown>> = {
    issuer: 'https://other.leave.example',
    clientId: 'other',
    clientAuthentication: 'none',
    scopes: ['openid'],
    claims: { groups: null },
    assumesEmailVerified: false,
    secondFactor: { amr: ['mfa'] },
    compliance: null,
    createsPeople: null,
    allowedDomains: ['other.example'],
    userType: 'employee',
    clockSkewMs: null,
  };
  const provider = async (): Promise<Record<string, unknown>> => {
    const { upstreams } = (await type('identity-provider', 'list')) as unknown as {
      upstreams: { name: string; settings: Record<string, unknown> }[];
    };
    return upstreams.find(({ name }) => name === 'Leave')?.settings ?? {};
  };

  test.each(Object.keys(oidcUpstreamSettingsSchema.shape) as (keyof typeof all)[])(
    'identity-provider set --settings, %s',
    async (field) => {
      await type('identity-provider', 'add', 'oidc', 'Leave', '--settings', await file('all.json', all));
      await type('identity-provider', 'set', 'Leave', '--disable', '--accept-locking-out', '999');
      const before = await provider();
      await type('identity-provider', 'set', 'Leave', '--settings', await file('one.json', { [field]: others[field] }));
      const after = await provider();
      expect(differing(before, after)).toEqual([field]);
      if (field === 'claims') expect(after['claims']).toEqual({ ...all.claims, groups: null });
      await type('identity-provider', 'remove', 'Leave', '--yes', '--accept-locking-out', '999');
    },
  );

  test('silo set', async () => {
    const silo = async () => {
      const { silos } = (await type('silo', 'list')) as unknown as { silos: { id: string }[] };
      return silos.find(({ id }) => id === 'leave') ?? {};
    };
    const endpoint = ['--endpoint', 'second=http://second.localhost'];
    await type('silo', 'set', 'leave', ...endpoint, '--region', 'eu', '--download', 'https://get.leave.example');
    for (const [field, ...words] of [
      ['endpoints', '--no-endpoint'],
      ['regions', '--region', 'us'],
      ['clientDownloadBasePath', '--download', ''],
    ] as const) {
      const before = await silo();
      await type('silo', 'set', 'leave', ...words);
      expect(differing(before, await silo())).toEqual([field]);
    }
  });

  test.each([
    ['phone', '--phone', '+49 30 1'],
    ['phoneHours', '--hours', 'always'],
    ['email', '--email', 'help@leave.example'],
    ['helpCenterUrl', '--help-center', 'https://help.leave.example'],
    ['supportWebSite', '--website', 'https://site.leave.example'],
    ['requestSupportUrl', '--request', 'https://ask.leave.example'],
    ['shareScreenUrl', '--share-screen', 'https://screen.leave.example'],
  ])('support-block set, %s', async (field, ...words) => {
    const before = await type('support-block', 'show');
    await type('support-block', 'set', ...words);
    expect(differing(before, await type('support-block', 'show'))).toEqual([field]);
  });

  test('identity-provider set --domain', async () => {
    const settings = { issuer: 'https://login.desk.example', clientId: 'gate', createsPeople: true, userType: 'guest' };
    const path = await write('desk-id.json', JSON.stringify(settings));
    expect((await here('identity-provider', 'add', 'oidc', 'Desk ID', '--settings', path)).code).toBe(0);
    const dry = await here('identity-provider', 'set', 'Desk ID', '--domain', 'Desk.example', '--dry-run');
    expect(dry.out.match(/^ {2}\S.*$/gm)).toEqual(['  settings.allowedDomains: none -> desk.example']);
    const both = await here('identity-provider', 'set', 'Desk ID', '--domain', 'x.example', '--settings', path);
    expect(both.err).toContain('Either --domain or --settings');
    expect((await here('identity-provider', 'set', 'Desk ID', '--domain', 'desk.example')).code).toBe(0);
    expect((await here('identity-provider', 'remove', 'Desk ID', '--yes')).code).toBe(0);
  });
});

describe('an application', () => {
  test('that is added says what to enter at it; certificates are shown by whose they are', async () => {
    const entityId = 'https://desk.example/saml';
    const keys = `${keyXml('use="signing"')}${keyXml('use="encryption"')}`;
    const metadata = await write('desk.xml', metadataXml({ entityId, keys }));
    const added = await here('application', 'add', 'Desk', '--metadata', metadata);
    expect(added.out).toContain('Enter at the application:');
    expect(added.out).toMatch(/Sign-on +http\S+\/saml\/sso\n/);
    expect(added.out).toMatch(/Log-out +http\S+\/saml\/slo\n/);
    expect(added.out).toMatch(/SHA-256 +[\da-f]{64}\n/);
    const shown = await here('application', 'show', 'Desk');
    const encrypted = await write('plain.json', '{"encryptionCertificate": null}');
    const dry = await here('application', 'set', 'Desk', '--record', encrypted, '--dry-run');
    for (const ran of [added, shown, dry]) {
      expect(ran.out).not.toContain('BEGIN CERTIFICATE');
      expect(ran.out.replaceAll(/\s+/g, ' ')).toMatch(
        /certificate of CN=\S+ \(SHA-256 [\da-f]{16}…, good until \d{4}-\d\d-\d\d\)/,
      );
    }
    expect(dry.out).toMatch(/ {2}record\.encryptionCertificate: certificate of [^>]* -> none\n/);
    expect(dry.out.match(/^ {2}record\./gm)).toHaveLength(1);
    expect(dry.out).toContain('no longer encrypted');
    expect((await here('application', 'show', 'Desk', '--json')).out).toContain('BEGIN CERTIFICATE');
    expect((await here('application', 'remove', 'Desk', '--yes')).code).toBe(0);
  });
});
