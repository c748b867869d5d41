import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EntraTenant } from '@vestibule/testing/entra-tenant';
import { people, webSessions } from '../../database/schema.ts';
import { given } from '../../testing/administrators.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';
import { addMethod, createUser, POLICY, type SecondStepWorld, Walker } from './testing/second-step-world.ts';

let server: TestServer;
let tenant: EntraTenant;
let world: SecondStepWorld;
let count = 0;

beforeAll(async () => {
  server = await startTestServer({ policy: POLICY });
  tenant = await EntraTenant.start(() => server.context.now());
  world = await addMethod(server, tenant);
});
afterAll(async () => {
  await tenant.close();
  await server.close();
});

/** A browser in which Nadia is signed in, brought to where another one's second step begins. */
async function bring() {
  count += 1;
  const walker = await Walker.create(world, createUser(`mara-${count}`));
  const { visitor } = walker;
  await visitor.signIn();
  walker.sent = await tenant.request(walker.user, world.method);
  const arrive = (await walker.post(walker.sent)).headers.get('location') ?? '';
  const page = await visitor.ask<string>(arrive, { headers: { 'accept-language': 'en' } });
  const handle = /name="handle" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return { walker, visitor, arrive, page, handle };
}

const isNadia = async (visitor: Visitor) => {
  const { status, body } = await visitor.ask<{ user?: { userLogin: string } }>('/api/online/v1/my-session');
  return status === 200 && body.user?.userLogin === 'nadia';
};
const answer = (visitor: Visitor, handle: string) =>
  visitor.ask('/second-step/arrive', { method: 'POST', form: { handle } });
/** Where the browser is sent on. */
const follow = (visitor: Visitor, { headers }: { readonly headers: Headers }) =>
  visitor.ask<string>(headers.get('location') ?? '');
const sessionsOf = async (login: string) => {
  const { database } = server.context;
  const [person] = await database.select().from(people).where(eq(people.login, login));
  return database
    .select()
    .from(webSessions)
    .where(eq(webSessions.personId, given(person).id));
};

describe('a second step that arrives where another person is signed in', () => {
  test('changes nothing, and asks by both names', async () => {
    const { visitor, page } = await bring();
    expect([page.status, page.headers.get('location'), page.headers.getSetCookie()]).toEqual([200, null, []]);
    expect(page.body).toContain('You are signed in as Nadia Keller (nadia)');
    expect(page.body).toContain(`Go on as Mara Lindqvist (mara-${count})`);
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await isNadia(visitor)).toBe(true);
    expect(await sessionsOf(`mara-${count}`)).toEqual([]);
  });

  test('goes on when that person says so, once', async () => {
    const { visitor, arrive, handle } = await bring();
    const went = await answer(visitor, handle);
    expect([went.status, went.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/saml\/continue\?login=/),
    ]);
    expect(await isNadia(visitor)).toBe(false);
    expect(await sessionsOf(`mara-${count}`)).toMatchObject([{ reach: 'second-step' }]);
    expect((await new Visitor(server).ask(arrive)).status).toBe(400);
  });

  test('goes on where it is answered twice, as one presses a button twice', async () => {
    const { visitor, handle } = await bring();
    const answers = await Promise.all([answer(visitor, handle), answer(visitor, handle), answer(visitor, handle)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
    const last = await follow(visitor, await answer(visitor, handle));
    expect(last.headers.get('location')).toMatch(/^\/saml\/continue\?login=/);
    expect((await follow(visitor, last)).status).toBe(303);
    server.advance(60_001);
    expect((await answer(visitor, handle)).status).toBe(400);
  });

  test('goes on where that person has signed out meanwhile', async () => {
    const { visitor, handle } = await bring();
    await visitor.ask('/api/online/v1/sign-out', { method: 'POST' });
    const went = await follow(visitor, await answer(visitor, handle));
    expect(went.headers.get('location')).toMatch(/^\/saml\/continue\?login=/);
    expect(await sessionsOf(`mara-${count}`)).toMatchObject([{ reach: 'second-step' }]);
  });

  test('asks who is signed in by now, where a page of another site answers or another person has signed in', async () => {
    const { visitor, handle } = await bring();
    // The browser that another site sends here brings no cookie; its next request does.
    const sent = await answer(new Visitor(server), handle);
    expect(sent.headers.getSetCookie()).toEqual([]);
    const other = new Visitor(server);
    await other.signIn();
    const asked = await follow(other, sent);
    expect(asked.body).toContain('You are signed in as Nadia Keller (nadia)');
    const next = await follow(other, await answer(other, handle));
    expect(next.body).toContain('You are signed in as Nadia Keller (nadia)');
    expect([await isNadia(visitor), await isNadia(other)]).toEqual([true, true]);
    expect(await sessionsOf(`mara-${count}`)).toEqual([]);
  });

  test('takes neither the handle of the request for an answer, nor the one of the answer for a request', async () => {
    const { walker, visitor } = await bring();
    const next = (await walker.post(await tenant.request(walker.user, world.method))).headers.get('location') ?? '';
    const raw = new URL(next, server.url).searchParams.get('handle') ?? '';
    expect((await answer(visitor, raw)).status).toBe(400);
    const { handle } = await bring();
    expect((await new Visitor(server).ask(`/second-step/arrive?handle=${handle}`)).status).toBe(400);
    expect(await isNadia(visitor)).toBe(true);
  });

  test('asks again where the page is loaded again, in that session and until it has answered', async () => {
    const { visitor, arrive, handle } = await bring();
    const again = await visitor.ask<string>(arrive);
    expect(again.status).toBe(200);
    expect(again.body).toContain(`value="${handle}"`);
    const other = new Visitor(server);
    expect((await other.ask(arrive)).status).toBe(400);
    await other.signIn();
    expect((await other.ask(arrive)).status).toBe(400);
    expect((await answer(visitor, handle)).status).toBe(303);
    expect((await visitor.ask(arrive)).status).toBe(400);
  });

  test('is too old after five minutes', async () => {
    const { visitor, handle } = await bring();
    server.advance(300_001);
    expect((await answer(visitor, handle)).status).toBe(400);
    expect(await isNadia(visitor)).toBe(true);
  });

  test('asks in the language of the browser, and shows names as text', async () => {
    count += 1;
    const user = { ...createUser(`mara-${count}`), name: '<b>Mara</b> $& {now}' };
    const walker = await Walker.create(world, user);
    await walker.visitor.signIn();
    const arrive = (await walker.post(await tenant.request(user, world.method))).headers.get('location') ?? '';
    const page = await walker.visitor.ask<string>(arrive, { headers: { 'accept-language': 'de' } });
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain('&lt;b&gt;Mara&lt;/b&gt; $&amp; {now}');
    expect(page.body).not.toContain('<b>');
  });

  test('does not ask who is in a second step alone: the next person at one browser goes on', async () => {
    count += 1;
    const first = await Walker.create(world, createUser(`first-${count}`));
    await first.begin();
    const request = await tenant.request(createUser(`next-${count}`), world.method);
    const arrive = (await first.post(request)).headers.get('location') ?? '';
    expect((await first.visitor.ask(arrive)).status).toBe(303);
  });
});
