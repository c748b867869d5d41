import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXTENSION_ID, FIREFOX_EXTENSION_ID } from '../../apps/extension/src/extension-id.ts';
import { KINDS, PACKAGE_HELP, readPackageOptions } from './options.ts';

let folder: string;
let key: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-package-'));
  key = join(folder, 'key.json');
  // A careless administrator gives the whole key.
  await writeFile(key, JSON.stringify({ ...publicJwk(await createSigningKey()), d: 'the private half' }));
  await writeFile(join(folder, 'empty.json'), '{}');
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (...args: string[]) => readPackageOptions(args);
const readWithPortal = (...args: string[]) =>
  readPackageOptions(['--origin', 'https://a.example', '--server-key', key, ...args]);

test('without --only every kind is built', () => {
  expect(readWithPortal()).toMatchObject({ kind: 'options', options: { kinds: KINDS, isDemo: false, signWith: null } });
});

test('the private half of a key never gets into a package', () => {
  expect(JSON.stringify(readWithPortal())).not.toContain('private');
});

test('every portal is pinned to the key', () => {
  const options = readWithPortal('--origin', 'https://b.example', '--only', 'deb,msi');
  expect(options).toMatchObject({
    options: {
      kinds: ['deb', 'msi'],
      provisioning: { portals: [{ origin: 'https://a.example' }, { origin: 'https://b.example' }] },
    },
  });
});

test('Workplace knows the extension that was made for this server', async () => {
  const extension = join(folder, 'extension');
  await mkdir(extension);
  const ids = ['abcdefghijklmnopabcdefghijklmnop', 'workplace@gate.example'];
  await writeFile(join(extension, 'extension.json'), JSON.stringify({ version: 1, extensionIds: ids }));
  expect(readWithPortal('--extension-id', 'store@example')).toMatchObject({
    options: { provisioning: { extensionIds: [EXTENSION_ID, FIREFOX_EXTENSION_ID, ...ids, 'store@example'] } },
  });
  await writeFile(join(extension, 'extension.json'), '{');
  expect(readWithPortal()).toEqual({ kind: 'wrong', sentence: expect.stringContaining('is damaged') });
  await rm(extension, { recursive: true });
});

describe('what is wrong is said in one sentence', () => {
  test.each([
    [['--jsn'], /no option/],
    [[], /portal origin/],
    [['--origin', 'https://a.example/path'], /is no origin/],
    [['--origin', 'http://a.example'], /no TLS/],
    [['--origin', 'https://a.example'], /--server-key is missing/],
    [['--origin', 'https://a.example', '--server-key', '/nowhere'], /holds no public key/],
  ])('%j', (args, sentence) => {
    expect(read(...args)).toEqual({ kind: 'wrong', sentence: expect.stringMatching(sentence) });
  });

  test('a kind that does not exist', () => {
    expect(readWithPortal('--only', 'deb,rpm')).toEqual({ kind: 'wrong', sentence: expect.stringContaining('"rpm"') });
  });
});

test('the help names every kind', () => {
  expect(read('--help')).toEqual({ kind: 'help' });
  for (const kind of KINDS) expect(PACKAGE_HELP).toContain(kind);
});
