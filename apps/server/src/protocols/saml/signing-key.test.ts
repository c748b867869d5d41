import { generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { integer, objectIdentifier, sequence, time, utf8String } from './der.ts';
import { createSigningKey, loadSigningKey } from './signing-key.ts';
import { createEcKey, gateKey, NOW, strangerKey } from './testing/fixtures.ts';

const pemOf = (key: typeof gateKey) => key.privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('a signing key', () => {
  it('comes with a certificate that says what it is and is signed by the key', async () => {
    const key = loadSigningKey(await createSigningKey('gate.example', NOW));
    const certificate = new X509Certificate(key.certificatePem);
    expect(certificate.subject).toBe('CN=gate.example');
    expect(certificate.issuer).toBe('CN=gate.example');
    expect(certificate.validFromDate).toEqual(new Date('2026-11-20T09:00:00Z'));
    expect(certificate.validToDate).toEqual(new Date('2036-11-21T09:00:00Z'));
    expect(certificate.ca).toBe(false);
    expect(certificate.serialNumber).toMatch(/^0?1[\dA-F]{30}$/);
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(key.notAfter).toEqual(certificate.validToDate);
    expect(key.keyId).toMatch(/^[\da-f]{64}$/);
  });

  it('takes names of any length and script', async () => {
    const key = loadSigningKey(await createSigningKey(`Türkçe 李 ${'x'.repeat(200)}`, NOW));
    expect(new X509Certificate(key.certificatePem).subject).toContain('CN=Türkçe 李 xxx');
  });

  it('is refused when the certificate is of another key, or the key is weak or not RSA', () => {
    expect(() => loadSigningKey(pemOf(gateKey) + strangerKey.certificatePem)).toThrow('another key');
    const ec = createEcKey();
    const ecPem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' });
    expect(() => loadSigningKey(ecPem + ec.certificatePem)).toThrow('RSA');
    const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    expect(() => loadSigningKey(weak + gateKey.certificatePem)).toThrow('2048');
    expect(() => loadSigningKey('')).toThrow(/PEM|unsupported/i);
    expect(() => loadSigningKey(pemOf(gateKey))).toThrow(/PEM|start line/i);
  });

  it('takes a certificate with years past 2049', () => {
    const { certificatePem } = createEcKey();
    const certificate = new X509Certificate(certificatePem);
    expect(certificate.validToDate).toEqual(new Date('2050-06-01T00:00:00Z'));
    const { publicKey } = new X509Certificate(strangerKey.certificatePem);
    expect(certificate.verify(publicKey)).toBe(true);
    expect(verify('sha256', Buffer.from('x'), publicKey, Buffer.alloc(256))).toBe(false);
  });
});

describe('DER', () => {
  it.each([
    ['zero', integer(0n), '020100'],
    ['127', integer(127n), '02017f'],
    ['128, which must not look negative', integer(128n), '02020080'],
    ['an object identifier', objectIdentifier('1.2.840.113549.1.1.11'), '06092a864886f70d01010b'],
    ['a text', utf8String('é'), '0c02c3a9'],
    ['a time before 2050', time(new Date('2049-12-31T23:59:59Z')), '170d3439313233313233353935395a'],
    ['a time from 2050 on', time(new Date('2050-01-01T00:00:00Z')), '180f32303530303130313030303030305a'],
    ['a long form of length', sequence(Buffer.alloc(200)).subarray(0, 3), '3081c8'],
    ['a longer form of length', sequence(Buffer.alloc(300)).subarray(0, 4), '3082012c'],
  ])('writes %s', (_name, bytes, hex) => {
    expect(bytes.toString('hex')).toBe(hex);
  });
});
