import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { awaitCallback } from './await-callback.ts';

const STATE = 's'.repeat(43);
const CODE = 'c'.repeat(43);
const LONG_MS = 60_000;

interface Asking {
  readonly method?: string;
  readonly host?: string;
}

async function ask(port: number, path: string, { method = 'GET', host = `127.0.0.1:${port}` }: Asking = {}) {
  const answered = await new Promise<IncomingMessage>((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers: { host } }, done).once('error', fail).end();
  });
  const body = await text(answered);
  return { status: answered.statusCode, location: answered.headers.location, body };
}

test('takes the code that knows the state, and sends the browser on to the gate', async () => {
  const callback = await awaitCallback(STATE, LONG_MS);
  const answered = ask(callback.port, `/callback?code=${CODE}&state=${STATE}`);
  expect(await callback.brought).toEqual({ code: CODE });
  await callback.end('https://gate.example/console/command-line?end=signed-in');
  expect(await answered).toMatchObject({
    status: 303,
    location: 'https://gate.example/console/command-line?end=signed-in',
  });
  await expect(ask(callback.port, '/')).rejects.toThrow('ECONNREFUSED');
});

test('waits on after everything that does not know the state, or calls it by another name', async () => {
  const callback = await awaitCallback(STATE, LONG_MS);
  const { port } = callback;
  const right = `/callback?code=${CODE}&state=${STATE}`;
  const wrong: [string, Asking?][] = [
    [`/callback?code=${CODE}`],
    [`/callback?code=${CODE}&state=${'t'.repeat(43)}`],
    [`/callback?code=${CODE}&state=${STATE}x`],
    [`/callback?error=access_denied`],
    [`/callback?code=short&state=${STATE}`],
    [`/other?code=${CODE}&state=${STATE}`],
    ['//'],
    [right, { method: 'POST' }],
    [right, { host: `localhost:${port}` }],
    [right, { host: 'attacker.example' }],
  ];
  for (const [path, asking] of wrong) expect([path, (await ask(port, path, asking)).status]).toEqual([path, 400]);
  const answered = ask(port, right);
  expect(await callback.brought).toEqual({ code: CODE });
  expect((await ask(port, right)).status).toBe(400);
  await callback.end(null);
  expect(await answered).toMatchObject({ status: 200, body: 'You can close this window.\n' });
});

test('hears that it was not allowed, and gives up in time', async () => {
  const refused = await awaitCallback(STATE, LONG_MS);
  const answered = ask(refused.port, `/callback?error=access_denied&state=${STATE}`);
  expect(await refused.brought).toEqual({ code: null });
  await refused.end(null);
  await answered;
  const late = await awaitCallback(STATE, 10);
  expect(await late.brought).toBeNull();
  await late.end(null);
});

test('listens on 127.0.0.1 and nowhere else', async () => {
  const { port, end } = await awaitCallback(STATE, LONG_MS);
  for (const host of ['::1', '127.0.0.2']) {
    await expect(
      new Promise((done, fail) => connect({ host, port }).once('connect', done).once('error', fail)),
    ).rejects.toThrow('ECONNREFUSED');
  }
  await end(null);
});
