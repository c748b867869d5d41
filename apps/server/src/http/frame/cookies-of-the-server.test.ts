import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CALLS, COOKIES, HEADERS } from '@vestibule/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSocketDesk } from '../../testing/administrators.ts';
import { judgeCookie } from '../../testing/judge-cookie.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

const SOURCE = join(import.meta.dirname, '../..');

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ publicUrl: 'https://gate.alderbrook.example' });
});
afterAll(() => server.close());

describe('a cookie of the gate', () => {
  test('is one that no host of the same domain can set, over https', async () => {
    const set: string[] = [];
    const visitor = new Visitor(server);
    const go = async (...[path, asking]: Parameters<Visitor['ask']>) => {
      const reply = await visitor.ask(path, asking);
      set.push(...reply.headers.getSetCookie());
    };
    const { company } = await server.company();
    const made = await createSocketDesk(server).call('adminTryPolicy', { body: {}, query: { company: company.name } });
    await go(CALLS.openTryOut.path, { method: 'POST', body: { token: made.body.link?.split('#')[1] ?? '' } });
    set.push(...(await visitor.signIn(0)).headers.getSetCookie());
    await go(CALLS.signOut.path, { method: 'POST' });
    const names = new Set(set.map((line) => line.slice(0, line.indexOf('='))));
    expect([...names].toSorted()).toEqual([
      'XSRF-TOKEN',
      '__Host-vestibule-browser',
      '__Host-vestibule-session',
      '__Host-vestibule-signed-out',
      '__Host-vestibule-visit',
      '__Secure-vestibule-try-out',
    ]);
    expect(set.map(judgeCookie).filter((problem) => problem !== null)).toEqual([]);
    expect(set.every((line) => line.includes('; Secure'))).toBe(true);
  });

  test('has its name from one place, wherever it is set', async () => {
    const places: string[] = [];
    for await (const path of glob('**/*.ts', { cwd: SOURCE, exclude: ['**/testing/**', '**/*.test.ts'] })) {
      const text = await readFile(join(SOURCE, path), 'utf8');
      if (!/\.(set|clear)Cookie\(|Set-Cookie/.test(text)) continue;
      const names = [...text.matchAll(/.*'([\w-]*vestibule-[\w-]+)'/g)];
      for (const [line, name] of names) if (!line.includes(`hostCookie(context, '${name}'`)) places.push(path);
    }
    expect([...new Set(places)]).toEqual(['trial/try-out/try-out-routes.ts']);
  });

  test.each([
    '__Host-vestibule-session=a; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-vestibule-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
    'vestibule-session=a; Path=/; HttpOnly; SameSite=Lax',
    '__Host-vestibule-sign-out=a; Path=/; HttpOnly; Secure; SameSite=None',
    'XSRF-TOKEN=a; Path=/; Secure; SameSite=Lax',
  ])('may be %s', (line) => expect(judgeCookie(line)).toBeNull());

  test.each([
    'vestibule-oidc-step=a; path=/; samesite=lax; httponly',
    'vestibule-session=a; Path=/; HttpOnly; Secure; SameSite=Lax',
    '__Host-vestibule-session=a; Path=/; HttpOnly; Secure; SameSite=None',
    '__Host-vestibule-session=a; Path=/online; HttpOnly; Secure; SameSite=Lax',
    '__Host-vestibule-session=a; Path=/; Secure; SameSite=Lax',
    'vestibule-session=a; Path=/; HttpOnly; SameSite=Lax; Domain=alderbrook.example',
    'other=a; Path=/; HttpOnly; SameSite=Lax',
  ])('may not be %s', (line) => expect(judgeCookie(line)).not.toBeNull());
});

test.each([
  ['first', (theirs: string, own: string) => [theirs, own]],
  ['last', (theirs: string, own: string) => [own, theirs]],
] as const)('a person signs out though another host has set an XSRF cookie, which comes %s', async (_when, order) => {
  const visitor = new Visitor(server);
  await visitor.signIn(0);
  const own = visitor.cookies.get(COOKIES.xsrf) ?? '';
  const stranger = new Visitor(server);
  await stranger.signIn(1);
  const session = `__Host-vestibule-session=${visitor.cookies.get('__Host-vestibule-session')}`;
  const ask = (shown: readonly string[], said: readonly string[]) => {
    const cookie = [session, ...shown.map((token) => `${COOKIES.xsrf}=${token}`)].join('; ');
    return visitor.ask(CALLS.signOut.path, { method: 'POST', headers: { cookie, [HEADERS.xsrf]: said.join(',') } });
  };
  const theirs = stranger.cookies.get(COOKIES.xsrf) ?? '';
  const both = order(theirs, own);
  // What is not of this session, or in no cookie, counts as before.
  for (const [shown, said] of [
    [both, [theirs]],
    [both, []],
    [[theirs], [own]],
    [[theirs], [theirs]],
  ] as const) {
    expect((await ask(shown, said)).status).toBe(403);
  }
  expect((await ask(both, both)).status).toBe(200);
});
