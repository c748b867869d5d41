import { randomUUID } from 'node:crypto';
import { applicationConfigurationSchema } from '@vestibule/contracts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications } from '../../database/schema.ts';
import { noteOnUnprotected } from '../../subjects/policy/impact/note-on-unprotected.ts';
import { createSocketDesk } from '../../testing/administrators.ts';
import { configure, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';
import { lookAtApplications } from '../../operations/doctor/look-at-applications.ts';

let server: TestServer;
let company: TestCompany;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  // The provider's library speaks when it begins.
  await new Visitor(server).ask('/oidc/.well-known/openid-configuration');
});
afterAll(() => server.close());
beforeEach(() => {
  visitor = new Visitor(server);
});

const add = (name: string, values: Partial<typeof applications.$inferInsert>) =>
  server.context.database
    .insert(applications)
    .values({ companyId: company.id, id: randomUUID(), name, entityId: name, serviceProvider: null, ...values });

/** A SAML application at an address, stored as versions before this one stored it. */
async function addSaml(acsUrl: string): Promise<string> {
  const entityId = `urn:example:${randomUUID()}`;
  const serviceProvider = { entityId, acsUrls: [{ url: acsUrl, index: 0, isDefault: true }] };
  await add(entityId, { entityId, serviceProvider });
  return entityId;
}

async function addOidc(...redirectUris: string[]): Promise<string> {
  const entityId = randomUUID();
  await add(entityId, { entityId, protocol: 'oidc', oidcClient: { redirectUris, authenticationMethod: 'none' } });
  return entityId;
}

/** What the forms of a page may lead to; the gate of the test is without TLS itself, and is left out. */
const formActionOf = async (path: string) =>
  /form-action ([^;]*)/
    .exec((await visitor.ask(path)).headers.get('content-security-policy') ?? '')?.[1]
    ?.replace(` ${server.url}`, '')
    .trim();

async function beginSaml(acs: string): Promise<string> {
  const reply = await visitor.ask(`/saml/sso?${createAuthnRequest(server, { acs, issuer: await addSaml(acs) })}`);
  return new URL(reply.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
}

async function beginOidc(redirectUri: string, ...more: string[]): Promise<string> {
  const query = new URLSearchParams({
    client_id: await addOidc(redirectUri, ...more),
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  const first = await visitor.ask(`/oidc/auth?${query.toString()}`);
  const second = await visitor.ask(first.headers.get('location') ?? '');
  return new URL(second.headers.get('location') ?? '', server.url).searchParams.get('login') ?? '';
}

describe('forms of a page lead without TLS', () => {
  test('nowhere on a page without a sign-in, with an unknown one, or with none that can be read', async () => {
    await beginSaml('http://localhost:4000/acs');
    for (const path of ['', `?login=${randomUUID()}`, '?login=x', 'home', 'status']) {
      expect(await formActionOf(`/device-check/${path}`)).toBe("'self' https:");
    }
    expect(await formActionOf('/online/')).toBe("'self' https:");
  });

  test('to what the browser has open, on a page that is opened again without its sign-in', async () => {
    const login = await beginSaml('http://localhost:4001/acs');
    await visitor.signIn(0, login);
    expect(await formActionOf('/device-check/skip-installation')).toBe("'self' https: http://localhost:4001");
    visitor = new Visitor(server);
    await visitor.signIn(1);
    expect(await formActionOf('/device-check/skip-installation')).toBe("'self' https:");
  });

  test.each([
    ['http://localhost:4000/acs', 'http://localhost:4000'],
    ['http://127.0.0.1:4001/acs', 'http://127.0.0.1:4001'],
    ['http://127.8.9.10/acs', 'http://127.8.9.10'],
  ])('to exactly the application that waits on this computer: %s', async (address, source) => {
    const allowed = `'self' https: ${source}`;
    const saml = await beginSaml(address);
    const oidc = await beginOidc(address, 'http://localhost:9999/another', 'https://wiki.example.com/callback');
    for (const [kind, marker] of [
      ['SAML', saml],
      ['OpenID Connect', oidc],
    ] as const) {
      expect([kind, await formActionOf(`/device-check/?login=${marker}`)]).toEqual([kind, allowed]);
      // Also where the policy is only observed: the page that posts by itself.
      await visitor.signIn(0, marker);
      await configure(company, { gate: { state: 'observing', isReading: false } });
      expect([kind, await formActionOf(`/saml/continue?login=${marker}`)]).toEqual([kind, allowed]);
      await configure(company, {});
    }
  });

  test('to a program that the application leads on to, where its settings say so', async () => {
    const address = 'http://localhost:4005/acs';
    const saml = await beginSaml(address);
    const oidc = await beginOidc(address);
    await server.context.database.update(applications).set({ settings: { leadsOnTo: ['slack', 'vscode-insiders'] } });
    for (const marker of [saml, oidc]) {
      expect(await formActionOf(`/device-check/?login=${marker}`)).toBe(
        "'self' https: http://localhost:4005 slack: vscode-insiders:",
      );
    }
    await server.context.database.update(applications).set({ settings: {} });
  });

  test.each(['javascript', 'data', 'https', 'Slack', 'slack:', 'x; script-src *'])(
    'to nothing that is no program: %s',
    (scheme) => {
      expect(applicationConfigurationSchema.safeParse({ leadsOnTo: [scheme] }).success).toBe(false);
    },
  );

  test('to the application that the OpenID Connect provider itself posts its answer to', async () => {
    const address = 'http://localhost:4003/callback';
    const asking = (clientId: string, redirectUri: string) =>
      new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        response_mode: 'form_post',
        prompt: 'none',
        scope: 'openid',
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }).toString();
    const client = await addOidc(address);
    const reply = await visitor.ask<string>(`/oidc/auth?${asking(client, address)}`);
    expect(reply.body).toContain(`action="${address}"`);
    expect(await formActionOf(`/oidc/auth?${asking(client, address)}`)).toBe("'self' https: http://localhost:4003");
    // Where it goes on with an interaction.
    const query = asking(client, address).replace('&prompt=none', '');
    const uid = /interaction\/([^/?]+)/.exec(
      (await visitor.ask(`/oidc/auth?${query}`)).headers.get('location') ?? '',
    )?.[1];
    expect(await formActionOf(`/oidc/auth/${uid ?? ''}`)).toBe("'self' https: http://localhost:4003");
    for (const [clientId, redirectUri] of [
      [client, 'http://localhost:4004/callback'],
      [randomUUID(), address],
      [await addOidc('https://wiki.example.com/callback'), address],
    ] as const) {
      expect((await formActionOf(`/oidc/auth?${asking(clientId, redirectUri)}`)) ?? '').not.toContain('http:');
    }
  });

  test.each([
    'http://tickets.example.com/acs',
    'http://10.1.2.3/acs',
    'http://localhost.example.com/acs',
    'http://[::1]:4002/acs',
  ])('never elsewhere from the page of the check: %s', async (address) => {
    const marker = await beginSaml(address);
    expect(await formActionOf(`/device-check/?login=${marker}`)).toBe("'self' https:");
  });

  test('to the own host of an application at https, which may lead on to a page without', async () => {
    const allowed = "'self' https: http://tickets.example.com:*";
    for (const marker of [
      await beginSaml('https://tickets.example.com:8443/acs'),
      await beginOidc('https://tickets.example.com/callback', 'https://another.example.com/callback'),
    ]) {
      expect(await formActionOf(`/device-check/?login=${marker}`)).toBe(allowed);
      await visitor.signIn(0, marker);
      await configure(company, { gate: { state: 'observing', isReading: false } });
      expect(await formActionOf(`/saml/continue?login=${marker}`)).toBe(allowed);
      await configure(company, {});
    }
  });
});

describe('an address without TLS', () => {
  const record = (url: string, changes: object = {}) => ({
    entityId: `urn:example:${randomUUID()}`,
    acsUrls: [{ url, index: 0 }],
    ...changes,
  });
  const ask = async (source: object, startUrl: string | null = null) =>
    createSocketDesk(server).dryRun('adminAddApplication', {
      body: { name: `App ${randomUUID().slice(0, 8)}`, startUrl, source },
    });
  const HTTP = 'http://tickets.example.com/x';
  const GOOD = 'https://tickets.example.com/acs';
  const slo = (changes: object) => ({ singleLogoutServices: [{ binding: 'redirect', url: GOOD, ...changes }] });

  test.each([
    ['ACS', { from: 'saml-record', record: record(HTTP) }],
    ['single logout', { from: 'saml-record', record: record(GOOD, slo({ url: HTTP })) }],
    ['answer to single logout', { from: 'saml-record', record: record(GOOD, slo({ responseUrl: HTTP })) }],
    ['redirect', { from: 'oidc', record: { redirectUris: [HTTP] } }],
    ['back channel', { from: 'oidc', record: { redirectUris: [GOOD], backchannelLogoutUri: HTTP } }],
    [
      'metadata',
      {
        from: 'saml-metadata',
        xml: `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="urn:x"><SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><AssertionConsumerService index="0" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${HTTP}"/></SPSSODescriptor></EntityDescriptor>`,
      },
    ],
  ])('is not registered, and the answer says why: %s', async (_name, source) => {
    const { status, body } = await ask(source);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('must be https');
  });

  test('is not registered as the start either', async () => {
    const { status, body } = await ask({ from: 'saml-record', record: record(GOOD) }, HTTP);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('must be https')]);
  });

  test.each(['http://localhost:3000/x', 'http://127.0.0.1/x', 'http://127.255.0.9:1/x'])(
    'is registered on this very computer: %s',
    async (address) => {
      expect((await ask({ from: 'saml-record', record: record(address) }, address)).status).toBe(200);
      expect((await ask({ from: 'oidc', record: { redirectUris: [address] } }, address)).status).toBe(200);
    },
  );

  test('of IPv6 is not registered, for a page’s policy cannot name it', async () => {
    const address = 'http://[::1]:3000/x';
    for (const source of [
      { from: 'saml-record', record: record(address) },
      { from: 'oidc', record: { redirectUris: [address] } },
    ]) {
      const { status, body } = await ask(source);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('http://localhost')]);
    }
  });

  test('of an application that was registered before is named by the list, by enforcing, and by doctor', async () => {
    const entityId = await addSaml(HTTP);
    const { body } = await createSocketDesk(server).call('adminApplications');
    const listed = JSON.stringify(body);
    expect(listed).toContain(`"unprotectedAddresses":["${HTTP}"]`);
    const notes = await noteOnUnprotected(await server.company());
    expect(notes.join('\n')).toContain(`${entityId} is at ${HTTP}`);
    const [finding] = lookAtApplications([{ name: 'Tickets', unprotectedAddresses: [HTTP] }]);
    expect(finding).toMatchObject({ state: 'wrong', check: 'Application Tickets' });
    expect(lookAtApplications([{ name: 'Tickets', unprotectedAddresses: [] }])).toEqual([]);
    const enforced = await createSocketDesk(server).dryRun('adminSetGate', {
      body: { state: 'enforcing', reason: 'pilot is over' },
    });
    expect(JSON.stringify(enforced.body)).toContain(HTTP);
    await server.context.database.delete(applications).where(eq(applications.entityId, entityId));
  });
});
