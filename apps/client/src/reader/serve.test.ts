import type { FactReading } from '@vestibule/contracts';
import fc from 'fast-check';
import { mkdtemp, rm } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createAskReader } from './ask-reader.ts';
import { parseAnswer } from './protocol.ts';
import { type ReaderLimits, serveReader } from './serve.ts';

const reading: FactReading = { source: 'nft', readAt: '2026-11-23T09:00:00.000Z', value: { isOn: true } };
const LIMITS: ReaderLimits = { idleMs: 60_000, requestMs: 200, connections: 20, restMs: 1 };

const folders: string[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function start(limits: Partial<ReaderLimits> = {}, read = vi.fn(async () => reading)) {
  const folder = await mkdtemp(join(tmpdir(), 'reader-'));
  folders.push(folder);
  const path = join(folder, 'reader.sock');
  let hasEnded = false;
  const ended = serveReader({ read, listenOn: { path }, limits: { ...LIMITS, ...limits } }).finally(() => {
    hasEnded = true;
  });
  await vi.waitFor(() =>
    createConnection(path)
      .on('error', () => undefined)
      .destroy(),
  );
  return { path, read, ended, hasEnded: () => hasEnded };
}

/** Sends something and takes everything that comes back until the connection ends. */
function send(path: string, bytes: string | Uint8Array | null): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = createConnection(path);
    sockets.push(socket);
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('error', () => resolve(text)).on('close', () => resolve(text));
    if (bytes !== null) socket.write(bytes);
  });
}

const believed = (path: string) => createAskReader({ path, isGenuine: () => true, timeoutMs: 2000, retryMs: 5 });

test('answers what was asked, once for each connection', async () => {
  const { path, read } = await start();
  expect(parseAnswer(await send(path, '1 firewall\n'), 'firewall')).toEqual(reading);
  expect(read).toHaveBeenCalledWith('firewall');
  expect(await send(path, '1 firewall\n1 firewall\n')).toBe('');
});

test('a request may come in pieces', async () => {
  const { path } = await start();
  const socket = createConnection(path);
  const answer = new Promise<string>((resolve) => socket.once('data', (text) => resolve(String(text))));
  for (const piece of ['1 fi', 'rewall', '\n']) {
    socket.write(piece);
    await wait(5);
  }
  expect(await answer).toContain('"isOn":true');
});

test('whatever else is sent gets no word, is read by no one, and harms no one', async () => {
  const { path, read } = await start({ requestMs: 20 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      expect(await send(path, bytes)).toBe('');
    }),
    { numRuns: 60 },
  );
  expect(read).not.toHaveBeenCalled();
  // A busy machine may need more than one try within so short a time.
  await vi.waitFor(async () => expect(await send(path, '1 firewall\n')).not.toBe(''), 15_000);
});

test('a megabyte without an end of line is not kept', async () => {
  const { path, read } = await start();
  expect(await send(path, new Uint8Array(1_000_000).fill(49))).toBe('');
  expect(read).not.toHaveBeenCalled();
});

test('those who connect and say nothing are shown out, and do not keep it running', async () => {
  const { path, hasEnded, ended } = await start({ idleMs: 1500, requestMs: 100_000 });
  const silent = send(path, null);
  await wait(100);
  expect(hasEnded()).toBe(false);
  await ended;
  expect(await silent).toBe('');
});

test('a question puts the end off', async () => {
  const { path, hasEnded, ended } = await start({ idleMs: 2500 });
  await wait(1500);
  await send(path, '1 firewall\n');
  await wait(1500);
  expect(hasEnded()).toBe(false);
  await ended;
});

test('it does not end while something is being read', async () => {
  const slow = vi.fn(async () => {
    await wait(2000);
    return reading;
  });
  const { path } = await start({ idleMs: 1000 }, slow);
  expect(await send(path, '1 firewall\n')).toContain('"isOn":true');
});

test('anyone who takes every place without asking makes room for the one who asks', async () => {
  const { path } = await start({ requestMs: 100_000 });
  for (let turn = 0; turn < LIMITS.connections * 3; turn++) void send(path, null);
  await wait(50);
  expect(await believed(path)('firewall')).toEqual(reading);
});

test('a reading that fails leaves those without an answer, and the next gets one', async () => {
  const read = vi.fn(async () => reading).mockRejectedValueOnce(new Error('broken'));
  const { path } = await start({}, read);
  expect(await send(path, '1 firewall\n')).toBe('');
  expect(await send(path, '1 firewall\n')).toContain('"isOn":true');
});

test('where it cannot listen it says so', async () => {
  const listenOn = { path: '/there/is/no/folder/reader.sock' };
  await expect(serveReader({ read: async () => reading, listenOn, limits: LIMITS })).rejects.toThrow(/ENOENT|EACCES/);
});
