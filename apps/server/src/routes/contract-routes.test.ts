import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { CALLS } from '@vestibule/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

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
