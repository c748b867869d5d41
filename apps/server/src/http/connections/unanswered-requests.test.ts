import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { PassThrough } from 'node:stream';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { boundUnansweredRequests } from './unanswered-requests.ts';

let app: FastifyInstance;
let opened = 0;
let ended = 0;

/** Answers each request by a stream of something large, as a file is sent. */
async function start(): Promise<number> {
  [opened, ended] = [0, 0];
  app = fastify({ forceCloseConnections: true });
  boundUnansweredRequests(app);
  app.get('/', (_request, reply) => {
    opened += 1;
    const stream = new PassThrough();
    stream.once('close', () => (ended += 1));
    stream.end(Buffer.alloc(4 * 1024 * 1024));
    return reply.send(stream);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return (app.server.address() as AddressInfo).port;
}

afterEach(() => app.close());

test('who asks on and reads no answer is cut off, and nothing of it stays open', async () => {
  const socket = connect(await start(), '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  const closed = once(socket, 'close');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(600));
  await vi.waitFor(() => expect([opened > 0, ended]).toEqual([true, opened]), 5000);
  expect(opened).toBeLessThanOrEqual(3);
  socket.resume();
  await closed;
});

test('who asks for one thing after another on one connection is answered each time', async () => {
  const socket = connect(await start(), '127.0.0.1');
  await once(socket, 'connect');
  let received = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    received += chunk;
    if (!received.endsWith('0\r\n\r\n')) return;
    received = '';
    if (opened < 50) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    else socket.end();
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(socket, 'close');
  expect(opened).toBe(50);
});
