import type { FactReading } from '@vestibule/contracts';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createAskReader, isRootsSocket } from './ask-reader.ts';
import { ANSWER_MAXIMUM_BYTES, answerOf } from './protocol.ts';

const reading: FactReading = { source: 'nft', readAt: '2026-11-23T09:00:00.000Z', value: { isOn: true } };

const servers: Server[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

/** A service that says what it is told, however often it is asked. */
async function standIn(answers: readonly (string | null)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'asked-'));
  folders.push(folder);
  const path = join(folder, 'reader.sock');
  let turn = 0;
  const server = createServer((socket) => {
    const answer = answers[Math.min(turn++, answers.length - 1)] ?? null;
    socket.on('error', () => undefined);
    if (answer !== null) socket.once('data', () => socket.end(answer));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return { path, turns: () => turn };
}
const ask = (path: string, isGenuine = true, timeoutMs = 30_000) =>
  createAskReader({ path, isGenuine: () => isGenuine, timeoutMs, retryMs: 5 })('firewall');

test('an answer is taken', async () => {
  expect(await ask((await standIn([answerOf('firewall', reading)])).path)).toEqual(reading);
});

test('a stand-in is not even connected to', async () => {
  const { path, turns } = await standIn([answerOf('firewall', reading)]);
  expect(await ask(path, false)).toBeNull();
  expect(turns()).toBe(0);
});

test('a connection that was ended without an answer is tried again', async () => {
  expect(await ask((await standIn(['', answerOf('firewall', reading)])).path)).toEqual(reading);
});

test.each([
  ['nothing', ''],
  ['what was not asked', answerOf('automaticUpdates', reading)],
  ['half', answerOf('firewall', reading).slice(0, -5)],
  ['too much', `${' '.repeat(ANSWER_MAXIMUM_BYTES)}${answerOf('firewall', reading)}`],
])('%s is no answer', async (_, answer) => {
  expect(await ask((await standIn([answer])).path)).toBeNull();
});

test('silence is no answer', async () => {
  expect(await ask((await standIn([null])).path, true, 300)).toBeNull();
});

test('where there is no reader no one waits for one', async () => {
  const start = performance.now();
  const path = '/run/there-is-no/reader.sock';
  expect(await createAskReader({ path, timeoutMs: 60_000, retryMs: 20_000 })('firewall')).toBeNull();
  expect(performance.now() - start).toBeLessThan(20_000);
});

describe('whose socket it is', () => {
  interface Seen {
    readonly kind: 'socket' | 'folder' | 'link' | 'file';
    readonly uid: number;
    readonly mode: number;
  }
  const ROOTS: Readonly<Record<string, Seen>> = {
    '/': { kind: 'folder', uid: 0, mode: 0o755 },
    '/run': { kind: 'folder', uid: 0, mode: 0o755 },
    '/run/workplace': { kind: 'folder', uid: 0, mode: 0o755 },
    '/run/workplace/reader.sock': { kind: 'socket', uid: 0, mode: 0o666 },
  };
  const seenAs = (changed: Readonly<Record<string, Partial<Seen>>>) => (path: string) => {
    const seen = ROOTS[path];
    if (seen === undefined) throw new Error(`ENOENT ${path}`);
    const { kind, uid, mode } = { ...seen, ...changed[path] };
    return { uid, mode, isSocket: () => kind === 'socket', isDirectory: () => kind === 'folder' };
  };
  const isBelieved = (changed: Readonly<Record<string, Partial<Seen>>>) =>
    isRootsSocket('/run/workplace/reader.sock', seenAs(changed));

  test('root’s own is believed', () => {
    expect(isBelieved({})).toBe(true);
  });

  test.each<[string, Readonly<Record<string, Partial<Seen>>>]>([
    ['a socket of a person', { '/run/workplace/reader.sock': { uid: 1000 } }],
    ['a file', { '/run/workplace/reader.sock': { kind: 'file' } }],
    ['a link', { '/run/workplace/reader.sock': { kind: 'link' } }],
    ['a folder of a person', { '/run/workplace': { uid: 1000 } }],
    ['a folder that a group may write to', { '/run/workplace': { mode: 0o775 } }],
    ['a folder that all may write to', { '/run/workplace': { mode: 0o1777 } }],
    ['a folder that is a link', { '/run/workplace': { kind: 'link' } }],
    ['what lies in a folder of a person', { '/run': { uid: 1000 } }],
    ['what root is another person for', { '/': { uid: 65_534 } }],
  ])('%s is not', (_, changed) => {
    expect(isBelieved(changed)).toBe(false);
  });

  test('nor is what is not there', () => {
    expect(isRootsSocket('/run/workplace/other.sock', seenAs({}))).toBe(false);
  });
});
