import { createPrivateKey, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createDeviceKeys,
  createSigningKey,
  type PrivateJwk,
  publicJwk,
  thumbprint,
  verifyAgreementKeyProof,
  verifyGrant,
  verifyReport,
} from './index.ts';
import reportVector from './vectors/report.json' with { type: 'json' };

const now = new Date('2026-11-21T08:00:00Z');
const deviceId = '0c6a1e0e-0f5d-4d5c-9a3b-2f1f6f6e7a10';
const origin = 'https://portal.example';
const key = await createSigningKey();
const publicKey = publicJwk(key);
const kid = await thumbprint(publicKey);
const agreementKey = publicJwk((await createDeviceKeys()).agreement);

const payload = {
  use: 'fix',
  iss: origin,
  deviceId,
  origin,
  exp: now.getTime() / 1000 + 60,
  jti: '1',
  fixActions: [{ fixActionType: 'FirewallEnable' }],
};
const header = { alg: 'ES256', typ: 'vestibule-grant+jwt', kid };

/** A genuine signature, by OpenSSL, over whatever is given: the owner of the key itself may be the attacker. */
function forge(parts: { readonly header: unknown; readonly payload: unknown }, by: PrivateJwk = key): string {
  const [protectedPart, body] = [parts.header, parts.payload].map((part) =>
    (part instanceof Uint8Array ? Buffer.from(part) : Buffer.from(JSON.stringify(part))).toString('base64url'),
  );
  const secret = createPrivateKey({ key: { ...by }, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(`${protectedPart}.${body}`), { key: secret, dsaEncoding: 'ieee-p1363' });
  return `${protectedPart}.${body}.${signature.toString('base64url')}`;
}

const malformed = { ok: false, code: 'malformed' };
const altered = { ok: false, code: 'altered' };

test('the forger of these tests signs grants that are taken, so its refusals mean something', async () => {
  expect(await verifyGrant(forge({ header, payload }), publicKey, now)).toEqual({ ok: true, value: payload });
});

describe('a genuine signature does not help a header that is not exactly the one written here', () => {
  test.each([
    ['no algorithm', { ...header, alg: 'none' }],
    ['another algorithm', { ...header, alg: 'HS256' }],
    ['another kind', { ...header, typ: 'vestibule-report+jwt' }],
    ['an extension that must be understood', { ...header, crit: ['exp'] }],
    ['a key of its own', { ...header, jwk: publicKey }],
    ['no alg, and something else', { typ: header.typ, kid, b64: false }],
    ['no typ, and something else', { alg: 'ES256', kid, b64: false }],
    ['no kid, and something else', { alg: 'ES256', typ: header.typ, b64: false }],
    ['a kid that is no text', { ...header, kid: 7 }],
    ['nothing', null],
    ['a text', 'ES256'],
    ['no JSON', Buffer.from('{')],
    ['no UTF-8', Buffer.from([0xff, 0xfe])],
  ])('%s', async (_name, forged) => {
    expect(await verifyGrant(forge({ header: forged, payload }), publicKey, now)).toEqual(malformed);
  });
});

test.each([
  ['one part', 'e30'],
  ['no signature', forge({ header, payload }).split('.').slice(0, 2).join('.')],
  ['a fourth part', `${forge({ header, payload })}.e30`],
  ['a signature in another spelling', `${forge({ header, payload })}=`],
])('a grant or proof of %s is malformed', async (_name, text) => {
  expect(await verifyGrant(text, publicKey, now)).toEqual(malformed);
  expect(await verifyAgreementKeyProof(text, { deviceId, agreementKey }, publicKey)).toEqual(malformed);
});

test.each([
  ['neither kind of grant', { ...payload, use: 'everything' }],
  ['a grant without expiry', { ...payload, exp: undefined }],
  ['a grant for no device', { ...payload, deviceId: undefined }],
])('a signed payload that is %s is malformed', async (_name, forged) => {
  expect(await verifyGrant(forge({ header, payload: forged }), publicKey, now)).toEqual(malformed);
});

test.each([
  ['no JSON', Buffer.from('{')],
  ['no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
])('a proof whose signed payload is %s is malformed, which is not a mismatch', async (_name, forged) => {
  const proof = forge({ header: { ...header, typ: 'vestibule-agreement-key+jwt' }, payload: forged });
  expect(await verifyAgreementKeyProof(proof, { deviceId, agreementKey }, publicKey)).toEqual(malformed);
});

test('a grant under a pinned key that is no point of the curve is altered, not an exception', async () => {
  const noPoint = { ...publicKey, y: 'A'.repeat(43) };
  expect(await verifyGrant(forge({ header, payload }), noPoint, now)).toEqual(altered);
});

describe('reports', () => {
  const upload = (parts: Parameters<typeof forge>[0]) => {
    const [protectedPart, body, signature] = forge(parts).split('.');
    return { protected: protectedPart, payload: body, signature };
  };
  const reportHeader = { ...header, typ: 'vestibule-report+jwt' };

  test('one whose header names another key than the one that signed it is altered', async () => {
    const genuine = upload({ header: reportHeader, payload: reportVector.payload });
    expect(await verifyReport(genuine, publicKey)).toEqual({ ok: true, value: reportVector.payload });
    const stranger = await thumbprint(await createSigningKey());
    const renamed = upload({ header: { ...reportHeader, kid: stranger }, payload: reportVector.payload });
    expect(await verifyReport(renamed, publicKey)).toEqual(altered);
  });

  test('one that is no such document, before or after its signature is checked, is malformed', async () => {
    expect(await verifyReport('report', publicKey)).toEqual(malformed);
    const { sequence: _sequence, ...incomplete } = reportVector.payload;
    expect(await verifyReport(upload({ header: reportHeader, payload: incomplete }), publicKey)).toEqual(malformed);
  });
});
