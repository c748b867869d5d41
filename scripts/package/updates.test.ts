import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UpdateManifest } from '@vestibule/contracts';
import { parseUpdateKey, signUpdateManifest, verifyUpdateManifest } from '@vestibule/device-keys';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideUpdateKeys, publicUpdateKeys, signerOf } from './updates.ts';

const MANIFEST: UpdateManifest = {
  format: 1,
  channel: 'stable',
  version: '3.6.1',
  issuedAt: '2026-11-21T08:00:00.000Z',
  notAfter: '2027-11-21T08:00:00.000Z',
  platforms: {},
};

let folder: string;
let told: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vestibule-update-keys-'));
  told = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const provide = () => provideUpdateKeys(join(folder, 'keys'), (line) => told.push(line));

test('two keys are made the first time, closed to everyone else, and are the same ever after', async () => {
  const keys = await provide();
  expect([keys.length, told.length]).toEqual([2, 4]);
  for (const name of ['', 'update-key-1.json', 'update-key-2.json']) {
    expect((await stat(join(folder, 'keys', name))).mode & 0o077).toBe(0);
  }
  expect(await provide()).toEqual(keys);
  expect(told).toHaveLength(4);
});

test('only public halves get into packages', async () => {
  const shown = publicUpdateKeys(await provide());
  expect(shown.map((key) => Object.keys(key))).toEqual([
    ['kty', 'crv', 'x'],
    ['kty', 'crv', 'x'],
  ]);
});

test('a command signs where the secret half of the keys is kept elsewhere', async () => {
  const keys = await provide();
  const path = join(folder, 'keys/update-key-1.json');
  const elsewhere = join(folder, 'elsewhere.json');
  await writeFile(elsewhere, await readFile(path));
  for (const [index, key] of publicUpdateKeys(keys).entries()) {
    await writeFile(join(folder, `keys/update-key-${index + 1}.json`), JSON.stringify(key));
  }
  const program = join(folder, 'sign.mjs');
  await writeFile(
    program,
    `import { createPrivateKey, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
const key = createPrivateKey({ key: JSON.parse(readFileSync('${elsewhere}', 'utf8')), format: 'jwk' });
console.log(sign(null, readFileSync(0), key).toString('base64url'));`,
  );
  const pinned = await provide();
  expect(() => signerOf(pinned, null)).toThrow('--sign-update');
  const document = await signUpdateManifest(MANIFEST, signerOf(pinned, `${process.execPath} ${program}`));
  expect(await verifyUpdateManifest(document, publicUpdateKeys(pinned))).toEqual({ ok: true, value: MANIFEST });
});

test('a key file that is none is never taken for a missing one', async () => {
  await provide();
  await writeFile(join(folder, 'keys/update-key-2.json'), '{}');
  await expect(provide()).rejects.toThrow(/invalid/i);
  expect(() => parseUpdateKey('{"kty":"OKP","crv":"Ed448","x":""}')).toThrow(/invalid/i);
});
