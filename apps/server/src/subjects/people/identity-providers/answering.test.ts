import { createServer, type RequestListener, type Server } from 'node:http';
import { called } from '../../../testing/called.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { configure, newestAudit } from '../testing/people.ts';
import { listen } from '../testing/oidc-identity-provider.ts';
import { createUpstream } from './manage-upstreams.ts';

const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };
const MINUTE_MS = 60_000;
const PATIENCE_MS = 2000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await configure(server, {});
});
afterAll(() => server.close());

/** A provider at which someone began a sign-in a minute ago, and what it does from now on. */
async function startKnownProvider() {
  let answer: RequestListener | null = null;
  let asked = 0;
  const provider: Server = createServer((request, response) => {
    asked += 1;
    if (answer !== null) return answer(request, response);
    const at = {
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    };
    return response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer, ...at }));
  });
  const issuer = await listen(provider);
  const settings = { issuer, clientId: 'gate' };
  const input = { kind: 'oidc', name: issuer, settings, secret: 'a-secret', isEnabled: true } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  const press = async () => {
    const reply = await new Visitor(server).ask(`/online/upstream/${created.id}/start`);
    return reply.headers.get('location') ?? '';
  };
  const stop = async () => {
    provider.closeAllConnections();
    await new Promise((done) => provider.close(done));
  };
  const restart = () =>
    new Promise<void>((done) => void provider.listen(Number(new URL(issuer).port), '127.0.0.1', done));
  onTestFinished(async () => (provider.listening ? stop() : undefined));
  const there = new RegExp(`^${issuer}/auth\\?`);
  expect(await press()).toMatch(there);
  server.advance(MINUTE_MS);
  asked = 0;
  return { press, stop, restart, there, asked: () => asked, from: (next: RequestListener) => (answer = next) };
}

const UNREACHABLE = '/online/?reason=upstream_unreachable';

describe('an identity provider whose description is remembered', () => {
  test('and that is down: people are told so instead of being sent there, until it is back', async () => {
    const { press, stop, restart, there } = await startKnownProvider();
    await stop();
    expect(await press()).toBe(UNREACHABLE);
    expect(await newestAudit(server)).toMatchObject({
      details: { code: 'upstream_unreachable', reason: expect.stringMatching(/^It does not answer \(.*ECONNREFUSED/) },
    });
    await restart();
    server.advance(MINUTE_MS / 20);
    expect(await press()).toMatch(there);
  });

  test('is asked once for all who come within three seconds', async () => {
    const { press, there, asked } = await startKnownProvider();
    const reached = await Promise.all(Array.from({ length: 20 }, press));
    expect(reached.every((location) => there.test(location))).toBe(true);
    expect(await press()).toMatch(there);
    expect(asked()).toBe(1);
  });

  test('is not asked before everybody who is turned away either', async () => {
    const { press, asked, from } = await startKnownProvider();
    from((request) => request.socket.destroy());
    expect(await Promise.all([press(), press(), press()])).toEqual([UNREACHABLE, UNREACHABLE, UNREACHABLE]);
    expect(await press()).toBe(UNREACHABLE);
    expect(asked()).toBe(2);
  });

  test.each([
    ['an error', (answer) => answer.writeHead(500).end()],
    ['more than anybody reads', (answer) => answer.end('x'.repeat(1_100_000))],
  ] satisfies [string, (answer: Parameters<RequestListener>[1]) => void][])(
    'and answers %s: it answers',
    async (_what, say) => {
      const { press, there, from } = await startKnownProvider();
      from((_request, response) => void say(response));
      expect(await press()).toMatch(there);
    },
  );

  test('and loses one connection: it is tried once more', async () => {
    const { press, there, from, asked } = await startKnownProvider();
    from((request, response) => void (asked() === 1 ? request.socket.destroy() : response.end()));
    expect(await press()).toMatch(there);
  });

  test('and swallows every question: people wait two seconds at most, all together', async () => {
    const { press, from } = await startKnownProvider();
    from(() => undefined);
    const since = performance.now();
    expect(await press()).toBe(UNREACHABLE);
    expect(await press()).toBe(UNREACHABLE);
    expect(performance.now() - since).toBeLessThan(2 * PATIENCE_MS);
  });

  test('and dawdles, but answered lately: people go there', async () => {
    const { press, there, from } = await startKnownProvider();
    expect(await press()).toMatch(there);
    server.advance(MINUTE_MS / 6);
    from(() => undefined);
    expect(await press()).toMatch(there);
  });
});
