import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { propertyRuns } from '@vestibule/testing';
import {
  createServerSessionKey,
  type DeviceKeys,
  importAgreementKey,
  openPermit,
  proveAgreementKey,
  publicJwk,
  sealPermit,
  signReport,
  toUtf8,
  verifyAgreementKeyProof,
  verifyReport,
  verifySignature,
} from '@vestibule/device-keys';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPORT, SESSION_ID } from '../native-host/test-context.ts';
import { hasSoftwareTpm, type Mangle, type SoftwareTpm, startSoftwareTpm } from './testing/software-tpm.ts';
import { agreeWith, createParent, loadKey, signDigest } from './tpm/commands.ts';
import { openTpm } from './tpm/connection.ts';
import { fromBase64Url } from '@vestibule/device-keys';
import { tpmKeys } from './tpm-keys.ts';

const SOCAT = '/usr/bin/socat';
const CREATE_PRIMARY = 0x131;
const SIGN = 0x15d;
const AGREE = 0x154;
const DATA = toUtf8('what is signed');
const DEVICE_ID = REPORT.device.deviceId;
const context = { version: 1, sessionId: SESSION_ID, deviceId: DEVICE_ID } as const;

let tpm: SoftwareTpm;

beforeEach(async () => {
  if (hasSoftwareTpm) tpm = await startSoftwareTpm();
});

afterEach(async () => {
  if (hasSoftwareTpm) await tpm.stop();
});

const provider = (options: { readonly timeoutMs?: number; readonly idleMs?: number } = {}) =>
  tpmKeys(tpm.path, { idleMs: 10, ...options });

const isSigned = async (keys: DeviceKeys) =>
  verifySignature(keys.identity.publicKey, await keys.identity.sign(DATA), DATA);

async function sealFor({ agreement }: DeviceKeys) {
  const server = await createServerSessionKey();
  const sealed = await sealPermit({
    permit: 'the permit',
    sessionServerPrivateKey: await importAgreementKey(server),
    deviceAgreementPublicKey: agreement.publicKey,
    context,
  });
  return { ...sealed, deviceAgreementKey: agreement, sessionServerPublicKey: publicJwk(server), context };
}

describe.skipIf(!hasSoftwareTpm)('keys in a TPM', () => {
  test('sign a report that the server believes, and are of one device', async () => {
    const keys = await provider().load(await provider().create());
    const payload = {
      sessionId: SESSION_ID,
      nonce: 'nonce',
      sequence: 1,
      deviceId: DEVICE_ID,
      collectedAt: '2026-11-21T08:00:00.000Z',
      importantDataHash: 'hash',
      report: { ...REPORT, client: { ...REPORT.client, keyProtection: 'tpm' as const } },
    };
    const verified = await verifyReport(await signReport(payload, keys.identity), keys.identity.publicKey);
    expect(verified).toMatchObject({ ok: true, value: { sequence: 1 } });
    const statement = { deviceId: DEVICE_ID, agreementKey: keys.agreement.publicKey };
    const proof = await proveAgreementKey(statement, keys.identity);
    expect(await verifyAgreementKeyProof(proof, statement, keys.identity.publicKey)).toMatchObject({ ok: true });
  });

  test('open a permit that was sealed for this device, and none that was not', async () => {
    const [keys, others] = await Promise.all([provider().create(), provider().create()]);
    const sealed = await sealFor(await provider().load(keys));
    expect(await openPermit(sealed)).toEqual({ ok: true, value: 'the permit' });
    const stranger = (await provider().load(others)).agreement;
    expect(await openPermit({ ...sealed, deviceAgreementKey: stranger })).toMatchObject({ ok: false, code: 'altered' });
  });

  test('work when the computer was started again, also for who had loaded them before', async () => {
    const stored = await provider().create();
    const keys = await provider({ idleMs: 500 }).load(stored);
    expect(await isSigned(keys)).toBe(true);
    await tpm.restart();
    expect(await isSigned(keys)).toBe(true);
    // The next program waits until this one lets go.
    expect(await isSigned(await provider().load(stored))).toBe(true);
  });

  test('are loaded once for what follows shortly after, and let go when nothing does', async () => {
    const keys = await provider({ idleMs: 300 }).load(await provider().create());
    tpm.commands.length = 0;
    await Promise.all([isSigned(keys), isSigned(keys)]);
    expect(tpm.commands).toEqual([SIGN, SIGN]);
    await wait(600);
    // Another program has its turn now.
    expect(await isSigned(await provider().load(await provider().create()))).toBe(true);
    tpm.commands.length = 0;
    expect(await isSigned(keys)).toBe(true);
    expect(tpm.commands[0]).toBe(CREATE_PRIMARY);
  });

  test('mean nothing to a TPM that was cleared, nor to that of another computer', async () => {
    const stored = await provider().create();
    const other = await startSoftwareTpm();
    const elsewhere = tpmKeys(other.path).load(stored);
    await expect(elsewhere).rejects.toMatchObject({ code: 'foreign', message: /another computer/ });
    await other.stop();
    await tpm.clear();
    await expect(provider().load(stored)).rejects.toMatchObject({ code: 'foreign' });
    expect(await isSigned(await provider().load(await provider().create()))).toBe(true);
  });

  test('cannot be used for each other’s work', async () => {
    const { identity, agreement } = await provider().create();
    const peer = publicJwk(await createServerSessionKey());
    const connection = await openTpm(tpm.path);
    const parent = await createParent(connection);
    const load = async (blob: typeof identity) =>
      loadKey(connection, parent, {
        publicArea: fromBase64Url(blob.publicArea) ?? DATA,
        wrapped: fromBase64Url(blob.wrapped) ?? DATA,
      });
    const [signs, agrees] = [await load(identity), await load(agreement)];
    await expect(agreeWith(connection, signs, peer)).rejects.toMatchObject({ code: 'refused' });
    await expect(signDigest(connection, agrees, new Uint8Array(32))).rejects.toMatchObject({ code: 'refused' });
    connection.close();
  });

  test('are never shown what is no point of the curve', async () => {
    const keys = await provider().load(await provider().create());
    const { x } = publicJwk(await createServerSessionKey());
    tpm.commands.length = 0;
    await expect(keys.agreement.agree({ kty: 'EC', crv: 'P-256', x, y: x })).rejects.toThrow(/no point/);
    expect(tpm.commands).not.toContain(AGREE);
  });

  test('whose stored form was changed are none', async () => {
    const stored = await provider().create();
    const { identity, agreement } = stored;
    const swapped = provider().load({ identity: agreement, agreement: identity });
    await expect(swapped).rejects.toMatchObject({ code: 'foreign' });
    const mixed = { ...identity, publicArea: (await provider().create()).identity.publicArea };
    await expect(provider().load({ identity: mixed, agreement })).rejects.toMatchObject({ code: 'foreign' });
    for (const publicArea of ['', '!', identity.publicArea.slice(0, -8)]) {
      const cut = provider().load({ identity: { ...identity, publicArea }, agreement });
      await expect(cut).rejects.toMatchObject({ code: 'foreign' });
    }
  });
});

describe.skipIf(!hasSoftwareTpm)('a TPM that fails', () => {
  test('is told apart from a permit that is for another person', async () => {
    const keys = await provider().load(await provider().create());
    const sealed = await sealFor(keys);
    await tpm.stop();
    await expect(openPermit(sealed)).rejects.toMatchObject({ name: 'TpmFailure', code: 'unreachable' });
    await expect(keys.identity.sign(DATA)).rejects.toMatchObject({ code: 'unreachable' });
    await expect(provider().create()).rejects.toMatchObject({ code: 'unreachable' });
  });

  const answers: readonly (readonly [string, Mangle, string])[] = [
    ['hangs up in the middle', () => 'hang up', 'not-understood'],
    ['cuts its answer and waits', (answer) => answer.subarray(0, 12), 'silent'],
    ['says nothing', () => null, 'silent'],
    ['says more than it announced', (answer) => Buffer.concat([answer, Buffer.of(0)]), 'not-understood'],
    ['announces what no one can hold', () => Buffer.from('8002ffffffff00000000', 'hex'), 'not-understood'],
    ['announces less than a header', () => Buffer.from('80020000000400000000', 'hex'), 'not-understood'],
    ['answers with nothing in it', () => Buffer.from('80020000000a00000000', 'hex'), 'not-understood'],
    ['answers another tag', (answer) => Buffer.from(`8001${answer.toString('hex', 2)}`, 'hex'), 'not-understood'],
    ['wants a password', () => Buffer.from('80010000000a000009a2', 'hex'), 'refused'],
    ['is locked', () => Buffer.from('80010000000a00000921', 'hex'), 'refused'],
    ['is always busy', () => Buffer.from('80010000000a00000922', 'hex'), 'refused'],
    ['has forgotten', () => Buffer.from('80010000000a0000018b', 'hex'), 'forgotten'],
  ];
  test.each(answers)('that %s makes no keys and no signature', async (name, mangle, code) => {
    const isWaitedFor = code === 'silent' || name === 'is always busy';
    const timeoutMs = isWaitedFor ? 1000 : 30_000;
    const keys = await provider({ timeoutMs, idleMs: 5000 }).load(await provider().create());
    tpm.mangle = mangle;
    await expect(keys.identity.sign(DATA)).rejects.toMatchObject({ code });
    await expect(provider({ timeoutMs }).create()).rejects.toMatchObject({ code });
    tpm.mangle = (answer) => answer;
    expect(await isSigned(keys)).toBe(true);
  });

  test('is asked again when it asks for that', async () => {
    const keys = await provider({ idleMs: 5000 }).load(await provider().create());
    let refusals = 0;
    tpm.mangle = (answer) => (refusals++ < 3 ? Buffer.from('80010000000a00000908', 'hex') : answer);
    expect(await isSigned(keys)).toBe(true);
    expect(refusals).toBe(4);
  });

  test('whose answers are changed on the way gives a good signature or none', async () => {
    const keys = await provider({ timeoutMs: 100, idleMs: 5000 }).load(await provider().create());
    await fc.assert(
      fc.asyncProperty(fc.nat(120), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        tpm.mangle = (answer) => {
          const changed = Buffer.from(answer);
          if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ change;
          return changed;
        };
        const outcome = await keys.identity.sign(DATA).then(
          (signature) => signature.length,
          (error: Error) => error.name,
        );
        expect([64, 'TpmFailure']).toContain(outcome);
      }),
      { numRuns: propertyRuns(200) },
    );
    tpm.mangle = (answer) => answer;
    expect(await isSigned(keys)).toBe(true);
  });
});

describe.skipIf(!hasSoftwareTpm || !existsSync(SOCAT))('a TPM behind a device file', () => {
  let relay: ChildProcess;
  let device: string;

  beforeEach(async () => {
    device = `${tpm.path}-device`;
    relay = spawn(SOCAT, [`PTY,link=${device},raw,echo=0`, `UNIX-CONNECT:${tpm.path}`]);
    while (!existsSync(device)) await wait(5);
  });

  afterEach(() => void relay.kill('SIGKILL'));

  test('is spoken with like one behind a socket', async () => {
    const keys = await tpmKeys(device).load(await tpmKeys(device).create());
    expect(await isSigned(keys)).toBe(true);
    expect(await openPermit(await sealFor(keys))).toEqual({ ok: true, value: 'the permit' });
  });

  test('that goes away is told', async () => {
    const keys = await tpmKeys(device).load(await tpmKeys(device).create());
    relay.kill('SIGKILL');
    await wait(100);
    await expect(keys.identity.sign(DATA)).rejects.toMatchObject({ name: 'TpmFailure' });
  });
});
