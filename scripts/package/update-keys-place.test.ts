import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePackages } from '../package.ts';
import { readPackageOptions } from './options.ts';
import { refuseKeysPlace, serverDataHere, usualUpdateKeysFolder } from './update-keys-place.ts';

let here: string;

beforeEach(async () => {
  here = await mkdtemp(join(tmpdir(), 'vestibule-keys-place-'));
  await mkdir(join(here, 'data'));
  await writeFile(join(here, 'data/master.key'), '');
});

afterEach(() => rm(here, { recursive: true, force: true }));

const place = (folder: string, isUsual = false) =>
  refuseKeysPlace({ folder: join(here, folder), isUsual, outDir: join(here, 'dist/packages'), here });

async function makeKey(folder: string): Promise<void> {
  await mkdir(join(here, folder), { recursive: true });
  await writeFile(join(here, folder, 'update-key-1.json'), '{}');
}

test('update keys lie outside the sources and outside every data folder when no folder is named', () => {
  expect(usualUpdateKeysFolder()).toBe(join(homedir(), '.vestibule-update-keys'));
  expect(place('keys', true)).toBeNull();
});

test('they are refused in the data folder of a server, however deep and by whichever link', async () => {
  await symlink(join(here, 'data'), join(here, 'elsewhere'));
  for (const folder of ['data', 'data/update-keys', 'data/a/b', 'elsewhere/update-keys']) {
    expect(place(folder)).toMatch(/lies in the data folder of a server[^]*--update-keys FOLDER$/);
  }
});

test('those that lie there already are to be moved, by a command that is named', async () => {
  await makeKey('data/update-keys');
  expect(place('data/update-keys')).toContain(`mv ${join(here, 'data/update-keys')} ${usualUpdateKeysFolder()}`);
});

test('those of the former place are not forgotten for new ones, which no computer would believe', async () => {
  await makeKey('.data/update-keys');
  expect(place('keys', true)).toContain(`mv ${join(here, '.data/update-keys')} ${usualUpdateKeysFolder()}`);
  await makeKey('keys');
  expect(place('keys', true)).toBeNull();
});

test('they are refused where packages are handed out from', () => {
  expect(place('dist/packages/keys')).toContain('handed out');
  expect(place('dist/packages-keys')).toBeNull();
});

test('a server on the computer that builds is found by its data folder', () => {
  expect(serverDataHere(here, join(here, 'data/grant-key.json'))).toBe(join(here, 'data'));
  expect(serverDataHere(here, join(here, 'grant-key.json'))).toBeNull();
});

test('nothing is built, and no key is made, at a wrong place', async () => {
  const key = join(here, 'grant-key.json');
  await writeFile(key, JSON.stringify(publicJwk(await createSigningKey())));
  const keys = join(here, 'data/update-keys');
  const words = ['--origin', 'https://a.example', '--server-key', key, '--only', 'extension', '--update-keys', keys];
  const read = readPackageOptions([...words, '--out', join(here, 'packages')]);
  if (read.kind !== 'options') throw new Error('These are options.');
  const made = makePackages(read.options, () => undefined);
  await expect(made).rejects.toThrow('lies in the data folder of a server');
  expect(existsSync(keys)).toBe(false);
});
