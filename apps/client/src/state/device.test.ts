import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasSoftwareTpm, startSoftwareTpm } from '../keys/testing/software-tpm.ts';
import { whereKeysAre } from '../keys/where-keys-are.ts';
import { openDevice, readDevice, renewDevice } from './device.ts';
import { openLocalSystem } from '../system/local-system.ts';
import type { StateFolder } from './state-folder.ts';

const now = new Date('2026-11-21T08:00:00Z');
let folder: StateFolder;
const system = openLocalSystem({ rootFolder: '/nowhere', environment: {}, now: () => now });

beforeEach(async () => {
  const parent = await mkdtemp(join(tmpdir(), 'vestibule-device-'));
  folder = { path: join(parent, 'state'), isUsual: false };
});

afterEach(() => rm(join(folder.path, '..'), { recursive: true, force: true }));

test('processes that start at once agree on one id and one pair of keys', async () => {
  expect(await readDevice(folder, system)).toMatchObject({ ok: false, code: 'keys-missing' });
  const opened = await Promise.all(Array.from({ length: 8 }, () => openDevice(folder, system)));
  const ids = new Set(opened.map((read) => (read.ok ? read.device.deviceId : read.code)));
  const keys = new Set(opened.map((read) => (read.ok ? read.device.keys.identity.publicKey.x : read.code)));
  expect([ids.size, keys.size]).toEqual([1, 1]);
  expect(await readdir(folder.path)).toEqual(['device.json']);
});

test('no one else can look at the keys', async () => {
  await openDevice(folder, system);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder.path, 'device.json'))).mode & 0o777).toBe(0o600);
});

test('damaged keys are told, never replaced', async () => {
  await openDevice(folder, system);
  await writeFile(join(folder.path, 'device.json'), '{"version":1');
  expect(await openDevice(folder, system)).toMatchObject({ ok: false, code: 'keys-damaged' });
});

test('a file has no hardware to lose: new keys have the old id', async () => {
  const before = await openDevice(folder, system);
  const after = await renewDevice(folder, system);
  if (!before.ok || !after.ok) throw new Error('There are no keys.');
  expect(after.device.deviceId).toBe(before.device.deviceId);
  expect(after.device.keys.identity.publicKey).not.toEqual(before.device.keys.identity.publicKey);
  expect(await whereKeysAre(after.device, system)).toMatch(/^in a file: this computer has no TPM 2.0/);
});

describe.skipIf(!hasSoftwareTpm)('on a computer with a TPM', () => {
  const start = async () => {
    const root = join(folder.path, '../root');
    await mkdir(join(root, 'dev'), { recursive: true });
    return startSoftwareTpm(join(root, 'dev/tpmrm0'));
  };
  const computer = () => openLocalSystem({ rootFolder: join(folder.path, '../root'), environment: {}, now: () => now });
  const stored = async () =>
    JSON.parse(await readFile(join(folder.path, 'device.json'), 'utf8')) as { readonly deviceId: string };

  test('keys are made in it, nothing secret is stored, and two processes agree on them', async () => {
    const tpm = await start();
    const opened = await Promise.all([openDevice(folder, computer()), openDevice(folder, computer())]);
    const keys = new Set(opened.map((read) => (read.ok ? read.device.keys.identity.publicKey.x : read.detail)));
    expect(keys.size).toBe(1);
    expect(opened[0]).toMatchObject({ ok: true, device: { keyProtection: 'tpm' } });
    expect(Object.keys(await stored())).toEqual([
      ...['version', 'deviceId', 'createdAt', 'protection', 'identity', 'agreement'],
    ]);
    expect(JSON.stringify(await stored())).not.toContain('"d"');
    await tpm.stop();
  });

  test('keys of a file stay in it until someone wants others', async () => {
    const inFile = await openDevice(folder, system);
    const tpm = await start();
    const same = await openDevice(folder, computer());
    if (!inFile.ok || !same.ok) throw new Error('There are no keys.');
    expect(same.device.keys.identity.publicKey).toEqual(inFile.device.keys.identity.publicKey);
    expect(await whereKeysAre(same.device, computer())).toMatch(/not moved: workplace keys --renew/);
    const renewed = await renewDevice(folder, computer());
    const { deviceId } = inFile.device;
    expect(renewed).toMatchObject({ ok: true, device: { deviceId, keyProtection: 'tpm' } });
    expect(await readFile(join(folder.path, 'device.json'), 'utf8')).not.toContain('"d"');
    await tpm.stop();
  });

  test('a TPM that was cleared is told and nothing is replaced; new keys have the old id', async () => {
    const tpm = await start();
    const before = await openDevice(folder, computer());
    await tpm.restart();
    await tpm.clear();
    const file = await stored();
    const refused = await openDevice(folder, computer());
    expect(refused).toMatchObject({ ok: false, code: 'keys-lost', detail: /cleared.*workplace keys --renew/ });
    expect(await stored()).toEqual(file);
    const { deviceId } = file;
    expect(await renewDevice(folder, computer())).toMatchObject({ ok: true, device: { deviceId } });
    expect(before).toMatchObject({ ok: true, device: { deviceId } });
    await tpm.stop();
  });

  test('a TPM that cannot be asked is told, and its keys are not taken for lost', async () => {
    const tpm = await start();
    await openDevice(folder, computer());
    await tpm.stop();
    expect(await openDevice(folder, computer())).toMatchObject({ ok: false, code: 'keys-unavailable' });
  });

  test('a TPM that makes no keys leaves them in a file', async () => {
    const tpm = await start();
    tpm.mangle = () => Buffer.from('80010000000a000009a2', 'hex');
    expect(await openDevice(folder, computer())).toMatchObject({ ok: true, device: { keyProtection: 'file' } });
    await tpm.stop();
  });
});
