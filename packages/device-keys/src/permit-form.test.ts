import { createCipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import {
  createDeviceKeys,
  createServerSessionKey,
  importAgreementKey,
  importDeviceKeys,
  openPermit,
  parsePrivateJwk,
  publicJwk,
  sealPermit,
  toBase64Url,
} from './index.ts';

const device = await createDeviceKeys();
const session = await createServerSessionKey();
const context = {
  version: 1,
  sessionId: '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f',
  deviceId: '0c6a1e0e-0f5d-4d5c-9a3b-2f1f6f6e7a10',
} as const;

const seal = async (permit: string) =>
  sealPermit({
    permit,
    sessionServerPrivateKey: await importAgreementKey(session),
    deviceAgreementPublicKey: publicJwk(device.agreement),
    context,
  });

const open = async (sealed: Awaited<ReturnType<typeof seal>>) =>
  openPermit({
    ...sealed,
    deviceAgreementKey: await importAgreementKey(device.agreement),
    sessionServerPublicKey: publicJwk(session),
    context,
  });

const malformed = { ok: false, code: 'malformed' };

test.each(['', 'handle', '\u{feff}handle', 'Zoë 🛂'])('the permit %j comes out as it went in', async (permit) => {
  expect(await open(await seal(permit))).toEqual({ ok: true, value: permit });
});

describe('a permit that cannot be one is malformed', () => {
  test.each([
    ['is no base64url', { encryptedPermit: '*'.repeat(80) }],
    ['is one byte too short for nonce and tag', { encryptedPermit: toBase64Url(new Uint8Array(27)) }],
    ['has a salt that is no base64url', { permitSalt: '*'.repeat(43) }],
    ['has a salt one byte too short', { permitSalt: toBase64Url(new Uint8Array(31)) }],
    ['has no salt', { permitSalt: '' }],
  ])('one that %s', async (_name, changes) => {
    expect(await open({ ...(await seal('handle')), ...changes })).toEqual(malformed);
  });

  test('nonce and tag over another text are altered, however short', async () => {
    const { permitSalt } = await seal('handle');
    expect(await open({ permitSalt, encryptedPermit: toBase64Url(new Uint8Array(28)) })).toEqual({
      ok: false,
      code: 'altered',
    });
  });

  test('one that holds no UTF-8, sealed by OpenSSL with the keys of the session', async () => {
    const shared = diffieHellman({
      privateKey: createPrivateKey({ key: { ...session }, format: 'jwk' }),
      publicKey: createPublicKey({ key: { ...publicJwk(device.agreement) }, format: 'jwk' }),
    });
    const salt = new Uint8Array(32);
    const nonce = new Uint8Array(12);
    const key = new Uint8Array(hkdfSync('sha256', shared, salt, 'vestibule/permit/v1', 32));
    const sealBytes = (bytes: Uint8Array) => {
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const { deviceId, sessionId, version } = context;
      cipher.setAAD(Buffer.from(JSON.stringify({ deviceId, sessionId, version })));
      const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      return { encryptedPermit: toBase64Url(sealed), permitSalt: toBase64Url(salt) };
    };
    expect(await open(sealBytes(Buffer.from('handle')))).toEqual({ ok: true, value: 'handle' });
    expect(await open(sealBytes(new Uint8Array([0xff, 0xfe])))).toEqual(malformed);
  });
});

describe('stored keys', () => {
  test('a stored key comes back as it was, and a broken one is an error at once', () => {
    expect(parsePrivateJwk(JSON.stringify(device.identity))).toEqual(device.identity);
    expect(() => parsePrivateJwk(JSON.stringify(publicJwk(device.identity)))).toThrow('"d"');
    expect(() => parsePrivateJwk(JSON.stringify({ ...device.identity, crv: 'P-384' }))).toThrow('"crv"');
    expect(() => parsePrivateJwk('')).toThrow('JSON');
  });

  test('what is stored is the five parts of a key and nothing else; the public half leaves out the secret', () => {
    for (const key of [device.identity, device.agreement, session]) {
      expect(Object.keys(key).toSorted()).toEqual(['crv', 'd', 'kty', 'x', 'y']);
      expect(Object.keys(publicJwk(key)).toSorted()).toEqual(['crv', 'kty', 'x', 'y']);
    }
  });

  test('once in use, no secret can be exported: not of a device, not of a session, not of a permit', async () => {
    const imported = vi.spyOn(crypto.subtle, 'importKey');
    const derived = vi.spyOn(crypto.subtle, 'deriveKey');
    const { identity, agreement } = await importDeviceKeys(device);
    expect([identity.publicKey, agreement.publicKey]).toEqual([
      publicJwk(device.identity),
      publicJwk(device.agreement),
    ]);
    await open(await seal('handle'));
    const keys = await Promise.all(
      [...imported.mock.results, ...derived.mock.results].flatMap((call) =>
        call.type === 'return' ? [call.value] : [],
      ),
    );
    const secrets = keys.filter(({ type }) => type !== 'public');
    // Identity and agreement; for sealing and for opening, the agreement key, the shared secret and the cipher's key.
    expect(secrets).toHaveLength(8);
    for (const { algorithm, extractable } of secrets)
      expect({ algorithm, extractable }).toMatchObject({ extractable: false });
    vi.restoreAllMocks();
  });
});
