import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../../testing/send.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** As many as a host of the same domain can have a browser store. */
const COOKIES = Array.from({ length: 20 }, (_, index) => `junk${index}=${'x'.repeat(3900)}`).join('; ');
const PAGE = 'text/html,application/xhtml+xml,*/*;q=0.8';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (path: string, headers: Record<string, string>) => send(`${server.url}${path}`, { headers }, server.port);

/** Sends a head piece by piece. @returns all that is answered */
async function sendPieces(...pieces: readonly string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    socket.write(piece);
    await wait(50);
  }
  socket.end();
  await closed;
  return answer;
}

describe('more cookies than a request may hold', () => {
  test.each(['/device-check/', '/online/', '/console/', '/saml/sso?SAMLRequest=x', '/oidc/auth', '/anything'])(
    'are answered at %s with a page that says what to do, in four languages',
    async (path) => {
      const { status, headers, text } = await ask(path, { accept: PAGE, cookie: COOKIES });
      expect([status, headers.get('content-type')]).toEqual([431, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(text).toContain('More was sent than can be read here');
      expect(text).toMatch(/delete the cookies.*löschen Sie.*supprimez, dans.*les cookies.*elimine en.*las cookies/is);
      expect(text).not.toContain('junk');
    },
  );

  test.each([
    ['/api/online/v1/session', PAGE],
    ['/device-check/', 'application/json'],
  ])('are answered in JSON to a call: %s, %s', async (path, accept) => {
    const { status, headers, text } = await ask(path, { accept, cookie: COOKIES });
    expect([status, headers.get('content-type')]).toEqual([431, 'application/json']);
    expect(JSON.parse(text)).toMatchObject({ statusCode: 431 });
  });

  test('are answered once, where they come in pieces and go on after the answer', async () => {
    const head = `GET /device-check/ HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\nAccept: ${PAGE}\r\nCookie: a=`;
    const piece = 'x'.repeat(12_000);
    const answer = await sendPieces(head, piece, piece, piece, piece, piece);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer.split('HTTP/1.1 ')).toHaveLength(2);
    expect(answer).toContain('More was sent than can be read here');
  });
});

test('what is no HTTP is answered with 400, as before', async () => {
  const answer = await sendPieces('what is this\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"statusCode":400');
});
