import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findPersonByLogin } from '../../../repositories/people.ts';
import { called } from '../../../testing/called.ts';
import { forgetRefusals } from '../../../testing/forget-refusals.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { Visitor } from '../../../testing/visitor.ts';
import { CLIENT, type OidcIdentityProvider, startOidcIdentityProvider } from '../testing/oidc-identity-provider.ts';
import { addPerson, auditOf, configure, newestAudit, signIn } from '../testing/people.ts';
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
function knows(login: string, name = 'Mara Lindqvist'): void {
  const email = `${login}@alderbrook.example`;
  const claims = { preferred_username: login, name, email, email_verified: true };
  provider.next = { id: `subject-of-${login}`, claims };
}

/** Ends what the provider knows of this browser. */
function forgetThere(who: Visitor): void {
  for (const name of who.cookies.keys()) if (!name.startsWith('vestibule-')) who.cookies.delete(name);
}

function newLogin(): string {
  count += 1;
  return `mara-${count}`;
}

const ENGLISH = { headers: { 'accept-language': 'en' } };

/** Follows redirects as a browser does. @returns the answer that leads to no other address of the sign-in */
async function follow(who: Visitor, start: string) {
  let address = start;
  for (let hop = 0; hop < 20; hop += 1) {
    const reply = await who.ask<string>(address, ENGLISH);
    const next = reply.headers.get('location');
    if (next === null) return { reply, address };
    address = new URL(next, new URL(address, server.url)).href;
    const { origin, pathname, search } = new URL(address);
    if (origin === server.url && !pathname.includes('/upstream/')) return { reply, address: pathname + search };
  }
  throw new Error('There is no end to it.');
}

async function whoIn(who: Visitor): Promise<string | undefined> {
  return (await who.ask<{ user?: { userLogin: string } }>('/api/online/v1/my-session')).body.user?.userLogin;
}

const handleOf = (page: string) => /name="handle" value="([^"]+)"/.exec(page)?.[1] ?? '';
const actionOf = (page: string) => /action="([^"]+)"/.exec(page)?.[1] ?? '';
const stayOf = (page: string) => /<a href="([^"]+)"/.exec(page)?.[1] ?? '';
const press = (who: Visitor, page: string) =>
  who.ask<string>(actionOf(page), { method: 'POST', form: { handle: handleOf(page) } });
const locationOf = ({ headers }: { readonly headers: Headers }) => headers.get('location');
/** Presses the button, and follows it to the provider and back. */
async function say(who: Visitor, page: string) {
  const sent = locationOf(await press(who, page)) ?? '';
  return sent.startsWith('/') ? sent : (await follow(who, sent)).address;
}

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
  async function meet(query = '') {
    const person = await addPerson(server);
    await signIn(visitor, person.login);
    const other = newLogin();
    knows(other);
    const { reply, address } = await follow(visitor, `${startPath}${query}`);
    return { person, other, page: reply, address };
  }

  test('nothing changes, and the page asks by both names', async () => {
    const { person, other, page } = await meet();
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    expect(page.body).toContain(`You are signed in as ${person.displayName} (${person.login})`);
    expect(page.body).toContain(`Go on as Mara Lindqvist (${other})`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await whoIn(visitor)).toBe(person.login);
    const { company, database } = await server.company();
    expect(await findPersonByLogin(database, company.id, other)).toBeNull();
    const entry = await newestAudit(server);
    const details = { code: 'other_person_signed_in', subject: `subject-of-${other}`, signedIn: person.login };
    expect(entry).toMatchObject({ action: 'upstream', outcome: 'refused', target: 'Alderbrook ID', details });
  });

  test('names an account as it is called here, and leaves it as it is', async () => {
    const other = newLogin();
    knows(other);
    await follow(new Visitor(server), startPath);
    knows(other, 'Another Name');
    await signIn(visitor, (await addPerson(server)).login);
    const { reply } = await follow(visitor, startPath);
    expect(reply.body).toContain(`Go on as Mara Lindqvist (${other})`);
    const { company, database } = await server.company();
    expect(await findPersonByLogin(database, company.id, other)).toMatchObject({ displayName: 'Mara Lindqvist' });
  });

  test('goes on as the other where the person says so', async () => {
    const { person, other, page } = await meet();
    expect(await say(visitor, page.body)).toBe('/online/session-status');
    expect(await whoIn(visitor)).toBe(other);
    const [left] = (await auditOf(server, 'sign-out')).slice(-1);
    expect(left).toMatchObject({ outcome: 'done', actor: other, target: person.login });
  });

  test('a second press, the back button and another load of the page do no harm', async () => {
    const { person, other, page, address } = await meet();
    expect((await follow(visitor, address)).reply.body).toBe(page.body);
    const first = locationOf(await press(visitor, page.body)) ?? '';
    const second = locationOf(await press(visitor, page.body)) ?? '';
    expect((await follow(visitor, second)).address).toBe('/online/session-status');
    expect(await whoIn(visitor)).toBe(other);
    expect((await follow(visitor, first)).address).toBe('/online/session-status');
    expect((await follow(visitor, address)).address).toBe('/online/');
    expect(await say(visitor, page.body)).toBe('/online/');
    await signIn(visitor, person.login);
    expect(await say(visitor, page.body)).toBe('/online/');
    expect(await whoIn(visitor)).toBe(person.login);
  });

  test('an answer that waits is worth nothing: the provider is asked again', async () => {
    const { person, page } = await meet();
    forgetThere(visitor);
    provider.next = null;
    expect(await say(visitor, page.body)).toBe('/online/?reason=upstream_denied');
    expect(await whoIn(visitor)).toBe(person.login);
  });

  test('another person named by then is asked about as well', async () => {
    const { person, page } = await meet();
    const third = newLogin();
    forgetThere(visitor);
    knows(third);
    const sent = locationOf(await press(visitor, page.body)) ?? '';
    expect((await follow(visitor, sent)).reply.body).toContain(`Go on as Mara Lindqvist (${third})`);
    expect(await whoIn(visitor)).toBe(person.login);
  });

  test('the one who is signed in by now is asked', async () => {
    const { other, page } = await meet();
    const third = await addPerson(server);
    const sent = locationOf(await press(visitor, page.body)) ?? '';
    await signIn(visitor, third.login);
    const asked = (await follow(visitor, sent)).reply.body;
    expect(asked).toContain(`You are signed in as ${third.displayName} (${third.login})`);
    expect(asked).toContain(other);
    expect(await whoIn(visitor)).toBe(third.login);
  });

  test('another browser is shown nothing, and answers nothing', async () => {
    const { page, address } = await meet();
    const thief = new Visitor(server);
    expect((await follow(thief, address)).address).toBe('/online/');
    expect(await say(thief, page.body)).toBe('/online/');
    expect(await whoIn(thief)).toBeUndefined();
    const madeUp = { method: 'POST', form: { handle: 'x'.repeat(43) } };
    expect(locationOf(await visitor.ask(actionOf(page.body), madeUp))).toBe('/online/');
  });

  test('the application that waits is gone on to by both answers', async () => {
    const marker = await visitor.openApplication();
    const { page } = await meet(`?login=${marker}`);
    expect(stayOf(page.body)).toBe(`/online/?login=${marker}`);
    expect(await say(visitor, page.body)).toBe(`/device-check/?login=${marker}`);
  });

  test('where the application wants a new sign-in, the person is not asked for it twice', async () => {
    const marker = await visitor.openApplication({ forceAuthn: true });
    const { page } = await meet(`?login=${marker}`);
    const sent = new URL(locationOf(await press(visitor, page.body)) ?? '');
    expect(sent.searchParams.get('prompt')).toBeNull();
    expect((await follow(visitor, sent.href)).address).toBe(`/device-check/?login=${marker}`);
  });

  test('the same person is not asked', async () => {
    knows(newLogin());
    await follow(visitor, startPath);
    expect((await follow(visitor, startPath)).address).toBe('/online/session-status');
  });
});

test('the buttons at a request that is over lead to a sign-in without it', async () => {
  const marker = await visitor.openApplication();
  const paths = async () => {
    const { body } = await visitor.ask<{ upstreams: { startPath: string }[] }>(
      `/api/online/v1/sign-in-options?loginMarker=${marker}`,
    );
    return body.upstreams.map((upstream) => upstream.startPath);
  };
  expect(await paths()).toEqual([`${startPath}?login=${marker}`]);
  server.advance(3_600_000);
  expect(await paths()).toEqual([startPath]);
  server.advance(-3_600_000);
});
