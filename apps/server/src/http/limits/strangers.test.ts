import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Call, CALLS } from '@vestibule/contracts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { auditEntries } from '../../database/schema.ts';
import { firstCompany, type TestCompany } from '../../testing/companies.ts';
import { type Guise, make, makeUp } from '../../testing/contract-call.ts';
import { forgetRefusals } from '../../testing/forget-refusals.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const LIMIT = 12;
const TIMES = 100;
const TIMES_WITH_CREDENTIALS = 20;
const LIMITS = {
  signIns: LIMIT,
  failedSignIns: LIMIT,
  pages: LIMIT,
  open: LIMIT,
  wrongCredentials: LIMIT,
  agent: LIMIT,
  others: LIMIT,
  malformed: 0,
};

let server: TestServer;
let company: TestCompany;
/** Every route that the server has, also those that are no calls. */
const routes: RouteOptions[] = [];
const listen = (message: unknown) => {
  const { fastify } = z.object({ fastify: z.custom<FastifyInstance>() }).parse(message);
  fastify.addHook('onRoute', (route) => void routes.push(route));
};

beforeAll(async () => {
  subscribe('fastify.initialization', listen);
  server = await startTestServer({ trustedProxies: ['127.0.0.1'], calls: LIMITS });
  unsubscribe('fastify.initialization', listen);
  company = await firstCompany(server);
});
afterAll(() => server.close());

let addresses = 0;
const newAddress = () => `10.99.${(addresses += 1) >> 8}.${addresses & 255}`;
const audited = () => server.context.database.$count(auditEntries);

/** What a stranger gets in turn, and what it leaves in the audit log. */
async function watch(ask: (index: number, address: string) => Promise<number>, times = TIMES) {
  const address = newAddress();
  const before = await audited();
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 5) {
    const some = Array.from({ length: 5 }, (_, step) => ask(index + step, address));
    statuses.push(...(await Promise.all(some)));
  }
  return { last: statuses.at(-1), worst: Math.max(...statuses), rows: (await audited()) - before };
}

const MADE_UP = 'made-up-token-of-a-stranger';
/** Nothing; a session and a token of one's own making, another one each time. */
const GUISES: readonly ((index: number) => Guise)[] = [
  () => ({}),
  (index) => ({
    headers: { authorization: `${index % 2 === 0 ? 'JWT' : 'Bearer'} ${company.id}.${MADE_UP}${index}` },
  }),
  (index) => ({ cookies: new Map([['vestibule-session', `${MADE_UP}${index}`]]) }),
];
const rows = Object.entries(CALLS) as readonly [string, Call][];

test.each(rows)('%s is limited for strangers, and leaves one line in the audit log', async (_name, call) => {
  const made = Array.from({ length: 7 }, (_, seed) => makeUp(call, {}, seed));
  for (const [number, guise] of GUISES.entries()) {
    const watched = await watch(
      async (index, address) => {
        const parts = made[index % made.length] ?? {};
        const { cookies = new Map<string, string>(), headers = {} } = guise(index);
        const disguise = { cookies, headers: { ...headers, 'x-forwarded-for': address } };
        return (await make(company, call, parts, disguise)).status;
      },
      number === 0 ? TIMES : TIMES_WITH_CREDENTIALS,
    );
    expect(watched.last).toBe(429);
    expect(watched.worst).toBeLessThan(500);
    expect(watched.rows).toBeLessThanOrEqual(1);
    // A minute later it is news again.
    await forgetRefusals(server);
  }
});

test('everything else is limited for strangers, too, and leaves one line in the audit log', async () => {
  // The library for OpenID Connect says which versions of Node it knows.
  vi.spyOn(console, 'warn').mockReturnValue();
  const pages = routes.filter(({ config, method }) => config?.limit !== undefined && method !== 'HEAD');
  expect(pages.length).toBeGreaterThan(20);
  // Files and the like are all counted together.
  const files = routes.filter(({ config }) => config?.call === undefined && config?.limit === undefined);
  const others = [...pages, ...files.slice(0, 5), ...files.slice(-5)];
  const wrong: unknown[] = [];
  for (const { url, method } of others) {
    const [verb = 'GET'] = [method].flat();
    const watched = await watch(async (_index, address) => {
      const path = url.replaceAll(/:\w+/g, randomUUID()).replace(/^\*$/, '/x').replaceAll('*', 'x');
      const headers = { 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' };
      const isWrite = verb !== 'GET' && verb !== 'OPTIONS';
      const sending = { method: verb, headers, ...(isWrite ? { body: 'a=b' } : {}) };
      return (await send(`${server.url}${path}`, sending, server.port)).status;
    }, 2 * TIMES_WITH_CREDENTIALS);
    if (watched.last !== 429 || watched.worst >= 500 || watched.rows > 1) wrong.push([verb, url, watched]);
    await forgetRefusals(server);
  }
  expect(wrong).toEqual([]);
});
