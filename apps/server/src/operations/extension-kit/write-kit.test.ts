import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runFolder } from '@vestibule/testing/run-folder';
import { writeKit } from './write-kit.ts';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(runFolder(), 'write-kit-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const bytes = (text: string) => Buffer.from(text);
/** No file system takes a name of so many letters: stands for every write that fails, as on a full disk. */
const BROKEN = new Map([
  ['unpacked/chromium/manifest.json', bytes('{"new": true}')],
  [`store/${'x'.repeat(300)}`, bytes('x')],
]);

test('a kit that cannot be written leaves no half of it, and no folder that was not there', async () => {
  const parent = await emptyFolder();
  await expect(writeKit(join(parent, 'deep', 'extension'), BROKEN, '')).rejects.toThrow('ENAMETOOLONG');
  expect(await readdir(parent)).toEqual([]);
});

test('a kit that cannot be written leaves the one of before, whole', async () => {
  const folder = await emptyFolder();
  await writeKit(folder, new Map([['unpacked/chromium/manifest.json', bytes('{}')]]), 'sums');
  await expect(writeKit(folder, BROKEN, 'other sums')).rejects.toThrow('ENAMETOOLONG');
  expect((await readdir(folder)).toSorted()).toEqual(['SHA256SUMS', 'unpacked']);
  expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe('sums');
  expect(await readFile(join(folder, 'unpacked/chromium/manifest.json'), 'utf8')).toBe('{}');
});

test('the next kit takes the place of the one of before', async () => {
  const folder = await emptyFolder();
  await writeKit(
    folder,
    new Map([
      ['unpacked/old.js', bytes('')],
      ['workplace.crx', bytes('')],
    ]),
    'sums',
  );
  await writeKit(folder, new Map([['unpacked/new.js', bytes('')]]), 'sums');
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'SHA256SUMS',
    'unpacked',
    'unpacked/new.js',
  ]);
});
