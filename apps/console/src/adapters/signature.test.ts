import { describe, expect, it } from 'vitest';
import { createSimulatedDevice, fact } from '@vestibule/testing';
import { isSignedBy, payloadOf } from './signature.ts';

const facts = { automaticUpdates: fact({ state: 'on', mechanism: 'unattended-upgrades' }) };

describe('the signature of a report', () => {
  it('is right for what a computer’s key signed, and for nothing else', async () => {
    const device = await createSimulatedDevice();
    const other = await createSimulatedDevice();
    const signed = await device.sign({ nonce: 'n', sessionId: 's' }, facts);
    const { publicKey } = device.keys.identity;
    expect(await isSignedBy(signed, publicKey)).toBe(true);
    expect(await isSignedBy(signed, other.keys.identity.publicKey)).toBe(false);
    for (const part of ['protected', 'payload', 'signature'] as const) {
      const [first = '', ...rest] = signed[part];
      const changed = { ...signed, [part]: [first === 'A' ? 'B' : 'A', ...rest].join('') };
      expect(await isSignedBy(changed, publicKey)).toBe(false);
    }
    expect(await isSignedBy({ ...signed, signature: '%' }, publicKey)).toBe(false);
    expect(payloadOf(signed)).toContain('"unattended-upgrades"');
    expect(payloadOf({ ...signed, payload: '%' })).toBeNull();
  });
});
