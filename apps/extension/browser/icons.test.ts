import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ICONS } from '../src/manifest.ts';

const PNG = '89504e470d0a1a0a';

test.each(Object.entries(ICONS))('the icon of %s pixels is a square PNG of that size', async (size, path) => {
  const image = await readFile(resolve(import.meta.dirname, '..', path));
  expect(image.subarray(0, 8).toString('hex')).toBe(PNG);
  expect([image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual([Number(size), Number(size)]);
});
