import { expect, test } from 'vitest';
import { signDeviceToken } from './device-token.ts';
import { signExtensionIds, verifyExtensionIds } from './extension-ids.ts';
import { createSigningKey, importSigningKey } from './keys.ts';

const DEVICE = '11111111-1111-4111-8111-111111111111';
const IDS = ['abcdefghijklmnopabcdefghijklmnop', 'workplace@gate.example'];
const key = await importSigningKey(await createSigningKey());

test('a server names its extensions to one computer', async () => {
  const text = await signExtensionIds(IDS, DEVICE, key, 'kid');
  expect(await verifyExtensionIds(text, key.publicKey, DEVICE)).toEqual({ ok: true, value: IDS });
  const other = DEVICE.replaceAll('1', '2');
  expect(await verifyExtensionIds(text, key.publicKey, other)).toEqual({ ok: false, code: 'mismatch' });
});

test('no one else does, and nothing else that the server signed passes for it', async () => {
  const stranger = await importSigningKey(await createSigningKey());
  const forged = await signExtensionIds(IDS, DEVICE, stranger, 'kid');
  expect(await verifyExtensionIds(forged, key.publicKey, DEVICE)).toEqual({ ok: false, code: 'altered' });
  const token = await signDeviceToken({ deviceId: DEVICE, aud: 'https://gate.example', iat: 1, exp: 2 }, key);
  for (const text of [token, 'a.b', '']) {
    expect(await verifyExtensionIds(text, key.publicKey, DEVICE)).toEqual({ ok: false, code: 'malformed' });
  }
  const many = await signExtensionIds(
    Array.from({ length: 17 }, (_, index) => `${index}@example`),
    DEVICE,
    key,
    'kid',
  );
  expect(await verifyExtensionIds(many, key.publicKey, DEVICE)).toEqual({ ok: false, code: 'malformed' });
});
