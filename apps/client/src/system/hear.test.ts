import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { hear } from './hear.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(answer: (socket: Socket) => void) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    answer(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { address: '127.0.0.1', port: typeof address === 'object' && address !== null ? address.port : 0 };
}

test('what a program says to everyone, byte for byte', async () => {
  expect(await hear(await serve((socket) => socket.write('SSH-2.0-dropbear_2022.83\r\n')))).toBe(
    'SSH-2.0-dropbear_2022.83\r\n',
  );
  expect(await hear(await serve((socket) => socket.write(Buffer.from([255, 253, 24]))))).toBe('\xff\xfd\x18');
  expect(await hear(await serve((socket) => socket.end('bye')))).toBe('bye');
});

test('one that waits to be spoken to says nothing, and answers what is said', async () => {
  const place = await serve((socket) => socket.on('data', (text) => socket.end(`heard ${String(text)}`)));
  expect(await hear(place)).toBe('');
  expect(await hear({ ...place, say: 'GET /' })).toBe('heard GET /');
});

test('it is over soon, whatever is said', async () => {
  const start = Date.now();
  const endless = await serve((socket) => {
    const timer = setInterval(() => socket.write('.'), 10);
    socket.once('close', () => clearInterval(timer));
  });
  expect((await hear(endless)).length).toBeLessThan(513);
  const flood = await serve((socket) => socket.write('x'.repeat(100_000)));
  expect((await hear(flood)).length).toBe(512);
  expect(await hear({ address: '127.0.0.1', port: 1 })).toBe('');
  expect(Date.now() - start).toBeLessThan(3000);
});
