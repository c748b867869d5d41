import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyHint } from '../../subjects/sign-in/second-step/verify-hint.ts';
import { LOCAL_ADMINISTRATOR } from '../../subjects/audit/acting.ts';
import { NO_COMPANY_ID } from '../../context/no-company.ts';
import { createCompany } from '../../subjects/companies/companies.ts';
import { openDesk, type Desk, given } from '../../testing/administrators.ts';
import { loadAnyUpstream } from '../../subjects/people/identity-providers/settings.ts';
import { addCompany, firstCompany } from '../../testing/companies.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { findReach } from './reach.ts';

/** Something inside: an identity provider at 127.0.0.1 that leads on to 127.0.0.2. */
let inner: Server;
let asked: string[];
let reached: (string | undefined)[];
let port: number;

beforeEach(async () => {
  asked = [];
  reached = [];
  inner = createServer((request, response) => {
    asked.push(request.url ?? '');
    const [issuer, further] = [`http://127.0.0.1:${port}`, `https://127.0.0.2:${port}`];
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${further}/token`,
        jwks_uri: `${further}/keys`,
        response_types_supported: ['code'],
      }),
    );
  });
  inner.on('connection', (socket) => reached.push(socket.localAddress)).listen(0, '0.0.0.0');
  await new Promise((done) => inner.once('listening', done));
  ({ port } = inner.address() as AddressInfo);
});
afterEach(() => {
  inner.closeAllConnections();
  inner.close();
});

async function open(privateNetworks: readonly string[]): Promise<{ server: TestServer; desk: Desk }> {
  const server = await startTestServer({ privateNetworks });
  return { server, desk: await openDesk(await firstCompany(server), 'administrator') };
}

async function addUpstream(desk: Desk): Promise<string> {
  const settings = { issuer: `http://127.0.0.1:${port}`, clientId: 'gate' };
  const body = { kind: 'oidc', name: `ID ${randomUUID()}`, settings, secret: 'client-secret-words' };
  return given((await desk.call('adminAddUpstream', { body })).body.upstreamId);
}

describe('an administrator of one company among several, to whom nothing inside is open', () => {
  let server: TestServer;
  let desk: Desk;
  beforeAll(async () => ({ server, desk } = await open([])));
  afterAll(() => server.close());

  test('has no identity provider asked there, and is told why', async () => {
    const parameters = { upstreamId: await addUpstream(desk) };
    const { status, body } = await desk.call('adminTryUpstream', { parameters });
    expect(status).toBe(400);
    expect(body.message).toContain('127.0.0.1 is within a private network, where this server does not look');
    expect(body.message).toContain('VESTIBULE_PRIVATE_NETWORKS');
    const visitor = new Visitor(server);
    expect((await visitor.ask(`/online/upstream/${parameters.upstreamId}/start`)).headers.get('location')).toContain(
      'upstream_unreachable',
    );
    expect(reached).toEqual([]);
  });

  test('has no mail server knocked at there', async () => {
    const settings = { host: '127.0.0.1', port, security: 'none', user: null, sender: 'gate@alderbrook.example' };
    expect((await desk.call('adminSetMail', { body: settings })).status).toBe(200);
    expect((await desk.dryRun('adminTryMail', { body: {} })).body).toMatchObject({
      isGood: false,
      sentence: `The mail server 127.0.0.1:${port} is within a private network, where this server does not look.`,
      next: expect.stringContaining('VESTIBULE_PRIVATE_NETWORKS'),
    });
    expect(reached).toEqual([]);
  });

  test('has no metadata fetched from there', async () => {
    const body = { name: 'Tickets', source: { from: 'saml-metadata-url', url: `https://127.0.0.1:${port}/metadata` } };
    const { status, body: said } = await desk.call('adminAddApplication', { body });
    expect([status, said.message]).toEqual([422, expect.stringContaining('is within a private network')]);
    expect(reached).toEqual([]);
  });
});

describe('what an identity provider that may be asked names', () => {
  let server: TestServer;
  let desk: Desk;
  beforeAll(async () => ({ server, desk } = await open(['127.0.0.1'])));
  afterAll(() => server.close());

  test('is asked only where it may be asked itself: for tokens', async () => {
    const id = await addUpstream(desk);
    const visitor = new Visitor(server);
    const { headers } = await visitor.ask(`/online/upstream/${id}/start`);
    const state = new URL(given(headers.get('location'))).searchParams.get('state');
    const answer = await visitor.ask(`/online/upstream/${id}/callback?code=x&state=${state}`);
    expect(answer.headers.get('location')).toContain('upstream_unreachable');
    expect(asked).toEqual(['/.well-known/openid-configuration']);
    expect(new Set(reached)).toEqual(new Set(['127.0.0.1']));
  });

  test('is asked only where it may be asked itself: for the keys of a second step', async () => {
    const context = await server.company();
    const upstream = await loadAnyUpstream(context, await addUpstream(desk));
    if (upstream?.kind !== 'oidc') throw new Error('There is no such identity provider.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hint = `${part({ alg: 'RS256', kid: '1' })}.${part({ sub: 'x' })}.c2lnbmF0dXJl`;
    await expect(verifyHint(context, upstream, 'gate', hint)).rejects.toMatchObject({ cause: { code: 'inside' } });
    expect(asked).toEqual(['/.well-known/openid-configuration']);
    expect(new Set(reached)).toEqual(new Set(['127.0.0.1']));
  });
});

test('the network inside is open to the only company of an installation, and closes with the second', async () => {
  const server = await startTestServer();
  try {
    const { database, config } = server.context;
    const forPeople = { database, config: { ...config, isDemo: false, publicUrl: 'https://gate.example.com' } };
    expect((await findReach(forPeople))('10.1.2.3')).toBe(true);
    // Anyone who adds the second one is told, for it is the first that it cuts off.
    const body = {
      name: 'second',
      displayName: 'Second',
      publicUrl: 'https://second.example',
      topLevelDomain: 'second.example',
      provider: null,
      silo: null,
    };
    const people = { ...server.context, ...forPeople };
    const origin = { address: 'test', correlationId: 'test' };
    const administrator = LOCAL_ADMINISTRATOR;
    const acting = { installation: people, companyId: NO_COMPANY_ID, origin, administrator, isDryRun: true };
    expect(await createCompany(acting, body)).toMatchObject({
      warnings: expect.arrayContaining([expect.stringContaining('VESTIBULE_PRIVATE_NETWORKS')]),
    });
    await addCompany(server, 'other');
    expect(JSON.stringify(await createCompany(acting, body))).not.toContain('VESTIBULE_PRIVATE_NETWORKS');
    expect((await findReach(forPeople))('10.1.2.3')).toBe(false);
    expect((await findReach(server.context))('10.1.2.3')).toBe(true);
  } finally {
    await server.close();
  }
});
