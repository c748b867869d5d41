import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each(['/device-check/', '/online/', '/console/', '/onboarding/signup'])(
  '[S1.031] %s says in four languages that it needs JavaScript, and what to do, where there is none',
  async (path) => {
    const { status, body } = await new Visitor(server).ask<string>(path, { headers: { accept: 'text/html' } });
    expect(status).toBe(200);
    const [, said = ''] = /<noscript>(.*?)<\/noscript>/s.exec(body) ?? [];
    const languages = [...said.matchAll(/<p lang="(\w\w)">([^<]*JavaScript[^<]*(?:support|soporte)[^<]*)<\/p>/gi)];
    expect(languages.map(([, language]) => language)).toEqual(['en', 'de', 'fr', 'es']);
    // The content security policy allows none of it in a page.
    expect(said).not.toMatch(/style|<script|onclick/i);
  },
);

test('an address that is none is a page with a way on for a person, and JSON for a program', async () => {
  const ask = (path: string, accept: string) => new Visitor(server).ask<string>(path, { headers: { accept } });
  const page = await ask('/login', 'text/html,application/xhtml+xml');
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.body).toContain('<a href="/online/session-status">');
  for (const [path, accept] of [
    ['/login', '*/*'],
    ['/api/nothing', 'text/html'],
  ] as const) {
    expect(await ask(path, accept)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});
