import { SAML } from '@node-saml/node-saml';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptPost, acceptRedirect } from './testing/accept.ts';
import { ACS_URL, applicationKey, ENTITY_ID, gateKey, NOW, SSO_URL, serviceProvider } from './testing/fixtures.ts';

beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
});
afterAll(() => {
  vi.useRealTimers();
});

const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });
const options = {
  issuer: ENTITY_ID,
  callbackUrl: ACS_URL,
  entryPoint: SSO_URL,
  idpCert: gateKey.certificatePem,
  privateKey: applicationKey.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  signatureAlgorithm: 'sha256' as const,
  digestAlgorithm: 'sha256',
  forceAuthn: true,
};

describe('what a common library sends', () => {
  // No blank: this library signs %20 and sends +, so no gate that keeps to the octets sent can accept it.
  const relayState = '/inbox?a=1&b=ü"x"';
  const expected = {
    ok: true,
    request: {
      isSigned: true,
      acsUrl: ACS_URL,
      forceAuthn: true,
      relayState,
      requestedAuthnContext: { comparison: 'exact' },
    },
  };

  it('is accepted when redirected and signed', async () => {
    const application = new SAML(options);
    const url = new URL(await application.getAuthorizeUrlAsync(relayState, undefined, {}));
    expect(acceptRedirect(url.search.slice(1), mustSign)).toMatchObject(expected);
  });

  it('is accepted when posted and signed', async () => {
    const application = new SAML({ ...options, skipRequestCompression: true });
    const { SAMLRequest } = await application.getAuthorizeMessageAsync(relayState, undefined);
    expect(acceptPost({ SAMLRequest, RelayState: relayState }, mustSign)).toMatchObject(expected);
  });
});
