import { signedReportPayloadSchema } from '@vestibule/contracts';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import {
  createDeviceKeys,
  createServerSessionKey,
  createSigningKey,
  type DeviceKeys,
  importAgreementKey,
  importDeviceKeys,
  importSigningKey,
  openPermit,
  proveAgreementKey,
  publicJwk,
  sealPermit,
  signGrant,
  signReport,
  thumbprint,
  verifyAgreementKeyProof,
  verifyGrant,
  verifyReport,
} from './index.ts';
import reportVector from './vectors/report.json' with { type: 'json' };

const deviceId = '0c6a1e0e-0f5d-4d5c-9a3b-2f1f6f6e7a10';
const context = { version: 1, sessionId: '7d9f2a44-8c1b-4e7e-8f5e-6a0b1c2d3e4f', deviceId } as const;
const now = new Date('2026-11-21T08:00:00Z');
const exp = now.getTime() / 1000 + 60;

let keys: DeviceKeys;
let strangerKeys: DeviceKeys;

beforeAll(async () => {
  keys = await importDeviceKeys(await createDeviceKeys());
  strangerKeys = await importDeviceKeys(await createDeviceKeys());
});

/** Flips one bit of one character. Most results are no base64url at all, some are: both must be refused. */
function flip(text: string, position: number, bit: number): string {
  const index = position % text.length;
  return text.slice(0, index) + String.fromCharCode(text.charCodeAt(index) ^ (1 << bit)) + text.slice(index + 1);
}

const flips = { position: fc.nat({ max: 100_000 }), bit: fc.nat({ max: 6 }) };
const hold = (property: fc.IAsyncProperty<[{ position: number; bit: number }]>) =>
  fc.assert(property, { numRuns: 300 });

test('a bit flipped anywhere in a report is refused', async () => {
  const payload = signedReportPayloadSchema.parse(reportVector.payload);
  const jws = await signReport(payload, keys.identity);
  for (const part of ['protected', 'payload', 'signature'] as const) {
    await hold(
      fc.asyncProperty(fc.record(flips), async ({ position, bit }) => {
        const changed = { ...jws, [part]: flip(jws[part], position, bit) };
        expect((await verifyReport(changed, keys.identity.publicKey)).ok).toBe(false);
      }),
    );
  }
  expect(await verifyReport(jws, strangerKeys.identity.publicKey)).toEqual({ ok: false, code: 'altered' });
});

test('a bit flipped anywhere in a grant is refused, and so is another server', async () => {
  const server = await importSigningKey(await createSigningKey());
  const kid = await thumbprint(server.publicKey);
  const origin = 'https://portal.example';
  const grant = await signGrant(
    { use: 'fix', iss: origin, deviceId, origin, exp, jti: '1', fixActions: [{ fixActionType: 'FirewallEnable' }] },
    server,
    kid,
  );
  expect((await verifyGrant(grant, server.publicKey, now)).ok).toBe(true);
  await hold(
    fc.asyncProperty(fc.record(flips), async ({ position, bit }) => {
      expect((await verifyGrant(flip(grant, position, bit), server.publicKey, now)).ok).toBe(false);
    }),
  );
  expect(await verifyGrant(grant, keys.identity.publicKey, now)).toEqual({ ok: false, code: 'altered' });
});

test('a bit flipped anywhere in a permit is refused, and so are other keys, sessions and devices', async () => {
  const session = await createServerSessionKey();
  const sealed = await sealPermit({
    permit: 'handle',
    sessionServerPrivateKey: await importAgreementKey(session),
    deviceAgreementPublicKey: keys.agreement.publicKey,
    context,
  });
  const opening = {
    ...sealed,
    deviceAgreementKey: keys.agreement,
    sessionServerPublicKey: publicJwk(session),
    context,
  };
  expect(await openPermit(opening)).toEqual({ ok: true, value: 'handle' });
  for (const part of ['encryptedPermit', 'permitSalt'] as const) {
    await hold(
      fc.asyncProperty(fc.record(flips), async ({ position, bit }) => {
        expect((await openPermit({ ...opening, [part]: flip(sealed[part], position, bit) })).ok).toBe(false);
      }),
    );
  }
  const stranger = '11111111-1111-4111-8111-111111111111';
  for (const wrong of [
    { deviceAgreementKey: strangerKeys.agreement },
    { sessionServerPublicKey: publicJwk(await createServerSessionKey()) },
    { context: { ...context, sessionId: stranger } },
    { context: { ...context, deviceId: stranger } },
  ]) {
    expect(await openPermit({ ...opening, ...wrong })).toEqual({ ok: false, code: 'altered' });
  }
});

test('a server key that is no point of the curve is refused, not thrown', async () => {
  const broken = { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) } as const;
  const opened = await openPermit({
    encryptedPermit: 'A'.repeat(80),
    permitSalt: 'A'.repeat(43),
    deviceAgreementKey: keys.agreement,
    sessionServerPublicKey: broken,
    context,
  });
  expect(opened).toEqual({ ok: false, code: 'altered' });
  expect((await verifyGrant('a.b.c', broken, now)).ok).toBe(false);
});

test('one kind of signed text never passes for another', async () => {
  const agreementKey = keys.agreement.publicKey;
  const proof = await proveAgreementKey({ deviceId, agreementKey }, keys.identity);
  expect(await verifyGrant(proof, keys.identity.publicKey, now)).toEqual({ ok: false, code: 'malformed' });
  const [header = '', payload = '', signature = ''] = proof.split('.');
  const asReport = { protected: header, payload, signature };
  expect(await verifyReport(asReport, keys.identity.publicKey)).toEqual({ ok: false, code: 'malformed' });
  const verified = await verifyAgreementKeyProof(proof, { deviceId, agreementKey }, strangerKeys.identity.publicKey);
  expect(verified).toEqual({ ok: false, code: 'altered' });
});

test('whatever is uploaded is refused without an exception', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), async (anything) => {
      expect((await verifyReport(anything, keys.identity.publicKey)).ok).toBe(false);
    }),
  );
});
