import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { Visitor } from '../../testing/visitor.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const PAGE = { accept: 'text/html,application/xhtml+xml' };
const ask = (path: string, headers: Record<string, string> = PAGE) =>
  new Visitor(server).ask<string | { code: string }>(path, { headers });

test.each([
  ['/device-check/help/%E0%A4%A', '/device-check/'],
  ['/device-check/%?login=abc', '/device-check/'],
  ['/online/%ZZ', '/online/'],
  ['/onboarding/%E0%A4%A', '/online/'],
])('%s, which no one can read, leads home as an unknown path does', async (path, home) => {
  const reply = await ask(path);
  expect([reply.status, reply.headers.get('location')]).toEqual([302, home]);
  expect((await ask(home)).status).toBe(200);
});

test.each(['/help/%E0%A4%A', '/saml/%E0%A4%A%3Cscript%3E', '/device-check%E0%A4%A'])(
  '%s is answered with a page that says what to do, and nothing of the address',
  async (path) => {
    const { status, body, headers } = await ask(path);
    expect([status, headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('This address cannot be read');
    expect(body).not.toMatch(/E0|A4|script>|help|\bat .*\.[jt]s/);
  },
);

test('what is no browser is answered as by any call', async () => {
  for (const path of ['/device-check/help/%E0%A4%A', '/api/online/v1/%E0%A4%A']) {
    const { status, body } = await ask(path, { accept: 'application/json' });
    expect([status, body]).toMatchObject([400, { code: 'request_malformed' }]);
  }
});

test.each(['/saml/sso', '/saml/slo'])('a form that is too large for %s is answered with a page', async (path) => {
  const form = { SAMLRequest: 'x'.repeat(140_000) };
  const page = await new Visitor(server).ask<string>(path, { method: 'POST', form, headers: PAGE });
  expect([page.status, page.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8']);
  expect(page.body).toContain('This is too much');
  const call = await new Visitor(server).ask(path, { method: 'POST', form, headers: { accept: 'application/json' } });
  expect([call.status, call.body.code]).toEqual([413, 'request_malformed']);
});

test('a body of another kind is answered with a page as well, where a browser is to show it', async () => {
  const asking = { method: 'POST', body: {}, headers: { ...PAGE, 'content-type': 'application/xml' } };
  const page = await new Visitor(server).ask<string>('/saml/sso', asking);
  expect([page.status, page.headers.get('content-type')]).toEqual([415, 'text/html; charset=utf-8']);
});
