import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Call, CALLS } from '@vestibule/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
const routes: RouteOptions[] = [];

/** Hears of every route of every server that is built meanwhile. */
function listen(message: unknown): void {
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => void routes.push(route));
}

beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  server = await startTestServer();
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => server.close());

const addressOf = ({ method, url }: Pick<RouteOptions, 'method' | 'url'>) => `${String(method)} ${url}`;

test('what the specification does not show of the server is decided in the contract: it serves its calls and no others [S7.062]', () => {
  const calls = Object.values(CALLS).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  // The contract itself, as a document, is read at an address of its own.
  const served = routes.filter(({ url }) => url.startsWith('/api/') && url !== '/api/openapi.json');
  expect(new Set(served.map(addressOf))).toEqual(new Set(calls));
  for (const { method, url, config } of served) {
    expect([url, config?.call?.method, config?.call?.path]).toEqual([url, method, url.replaceAll(/:(\w+)/g, '{$1}')]);
  }
});

const V1 = '/api/device-compliance/v1';
const V2 = '/api/devices/v2';
const calls: readonly Call[] = Object.values(CALLS);
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const;

/** What a row says beyond its path: a query as it may be sent, whether an access token goes along, and which Data-Version. */
interface Row {
  readonly query?: Record<string, string>;
  readonly token?: 'taken' | 'optional';
  readonly dataVersion?: number | 'any';
}

/** The table of the specification, section 7, row by row. */
const ROWS: readonly [string, Row?][] = [
  [`GET ${V1}/user`],
  [`GET ${V1}/userget-info`, { token: 'taken' }],
  ['GET /api/online/v1/feature-settings'],
  ['GET /api/online/v1/settings'],
  ['GET /api/online/v1/eula'],
  ['GET /api/online/v1/support/get-info'],
  ['GET /api/online/v1/support/phone', { token: 'optional' }],
  ['POST /api/online/v1/get-web-token'],
  ['GET /api/livechat/v1/settings', { query: { type: 'support' } }],
  ['GET /api/settings/v2/supported-versions'],
  [`GET ${V1}/settings`, { token: 'optional' }],
  [`GET ${V1}/check/{deviceId}`, { query: { skipSamlResponse: 'true' } }],
  [`POST ${V1}/check`],
  [`POST ${V1}/info`],
  [`POST ${V1}/key-exchange`],
  [`GET ${V1}/saml-response`],
  [`GET ${V1}/saml-response/skip-installation`],
  [`GET ${V1}/temp-access-info`],
  [`GET ${V1}/installer-parameters`, { query: { mode: 'frontline', noToken: 'true' } }],
  [`GET ${V1}/installer-parameters`, { query: { mode: 'fci' } }],
  [`GET ${V1}/device-account/{deviceToken}`],
  [`POST ${V1}/logFciAgentInstallation`],
  ['POST /api/auth/v2/activate'],
  ['POST /api/activity/v3', { token: 'taken' }],
  ['GET /api/auth-service/v1/access-token', { query: { duration: '600' } }],
  [`POST ${V2}/session`, { token: 'taken', dataVersion: 'any' }],
  [`POST ${V2}/restricted-session`, { token: 'taken', dataVersion: 'any' }],
  [`PUT ${V2}/restricted-session`, { token: 'taken', dataVersion: 'any' }],
  [
    `GET ${V2}/check-result`,
    {
      query: { sessionId: '0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f', loginMarker: '0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f' },
      dataVersion: 2,
    },
  ],
  [`POST ${V2}/saml-response`],
  [`GET ${V2}/user-settings`],
  [
    `GET ${V2}/upload-url`,
    {
      query: {
        sessionId: '0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f',
        deviceDataVersion: '1',
        deviceDataLength: '100',
        dataFormat: 'json',
        isLogin: 'true',
      },
      token: 'taken',
      dataVersion: 'any',
    },
  ],
  [`PUT ${V2}/upload/{uploadId}`],
  [`POST ${V2}/saml-login-activity`],
];

test.each(ROWS)('the row %s is a call of the contract, as written [S7.001, S7.007]', (row, says: Row = {}) => {
  const call = calls.find(({ method, path }) => `${method} ${path}` === row);
  if (call === undefined) throw new Error('There is no such call.');
  const { query, token, dataVersion } = says;
  if (query !== undefined) {
    const read = Object.entries((call.query?.parse(query) ?? {}) as Record<string, unknown>);
    expect(Object.fromEntries(read.map(([name, value]) => [name, String(value)]))).toEqual(query);
  }
  const { authentication } = call;
  const takesToken = typeof authentication === 'object' && 'scopes' in authentication;
  if (token === 'taken') expect(takesToken).toBe(true);
  if (token === 'optional') expect(['optional', 'session-or-token']).toContain(authentication);
  if (typeof dataVersion === 'number') expect(call.dataVersion).toBe(dataVersion);
  if (dataVersion === 'any') expect(call.dataVersion).toBeTypeOf('number');
});

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s is served exactly so: by this method, and at no address next to [S7.007]',
  async (_name, { method, path, isEventStream }) => {
    const filled = path.replaceAll(/\{\w+\}/g, '0d7f9a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f');
    const ask = async (by: string, address: string) => {
      const body = by === 'POST' || by === 'PUT' ? { body: '{}' } : {};
      const headers = 'body' in body ? { 'content-type': 'application/json' } : {};
      const sending = { method: by, headers, ...body, isLeftAtOnce: isEventStream === true };
      return (await send(`${server.url}${address}`, sending, server.port)).text;
    };
    expect(await ask(method, filled)).not.toContain('There is nothing here.');
    const others = METHODS.filter((by) => !calls.some((call) => call.path === path && call.method === by));
    // An address may be another call's as well, whose last part has a name: `people/{personId}`.
    const isOthers = (address: string) => calls.some((call) => call.path !== path && matches(call.path, address));
    if (!isOthers(filled)) for (const by of others) expect([by, await ask(by, filled)]).toEqual([by, NOWHERE]);
    if (!isOthers(`${filled}/`)) expect(await ask(method, `${filled}/`)).toEqual(NOWHERE);
    expect(await ask(method, filled.toUpperCase().replace('/API/', '/api/'))).toEqual(NOWHERE);
  },
);

const NOWHERE = expect.stringContaining('There is nothing here.');

function matches(path: string, address: string): boolean {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]*')}$`).test(address);
}
