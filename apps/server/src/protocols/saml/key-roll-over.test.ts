import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMetadata } from './metadata.ts';
import { applicationKey, GATE, gateKey, NOW, serviceProvider, SSO_URL, strangerKey } from './testing/fixtures.ts';
import { elementsOf, issue } from './testing/issue.ts';
import { createServiceProvider } from './testing/verifiers.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

const nextKey = strangerKey;
const compromisedKey = applicationKey;

/** The certificates an application finds when it loads the metadata, in their order. */
function certificatesIn(keys: Parameters<typeof createMetadata>[0]['keys']): string[] {
  const xml = createMetadata({ entityId: GATE, ssoUrl: SSO_URL, keys, wantAuthnRequestsSigned: false });
  return elementsOf(xml, 'KeyDescriptor').map((key) => key.textContent ?? '');
}

async function signIn(idpCert: string[], key: typeof gateKey): Promise<string | undefined> {
  const application = createServiceProvider('_request1', { idpCert });
  const { profile } = await application.validatePostResponseAsync({ SAMLResponse: issue({}, key).samlResponse });
  return profile?.nameID;
}

describe('while the signing key is changed', () => {
  const published = certificatesIn([gateKey, nextKey]);

  it.each([
    ['the key that signs now', gateKey],
    ['the key that signs next', nextKey],
  ])('an application that loaded the metadata accepts answers of %s', async (_name, key) => {
    expect(await signIn(published, key)).toBe('mara@alderbrook.example');
  });

  it('one that loaded the metadata after the change accepts both as well', async () => {
    const afterwards = certificatesIn([nextKey, gateKey]);
    expect(afterwards).toEqual(published.toReversed());
    expect(await signIn(afterwards, gateKey)).toBe('mara@alderbrook.example');
    expect(await signIn(afterwards, nextKey)).toBe('mara@alderbrook.example');
  });

  it('a key that is published no longer is refused at once', async () => {
    await expect(signIn(certificatesIn([nextKey]), gateKey)).rejects.toThrow(/signature/i);
    await expect(signIn(published, compromisedKey)).rejects.toThrow(/signature/i);
  });

  it('no sign-in is refused at any step, whenever the application last loaded the metadata within a step', async () => {
    const steps = [
      { active: gateKey, published: [gateKey] },
      { active: gateKey, published: [gateKey, nextKey] },
      { active: nextKey, published: [nextKey, gateKey] },
      { active: nextKey, published: [nextKey] },
    ];
    for (const [index, step] of steps.entries()) {
      const known = [steps[index - 1] ?? step, step];
      for (const { published: keys } of known) {
        expect(await signIn(certificatesIn(keys), step.active)).toBe('mara@alderbrook.example');
      }
    }
  });

  it('encrypted answers are verified the same way', async () => {
    const record = serviceProvider({ encryptionCertificate: applicationKey.certificatePem });
    const decryptionPvk = applicationKey.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const application = createServiceProvider('_request1', { idpCert: published, decryptionPvk });
    const { samlResponse } = issue({ serviceProvider: record }, nextKey);
    const { profile } = await application.validatePostResponseAsync({ SAMLResponse: samlResponse });
    expect(profile?.nameID).toBe('mara@alderbrook.example');
  });
});
