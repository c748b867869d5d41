import { type Call, type CallName, CALLS } from '@vestibule/contracts';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCompany, addSilo, firstCompany, type TestCompany } from '../../testing/companies.ts';
import { answerOf, make, makeUp } from '../../testing/contract-call.ts';
import { plantSession } from '../../testing/planted.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const facts = { firewall: fact({ isOn: true, manager: 'ufw', gaps: [] }) };

let server: TestServer;
let company: TestCompany;
let neighbour: TestCompany;
let outsider: TestCompany;
/** Origin of the silo's further device endpoint. */
let endpoint: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await firstCompany(server);
  neighbour = await addCompany(server, 'neighbour');
  outsider = await addCompany(server, 'outsider');
  endpoint = await addSilo(server, [company, neighbour]);
});
afterAll(() => server.close());

const rows = Object.entries(CALLS) as readonly [CallName, Call][];
/** What a device endpoint answers: calls of the second version that carry an access token, or are an upload address. */
const isDeviceCall = ({ path, authentication }: Call) =>
  path.startsWith('/api/devices/v2/') &&
  (authentication === 'signed-url' || (typeof authentication === 'object' && 'scopes' in authentication));

/** The device endpoint, as a place to call. */
const atEndpoint = () => ({ ...company, url: endpoint });

async function arrive(place: TestCompany) {
  const visitor = new Visitor(place);
  await visitor.signIn(0);
  const device = await createSimulatedDevice();
  return { visitor, device, session: await visitor.openSession(device) };
}

describe('a silo', () => {
  test('is told in the settings: the main endpoint first, then its own [S3.047, S7.059, S7.061]', async () => {
    const { visitor } = await arrive(company);
    const { body } = await visitor.ask<{ silo: object }>(CALLS.settings.path);
    expect(body.silo).toMatchObject({
      clientDownloadBasePath: 'https://downloads.example/workplace',
      regions: ['eu'],
      devicesV2ApiEndpoints: [
        { id: 'main', url: server.url, isMain: true },
        { id: 'second', url: endpoint, isMain: false },
      ],
    });
    expect((await visitor.device<{ silo: object }>(CALLS.userSettings.path)).body.silo).toEqual(body.silo);
  });

  test('is in the pages’ Content Security Policy, and only in those of its companies', async () => {
    const policyAt = async ({ url, port }: TestCompany) =>
      (await send(`${url}/device-check/`, {}, port)).headers.get('content-security-policy')?.replaceAll(/ +;/g, ';');
    expect(await policyAt(company)).toContain(`connect-src 'self' ${endpoint};`);
    expect(await policyAt(neighbour)).toContain(endpoint);
    expect(await policyAt(outsider)).not.toContain(endpoint);
  });
});

describe('a device endpoint', () => {
  test.each(['company', 'neighbour'] as const)('serves the whole device flow of the %s by token', async (which) => {
    const place = which === 'company' ? company : neighbour;
    const { visitor, device } = await arrive(place);
    const authorization = `JWT ${visitor.token}`;
    const at = new Visitor({ ...place, url: endpoint });
    at.token = visitor.token;
    const opened = await at.device<Awaited<ReturnType<Visitor['openSession']>>>(CALLS.createSession.path, {
      method: 'POST',
      body: await device.parameters(),
    });
    expect(opened.status).toBe(200);
    const report = await device.sign(opened.body, facts);
    const length = Buffer.byteLength(JSON.stringify(report));
    const query = `sessionId=${opened.body.sessionId}&deviceDataVersion=1&deviceDataLength=${length}&dataFormat=json&isLogin=true`;
    const { body } = await at.device<{ uploadUrl: string }>(`${CALLS.uploadUrl.path}?${query}`);
    expect(new URL(body.uploadUrl).origin).toBe(endpoint);
    expect((await at.ask(body.uploadUrl, { method: 'PUT', body: report })).status).toBe(204);
    expect((await at.checkResult(opened.body)).status).toBe(200);
    expect((await at.ask(CALLS.userSettings.path, { headers: { authorization } })).status).toBe(200);
  });

  test('opens restricted sessions, which name the endpoints as well [S7.060]', async () => {
    const planted = await plantSession(company, 'tomas');
    const device = await createSimulatedDevice();
    const at = new Visitor({ ...company, url: endpoint });
    const opened = await at.ask<{ config: { devicesV2: { endpoints: { url: string }[] } } }>(
      CALLS.createRestrictedSession.path,
      { method: 'POST', body: await device.parameters(), headers: await planted.token('device-v2-restricted') },
    );
    expect(opened.status).toBe(200);
    expect(opened.body.config.devicesV2.endpoints.map(({ url }) => url)).toEqual([server.url, endpoint]);
  });

  test.each(rows.filter(([, call]) => !isDeviceCall(call)))(
    'does not answer %s, no matter who asks',
    async (_name, call) => {
      const planted = await plantSession(company, 'nadia', { factors: ['password', 'totp'] });
      const token = await planted.token('device-v2');
      for (const guise of [{}, planted.browser, { headers: token }, { ...planted.browser, headers: token }]) {
        const reply = await make(atEndpoint(), call, makeUp(call, {}, 1), guise);
        expect(answerOf(reply)).toBe('421 host_unknown');
      }
    },
  );

  test.each(rows.filter(([, call]) => isDeviceCall(call)))('does not answer %s by cookie', async (_name, call) => {
    const { browser } = await plantSession(company, 'nadia');
    expect((await make(atEndpoint(), call, makeUp(call, {}, 1), browser)).status).toBe(421);
  });

  test('shows no pages and no SAML', async () => {
    for (const path of ['/', '/device-check/', '/online/', '/saml/metadata', '/saml/sso', '/api/openapi.json']) {
      expect((await send(`${endpoint}${path}`, {}, server.port)).status).toBe(421);
    }
  });

  test('answers no company outside its silo', async () => {
    const { visitor } = await arrive(outsider);
    const at = new Visitor({ ...outsider, url: endpoint });
    at.token = visitor.token;
    expect((await at.device(CALLS.userSettings.path)).body).toMatchObject({ code: 'host_unknown' });
    expect((await visitor.device(CALLS.userSettings.path)).status).toBe(200);
  });

  test.each(['', 'JWT', 'JWT x', `JWT ${'0'.repeat(80)}`, 'JWT 00000000-0000-4000-8000-000000000000.x'])(
    'does not answer a token that names no company: %j',
    async (authorization) => {
      const reply = await send(`${endpoint}${CALLS.userSettings.path}`, { headers: { authorization } }, server.port);
      expect(reply.status).toBe(421);
    },
  );

  test('refuses a made-up token of its company as any other address does', async () => {
    const authorization = `JWT ${company.id}.made-up`;
    const reply = await send(`${endpoint}${CALLS.userSettings.path}`, { headers: { authorization } }, server.port);
    expect(answerOf(reply)).toBe('401 access_token_wrong');
  });
});

describe('from a page, a device endpoint', () => {
  const preflight = (origin: string, place: { url: string; path: string; method?: string }) =>
    send(
      `${place.url}${place.path}`,
      {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': place.method ?? 'GET',
          'access-control-request-headers': 'authorization,content-type,correlation-id,data-version',
        },
      },
      server.port,
    );
  const deviceCall = () => ({ url: endpoint, path: CALLS.checkResult.path });
  const NONE = [null, null, null];
  const allowances = ({ headers }: { headers: Headers }) =>
    ['access-control-allow-origin', 'access-control-allow-methods', 'access-control-allow-headers'].map((name) =>
      headers.get(name),
    );

  test.each(['GET', 'POST', 'PUT'])(
    'may be asked by exactly the origin of a company of the silo: %s',
    async (method) => {
      for (const place of [company, neighbour]) {
        const reply = await preflight(place.url, { ...deviceCall(), method });
        expect(reply.status).toBe(204);
        expect(allowances(reply)).toEqual([
          place.url,
          'GET, POST, PUT',
          'Authorization, Content-Type, Correlation-Id, Data-Version',
        ]);
        expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
        expect(reply.headers.get('vary')).toContain('Origin');
      }
    },
  );

  test('lets the page read the answer and its Correlation-Id', async () => {
    const token = await (await plantSession(company, 'tomas')).token('device-v2');
    const reply = await send(
      `${endpoint}${CALLS.userSettings.path}`,
      { headers: { origin: company.url, ...token } },
      server.port,
    );
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(company.url);
    expect(reply.headers.get('access-control-expose-headers')).toBe('Correlation-Id');
  });

  test('takes an upload from the page', async () => {
    const path = CALLS.upload.path.replace('{uploadId}', `${company.id}.made-up`);
    const reply = await send(
      `${endpoint}${path}`,
      { method: 'PUT', headers: { origin: company.url, 'content-type': 'application/json' }, body: '{}' },
      server.port,
    );
    expect(reply.headers.get('access-control-allow-origin')).toBe(company.url);
    expect(answerOf(reply)).toBe('400 request_malformed');
  });

  test.each([
    ['a company outside the silo', () => outsider.url],
    ['another port', () => 'http://localhost:1'],
    ['another scheme', () => company.url.replace('http:', 'https:')],
    ['a host that begins alike', () => `${company.url}.evil.example`],
    ['the endpoint itself', () => endpoint],
    ['nowhere', () => 'null'],
    ['a slash at the end', () => `${company.url}/`],
    ['capitals', () => company.url.toUpperCase()],
  ])('is closed to %s', async (_what, origin) => {
    expect(allowances(await preflight(origin(), deviceCall()))).toEqual(NONE);
  });

  test('is closed for every other call, and so are the companies’ own addresses', async () => {
    const closed = [
      { url: endpoint, path: CALLS.userDetails.path },
      { url: endpoint, path: CALLS.userGetInfo.path },
      { url: endpoint, path: '/saml/metadata' },
      { url: company.url, path: CALLS.checkResult.path },
      { url: company.url, path: CALLS.userDetails.path },
      { url: neighbour.url, path: CALLS.checkResult.path },
    ];
    for (const place of closed) expect(allowances(await preflight(company.url, place))).toEqual(NONE);
  });
});
