import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayTry, passwordAttempt } from '../../subjects/people/attempts.ts';
import { firstCompany } from '../../testing/companies.ts';
import { addPerson } from '../../testing/planted.ts';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAuthnRequest, Visitor } from '../../testing/visitor.ts';

const LIMITS = {
  signIns: 20,
  failedSignIns: 8,
  failedOfBrowser: 3,
  pages: 20,
  pagesOfOrigin: 10,
  browser: 6,
  browserInSession: 12,
  open: 20,
  wrongCredentials: 8,
  malformed: 4,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'], calls: LIMITS });
  const company = await firstCompany(server);
  await addPerson(company, 'colleague');
});
afterAll(() => server.close());

/** What Chromium says of a request of another site's page. */
const FOREIGN = {
  picture: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  'blind request': { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' },
  frame: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  'frame of a neighbour': { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  script: { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
  'page that is fetched ahead (speculation rules)': {
    'sec-fetch-site': 'none',
    'sec-fetch-mode': 'navigate',
    'sec-fetch-dest': 'document',
    'sec-purpose': 'prefetch;anonymous-client-ip',
  },
  WebSocket: { origin: 'https://evil.example', connection: 'Upgrade', upgrade: 'websocket' },
};
const WINDOW = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };

let addresses = 0;
const newAddress = () => `203.0.113.${(addresses += 1)}`;
const ask = async (path: string, from: string, headers: Record<string, string> = {}) =>
  (await send(`${server.url}${path}`, { headers: { 'x-forwarded-for': from, ...headers } }, server.port)).status;
const post = async (path: string, from: string, body: string, headers: Record<string, string> = {}) =>
  (
    await send(
      `${server.url}${path}`,
      { method: 'POST', headers: { 'x-forwarded-for': from, 'content-type': 'application/json', ...headers }, body },
      server.port,
    )
  ).status;
const times = async (count: number, one: () => Promise<number>) => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1) statuses.push(await one());
  return statuses;
};
const sso = () => `/saml/sso?${createAuthnRequest(server)}`;
const guessAt = (login: string) => JSON.stringify({ login, password: 'wrong' });
const SIGN_IN = '/api/online/v1/sign-in';

class Neighbour extends Visitor {
  readonly address: string;
  constructor(address: string) {
    super(server);
    this.address = address;
  }
  override ask: Visitor['ask'] = (path, asking) =>
    super.ask(path, { ...asking, headers: { 'x-forwarded-for': this.address, ...asking?.headers } });
}

describe('a page of another site', () => {
  test.each(Object.entries(FOREIGN))(
    'is refused at once where it asks by a %s, and takes nothing from others',
    async (_what, headers) => {
      const office = newAddress();
      const foreign = (path: string) => times(30, () => ask(path, office, headers));
      for (const path of ['/saml/sso', '/saml/continue?login=x', '/oidc/auth?client_id=x', '/online/open?token=x']) {
        expect([path, new Set(await foreign(path))]).toEqual([path, new Set([400])]);
      }
      const signIns = await times(30, () =>
        post(SIGN_IN, office, guessAt('nadia'), { ...headers, 'content-type': 'text/plain' }),
      );
      expect(new Set(signIns)).toEqual(new Set([400]));
      expect(await ask(sso(), office, WINDOW)).toBe(303);
      const colleague = new Neighbour(office);
      expect((await colleague.signIn()).status).toBe(200);
    },
  );

  test('may send people here by a link and by a form, as applications do', async () => {
    const office = newAddress();
    expect(await ask(sso(), office, WINDOW)).toBe(303);
    expect(await ask(sso(), office, { ...WINDOW, 'sec-fetch-site': 'same-site' })).toBe(303);
    const form = { ...WINDOW, origin: 'https://wiki.example', 'content-type': 'application/x-www-form-urlencoded' };
    // Read, and refused for what it says.
    expect(await post('/saml/sso', office, 'SAMLRequest=x', form)).toBe(400);
    expect(
      await ask('/saml/metadata', office, { ...FOREIGN.frame, 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }),
    ).toBe(200);
  });

  test('uses up by one window no more than its own browser has', async () => {
    const office = newAddress();
    const victim = new Neighbour(office);
    const opened = async () => (await victim.ask('/saml/continue?login=x', { headers: WINDOW })).status;
    const statuses = await times(30, opened);
    expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(
      LIMITS.browser + LIMITS.malformed + 1,
    );
    expect(statuses.at(-1)).toBe(429);
    expect(await ask('/saml/continue?login=x', office, WINDOW)).toBe(400);
  });

  test('uses up by its forms no more than one site has', async () => {
    const office = newAddress();
    const form = { ...WINDOW, 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await times(30, () => post('/saml/slo', office, 'a=b', { ...form, origin: 'https://evil.example' }));
    expect(sent.at(-1)).toBe(429);
    expect(await post('/saml/slo', office, 'a=b', { ...form, origin: 'https://wiki.example' })).not.toBe(429);
  });
});

test('anyone who is told to wait is told for how long, also after guesses at one account', async () => {
  const office = newAddress();
  const guess = () =>
    send(
      `${server.url}${SIGN_IN}`,
      {
        method: 'POST',
        headers: { 'x-forwarded-for': office, 'content-type': 'application/json' },
        body: guessAt('colleague'),
      },
      server.port,
    );
  for (let tries = 0; tries < 6; tries += 1) await guess();
  const { status, headers, text } = await guess();
  expect([status, headers.get('retry-after'), JSON.parse(text)]).toMatchObject([
    429,
    '60',
    { code: 'too_many_attempts' },
  ]);
});

describe('a colleague at the same address', () => {
  test('who sends what is no sign-in takes nothing from others, up to a bound', async () => {
    const office = newAddress();
    await times(LIMITS.malformed, () => post(SIGN_IN, office, '{}'));
    expect(await times(LIMITS.signIns, () => post(SIGN_IN, office, '{'))).not.toContain(429);
    expect(await post(SIGN_IN, office, '{')).toBe(429);
  });

  test('who guesses at every account, keeps no one out of a browser that the gate knows', async () => {
    const office = newAddress();
    const known = new Neighbour(office);
    expect((await known.signIn()).status).toBe(200);
    let guesses = 0;
    const guessed = await times(20, () => post(SIGN_IN, office, guessAt(`person-${(guesses += 1)}`), OWN_PAGE));
    expect(guessed.filter((status) => status === 401)).toHaveLength(LIMITS.failedSignIns);
    expect((await new Neighbour(office).signIn()).status).toBe(429);
    expect((await known.signIn()).status).toBe(200);
    expect((await new Neighbour(newAddress()).signIn()).status).toBe(200);
  });

  test('who guesses in browsers that the gate knows, is counted with the address past a few guesses in each', async () => {
    const office = newAddress();
    const known = new Neighbour(office);
    expect((await known.signIn()).status).toBe(200);
    let guesses = 0;
    const guessIn = async (browser: Neighbour) => {
      const mark = `vestibule-visit=${browser.cookies.get('vestibule-visit') ?? ''}`;
      const guess = () => post(SIGN_IN, office, guessAt(`of-mark-${(guesses += 1)}`), { ...OWN_PAGE, cookie: mark });
      return times(LIMITS.browser - 1, guess);
    };
    const marked = Array.from({ length: 6 }, () => new Neighbour(office));
    for (const browser of marked) expect((await browser.signIn()).status).toBe(200);
    const statuses: number[] = [];
    for (const browser of marked) statuses.push(...(await guessIn(browser)));
    const isOpen = (status: number) => status === 401;
    expect(statuses.filter(isOpen)).toHaveLength(6 * LIMITS.failedOfBrowser + LIMITS.failedSignIns);
    // Their own failures hold these back, and those of others do not hold back one that has none.
    expect(statuses.at(-1)).toBe(429);
    expect((await known.signIn()).status).toBe(200);
  });

  test('who floods a page, keeps no one out of a browser that the gate knows; a made-up mark is none', async () => {
    const office = newAddress();
    const known = new Neighbour(office);
    await known.signIn();
    let marks = 0;
    const flood = () => {
      const mark = `vestibule-visit=${String((marks += 1)).padStart(43, 'x')}.${'y'.repeat(43)}`;
      return ask('/saml/continue?login=00000000-0000-4000-8000-000000000000', office, { ...WINDOW, cookie: mark });
    };
    expect((await times(LIMITS.pages + LIMITS.malformed + 5, flood)).at(-1)).toBe(429);
    expect((await known.ask('/saml/continue?login=x', { headers: WINDOW })).status).toBe(400);
  });

  test('who shows wrong credentials, keeps no one out whose own opened something lately', async () => {
    const office = newAddress();
    const honest = new Neighbour(office);
    await honest.signIn();
    honest.cookies.delete('vestibule-visit');
    const session = () => honest.ask('/api/online/v1/my-session');
    expect((await session()).status).toBe(200);
    let made = 0;
    const wrong = () =>
      ask('/api/online/v1/my-session', office, { cookie: `vestibule-session=made-up-${(made += 1)}` });
    const statuses = await times(LIMITS.wrongCredentials + 2, wrong);
    expect(statuses).toContain(401);
    expect(statuses.at(-1)).toBe(429);
    expect((await session()).status).toBe(200);
  });
});

test('an IPv6 site counts by its /64s, its /56s and itself: not sixty-five thousand times', async () => {
  const from = (site: string, index: number) => `2001:db8:${site}:${index.toString(16)}00::1`;
  const statuses: number[] = [];
  const guessFrom = (address: string, login: string) => post(SIGN_IN, address, guessAt(login), OWN_PAGE);
  for (let index = 1; index <= 60; index += 1) statuses.push(await guessFrom(from('1', index), `site-${index}`));
  expect(statuses.filter((status) => status === 401)).toHaveLength(LIMITS.failedSignIns * 4);
  expect(statuses.at(-1)).toBe(429);
  expect(await guessFrom(from('2', 1), 'other')).toBe(401);
  const inOneSubnet: number[] = [];
  for (let index = 1; index <= 30; index += 1) {
    inOneSubnet.push(await guessFrom(`2001:db8:3:${index.toString(16)}::1`, `subnet-${index}`));
  }
  expect(inOneSubnet.filter((status) => status === 401)).toHaveLength(LIMITS.failedSignIns * 2);
});

test('guesses at one login’s password from many networks of one IPv6 site run out, and those of others do not', async () => {
  const context = await server.company();
  const mayGuess = async (address: string, login: string) =>
    mayTry(context, await passwordAttempt(context, login, null, { address, browserMark: undefined }));
  let taken = 0;
  for (let index = 0; index < 200; index += 1) {
    const isTaken = await mayGuess(`2001:db8:9:${(index * 256).toString(16)}::1`, 'nadia');
    if (isTaken) taken += 1;
  }
  expect(taken).toBe(140);
  expect(await mayGuess('2001:db8:9:ff::1', 'tomas')).toBe(true);
  expect(await mayGuess('2001:db8:a::1', 'nadia')).toBe(true);
});
