import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openReferences } from './references.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vestibule-pictures-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = (updatedBy: number | null = null) =>
  openReferences({ kept: join(folder, 'kept'), shown: join(folder, 'shown') }, updatedBy);
const paint = (background: string) =>
  sharp({ create: { width: 40, height: 40, channels: 4, background } })
    .png()
    .toBuffer();

async function keep(names: readonly string[], background: string): Promise<void> {
  const references = open(156);
  for (const name of names) expect(await references.check(name, await paint(background))).toBeNull();
  expect(references.finish()).toEqual([]);
}

it('keeps nothing by itself', async () => {
  expect(open().majorVersion).toBeNull();
  expect(await open().check('download-light-360', await paint('red'))).toBe('download-light-360: no picture is kept');
  expect(readdirSync(join(folder, 'kept'))).toEqual([]);
});

it('passes what looks as it was kept, and knows by which browser', async () => {
  await keep(['download-light-360'], 'red');
  const references = open();
  expect(references.majorVersion).toBe(156);
  expect(await references.check('download-light-360', await paint('red'))).toBeNull();
  expect(references.finish()).toEqual([]);
});

it('fails what looks otherwise, and shows it', async () => {
  await keep(['download-light-360'], 'red');
  expect(await open().check('download-light-360', await paint('blue'))).toBe(
    `download-light-360: 1600 pixels differ, see ${join(folder, 'shown/download-light-360.difference.png')}`,
  );
  expect(readdirSync(join(folder, 'shown')).toSorted()).toEqual([
    'download-light-360.difference.png',
    'download-light-360.png',
  ]);
});

it('names pictures of states that are no longer there', async () => {
  await keep(['download-light-360', 'gone-light-360'], 'red');
  const references = open();
  await references.check('download-light-360', await paint('red'));
  expect(references.finish()).toEqual(['gone-light-360']);
});

it('updates what is different, removes what is gone and leaves alone what is the same', async () => {
  await keep(['changed', 'gone', 'same'], 'red');
  const kept = join(folder, 'kept');
  const before = readFileSync(join(kept, 'same.webp'));
  const references = open(157);
  await references.check('same', await paint('#fe0000'));
  await references.check('changed', await paint('blue'));
  references.finish();
  expect(readdirSync(kept).toSorted()).toEqual(['changed.webp', 'made-with.json', 'same.webp']);
  expect(readFileSync(join(kept, 'same.webp'))).toEqual(before);
  expect(await open().check('changed', await paint('blue'))).toBeNull();
  expect(open().majorVersion).toBe(157);
});
