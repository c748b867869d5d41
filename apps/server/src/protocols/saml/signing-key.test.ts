import { generateKeyPairSync, verify, X509Certificate } from 'node:crypto';
import { KeyUsageFlags, X509Certificate as Certificate } from '@peculiar/x509';
import { describe, expect, it } from 'vitest';
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

  it('takes a name with what parts names elsewhere', async () => {
    const key = loadSigningKey(await createSigningKey('gate.example, O=Other', NOW));
    const { subject, issuer } = new X509Certificate(key.certificatePem);
    expect([subject, issuer]).toEqual(['CN=gate.example\\, O=Other', 'CN=gate.example\\, O=Other']);
  });

  it('may sign, and nothing else, so that its certificate is no authority', async () => {
    const { certificatePem } = loadSigningKey(await createSigningKey('gate.example', NOW));
    const { extensions } = new Certificate(certificatePem);
    expect(extensions.map(({ type, critical }) => [type, critical])).toEqual([
      ['2.5.29.19', true],
      ['2.5.29.15', true],
    ]);
    const [constraints, usages] = extensions;
    expect(constraints).toMatchObject({ ca: false });
    expect(usages).toMatchObject({ usages: KeyUsageFlags.digitalSignature });
  });

  it('is refused when the certificate is of another key, or the key is weak or not RSA', async () => {
    expect(() => loadSigningKey(pemOf(gateKey) + strangerKey.certificatePem)).toThrow('another key');
    const ec = await createEcKey();
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

  it('takes a certificate with years past 2049', async () => {
    const { certificatePem } = await createEcKey();
    const certificate = new X509Certificate(certificatePem);
    expect(certificate.validToDate).toEqual(new Date('2050-06-01T00:00:00Z'));
    const { publicKey } = new X509Certificate(strangerKey.certificatePem);
    expect(certificate.verify(publicKey)).toBe(true);
    expect(verify('sha256', Buffer.from('x'), publicKey, Buffer.alloc(256))).toBe(false);
  });
});
