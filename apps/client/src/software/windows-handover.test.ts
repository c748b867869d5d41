import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handoverPath, layDown, pickUp, takeAway } from './windows-handover.ts';

const ID = '2f6c1d0a-7b11-4f0a-9d53-2f6c1d0a7b11';
const DOCUMENT = { payload: 'abc', signatures: ['x'] };
const PACKAGE = Buffer.alloc(300_000, 'agent');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-handover-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function read(path: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of pickUp(path)) pieces.push(piece);
  return Buffer.concat(pieces);
}

test('what is laid down is picked up byte for byte, and taken away', async () => {
  const path = handoverPath(ID, folder);
  await writeFile(join(folder, 'package'), PACKAGE);
  await layDown(path, DOCUMENT, join(folder, 'package'));
  const line = Buffer.from(`${JSON.stringify(DOCUMENT)}\n`);
  expect((await read(path)).equals(Buffer.concat([line, PACKAGE]))).toBe(true);
  // Another's file of that name is not written over.
  await expect(layDown(path, DOCUMENT, join(folder, 'package'))).rejects.toThrow('EEXIST');
  await takeAway(path);
  expect(await readdir(folder)).toEqual(['package']);
});

test('nothing is picked up where nothing lies, or no file', async () => {
  expect(await read(handoverPath(ID, folder))).toHaveLength(0);
  await mkdir(handoverPath(ID, folder));
  expect(await read(handoverPath(ID, folder))).toHaveLength(0);
});

test.each(['../../evil', `${ID}/..`, String.raw`..\evil`, ''])('%j names no file', (id) => {
  expect(() => handoverPath(id, folder)).toThrow('"uuid"');
});
