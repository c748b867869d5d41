import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import { OWN_LIMITS, REPORT_MAXIMUM_BYTES } from '@vestibule/contracts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { CONNECTION_LIMITS, type ConnectionLimits, timeoutsOf } from './connection-limits.ts';
import { guardConnections } from './guard-connections.ts';
import type { UnfinishedBodies } from './unfinished-bodies.ts';

const BODY_LIMIT = 100_000;
const QUICK: ConnectionLimits = {
  ...CONNECTION_LIMITS,
  headMs: 300,
  requestMs: 5000,
  idleMs: 2000,
  graceMs: 300,
  bytesPerSecond: 10_000,
  lingerMs: 100,
  checkMs: 20,
};

let app: FastifyInstance;
let bodies: UnfinishedBodies;
let port: number;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

async function start(limits: ConnectionLimits = QUICK): Promise<void> {
  app = fastify({ bodyLimit: BODY_LIMIT, trustProxy: true, ...timeoutsOf(limits) });
  bodies = guardConnections(app, limits);
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/', (request) => `took ${(request.body as Buffer).length}`);
  app.post('/refused', { onRequest: async (_request, reply) => reply.status(401).send('no') }, () => 'never');
  app.get('/stream', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200);
    const timer = setInterval(() => reply.raw.write('.'), 100);
    reply.raw.once('close', () => clearInterval(timer));
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
}

interface Line {
  readonly socket: Socket;
  said(): string;
  isOpen(): boolean;
}

function open(text: string): Line {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  let said = '';
  let isOpen = true;
  socket.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOpen = false;
  });
  socket.write(text);
  return { socket, said: () => said, isOpen: () => isOpen };
}

const head = (length: number | null, path = '/', from = '10.0.0.1') =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `X-Forwarded-For: ${from}`,
    'Content-Type: text/plain',
    length === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');
const ended = async (line: Line) => {
  await expect.poll(() => line.isOpen(), { interval: 10 }).toBe(false);
};

test.each([
  ['a connection that says nothing', ''],
  ['a head that never ends', 'POST / HTTP/1.1\r\nHost: localhost\r\n'],
  ['a body that never comes', head(1000)],
  ['a body in parts that never ends', `${head(null)}5\r\nhello\r\n`],
  ['a body that never ends after its answer', `${head(50_000, '/refused')}abc`],
  ['a body that never ends where nothing is', `${head(10_000, '/nothing')}abc`],
])('ends %s', async (_what, text) => {
  await start();
  await ended(open(text));
  expect(bodies.count).toBe(0);
  expect(bodies.bytes).toBe(0);
});

test('ends a body, and a head, that drips', async () => {
  await start();
  const body = open(head(1000));
  const slowHead = open('GET / HTTP/1.1\r\n');
  const timer = setInterval(() => {
    body.socket.write('x');
    slowHead.socket.write('x');
  }, 25);
  await Promise.all([ended(body), ended(slowHead)]).finally(() => clearInterval(timer));
  expect(body.said()).toBe('');
});

test('takes a body of a slow network, and lets a stream and a slow download go on', async () => {
  // A busy machine may stand still for a moment itself.
  await start({ ...QUICK, graceMs: 1000 });
  const stream = open('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const upload = open(head(20_000));
  // 20,000 bytes in a second and a half: slower than the time for a head, and for a body that stands still.
  for (let sent = 0; sent < 20_000; sent += 1000) {
    upload.socket.write('x'.repeat(1000));
    await wait(75);
  }
  await expect.poll(() => upload.said()).toContain('took 20000');
  expect(stream.isOpen()).toBe(true);
  const before = stream.said().length;
  await expect.poll(() => stream.said().length).toBeGreaterThan(before);
});

test('refuses by what is announced, before anything is read', async () => {
  await start();
  const line = open(head(BODY_LIMIT + 1));
  await expect.poll(() => line.said()).toContain('413');
  await ended(line);
});

test('bounds the memory of many unfinished bodies, by address and for all, and an honest one passes', async () => {
  await start({ ...QUICK, graceMs: 60_000, unfinishedBytes: 3_000_000, unfinishedBytesOfAddress: 1_000_000 });
  const ofOne = Array.from({ length: 100 }, () => open(head(50_000)));
  await expect.poll(() => ofOne.filter((line) => line.isOpen()).length).toBeLessThanOrEqual(15);
  expect(bodies.bytes).toBeLessThanOrEqual(1_000_000);
  const ofMany = Array.from({ length: 200 }, (_, index) => open(head(50_000, '/', `10.1.0.${index}`)));
  await expect.poll(() => ofMany.filter((line) => line.isOpen()).length).toBeLessThanOrEqual(46);
  expect(bodies.bytes).toBeLessThanOrEqual(3_000_000);
  const honest = open(`${head(50_000, '/', '10.2.0.1')}${'x'.repeat(50_000)}`);
  await expect.poll(() => honest.said()).toContain('took 50000');
});

test('bounds the connections on which nothing was asked, and those of people stay', async () => {
  await start({ ...QUICK, headMs: 60_000, silentOfAddress: 50 });
  const person = open('GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await expect.poll(() => person.said()).toContain('200');
  const silent = Array.from({ length: 300 }, () => open('GET / HT'));
  await expect.poll(() => silent.filter((line) => line.isOpen()).length).toBeLessThanOrEqual(50);
  expect(person.isOpen()).toBe(true);
});

test('no limit cuts an event stream between two heartbeats, or a report at a kilobyte a second', () => {
  expect(CONNECTION_LIMITS.idleMs).toBeGreaterThan(3 * OWN_LIMITS.pushHeartbeatIntervalMs);
  const reportMs = (REPORT_MAXIMUM_BYTES / CONNECTION_LIMITS.bytesPerSecond) * 1000;
  expect(CONNECTION_LIMITS.requestMs).toBeGreaterThan(reportMs);
});
