import { createServer, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exchange, type Question, TooLongError } from './exchange.ts';
import { NoPlaceError } from './find-place.ts';
import { reachesAll } from './reach.ts';

async function listen(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const ask = (address: string, changes: Partial<Question> = {}) =>
  exchange(new URL(address), {
    method: 'GET',
    headers: {},
    body: null,
    signal: AbortSignal.timeout(2000),
    maximumBytes: 1000,
    mayReach: reachesAll,
    ...changes,
  });

test('gives the answer, whatever its status, and follows no redirect', async () => {
  const asked: string[] = [];
  const port = await listen((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(302, { location: `http://127.0.0.1:${port}/inner`, 'x-two': ['a', 'b'] }).end('moved');
  });
  const answer = await ask(`http://127.0.0.1:${port}/outer`);
  expect(answer).toMatchObject({ status: 302, body: Buffer.from('moved'), headers: { 'x-two': ['a', 'b'] } });
  expect(asked).toEqual(['/outer']);
});

test('goes to the address that was looked at, and asks the name server once', async () => {
  const port = await listen((request, response) => response.end(request.headers.host));
  const resolve = vi
    .fn()
    .mockResolvedValueOnce([{ address: '127.0.0.1', family: 4 }])
    .mockResolvedValue([{ address: '127.0.0.9', family: 4 }]);
  const mayReach = vi.fn((address: string) => address === '127.0.0.1');
  const url = new URL(`http://rebound.localhost:${port}/`);
  // Names below localhost are this computer without being looked up: one that is looked up goes by https.
  expect((await ask(url.href, { resolve, mayReach })).body.toString()).toBe(url.host);
  expect(resolve).not.toHaveBeenCalled();
  const refused = ask(`https://rebound.example:${port}/`, { resolve, mayReach });
  // It came to the very server, which speaks no TLS: not to the second address.
  await expect(refused).rejects.toMatchObject({ code: expect.stringMatching(/SSL|EPROTO|ECONNRESET/) });
  expect(resolve).toHaveBeenCalledTimes(1);
});

test('connects to nothing that may not be reached, nor to a host of which one address may not', async () => {
  let connections = 0;
  const server = createTcpServer(() => (connections += 1)).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const mayReach = (address: string) => address === '127.0.0.1';
  const resolve = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '127.0.0.2', family: 4 },
  ];
  const inside = { name: 'Error', code: 'inside' };
  await expect(ask(`https://both.example:${port}/`, { mayReach, resolve })).rejects.toMatchObject(inside);
  const no = () => false;
  for (const host of ['127.0.0.1', 'localhost', 'a.localhost', '0x7f000001', '2130706433', '[::ffff:127.0.0.1]']) {
    await expect(ask(`https://${host}:${port}/`, { mayReach: no })).rejects.toBeInstanceOf(NoPlaceError);
  }
  expect(connections).toBe(0);
});

test.each(['http://idp.example.com/', 'http://10.0.0.1/', 'ftp://127.0.0.1/', 'file:///etc/passwd'])(
  'asks nothing at %s',
  async (address) => {
    await expect(ask(address)).rejects.toThrow('only https addresses are asked');
  },
);

test('ends an answer that is too long, or does not end', async () => {
  const port = await listen((_request, response) => void response.write('x'.repeat(2000)));
  await expect(ask(`http://127.0.0.1:${port}/`)).rejects.toBeInstanceOf(TooLongError);
  const slow = await listen((_request, response) => void response.write('x'));
  const signal = AbortSignal.timeout(200);
  await expect(ask(`http://127.0.0.1:${slow}/`, { signal })).rejects.toMatchObject({ name: /Abort|Timeout/ });
});
