import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SessionData } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSessions, removeEndedSessions } from './sessions.ts';
import type { StateFolder } from './state-folder.ts';

const ENDED_PROCESS = 2 ** 22 + 1;
const portal = 'https://portal.example';
const session: SessionData = {
  sessionId: '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f',
  token: 'token',
  publicKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  expirationTime: '2026-11-21T09:00:00.000Z',
  nonce: 'nonce',
  signIn: 'sign-in',
  grant: 'grant',
};
let folder: StateFolder;
let now: Date;

beforeEach(async () => {
  folder = { path: await mkdtemp(join(tmpdir(), 'vestibule-sessions-')), isUsual: false };
  now = new Date('2026-11-21T08:00:00Z');
});

afterEach(() => rm(folder.path, { recursive: true, force: true }));

const open = (browser: number) => openSessions(folder, browser, () => now).full;

test('a session outlives the process, is only for its portal and its browser, and ends', async () => {
  await open(process.pid).set(portal, session);
  expect(await open(process.pid).get(portal)).toEqual(session);
  expect(await open(process.pid).get('https://other.example')).toBeNull();
  expect(await open(process.pid + 1).get(portal)).toBeNull();
  now = new Date('2026-11-21T09:00:00Z');
  expect(await open(process.pid).get(portal)).toBeNull();
});

test('a session of one kind is not taken for one of another', async () => {
  await open(process.pid).set(portal, session);
  const { restricted, firstVersion } = openSessions(folder, process.pid, () => now);
  expect([await restricted.get(portal), await firstVersion.get(portal)]).toEqual([null, null]);
  const { token: _token, publicKey, ...rest } = session;
  await firstVersion.set(portal, { ...rest, serverPublicKey: publicKey, nonce: 'of the first version' });
  await firstVersion.remove(portal);
  expect(await open(process.pid).get(portal)).toEqual(session);
});

test('no one else can read a session', async () => {
  await open(process.pid).set(portal, session);
  const [name = ''] = await readdir(join(folder.path, 'sessions'));
  expect((await stat(join(folder.path, 'sessions', name))).mode & 0o777).toBe(0o600);
});

test('sessions of browsers that have ended are removed', async () => {
  await open(process.pid).set(portal, session);
  await open(ENDED_PROCESS).set(portal, session);
  await removeEndedSessions(folder);
  expect(await open(process.pid).get(portal)).toEqual(session);
  expect(await open(ENDED_PROCESS).get(portal)).toBeNull();
});
