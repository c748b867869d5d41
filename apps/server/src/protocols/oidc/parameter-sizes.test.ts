import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applications, oidcRecords, pendingSignIns } from '../../database/schema.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const CALLBACK = 'http://127.0.0.1:9099/callback';
const LONG = 'x'.repeat(6000);
/** No request is longer than 16 kB. */
const SHORTER = LONG.slice(0, 3000);

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  server = await startTestServer();
  const { company, database } = await server.company();
  const oidcClient = { redirectUris: [CALLBACK], authenticationMethod: 'none' };
  const values = { name: 'Alderbrook Wiki', entityId: 'public', protocol: 'oidc', oidcClient } as const;
  await database.insert(applications).values({ companyId: company.id, id: randomUUID(), ...values });
  // The library says once that it does not know this Node.
  await new Visitor(server).ask('/oidc/.well-known/openid-configuration');
});
afterAll(() => server.close());
beforeEach(async () => {
  visitor = new Visitor(server);
  await server.context.database.delete(oidcRecords);
  await server.context.database.delete(pendingSignIns);
});

const request = (more: Record<string, string> = {}) => ({
  client_id: 'public',
  response_type: 'code',
  scope: 'openid',
  redirect_uri: CALLBACK,
  code_challenge: 'c'.repeat(43),
  code_challenge_method: 'S256',
  ...more,
});
const query = (more: Record<string, string>) => `/oidc/auth?${new URLSearchParams(request(more)).toString()}`;
const kept = async () => JSON.stringify(await server.context.database.select().from(oidcRecords));
const pending = () => server.context.database.select().from(pendingSignIns);

describe('a request that no one vouches for', () => {
  test.each([
    ['state', LONG],
    // Bytes count, and not characters.
    ['state', '€'.repeat(1400)],
    ['nonce', 'n'.repeat(513)],
    ['login_hint', LONG],
    ['ui_locales', LONG],
    ['claims_locales', LONG],
    ['acr_values', LONG],
    ['display', LONG],
    ['max_age', '1'.padStart(6000, '0')],
  ])('with a long %s is refused at its own application, and nothing is kept', async (name, value) => {
    const reply = await visitor.ask(query({ [name]: value }));
    const location = new URL(reply.headers.get('location') ?? '', server.url);
    expect(`${location.origin}${location.pathname}`).toBe(CALLBACK);
    expect(location.searchParams.get('error')).toBe('invalid_request');
    expect(location.searchParams.get('error_description')).toMatch(new RegExp(`^${name} is longer than \\d+ bytes$`));
    const pushed = await visitor.ask('/oidc/request', { method: 'POST', form: request({ [name]: value }) });
    expect(pushed).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await kept()).toBe('[]');
  });

  test('goes on with what applications send, and keeps nothing that is not known', async () => {
    const usual = { state: 's'.repeat(4096), nonce: 'n'.repeat(512), login_hint: 'nadia@alderbrook.example' };
    const reply = await visitor.ask(
      query({ ...usual, scope: `openid ${SHORTER}`, unheard_of: SHORTER, claims: '{"userinfo":{}}' }),
    );
    expect(reply.headers.get('location')).toMatch(/^\/oidc\/interaction\//);
    const text = await kept();
    expect(text).toContain(usual.state);
    expect(text).not.toContain('userinfo');
    expect(text).not.toContain('xxx');
    expect(text.length).toBeLessThan(9000);
  });

  test('is one pending sign-in, however often and however fast it is opened', async () => {
    const page = (await visitor.ask(query({}))).headers.get('location') ?? '';
    const first = (await visitor.ask(page)).headers.get('location');
    expect(first).toMatch(/^\/saml\/continue\?login=/);
    server.advance(60_000);
    const again = await Promise.all(Array.from({ length: 12 }, () => visitor.ask(page)));
    expect(new Set(again.map(({ headers }) => headers.get('location')))).toEqual(new Set([first]));
    const [row, ...others] = await pending();
    expect(others).toEqual([]);
    expect(row?.createdAt).toEqual(server.context.now());
  });

  test('is another one for who comes after a person who is bound to it', async () => {
    const page = (await visitor.ask(query({}))).headers.get('location') ?? '';
    const open = async () => (await visitor.ask(page)).headers.get('location') ?? '';
    const markerOf = (location: string) => new URL(location, server.url).searchParams.get('login') ?? '';
    const first = markerOf(await open());
    await visitor.signIn(0, first);
    const second = markerOf(await open());
    expect([second === first, markerOf(await open())]).toEqual([false, second]);
    await server.context.database.update(pendingSignIns).set({ personId: randomUUID() });
    for (let people = 2; people < 10; people += 1) {
      await open();
      await server.context.database.update(pendingSignIns).set({ personId: randomUUID() });
    }
    expect((await visitor.ask(page)).status).toBe(400);
    expect(await pending()).toHaveLength(10);
  });
});
