import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { CALLS } from '@vestibule/contracts';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { noteProvenCaller } from '../frame/proven-callers.ts';
import { CALL_LIMITS } from './call-limits.ts';
import { limitCalls } from './limit-calls.ts';

const LIMITS = { ...CALL_LIMITS, wrongCredentials: 8, open: 20 };
const PORTAL = 'https://gate.company.example';
/** What Chromium says of `fetch` in a page of another site. */
const SCRIPT = {
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty',
};
const OF_PORTAL = { ...SCRIPT, origin: PORTAL };

type Ask = (path: string, headers?: Record<string, string>) => Promise<number>;

/** A server whose clock stands still, with an account and a token that are right, all asked from one address. */
async function startOffice() {
  let nowMs = 0;
  const app: FastifyInstance = fastify();
  app.decorateRequest('company', null);
  // As `frame/cors.ts` does, which asks the database whose origin it is.
  await app.register(cors, {
    hook: 'onRequest',
    delegator: async ({ headers: { origin } }: FastifyRequest) => ({ origin: origin === PORTAL }),
  });
  limitCalls(app, LIMITS, () => nowMs);
  for (const [url, call] of [
    ['/agents/:id', CALLS.agentNonce],
    ['/uploads/:id', CALLS.upload],
  ] as const) {
    app.get<{ Params: { id: string } }>(url, { config: { call } }, ({ params: { id } }, reply) =>
      reply.status(id.startsWith('right') ? 200 : 404).send(),
    );
  }
  app.get('/session', { config: { call: CALLS.mySession } }, (request, reply) => {
    const isRight = request.headers.authorization === 'right';
    if (isRight) noteProvenCaller(request);
    return reply.status(isRight ? 200 : 401).send();
  });
  onTestFinished(() => app.close());
  const ask: Ask = async (url, headers = {}) => (await app.inject({ url, headers })).statusCode;
  return { ask, advance: (milliseconds: number) => void (nowMs += milliseconds) };
}

async function flood(ask: Ask, path: () => string, headers: () => Record<string, string>) {
  const statuses: number[] = [];
  for (let index = 0; index < 40; index += 1) statuses.push(await ask(path(), headers()));
  return statuses;
}
const anyAccount = () => `/agents/${randomUUID()}`;
const anyUpload = () => `/uploads/${randomUUID()}`;
const wrongToken = () => ({ authorization: randomUUID() });

test.each([
  ['another site', SCRIPT],
  ['a neighbour', { ...SCRIPT, 'sec-fetch-site': 'same-site' }],
  ['a window', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
])('nothing that %s has a browser ask of made-up accounts counts against the office', async (_what, headers) => {
  const { ask } = await startOffice();
  expect(new Set(await flood(ask, anyAccount, () => headers))).toEqual(new Set([400]));
  expect(await ask('/agents/right')).toBe(200);
});

test('a page of another site with wrong credentials is held back, and holds no one else back', async () => {
  const { ask } = await startOffice();
  expect((await flood(ask, anyUpload, () => SCRIPT)).at(-1)).toBe(429);
  expect(
    (
      await flood(
        ask,
        () => '/session',
        () => ({ ...SCRIPT, ...wrongToken() }),
      )
    ).at(-1),
  ).toBe(429);
  expect(await ask('/agents/right')).toBe(200);
  expect(await ask('/uploads/right', OF_PORTAL)).toBe(200);
  expect(await ask('/session', { ...OF_PORTAL, authorization: 'right' })).toBe(200);
  expect(await ask('/session', { authorization: 'right' })).toBe(200);
});

test('a page of another site without credentials uses up nothing of the office', async () => {
  const { ask } = await startOffice();
  expect(
    (
      await flood(
        ask,
        () => '/session',
        () => SCRIPT,
      )
    ).at(-1),
  ).toBe(429);
  expect(await ask('/session')).toBe(401);
});

test('wrong credentials from the company’s own page count with the office', async () => {
  const { ask } = await startOffice();
  await flood(
    ask,
    () => '/session',
    () => ({ ...OF_PORTAL, ...wrongToken() }),
  );
  expect(await ask('/session', wrongToken())).toBe(429);
});

test('wrong credentials of others do not hold back what can be used once, which has a bound of its own', async () => {
  const { ask } = await startOffice();
  expect((await flood(ask, anyAccount, () => ({}))).at(-1)).toBe(429);
  expect(await ask('/uploads/right')).toBe(200);
  const uploads = await flood(ask, anyUpload, () => ({}));
  expect(uploads.filter((status) => status === 404)).toHaveLength(LIMITS.open);
});

const MINUTE_MS = 60_000;

test.each([
  ['an installed client', '/agents/right', {}],
  ['a token', '/session', { authorization: 'right' }],
])('%s that keeps asking goes on however long a flood lasts', async (_what, path, headers: Record<string, string>) => {
  const { ask, advance } = await startOffice();
  const honest: number[] = [await ask(path, headers)];
  for (let quarter = 0; quarter < 8; quarter += 1) {
    for (let step = 0; step < 2; step += 1) {
      advance(8 * MINUTE_MS);
      expect((await flood(ask, anyAccount, () => ({}))).at(-1)).toBe(429);
      honest.push(await ask(path, headers));
    }
  }
  expect(new Set(honest)).toEqual(new Set([200]));
});

test('a client that reports less often than hourly goes on, until it has proven nothing for a day', async () => {
  const { ask, advance } = await startOffice();
  const afterFlood = async (hours: number) => {
    advance(hours * 60 * MINUTE_MS);
    expect((await flood(ask, anyAccount, () => ({}))).at(-1)).toBe(429);
    return ask('/agents/right');
  };
  expect(await ask('/agents/right')).toBe(200);
  expect(await afterFlood(23)).toBe(200);
  expect(await afterFlood(23)).toBe(200);
  expect(await afterFlood(24)).toBe(429);
});
