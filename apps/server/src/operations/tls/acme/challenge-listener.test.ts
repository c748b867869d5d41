import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '@vestibule/testing/free-port';
import { send } from '../../../testing/send.ts';
import { type ChallengeListener, createChallengeListener } from './challenge-listener.ts';

const TOKEN = 'a-token-of-twenty-two-1';
const ORIGINS = new Map([
  ['gate.example.com', 'https://gate.example.com'],
  ['second.example.com', 'https://second.example.com:8443'],
]);

let port: number;
let listener: ChallengeListener;
const asked: string[] = [];

beforeAll(async () => {
  port = await freePort();
  listener = createChallengeListener({
    host: '127.0.0.1',
    port,
    withinMs: 500,
    originOf: (hostname) => ORIGINS.get(hostname),
    async answerTo(hostname, token) {
      asked.push(`${hostname} ${token}`);
      if (token.startsWith('broken')) throw new Error('The database is gone.');
      return hostname === 'gate.example.com' && token === TOKEN ? `${TOKEN}.thumbprint` : null;
    },
  });
  await listener.listen();
});
afterAll(() => listener.close());

const challenge = (token: string) => `/.well-known/acme-challenge/${token}`;
const visit = (address: string, method = 'GET') => send(address, { method }, port);
/** A request as it is written, line by line. */
const write = async (...lines: string[]): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
  return text(socket);
};

test('answers the authority that asks a name for its own token', async () => {
  const { status, text: said, headers } = await visit(`http://gate.example.com${challenge(TOKEN)}`);
  expect([status, said]).toEqual([200, `${TOKEN}.thumbprint`]);
  expect(headers.get('content-type')).toContain('text/plain');
});

test.each([
  ['a token of another name', `http://second.example.com${challenge(TOKEN)}`],
  ['a token that no one waits for', `http://gate.example.com${challenge('another-token-of-some')}`],
  ['a token when the database is gone', `http://gate.example.com${challenge('broken-token-of-some-length')}`],
])('answers nothing to %s', async (_name, address) => {
  const { status, text: said } = await visit(address);
  expect([status, said]).toEqual([404, 'No order waits for this token.']);
});

test.each(['a', 'a'.repeat(400), '..%2f..%2fmaster.key', `${TOKEN}/more`, `${TOKEN}?x`, `${TOKEN}%00`])(
  'does not even ask for what is no token: %s',
  async (token) => {
    asked.length = 0;
    expect((await visit(`http://gate.example.com${challenge(token)}`)).status).toBe(308);
    expect(asked).toEqual([]);
  },
);

test.each([
  ['http://gate.example.com/online/?next=%2Fx', 'https://gate.example.com/online/?next=%2Fx'],
  ['http://second.example.com/a', 'https://second.example.com:8443/a'],
  ['http://gate.example.com//evil.example/', 'https://gate.example.com//evil.example/'],
])('sends %s to %s', async (address, location) => {
  const { status, headers } = await visit(address);
  expect([status, headers.get('location')]).toEqual([308, location]);
});

test.each(['evil.example', 'gate.example.com.evil.example', 'gate.example.com@evil.example', '127.0.0.1', ''])(
  'leads nowhere by the host %s',
  async (host) => {
    const said = await write('GET / HTTP/1.1', `Host: ${host}`);
    expect(said).toMatch(/^HTTP\/1\.1 421 /);
    expect(said).not.toMatch(/location:|evil/i);
    expect(await write(`GET ${challenge(TOKEN)} HTTP/1.1`, `Host: ${host}`)).not.toContain('thumbprint');
  },
);

test('knows a name whatever its case and port', async () => {
  const said = await write('GET /a HTTP/1.1', 'Host: GATE.example.com:80');
  expect(said).toMatch(/^Location: https:\/\/gate\.example\.com\/a\r$/m);
});

test('believes no address in the first line, and no header about another host', async () => {
  const absolute = await write('GET http://evil.example/x HTTP/1.1', 'Host: gate.example.com');
  expect(absolute).toMatch(/^Location: https:\/\/gate\.example\.com\/\r$/m);
  const forwarded = await write('GET / HTTP/1.1', 'Host: evil.example', 'X-Forwarded-Host: gate.example.com');
  expect(forwarded).toMatch(/^HTTP\/1\.1 421 /);
});

test('takes nothing that is more than a look: a form would have been sent in the open', async () => {
  const { status, headers } = await visit('http://gate.example.com/api/online/v1/sign-in', 'POST');
  expect([status, headers.get('location')]).toEqual([405, null]);
});

test.each([
  ['nothing is sent', ''],
  ['a head never ends', 'GET / HTTP/1.1\r\nHost: '],
  ['a body never ends', 'POST / HTTP/1.1\r\nHost: gate.example.com\r\nContent-Length: 100000\r\n\r\nabc'],
])('lets go where %s', async (_what, sent) => {
  const socket = connect(port, '127.0.0.1');
  socket.write(sent);
  // Not ended by this side: it is the listener that lets go.
  expect(await text(socket)).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  socket.destroy();
});

test('says why it cannot listen, and listens as soon as it can', async () => {
  const second = createChallengeListener({
    host: '127.0.0.1',
    port,
    originOf: () => undefined,
    answerTo: async () => null,
  });
  expect(await second.listen()).toContain(`Port ${port}, where certificate authorities ask, is in use.`);
  await listener.close();
  expect(await second.listen()).toBeNull();
  await second.close();
  expect(await listener.listen()).toBeNull();
});
