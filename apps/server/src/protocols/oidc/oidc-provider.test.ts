import { randomUUID } from 'node:crypto';
import { findAuditEntries } from '../../repositories/audit-log.ts';
import { createSimulatedDevice, fact, type SimulatedDevice } from '@vestibule/testing';
import { eq } from 'drizzle-orm';
import * as client from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  applications,
  auditEntries,
  devices,
  issuedAssertions,
  oidcRecords,
  people,
  webSessions,
} from '../../database/schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const POLICY = `
version: 1
workplaceAccessPolicy: Strict
checks:
  FirewallEnable: { severity: required }
`;
const CALLBACK = 'http://127.0.0.1:9099/callback';
const SECRET = 'a secret that only the application and the gate know';
const goodFacts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };
const badFacts = { firewall: fact({ isOn: false, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let configuration: client.Configuration;
let visitor: Visitor;
let device: SimulatedDevice;

async function addApplication(entityId: string, oidcClient: Record<string, unknown>, secret: string | null) {
  const { company, masterKey, database } = await server.company();
  const id = randomUUID();
  await database.insert(applications).values({
    companyId: company.id,
    id,
    name: 'Alderbrook Wiki',
    entityId,
    protocol: 'oidc',
    oidcClient,
    sealedSecret: secret === null ? null : masterKey.seal(secret, id),
  });
}

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  await addApplication('wiki', { redirectUris: [CALLBACK] }, SECRET);
  await addApplication('public', { redirectUris: [CALLBACK], authenticationMethod: 'none' }, null);
  // A stock client, given nothing but the issuer, its id and its secret.
  configuration = await client.discovery(new URL(`${server.url}/oidc`), 'wiki', SECRET, undefined, {
    // oxlint-disable-next-line typescript/no-deprecated -- the test's gate is on this computer, without TLS
    execute: [client.allowInsecureRequests],
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  device = await createSimulatedDevice();
});

interface TokenAnswer {
  readonly access_token?: string;
  readonly error?: string;
}

interface Begun {
  readonly url: URL;
  readonly checks: client.AuthorizationCodeGrantChecks;
}

async function buildRequest(more: Record<string, string> = {}): Promise<Begun> {
  const pkceCodeVerifier = client.randomPKCECodeVerifier();
  const expectedState = client.randomState();
  const expectedNonce = client.randomNonce();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email groups',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...more,
  });
  return { url, checks: { pkceCodeVerifier, expectedState, expectedNonce } };
}

/** Follows redirects until the browser would show a page, or leave for another site. */
async function follow(address: string): Promise<string> {
  let next = address;
  for (let step = 0; step < 10; step += 1) {
    if (!next.startsWith('/') && !next.startsWith(server.url)) return next;
    const reply = await visitor.ask(next);
    const location = reply.headers.get('location');
    if (location === null) return next;
    next = location;
  }
  throw new Error('too many redirects');
}

async function arrive(url: URL, person: 0 | 1 = 0): Promise<string> {
  const page = await follow(url.href);
  const marker = new URL(page, server.url).searchParams.get('login') ?? '';
  await visitor.signIn(person, marker);
  return marker;
}

/** From the sign-in to the handle that the portal posts. */
async function passGate(marker: string, facts = goodFacts) {
  const session = await visitor.openSession(device);
  await visitor.report(session, device, facts);
  const result = await visitor.checkResult(session, marker);
  if (result.body.encryptedPermit === null) return null;
  return (await visitor.redeem(await device.open(session, result.body))).body;
}

async function finish(post: { readonly actionUrl: string; readonly samlResponse: string }): Promise<string> {
  const reply = await visitor.ask(post.actionUrl, { method: 'POST', form: { SAMLResponse: post.samlResponse } });
  return follow(reply.headers.get('location') ?? '');
}

async function signIn(begun: Begun, person: 0 | 1 = 0) {
  const post = await passGate(await arrive(begun.url, person));
  if (post === null) throw new Error('The gate stayed closed.');
  const callback = await finish(post);
  return client.authorizationCodeGrant(configuration, new URL(callback), begun.checks);
}

describe('a stock OpenID Connect client', () => {
  test('signs a person in, and is told how the device stood', async () => {
    const begun = await buildRequest();
    const tokens = await signIn(begun);
    const claims = tokens.claims();
    expect(claims).toMatchObject({
      iss: `${server.url}/oidc`,
      aud: 'wiki',
      preferred_username: 'nadia',
      email: 'nadia@alderbrook.example',
      device_standing: 'compliant',
      device_evidence: 'software-key',
    });
    const userInfo = await client.fetchUserInfo(configuration, tokens.access_token, claims?.sub ?? '');
    expect(userInfo['device_standing']).toBe('compliant');
    expect(tokens.refresh_token).toBeUndefined();
    const [issued] = await server.context.database.select().from(issuedAssertions);
    expect(issued).toMatchObject({ standing: 'compliant', evidence: 'software-key', nameIdFormat: 'sub' });
  });

  test('is told how the person signed in, and at whose identity provider', async () => {
    const own = (await signIn(await buildRequest())).claims();
    expect(own).toMatchObject({
      acr: 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport',
      amr: ['pwd'],
    });
    expect(own).not.toHaveProperty('authenticating_authority');
    visitor = new Visitor(server);
    const begun = await buildRequest();
    const marker = await arrive(begun.url);
    const upstreamClaims = { issuer: 'https://login.alderbrook.example', level: 'urn:example:loa2', groups: [] };
    await server.context.database.update(webSessions).set({ factors: ['upstream'], upstreamClaims });
    const post = await passGate(marker);
    if (post === null) throw new Error('The gate stayed closed.');
    const callback = await finish(post);
    const tokens = await client.authorizationCodeGrant(configuration, new URL(callback), begun.checks);
    expect(tokens.claims()).toMatchObject({
      acr: 'urn:example:loa2',
      amr: ['fed'],
      authenticating_authority: 'https://login.alderbrook.example',
    });
  });

  test.each([
    ['frontline', ['pwd']],
    ['mfa', ['pwd', 'swk', 'mfa']],
  ] as const)(
    'in mode %s is told that the sign-in was by %j, though the computer was a factor before',
    async (mode, amr) => {
      const { database } = server.context;
      const set = (settings: Record<string, unknown>) =>
        database.update(applications).set({ settings }).where(eq(applications.entityId, 'wiki'));
      await set({ mode });
      const begun = await buildRequest();
      const marker = await arrive(begun.url);
      const session = await visitor.openSession(device);
      await visitor.report(session, device, goodFacts);
      await database.update(devices).set({ approvedBy: 'test' }).where(eq(devices.deviceId, device.deviceId));
      await database
        .update(webSessions)
        .set({ factors: ['password', 'device'], awaits: null, activatedBy: session.sessionId });
      const { body } = await visitor.checkResult(session, marker);
      const callback = await finish((await visitor.redeem(await device.open(session, body))).body);
      const tokens = await client.authorizationCodeGrant(configuration, new URL(callback), begun.checks);
      expect(tokens.claims()).toMatchObject({ amr });
      await set({});
    },
  );

  test('is signed in again through the gate: the provider’s own session opens nothing', async () => {
    await signIn(await buildRequest());
    const again = await buildRequest();
    expect(await follow(again.url.href)).toContain('/device-check/?login=');
    const silent = await buildRequest({ prompt: 'none' });
    expect(await follow(silent.url.href)).toContain('error=login_required');
  });

  test.each([
    ['prompt=login', { prompt: 'login' }, 1000],
    ['max_age=0', { max_age: '0' }, 1000],
    ['a max_age that the session is older than', { max_age: '60' }, 61_000],
  ] as const)('%s asks for a new sign-in', async (_what, asked, age) => {
    await signIn(await buildRequest());
    server.advance(age);
    expect(await follow((await buildRequest(asked)).url.href)).toContain('/online/?login=');
  });

  test('a session younger than max_age is not asked again, and the id token says when it began', async () => {
    const before = (await signIn(await buildRequest({ max_age: '3600' }))).claims();
    server.advance(50_000);
    const begun = await buildRequest({ max_age: '60' });
    const page = await follow(begun.url.href);
    expect(page).toContain('/device-check/?login=');
    const marker = new URL(page, server.url).searchParams.get('login') ?? '';
    // What the page asks first, which binds the sign-in to its person.
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const post = await passGate(marker);
    if (post === null) throw new Error('The gate stayed closed.');
    const tokens = await client.authorizationCodeGrant(configuration, new URL(await finish(post)), begun.checks);
    expect(tokens.claims()?.auth_time).toBeTypeOf('number');
    expect(tokens.claims()?.auth_time).toBe(before?.auth_time);
  });

  test('a young session of a person who signed in at their identity provider long before is asked again', async () => {
    await signIn(await buildRequest());
    server.advance(1000);
    const signedInAt = new Date(server.context.now().getTime() - 61_000).toISOString();
    const upstreamClaims = {
      upstreamId: randomUUID(),
      issuer: 'https://id.example',
      groups: [],
      level: null,
      signedInAt,
    };
    await server.context.database.update(webSessions).set({ upstreamClaims });
    expect(await follow((await buildRequest({ max_age: '60' })).url.href)).toContain('/online/?login=');
  });

  test('an older session that takes the place of the young one finishes nothing', async () => {
    await signIn(await buildRequest());
    server.advance(1000);
    const page = await follow((await buildRequest({ max_age: '60' })).url.href);
    const marker = new URL(page, server.url).searchParams.get('login') ?? '';
    await visitor.ask(`/api/online/v1/pending-sign-in/${marker}`);
    const post = await passGate(marker);
    if (post === null) throw new Error('The gate stayed closed.');
    // The provider keeps its own time, not the test's.
    const authenticatedAt = new Date(Date.now() - 90_000);
    await server.context.database.update(webSessions).set({ authenticatedAt });
    expect(await finish(post)).toBe('');
  });

  test('and then another person in the same browser: no one is taken for who was there before', async () => {
    const first = (await signIn(await buildRequest(), 0)).claims();
    expect(first).toMatchObject({ preferred_username: 'nadia' });
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    device = await createSimulatedDevice();
    const second = (await signIn(await buildRequest(), 1)).claims();
    expect(second).toMatchObject({ preferred_username: 'tomas' });
    expect(second?.sub).not.toBe(first?.sub);
  });

  test('a public client needs PKCE', async () => {
    const url = `${server.url}/oidc/auth?client_id=public&response_type=code&scope=openid&redirect_uri=${encodeURIComponent(CALLBACK)}&state=s`;
    expect(await follow(url)).toContain('error=invalid_request');
  });
});

async function refusals(correlationId: string) {
  const { database } = server.context;
  const rows = await findAuditEntries(database, eq(auditEntries.correlationId, correlationId), { isOldestFirst: true });
  return rows.filter(({ action, outcome }) => action === 'oidc-request' && outcome === 'refused');
}

describe('the gate stays closed', () => {
  test('for a wrong client secret, which is written down', async () => {
    const authorization = `Basic ${Buffer.from('wiki:wrong').toString('base64')}`;
    const form = { grant_type: 'authorization_code', code: 'c', redirect_uri: CALLBACK };
    const reply = await visitor.ask('/oidc/token', { method: 'POST', form, headers: { authorization } });
    expect([reply.status, (reply.body as { error: string }).error]).toEqual([401, 'invalid_client']);
    await expect
      .poll(() => refusals(reply.headers.get('correlation-id') ?? ''))
      .toMatchObject([{ target: 'wiki', details: { code: 'invalid_client' } }]);
  });

  test('while a required check fails', async () => {
    const marker = await arrive((await buildRequest()).url);
    expect(await passGate(marker, badFacts)).toBeNull();
  });

  test('for a redirect address that is not registered: a page, no redirect', async () => {
    const { url } = await buildRequest({ redirect_uri: 'https://elsewhere.example/callback' });
    const reply = await visitor.ask<string>(url.href);
    expect(reply.status).toBe(400);
    expect(reply.headers.get('location')).toBeNull();
    expect(reply.body).toContain('redirect_uri');
    // The code on the page leads to what happened.
    const correlationId = reply.headers.get('correlation-id') ?? '';
    expect(reply.body).toContain(`<code>${correlationId}</code>`);
    await expect
      .poll(() => refusals(correlationId))
      .toMatchObject([{ target: 'wiki', details: { code: 'invalid_redirect_uri' } }]);
  });

  test.each([
    ['client_id', 'auth'],
    ['state', 'auth'],
    ['nonce', 'auth'],
    ['code', 'token'],
  ])('for a %s that no database keeps: the request is refused, and nothing breaks', async (name, endpoint) => {
    const { url } = await buildRequest();
    const form = { grant_type: 'authorization_code', client_id: 'public', redirect_uri: CALLBACK, code_verifier: 'v' };
    const query = endpoint === 'auth' ? Object.fromEntries(url.searchParams) : form;
    const sent = { ...query, [name]: 'a\u0000b' };
    const reply =
      endpoint === 'auth'
        ? await visitor.ask(`/oidc/auth?${new URLSearchParams(sent).toString()}`)
        : await visitor.ask('/oidc/token', { method: 'POST', form: sent });
    const location = reply.headers.get('location');
    if (location === null) expect(reply.status).toBe(400);
    else expect(new URL(location).searchParams.get('error')).toBe('invalid_request');
  });

  test('for a handle of another interaction, made up, or shown by another browser', async () => {
    const begun = await buildRequest();
    const post = await passGate(await arrive(begun.url));
    if (post === null) throw new Error('The gate stayed closed.');
    const refuse = async (who: Visitor, actionUrl: string, handle: string) => {
      const reply = await who.ask(actionUrl, { method: 'POST', form: { SAMLResponse: handle } });
      expect(reply.status).toBe(400);
    };
    const stranger = new Visitor(server);
    await stranger.signIn(1);
    await refuse(stranger, post.actionUrl, post.samlResponse);
    await refuse(visitor, post.actionUrl, 'a'.repeat(43));
    await refuse(visitor, `${server.url}/oidc/interaction/another/finish`, post.samlResponse);
    expect(await finish(post)).toContain('code=');
    await refuse(stranger, post.actionUrl, post.samlResponse);
  });

  test('for a handle that is a minute old, with which the gate is asked again', async () => {
    const post = await passGate(await arrive((await buildRequest()).url));
    if (post === null) throw new Error('The gate stayed closed.');
    server.advance(60_001);
    const reply = await visitor.ask(post.actionUrl, { method: 'POST', form: { SAMLResponse: post.samlResponse } });
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      post.actionUrl.replace(/^.*(\/oidc.*)\/finish$/, '$1'),
    ]);
  });

  test('when the account is blocked between code and tokens', async () => {
    const begun = await buildRequest();
    const post = await passGate(await arrive(begun.url, 1));
    if (post === null) throw new Error('The gate stayed closed.');
    const callback = new URL(await finish(post));
    const { database } = server.context;
    await database.update(people).set({ disabledAt: new Date() }).where(eq(people.login, 'tomas'));
    await expect(client.authorizationCodeGrant(configuration, callback, begun.checks)).rejects.toThrow(
      /server responded|invalid|unexpected/i,
    );
    await database.update(people).set({ disabledAt: null }).where(eq(people.login, 'tomas'));
  });

  test('when the person signs out between code and tokens, and for tokens they had before', async () => {
    const begun = await buildRequest();
    const post = await passGate(await arrive(begun.url));
    if (post === null) throw new Error('The gate stayed closed.');
    const callback = new URL(await finish(post));
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    await expect(client.authorizationCodeGrant(configuration, callback, begun.checks)).rejects.toThrow(
      /server responded|invalid|unexpected/i,
    );
    visitor = new Visitor(server);
    const tokens = await signIn(await buildRequest());
    const sub = tokens.claims()?.sub ?? '';
    await client.fetchUserInfo(configuration, tokens.access_token, sub);
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    await expect(client.fetchUserInfo(configuration, tokens.access_token, sub)).rejects.toThrow(
      /server responded|invalid|unexpected|unauthori[sz]ed/i,
    );
  });

  test('when its redirect address is taken out, or it is switched off, while the person is on the way', async () => {
    const { database } = server.context;
    const change = (to: Partial<typeof applications.$inferInsert>) =>
      database.update(applications).set(to).where(eq(applications.entityId, 'wiki'));
    const registered = (address: string) => ({ oidcClient: { redirectUris: [address] } });
    for (const [to, back, says] of [
      [registered('http://127.0.0.1:9099/elsewhere'), registered(CALLBACK), 'has another address by now'],
      [{ disabledAt: new Date() }, { disabledAt: null }, 'was switched off'],
    ] as const) {
      const post = await passGate(await arrive((await buildRequest()).url));
      if (post === null) throw new Error('The gate stayed closed.');
      await change(to);
      const reply = await visitor.ask<string>(post.actionUrl, {
        method: 'POST',
        form: { SAMLResponse: post.samlResponse },
      });
      expect(reply.status).toBe(400);
      expect(reply.body).toContain(says);
      await change(back);
    }
  });

  test('for a code that is used twice, and what it gave is taken back', async () => {
    const begun = await buildRequest();
    const post = await passGate(await arrive(begun.url));
    if (post === null) throw new Error('The gate stayed closed.');
    const callback = new URL(await finish(post));
    const tokens = await client.authorizationCodeGrant(configuration, callback, begun.checks);
    await expect(client.authorizationCodeGrant(configuration, callback, begun.checks)).rejects.toThrow(
      /server responded|invalid|unexpected/i,
    );
    const sub = tokens.claims()?.sub ?? '';
    await expect(client.fetchUserInfo(configuration, tokens.access_token, sub)).rejects.toThrow(
      /server responded|invalid|unexpected|unauthori[sz]ed/i,
    );
  });

  test('for all but one of ten requests with one code at once, and what that one was given is taken back', async () => {
    for (let round = 0; round < 3; round += 1) {
      visitor = new Visitor(server);
      device = await createSimulatedDevice();
      const begun = await buildRequest();
      const post = await passGate(await arrive(begun.url));
      if (post === null) throw new Error('The gate stayed closed.');
      const code = new URL(await finish(post)).searchParams.get('code') ?? '';
      const form = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: begun.checks.pkceCodeVerifier ?? '',
      };
      const authorization = `Basic ${Buffer.from(`wiki:${encodeURIComponent(SECRET)}`).toString('base64')}`;
      const ask = () => visitor.ask<TokenAnswer>('/oidc/token', { method: 'POST', form, headers: { authorization } });
      const replies = await Promise.all(Array.from({ length: 10 }, ask));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = replies.filter(({ status }) => status !== 200);
      expect(refused.map(({ status, body }) => [status, body.error])).toEqual(
        Array.from({ length: 9 }, () => [400, 'invalid_grant']),
      );
      const token = replies.find(({ status }) => status === 200)?.body.access_token ?? '';
      const me = await visitor.ask('/oidc/me', { headers: { authorization: `Bearer ${token}` } });
      expect(me.status).toBe(401);
    }
  });
});

test('no handle, code or token stands in the audit log or in the register of assertions', async () => {
  const begun = await buildRequest();
  const post = await passGate(await arrive(begun.url));
  if (post === null) throw new Error('The gate stayed closed.');
  const tokens = await client.authorizationCodeGrant(configuration, new URL(await finish(post)), begun.checks);
  const { database } = server.context;
  const kept = JSON.stringify([
    await findAuditEntries(database, undefined, { isOldestFirst: true }),
    await database.select().from(issuedAssertions),
  ]);
  for (const secret of [post.samlResponse, tokens.access_token, tokens.id_token ?? ''])
    expect(kept).not.toContain(secret);
  expect((await database.select().from(oidcRecords)).length).toBeGreaterThan(0);
});

test('discovery offers nothing that is not there', async () => {
  const { status, body } = await visitor.ask<Record<string, unknown>>('/oidc/.well-known/openid-configuration');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    issuer: `${server.url}/oidc`,
    grant_types_supported: ['authorization_code'],
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: false,
  });
  expect(body['claims_supported']).toEqual(expect.arrayContaining(['sub', 'acr', 'device_standing']));
  expect(body['claims_supported']).not.toContain('sid');
  expect(body['scopes_supported']).not.toContain('offline_access');
});
