import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test.each(['/device-check/', '/online/', '/console/', '/onboarding/signup'])(
  '%s says in four languages that it needs JavaScript, and what to do, where there is none',
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
