import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMasterKeyFile } from './master-key-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'master-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('where the key cannot take its place, what stood there stands there again', async () => {
  const path = join(folder, 'master.key');
  await writeFile(path, 'another one');
  const file = createMasterKeyFile(path, randomBytes(32), () => Promise.reject(new Error('no space')));
  await expect(file.writeBack(new Date())).rejects.toThrow('no space');
  expect(await readdir(folder)).toEqual(['master.key']);
  expect(await readFile(path, 'utf8')).toBe('another one');
});
