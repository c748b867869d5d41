import { beforeAll, expect, test } from 'vitest';
import { signDeviceToken } from './device-token.ts';
import { createSigningKey, importSigningKey, type SigningKey } from './keys.ts';
import { signOpeningProof, verifyOpeningProof } from './opening-proof.ts';

const WANTED = {
  deviceId: '11111111-1111-4111-8111-111111111111',
  sessionId: '22222222-2222-4222-8222-222222222222',
  aud: 'https://portal.example',
};
const PROOF = { ...WANTED, jti: '33333333-3333-4333-8333-333333333333' };
let key: SigningKey;

beforeAll(async () => {
  key = await importSigningKey(await createSigningKey());
});

test('shows that this computer asks, for one session and one portal', async () => {
  const proof = await signOpeningProof(PROOF, key);
  expect(await verifyOpeningProof(proof, key.publicKey, WANTED)).toEqual({ ok: true, value: PROOF });
});

test('is worth nothing for another computer, session or portal', async () => {
  const proof = await signOpeningProof(PROOF, key);
  const stranger = await importSigningKey(await createSigningKey());
  expect(await verifyOpeningProof(proof, stranger.publicKey, WANTED)).toEqual({ ok: false, code: 'altered' });
  for (const change of [{ deviceId: PROOF.jti }, { sessionId: PROOF.jti }, { aud: 'https://other.example' }]) {
    const verified = await verifyOpeningProof(proof, key.publicKey, { ...WANTED, ...change });
    expect(verified).toEqual({ ok: false, code: 'mismatch' });
  }
});

test('nothing else that the same key signed passes for one', async () => {
  const token = await signDeviceToken({ deviceId: WANTED.deviceId, aud: WANTED.aud, iat: 1, exp: 2 }, key);
  expect(await verifyOpeningProof(token, key.publicKey, WANTED)).toEqual({ ok: false, code: 'malformed' });
  const nameless = await signOpeningProof({ ...PROOF, jti: '' }, key);
  expect(await verifyOpeningProof(nameless, key.publicKey, WANTED)).toEqual({ ok: false, code: 'malformed' });
});
