import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { send } from '../testing/send.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

/** What takes a body and is no call of the contract: forms of other sites, the provider of OpenID Connect, uploads. */
let server: TestServer;
const routes: RouteOptions[] = [];
const listen = (message: unknown) => {
  const { fastify } = z.object({ fastify: z.custom<FastifyInstance>() }).parse(message);
  fastify.addHook('onRoute', (route) => void routes.push(route));
};
beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] });
  unsubscribe('fastify.initialization', listen);
});
afterAll(() => server.close());

const FORM = 'application/x-www-form-urlencoded';
const DEEP_XML = Buffer.from(`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`).toString('base64');
const LONG = 'x'.repeat(400_000);
const BODIES: readonly (readonly [what: string, type: string, body: string])[] = [
  ['deep names', FORM, `a${'[b]'.repeat(5000)}=1`],
  [
    'deep markup',
    FORM,
    new URLSearchParams({ SAMLRequest: DEEP_XML, SAMLResponse: DEEP_XML, RelayState: 'x' }).toString(),
  ],
  ['a long value', FORM, `SAMLRequest=${LONG}&SAMLResponse=${LONG}&RelayState=${LONG}&grant_type=${LONG}`],
  ['many fields', FORM, Array.from({ length: 20_000 }, (_, index) => `f${index}=1`).join('&')],
  ['one field many times', FORM, 'SAMLRequest=x&'.repeat(20_000)],
  ['a prototype', FORM, '__proto__[x]=1&constructor[prototype][x]=1&__proto__=1'],
  ['deep JSON', 'application/json', `${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['long JSON', 'application/json', JSON.stringify(LONG)],
  ['no text', FORM, '%ff%fe%00=%zz&\u0000'],
];

test('whatever else takes a body answers one that is too deep, too wide or too long without an error of ours', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const writes = routes.filter(({ config, method }) => {
    const isWrite = [method].flat().some((one) => !['GET', 'HEAD', 'OPTIONS'].includes(one));
    return isWrite && config?.call === undefined && config?.limit !== undefined;
  });
  const paths = writes.map(({ url }) => url);
  expect(paths).toEqual(expect.arrayContaining(['/saml/sso', '/saml/slo', '/online/upstream/:id/acs', '/oidc/*']));
  const wrong: unknown[] = [];
  let asked = 0;
  for (const { url, method } of writes) {
    const [verb = 'POST'] = [method].flat().filter((one) => one !== 'GET' && one !== 'HEAD');
    const ends = url.startsWith('/oidc/*') ? ['token', 'auth', 'token/introspection', 'session/end', 'x'] : ['x'];
    for (const end of ends) {
      const path = url.replaceAll(/:\w+/g, randomUUID()).replaceAll('*', end);
      for (const [what, type, body] of BODIES) {
        const from = `10.78.${asked >> 8}.${(asked += 1) & 255}`;
        const headers = { 'content-type': type, 'x-forwarded-for': from };
        const sent = await send(`${server.url}${path}`, { method: verb, headers, body }, server.port);
        if (sent.status >= 500) wrong.push([verb, path, what, sent.status]);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect((await send(`${server.url}/healthz`)).status).toBe(200);
});
