import { createCipheriv, createPrivateKey, createPublicKey, diffieHellman, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  fromBase64Url,
  importAgreementKey,
  openPermit,
  sealPermit,
  thumbprint,
  toBase64Url,
  verifyAgreementKeyProof,
  verifyGrant,
  verifyReport,
} from './index.ts';
import proofVector from './vectors/agreement-key-proof.json' with { type: 'json' };
import grantVector from './vectors/grant.json' with { type: 'json' };
import permitVector from './vectors/permit.json' with { type: 'json' };
import reportVector from './vectors/report.json' with { type: 'json' };

type Ec = { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string; readonly d: string };

/** JSON modules are typed by their widest form; the vectors' own tests check what is inside. */
const asKey = (key: Record<keyof Ec, string>): Ec => ({ ...key, kty: 'EC', crv: 'P-256' });
const asPublic = (key: Record<Exclude<keyof Ec, 'd'>, string>) => ({ ...key, kty: 'EC', crv: 'P-256' }) as const;
const bytes = (text: string) => fromBase64Url(text) ?? new Uint8Array();
const context = { ...permitVector.context, version: 1 } as const;

test('the published permit opens with the device key', async () => {
  const opened = await openPermit({
    encryptedPermit: permitVector.encryptedPermit,
    permitSalt: permitVector.permitSalt,
    deviceAgreementKey: await importAgreementKey(asKey(permitVector.deviceAgreementKey)),
    sessionServerPublicKey: asKey(permitVector.sessionServerKey),
    context,
  });
  expect(opened).toEqual({ ok: true, value: permitVector.permit });
});

test('sealing with the published randomness gives the published permit', async () => {
  const sealed = await sealPermit(
    {
      permit: permitVector.permit,
      sessionServerPrivateKey: await importAgreementKey(asKey(permitVector.sessionServerKey)),
      deviceAgreementPublicKey: asKey(permitVector.deviceAgreementKey),
      context,
    },
    { salt: bytes(permitVector.permitSalt), nonce: bytes(permitVector.nonce) },
  );
  expect(sealed).toEqual({
    encryptedPermit: permitVector.encryptedPermit,
    permitSalt: permitVector.permitSalt,
  });
});

test('another implementation, OpenSSL by node:crypto, makes the same permit from the description', () => {
  const shared = diffieHellman({
    privateKey: createPrivateKey({ key: permitVector.sessionServerKey, format: 'jwk' }),
    publicKey: createPublicKey({ key: permitVector.deviceAgreementKey, format: 'jwk' }),
  });
  const key = hkdfSync('sha256', shared, bytes(permitVector.permitSalt), permitVector.info, 32);
  const nonce = bytes(permitVector.nonce);
  const cipher = createCipheriv('aes-256-gcm', new Uint8Array(key), nonce);
  cipher.setAAD(Buffer.from(permitVector.associatedData));
  const sealed = [nonce, cipher.update(permitVector.permit), cipher.final(), cipher.getAuthTag()];
  expect(toBase64Url(Buffer.concat(sealed))).toBe(permitVector.encryptedPermit);
});

test('the published report is verified and its key has the published name', async () => {
  const key = asPublic(reportVector.identityKey);
  expect(await verifyReport(reportVector.jws, key)).toEqual({ ok: true, value: reportVector.payload });
  expect(await thumbprint(key)).toBe(reportVector.thumbprint);
});

test('the published proof ties the agreement key to the device', async () => {
  const statement = { deviceId: proofVector.deviceId, agreementKey: asPublic(proofVector.agreementKey) };
  const identityKey = asPublic(proofVector.identityKey);
  expect(await verifyAgreementKeyProof(proofVector.proof, statement, identityKey)).toMatchObject({ ok: true });
  const other = { ...statement, deviceId: '00000000-0000-4000-8000-000000000000' };
  expect(await verifyAgreementKeyProof(proofVector.proof, other, identityKey)).toEqual({ ok: false, code: 'mismatch' });
});

test.each([grantVector.session, grantVector.fix])(
  'the published $payload.use grant holds until its last second',
  async ({ grant, payload }) => {
    const key = asPublic(grantVector.serverKey);
    const lastMoment = new Date(payload.exp * 1000 - 1);
    expect(await verifyGrant(grant, key, lastMoment)).toEqual({ ok: true, value: payload });
    expect(await verifyGrant(grant, key, new Date(payload.exp * 1000))).toEqual({ ok: false, code: 'expired' });
  },
);
