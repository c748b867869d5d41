import { beforeAll, expect, test } from 'vitest';
import { signDeviceToken, verifyDeviceToken } from './device-token.ts';
import { signGrant } from './grant.ts';
import { createSigningKey, importSigningKey, type SigningKey } from './keys.ts';

const NOW = new Date('2026-03-01T09:00:00Z');
const SECONDS = NOW.getTime() / 1000;
const PORTAL = 'https://portal.example';
const TOKEN = { deviceId: '11111111-1111-4111-8111-111111111111', aud: PORTAL, iat: SECONDS, exp: SECONDS + 60 };
let key: SigningKey;

beforeAll(async () => {
  key = await importSigningKey(await createSigningKey());
});

test('proves the computer to the portal that asked', async () => {
  const token = await signDeviceToken(TOKEN, key);
  expect(await verifyDeviceToken(token, key.publicKey, PORTAL, NOW)).toEqual({ ok: true, value: TOKEN });
});

test('is worth nothing to another portal, after its minute, or for another computer', async () => {
  const token = await signDeviceToken(TOKEN, key);
  const stranger = await importSigningKey(await createSigningKey());
  const later = new Date(NOW.getTime() + 60_000);
  const verify = (publicKey = key.publicKey, audience = PORTAL, now = NOW) =>
    verifyDeviceToken(token, publicKey, audience, now);
  expect(await verify(key.publicKey, 'https://other.example')).toEqual({ ok: false, code: 'mismatch' });
  expect(await verify(key.publicKey, PORTAL, later)).toEqual({ ok: false, code: 'expired' });
  expect(await verify(stranger.publicKey)).toEqual({ ok: false, code: 'altered' });
});

test('nothing else that the same key signed passes for one', async () => {
  const grant = { ...TOKEN, use: 'fix', iss: PORTAL, origin: PORTAL, jti: '1', fixActions: [] } as const;
  const signed = await signGrant({ ...grant, fixActions: [{ fixActionType: 'FirewallEnable' }] }, key, 'kid');
  expect(await verifyDeviceToken(signed, key.publicKey, PORTAL, NOW)).toEqual({ ok: false, code: 'malformed' });
  expect(await verifyDeviceToken('a.b', key.publicKey, PORTAL, NOW)).toEqual({ ok: false, code: 'malformed' });
  const incomplete = await signDeviceToken({ ...TOKEN, deviceId: 'ada' }, key);
  expect(await verifyDeviceToken(incomplete, key.publicKey, PORTAL, NOW)).toEqual({ ok: false, code: 'malformed' });
});
