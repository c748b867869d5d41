import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EARLIER_READINGS_MAXIMUM, type EarlierReading } from '@vestibule/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openKeptReadings } from './kept-readings.ts';

const PORTAL = 'https://portal.example';
let path: string;

beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'vestibule-kept-'));
});
afterEach(() => rm(path, { recursive: true, force: true }));

const open = (origin = PORTAL) => openKeptReadings({ path, isUsual: false }, origin);

function reading(number: number): EarlierReading {
  const readAt = '2026-11-21T08:00:00.000Z';
  return {
    collectedAt: readAt,
    importantDataHash: `hash-${number}`,
    facts: { firewall: { source: 'test', readAt, value: { number } } },
  };
}

async function folderOf(): Promise<string> {
  const [name = ''] = await readdir(join(path, 'readings'));
  return join(path, 'readings', name);
}

const hashes = async (origin?: string) =>
  (await open(origin).list()).map(({ reading: { importantDataHash } }) => importantDataHash);

test('are kept in order, closed to everyone else, each portal its own', async () => {
  for (const number of [1, 2, 3]) await open().add(reading(number));
  await open('https://other.example').add(reading(9));
  expect(await hashes()).toEqual(['hash-1', 'hash-2', 'hash-3']);
  expect(await hashes('https://other.example')).toEqual(['hash-9']);
  const folder = await folderOf();
  expect((await stat(folder)).mode & 0o077).toBe(0);
  for (const name of await readdir(folder)) expect((await stat(join(folder, name))).mode & 0o077).toBe(0);
});

test('that say the same as the one before are kept once', async () => {
  for (const number of [1, 1, 2, 2, 1]) await open().add(reading(number));
  expect(await hashes()).toEqual(['hash-1', 'hash-2', 'hash-1']);
});

test('are never more than a report carries: the oldest goes', async () => {
  for (let number = 1; number <= EARLIER_READINGS_MAXIMUM + 5; number += 1) await open().add(reading(number));
  const kept = await hashes();
  expect(kept).toHaveLength(EARLIER_READINGS_MAXIMUM);
  expect([kept[0], kept.at(-1)]).toEqual(['hash-6', `hash-${EARLIER_READINGS_MAXIMUM + 5}`]);
});

test('survive junk next to them: what cannot be read is thrown away, the others stay', async () => {
  for (const number of [1, 2, 3]) await open().add(reading(number));
  const folder = await folderOf();
  await writeFile(join(folder, '000000002.json'), '{"collectedAt":"2026-11-2');
  await writeFile(join(folder, '000000004.json'), JSON.stringify({ ...reading(4), collectedAt: 'yesterday' }));
  await writeFile(join(folder, '000000005.json'), Buffer.from([0, 255, 1, 254]));
  await mkdir(join(folder, '000000006.json'));
  await writeFile(join(folder, 'notes.txt'), 'not ours');
  expect(await hashes()).toEqual(['hash-1', 'hash-3']);
  await open().add(reading(7));
  expect(await hashes()).toEqual(['hash-1', 'hash-3', 'hash-7']);
  expect(await readdir(folder)).toContain('notes.txt');
});

test('of several processes at once are all kept, each whole', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((number) => open().add(reading(number))));
  expect((await hashes()).toSorted()).toEqual([1, 2, 3, 4, 5].map((number) => `hash-${number}`));
});

test('are removed one by one, so that what comes meanwhile stays', async () => {
  await open().add(reading(1));
  const sent = await open().list();
  await open().add(reading(2));
  await open().remove(sent);
  expect(await hashes()).toEqual(['hash-2']);
});
