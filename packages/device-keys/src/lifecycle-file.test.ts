import { createPrivateKey, sign } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signLifecycle, verifyLifecycle } from './lifecycle-file.ts';
import { createUpdateKey, publicUpdateKey, type UpdatePrivateKey } from './update-key.ts';
import { signUpdateManifest } from './update-manifest.ts';

const DATA = { format: 1, version: 7 };

let first: UpdatePrivateKey;
let second: UpdatePrivateKey;
let stranger: UpdatePrivateKey;

beforeAll(async () => {
  [first, second, stranger] = await Promise.all([createUpdateKey(), createUpdateKey(), createUpdateKey()]);
});

const pinned = () => [publicUpdateKey(first), publicUpdateKey(second)];
const code = async (document: unknown, keys = pinned()) => {
  const verified = await verifyLifecycle(document, keys);
  return verified.ok ? 'accepted' : verified.code;
};

test('either of the keys is enough, and what was signed comes back', async () => {
  for (const keys of [[first], [second], [stranger, second]]) {
    expect(await verifyLifecycle(await signLifecycle(DATA, keys), pinned())).toEqual({ ok: true, value: DATA });
  }
});

test('another implementation of Ed25519 makes the same signature over the documented bytes', async () => {
  const document = await signLifecycle(DATA, [first]);
  const key = createPrivateKey({ key: { ...first }, format: 'jwk' });
  const bytes = Buffer.from(`vestibule lifecycle data, version 1\n${document.payload}`);
  expect(document.signatures).toEqual([sign(null, bytes, key).toString('base64url')]);
});

test('a stranger’s signature, no key, another word or a signature for something else is refused', async () => {
  expect(await code(await signLifecycle(DATA, [stranger]))).toBe('altered');
  const good = await signLifecycle(DATA, [first]);
  expect(await code(good, [])).toBe('altered');
  const other = Buffer.from(JSON.stringify({ ...DATA, version: 8 })).toString('base64url');
  expect(await code({ ...good, payload: other })).toBe('altered');
  // The same key signs updates of the client: their manifests are no data, and data is no manifest.
  const manifest = {
    ...DATA,
    format: 1,
    channel: 'stable',
    version: '3.6.1',
    issuedAt: '',
    notAfter: '',
    platforms: {},
  };
  expect(await code(await signUpdateManifest(manifest as never, [first]))).toBe('altered');
});

test('what has another form is refused before anything is compared', async () => {
  const { payload, signatures } = await signLifecycle(DATA, [first]);
  for (const document of [null, [], '', {}, { payload }, { payload, signatures: [] }, { payload: 7, signatures }]) {
    expect(await code(document)).toBe('malformed');
  }
  expect(await code({ payload: 'A'.repeat(200_001), signatures })).toBe('malformed');
});
