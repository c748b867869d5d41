import { createPrivateKey, sign } from 'node:crypto';
import type { UpdateManifest } from '@vestibule/contracts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url, toUtf8 } from './base64url.ts';
import { createUpdateKey, publicUpdateKey, type UpdatePrivateKey } from './update-key.ts';
import { signUpdateManifest, verifyUpdateManifest } from './update-manifest.ts';

const MANIFEST: UpdateManifest = {
  format: 1,
  channel: 'stable',
  version: '3.6.1',
  issuedAt: '2026-11-21T08:00:00.000Z',
  notAfter: '2027-11-21T08:00:00.000Z',
  platforms: {
    'linux-x64': [{ path: 'workplace.mjs', size: 10, sha256: 'a'.repeat(64), isProgram: false }],
  },
};

let first: UpdatePrivateKey;
let second: UpdatePrivateKey;
let stranger: UpdatePrivateKey;

beforeAll(async () => {
  [first, second, stranger] = await Promise.all([createUpdateKey(), createUpdateKey(), createUpdateKey()]);
});

const pinned = () => [publicUpdateKey(first), publicUpdateKey(second)];
const code = async (document: unknown, keys = pinned()) => {
  const verified = await verifyUpdateManifest(document, keys);
  return verified.ok ? 'accepted' : verified.code;
};

test('a manifest is believed when either of the two keys signed it, so that one can be replaced', async () => {
  for (const keys of [[first], [second], [first, second], [stranger, second]]) {
    expect(await verifyUpdateManifest(await signUpdateManifest(MANIFEST, keys), pinned())).toEqual({
      ok: true,
      value: MANIFEST,
    });
  }
});

test('another implementation of Ed25519 makes the same signature over the documented bytes', async () => {
  const document = await signUpdateManifest(MANIFEST, [first]);
  const key = createPrivateKey({ key: { ...first }, format: 'jwk' });
  const bytes = Buffer.from(`vestibule client update, version 1\n${document.payload}`);
  expect(document.signatures).toEqual([sign(null, bytes, key).toString('base64url')]);
});

test('a manifest of a stranger, of no key at all, or without the context is refused', async () => {
  expect(await code(await signUpdateManifest(MANIFEST, [stranger]))).toBe('altered');
  expect(await code(await signUpdateManifest(MANIFEST, [first]), [])).toBe('altered');
  const { payload } = await signUpdateManifest(MANIFEST, [first]);
  const bare = sign(null, Buffer.from(payload), createPrivateKey({ key: { ...first }, format: 'jwk' }));
  expect(await code({ payload, signatures: [bare.toString('base64url')] })).toBe('altered');
  expect(await code({ payload, signatures: [] })).toBe('malformed');
  expect(await code({ payload, signatures: [toBase64Url(new Uint8Array(64))] })).toBe('altered');
});

test('a manifest with one changed byte is refused, wherever it is', async () => {
  const document = await signUpdateManifest(MANIFEST, [first]);
  const bytes = fromBase64Url(document.payload) ?? new Uint8Array();
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const altered = Uint8Array.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ change;
      expect(await code({ ...document, payload: toBase64Url(altered) })).toBe('altered');
    }),
    { numRuns: 40 },
  );
});

test('what is signed and still no manifest is refused, and no junk throws', async () => {
  const signJson = (value: unknown) => signUpdateManifest(value as UpdateManifest, [first]);
  const file = MANIFEST.platforms['linux-x64']?.[0];
  for (const path of ['../node', '/etc/passwd', 'a/b/c', 'scripts/../../x', 'C:\\x', '.hidden', '']) {
    const platforms = { 'linux-x64': [{ ...file, path }] };
    expect(await code(await signJson({ ...MANIFEST, platforms }))).toBe('malformed');
  }
  for (const version of ['3.6', '3.6.1-beta', '3.6.1/../..', '9999999.0.0']) {
    expect(await code(await signJson({ ...MANIFEST, version }))).toBe('malformed');
  }
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (junk) => {
      expect(await code(junk)).toBe('malformed');
      expect(['malformed', 'altered']).toContain(
        await code({ payload: toBase64Url(toUtf8(fc.stringify(junk))), signatures: ['AA'] }),
      );
    }),
    { numRuns: 60 },
  );
});
