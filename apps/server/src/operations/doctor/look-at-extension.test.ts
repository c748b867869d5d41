import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishedFolder, recordPath } from '../extension-kit/published.ts';
import { runFolder } from '@vestibule/testing/run-folder';
import { publishFor } from '../extension-kit/testing/publish-for.ts';
import { lookAtExtension } from './look-at-extension.ts';

const GATE = 'https://gate.example.com';
const HARBOUR = 'https://harbour.example.com';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(runFolder(), 'look-at-extension-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const lookWith = async (hasAddress: boolean) =>
  lookAtExtension(folder, [{ company: 'alderbrook', publicUrl: GATE, hasAddress }]);

async function make(): Promise<void> {
  await mkdir(dirname(recordPath(folder)), { recursive: true });
  const record = { version: 1, extensionIds: ['a', 'b'], extensionVersion: '1.0.0', contentHash: 'c' };
  await writeFile(recordPath(folder), JSON.stringify(record));
}

test('an extension that nothing leads to is named, with the setting that is missing', async () => {
  await make();
  const [finding] = await lookWith(false);
  expect(finding).toMatchObject({ state: 'look', check: 'Extension' });
  expect(finding?.next).toContain('vestibule company settings set extensionUrls.chromium=');
  expect(finding?.next).toContain('--company alderbrook');
});

test('one that was not made yet is made first', async () => {
  expect(await lookWith(false)).toMatchObject([{ state: 'look', next: 'vestibule extension --help' }]);
});

test('with an address there is nothing to see to, and of several companies each is named', async () => {
  expect(await lookWith(true)).toMatchObject([{ state: 'good' }]);
  const two = await lookAtExtension(folder, [
    { company: 'alderbrook', publicUrl: GATE, hasAddress: true },
    { company: 'harbour', publicUrl: HARBOUR, hasAddress: false },
  ]);
  expect(two.map(({ check }) => check)).toEqual(['Extension (alderbrook)', 'Extension (harbour)']);
});

test('one that was made for other pages is wrong, whatever leads to it, until it is made for these too', async () => {
  const companies = [
    { company: 'alderbrook', publicUrl: GATE, hasAddress: true },
    { company: 'harbour', publicUrl: HARBOUR, hasAddress: true },
  ];
  await publishFor(folder, [GATE]);
  const [first, second] = await lookAtExtension(folder, companies);
  expect([first?.state, second?.state]).toEqual(['good', 'wrong']);
  expect(second?.sentence).toContain(HARBOUR);
  expect(second?.next).toContain(`vestibule extension --out FOLDER --portal ${HARBOUR}`);
  await publishFor(folder, [GATE, HARBOUR]);
  expect((await lookAtExtension(folder, companies)).map(({ state }) => state)).toEqual(['good', 'good']);
});

test('one that is damaged is wrong, and is made again', async () => {
  await publishFor(folder, [GATE]);
  await writeFile(join(publishedFolder(folder), 'workplace.crx'), 'damaged');
  const [finding] = await lookWith(true);
  expect(finding).toMatchObject({ state: 'wrong', sentence: expect.stringContaining('damaged') });
});
