import { createPrivateKey, sign } from 'node:crypto';
import type { SoftwareManifest } from '@vestibule/contracts';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from './base64url.ts';
import { signLifecycle } from './lifecycle-file.ts';
import { signSoftware, verifySoftware } from './software-manifest.ts';
import { createUpdateKey, publicUpdateKey, type UpdatePrivateKey } from './update-key.ts';
import { signUpdateManifest } from './update-manifest.ts';

const MANIFEST: SoftwareManifest = {
  format: 1,
  id: 'fleet-1.30',
  checkType: 'RmmAgent',
  agent: 'fleet',
  kind: 'deb',
  architecture: 'x64',
  packageName: 'fleet-osquery',
  version: '1.30.0-1',
  fileName: 'fleet-osquery_1.30.0_amd64.deb',
  size: 1000,
  sha256: 'a'.repeat(64),
  name: 'Fleet',
  publisher: 'Fleet Device Management Inc.',
  licence: 'MIT',
  issuedAt: '2026-11-21T08:00:00.000Z',
  notAfter: '2027-11-21T08:00:00.000Z',
};

let first: UpdatePrivateKey;
let second: UpdatePrivateKey;
let stranger: UpdatePrivateKey;

beforeAll(async () => {
  [first, second, stranger] = await Promise.all([createUpdateKey(), createUpdateKey(), createUpdateKey()]);
});

const pinned = () => [publicUpdateKey(first), publicUpdateKey(second)];
const code = async (document: unknown, keys = pinned()) => {
  const verified = await verifySoftware(document, keys);
  return verified.ok ? 'accepted' : verified.code;
};
const signAny = (value: unknown) => signSoftware(value as SoftwareManifest, [first]);

test('either of the two keys is enough, and what was signed comes back', async () => {
  for (const keys of [[first], [second], [stranger, second]]) {
    expect(await verifySoftware(await signSoftware(MANIFEST, keys), pinned())).toEqual({ ok: true, value: MANIFEST });
  }
});

test('another implementation of Ed25519 makes the same signature over the documented bytes', async () => {
  const document = await signSoftware(MANIFEST, [first]);
  const key = createPrivateKey({ key: { ...first }, format: 'jwk' });
  const bytes = Buffer.from(`vestibule software, version 1\n${document.payload}`);
  expect(document.signatures).toEqual([sign(null, bytes, key).toString('base64url')]);
});

test('a stranger, no key, and a signature of the right key for something else are refused', async () => {
  expect(await code(await signSoftware(MANIFEST, [stranger]))).toBe('altered');
  expect(await code(await signSoftware(MANIFEST, [first]), [])).toBe('altered');
  // What signs updates and data on ends of support with these very keys signs no software by it.
  expect(await code(await signUpdateManifest(MANIFEST as never, [first]))).toBe('altered');
  expect(await code(await signLifecycle(MANIFEST, [first]))).toBe('altered');
});

test('one changed bit is refused, wherever it is: in what is said and in the signature', async () => {
  const document = await signSoftware(MANIFEST, [first]);
  const change = (text: string, at: number, bit: number) => {
    const bytes = Uint8Array.from(fromBase64Url(text) ?? []);
    const index = at % bytes.length;
    bytes[index] = (bytes[index] ?? 0) ^ bit;
    return toBase64Url(bytes);
  };
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000), fc.integer({ min: 1, max: 255 }), fc.boolean(), async (at, bit, isPayload) => {
      const [signature = ''] = document.signatures;
      const altered = isPayload
        ? { ...document, payload: change(document.payload, at, bit) }
        : { ...document, signatures: [change(signature, at, bit)] };
      expect(await code(altered)).toBe('altered');
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('what is signed and names a way out of its folder, an argument or a field of its own is no manifest', async () => {
  for (const change of [
    { fileName: '../evil.deb' },
    { fileName: '/etc/evil.deb' },
    { fileName: '-o=evil.deb' },
    { fileName: 'evil.sh' },
    { packageName: '--force-all' },
    { packageName: 'Fleet' },
    { version: '-1' },
    { version: '1.0 --allow-downgrades' },
    { id: '../x' },
    { id: 'a' },
    { agent: 'x;reboot' },
    { kind: 'sh' },
    { checkType: 'FirewallEnable' },
    { architecture: 'riscv' },
    { size: 0 },
    { size: 512 * 1024 * 1024 + 1 },
    { sha256: 'A'.repeat(64) },
    { name: 'Fleet\nand more' },
    { publisher: 'a\u202eb' },
    { licence: '' },
    { arguments: ['--yes'] },
    { script: 'reboot' },
  ]) {
    expect([change, await code(await signAny({ ...MANIFEST, ...change }))]).toEqual([change, 'malformed']);
  }
  for (const field of Object.keys(MANIFEST)) {
    const { [field as 'id']: _, ...rest } = MANIFEST;
    expect([field, await code(await signAny(rest))]).toEqual([field, 'malformed']);
  }
});

test('no junk throws', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (anything) => {
      expect(['malformed', 'altered']).toContain(await code(anything));
    }),
    { numRuns: propertyRuns(200) },
  );
});
