import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSigningKey, publicJwk } from '@vestibule/device-keys';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EXTENSION_ID, EXTENSION_PUBLIC_KEY, FIREFOX_EXTENSION_ID } from '../../apps/extension/src/extension-id.ts';
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

describe('the extension that was made for this server', () => {
  const ids = [EXTENSION_ID, 'workplace@gate.example'];
  const identity = { chromiumKey: EXTENSION_PUBLIC_KEY, firefoxId: 'workplace@gate.example' };
  const record = JSON.stringify({ version: 1, extensionIds: ids, chromiumKey: EXTENSION_PUBLIC_KEY });
  const beside = () => join(folder, 'extension/extension.json');
  const knows = (...extensionIds: string[]) => ({ options: { provisioning: { extensionIds } } });

  beforeEach(() => mkdir(join(folder, 'extension')));
  afterEach(() => rm(join(folder, 'extension'), { recursive: true }));

  test('takes the place of the built-in one, in Workplace and in the packages', async () => {
    expect(readWithPortal()).toMatchObject({
      options: { identity: undefined, provisioning: { extensionIds: [EXTENSION_ID, FIREFOX_EXTENSION_ID] } },
    });
    await writeFile(beside(), record);
    expect(readWithPortal('--extension-id', 'store@example')).toMatchObject(knows(...ids, 'store@example'));
    expect(readWithPortal()).toMatchObject({ options: { identity } });
  });

  test('may be named where the packages are built elsewhere', async () => {
    const file = join(folder, 'of-another-server.json');
    await writeFile(file, record);
    expect(readWithPortal('--extension', file)).toMatchObject({ options: { identity } });
    expect(readWithPortal('--extension', '/nowhere.json')).toEqual({
      kind: 'wrong',
      sentence: '/nowhere.json cannot be read.',
    });
  });

  test.each([
    ['{'],
    [JSON.stringify({ extensionIds: ids })],
    [JSON.stringify({ extensionIds: ['abcdefghijklmnopabcdefghijklmnop', ids[1]], chromiumKey: EXTENSION_PUBLIC_KEY })],
  ])('is not guessed from %s', async (text) => {
    await writeFile(beside(), text);
    expect(readWithPortal()).toEqual({ kind: 'wrong', sentence: expect.stringContaining('Run "vestibule extension"') });
  });
});

describe('what is wrong is said in one sentence', () => {
  test.each([
    [['--jsn'], /no option/],
    [[], /portal origin/],
    [['--origin', 'https://a.example/path'], /is no origin/],
    [['--origin', 'http://a.example'], /no TLS/],
    [['--origin', 'https://a.example'], /--server-key is missing/],
    [
      ['--origin', 'https://a.example', '--server-key', '/nowhere'],
      /There is no \/nowhere\. The server writes grant-key\.json/,
    ],
    [['--origin', 'https://a.example', '--server-key', '/dev/null'], /holds no public key/],
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
