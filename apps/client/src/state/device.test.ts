import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDevice, readDevice } from './device.ts';
import type { StateFolder } from './state-folder.ts';

const now = new Date('2026-11-21T08:00:00Z');
let folder: StateFolder;

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'vestibule-device-'));
  folder = { path: join(parent, 'state'), isUsual: false };
});

afterEach(() => rm(join(folder.path, '..'), { recursive: true, force: true }));

test('processes that start at once agree on one id and one pair of keys', async () => {
  expect(await readDevice(folder)).toMatchObject({ ok: false, code: 'keys-missing' });
  const opened = await Promise.all(Array.from({ length: 8 }, () => openDevice(folder, now)));
  const ids = new Set(opened.map((read) => (read.ok ? read.device.deviceId : read.code)));
  const keys = new Set(opened.map((read) => (read.ok ? read.device.keys.identity.publicKey.x : read.code)));
  expect([ids.size, keys.size]).toEqual([1, 1]);
  expect(await readdir(folder.path)).toEqual(['device.json']);
});

test('nobody else can look at the keys', async () => {
  await openDevice(folder, now);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder.path, 'device.json'))).mode & 0o777).toBe(0o600);
});

test('damaged keys are told, never replaced', async () => {
  await openDevice(folder, now);
  await writeFile(join(folder.path, 'device.json'), '{"version":1');
  expect(await openDevice(folder, now)).toMatchObject({ ok: false, code: 'keys-damaged' });
});
