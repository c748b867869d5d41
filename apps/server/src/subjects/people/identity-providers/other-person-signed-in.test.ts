import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { called } from '../../../testing/called.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { CLIENT, type OidcIdentityProvider, startOidcIdentityProvider } from '../testing/oidc-identity-provider.ts';
import { addPerson, configure, signIn } from '../testing/people.ts';
import { createUpstream } from './manage-upstreams.ts';

const ORIGIN = { address: '127.0.0.1', correlationId: 'test-correlation' };

let server: TestServer;
let provider: OidcIdentityProvider;
let visitor: Visitor;
let startPath: string;
let count = 0;

beforeAll(async () => {
  server = await startTestServer();
  provider = await startOidcIdentityProvider();
  const settings = {
    issuer: provider.issuer,
    clientId: CLIENT.id,
    createsPeople: true,
    allowedDomains: ['alderbrook.example'],
  };
  const input = { kind: 'oidc', name: 'Alderbrook ID', settings, secret: CLIENT.secret, isEnabled: true } as const;
  const created = await createUpstream(await server.company(), ORIGIN, called('boss'), input);
  if ('refused' in created) throw new Error(created.message);
  startPath = `/online/upstream/${created.id}/start`;
  provider.register(`${server.url}/online/upstream/${created.id}/callback`);
});
afterAll(async () => {
  await provider.close();
  await server.close();
});
beforeEach(async () => {
  await forgetRefusals(server);
  await configure(server, {});
  visitor = new Visitor(server);
});

/** Whom the provider still knows in this browser: it answers without a question. */
function knows(login: string): void {
  const email = `${login}@alderbrook.example`;
  const claims = { preferred_username: login, name: 'Mara Lindqvist', email, email_verified: true };
  provider.next = { id: `subject-of-${login}`, claims };
}

function newLogin(): string {
  count += 1;
  return `mara-${count}`;
}

/** Goes on to the answer of the provider. @returns what the callback says */
async function answered(who: Visitor, query = '') {
  let address = `${startPath}${query}`;
  for (let hop = 0; hop < 20; hop += 1) {
    const reply = await who.ask<string>(address, { headers: { 'accept-language': 'en' } });
    if (address.includes('/callback')) return reply;
    const next = reply.headers.get('location');
    if (next === null) throw new Error(`${address} is answered ${reply.status}.`);
    address = new URL(next, new URL(address, server.url)).href;
  }
  throw new Error('There is no end to it.');
}

async function whoIn(who: Visitor): Promise<string | undefined> {
  return (await who.ask<{ user?: { userLogin: string } }>('/api/online/v1/my-session')).body.user?.userLogin;
}

const handleOf = (page: string) => /name="handle" value="([^"]+)"/.exec(page)?.[1] ?? '';
const actionOf = (page: string) => /action="([^"]+)"/.exec(page)?.[1] ?? '';
const say = (who: Visitor, page: string) =>
  who.ask(actionOf(page), { method: 'POST', form: { handle: handleOf(page) } });
const locationOf = ({ headers }: { readonly headers: Headers }) => headers.get('location');

describe('a page of another site leads to the start of a sign-in at the identity provider', () => {
  test.each(['cross-site', 'same-site', 'none'])('nothing begins (%s)', async (site) => {
    const marker = await visitor.openApplication();
    const led = { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' } };
    const reply = await visitor.ask(startPath, led);
    expect([reply.status, locationOf(reply)]).toEqual([303, '/online/']);
    expect(reply.headers.getSetCookie().join()).not.toContain('vestibule-upstream');
    expect(locationOf(await visitor.ask(`${startPath}?login=${marker}`, led))).toBe(`/online/?login=${marker}`);
  });

  test.each(['same-origin', undefined])('our own page begins it, and so does an old browser (%s)', async (site) => {
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    expect(locationOf(await visitor.ask(startPath, { headers }))).toContain(provider.issuer);
  });
});

describe('the identity provider names another person than the one who is signed in', () => {
  async function meet() {
    const person = await addPerson(server);
    await signIn(visitor, person.login);
    const other = newLogin();
    knows(other);
    return { person, other, page: await answered(visitor) };
  }

  test('nothing changes, and the page asks by both names', async () => {
    const { person, other, page } = await meet();
    expect([page.status, locationOf(page), page.headers.getSetCookie()]).toEqual([200, null, []]);
    expect(page.body).toContain(`You are signed in as ${person.displayName} (${person.login})`);
    expect(page.body).toContain(`Go on as Mara Lindqvist (${other})`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await whoIn(visitor)).toBe(person.login);
  });

  test('goes on as the other where the person says so, once, and a second press changes nothing', async () => {
    const { person, other, page } = await meet();
    expect(locationOf(await say(visitor, page.body))).toBe('/online/session-status');
    expect(await whoIn(visitor)).toBe(other);
    expect(locationOf(await say(visitor, page.body))).toBe('/online/');
    expect(await whoIn(visitor)).toBe(other);
    await signIn(visitor, person.login);
    await say(visitor, page.body);
    expect(await whoIn(visitor)).toBe(person.login);
  });

  test('asks the one who is signed in by now', async () => {
    const { page } = await meet();
    const third = await addPerson(server);
    await signIn(visitor, third.login);
    const again = await visitor.ask<string>(actionOf(page.body), {
      method: 'POST',
      form: { handle: handleOf(page.body) },
      headers: { 'accept-language': 'en' },
    });
    expect(again.body).toContain(`You are signed in as ${third.displayName} (${third.login})`);
    expect(await whoIn(visitor)).toBe(third.login);
  });

  test('another browser answers nothing, and neither does a made-up handle', async () => {
    const { page } = await meet();
    const thief = new Visitor(server);
    expect(locationOf(await say(thief, page.body))).toBe('/online/');
    expect(await whoIn(thief)).toBeUndefined();
    const madeUp = { method: 'POST', form: { handle: 'x'.repeat(43) } };
    expect(locationOf(await visitor.ask(actionOf(page.body), madeUp))).toBe('/online/');
  });

  test('goes on to the application that waits', async () => {
    const person = await addPerson(server);
    await signIn(visitor, person.login);
    const marker = await visitor.openApplication();
    knows(newLogin());
    const page = await answered(visitor, `?login=${marker}`);
    expect(locationOf(await say(visitor, page.body))).toBe(`/device-check/?login=${marker}`);
  });

  test('the same person is not asked', async () => {
    knows(newLogin());
    await answered(visitor);
    expect(locationOf(await answered(visitor))).toBe('/online/session-status');
  });
});
