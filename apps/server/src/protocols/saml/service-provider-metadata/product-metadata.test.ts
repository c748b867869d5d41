import { generateServiceProviderMetadata } from '@node-saml/node-saml';
import { describe, expect, it } from 'vitest';
import type { ServiceProvider } from '../service-provider.ts';
import { applicationKey, ENTITY_ID, strangerKey } from '../testing/fixtures.ts';
import { PRODUCTS, type Product, sampleOf } from '../testing/metadata-samples.ts';
import { readMetadata, recordOf } from '../testing/service-provider-metadata.ts';

const first = applicationKey.certificatePem;
const second = strangerKey.certificatePem;
const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const EXPECTED: Record<Product, Partial<ServiceProvider>> = {
  adfs: {
    entityId: 'http://sts.alderbrook.example/adfs/services/trust',
    acsUrls: [{ url: 'https://sts.alderbrook.example/adfs/ls/', index: 0, isDefault: true }],
    certificates: [first],
    encryptionCertificate: [second],
    nameIdFormat: EMAIL_ADDRESS,
    wantAuthnRequestsSigned: false,
  },
  aws: {
    entityId: 'urn:amazon:webservices',
    certificates: [first],
    encryptionCertificate: [],
    nameIdFormat: TRANSIENT,
    singleLogoutServices: [],
  },
  gitlab: { entityId: 'https://git.alderbrook.example', certificates: [], nameIdFormat: PERSISTENT },
  keycloak: {
    entityId: 'https://login.alderbrook.example/realms/work',
    certificates: [first],
    encryptionCertificate: [first],
    wantAuthnRequestsSigned: true,
    nameIdFormat: PERSISTENT,
  },
  salesforce: {
    acsUrls: [
      { url: 'https://alderbrook.my.salesforce.example?so=00D500000000001', index: 0, isDefault: true },
      { url: 'https://alderbrook.my.site.example/partners/login?so=00D500000000001', index: 1, isDefault: false },
    ],
    wantAuthnRequestsSigned: true,
    nameIdFormat: EMAIL_ADDRESS,
  },
  shibboleth: {
    entityId: 'https://wiki.alderbrook.example/shibboleth',
    acsUrls: [{ url: 'https://wiki.alderbrook.example/Shibboleth.sso/SAML2/POST', index: 1, isDefault: false }],
    certificates: [first],
    encryptionCertificate: [second],
    singleLogoutServices: [
      { binding: 'redirect', url: 'https://wiki.alderbrook.example/Shibboleth.sso/SLO/Redirect', responseUrl: null },
      { binding: 'post', url: 'https://wiki.alderbrook.example/Shibboleth.sso/SLO/POST', responseUrl: null },
    ],
  },
  simplesamlphp: { certificates: [first], encryptionCertificate: [first], nameIdFormat: TRANSIENT },
  'spring-security': {
    wantAuthnRequestsSigned: true,
    singleLogoutServices: [
      {
        binding: 'post',
        url: 'https://orders.alderbrook.example/logout/saml2/slo',
        responseUrl: 'https://orders.alderbrook.example/logout/saml2/slo/done',
      },
    ],
  },
};

describe('the metadata of a product', () => {
  it.each(PRODUCTS)('makes a record: %s', (product) => {
    expect(recordOf(sampleOf(product))).toMatchObject(EXPECTED[product]);
  });

  it('makes one as a common library generates it', () => {
    const pem = applicationKey.privateKey.export({ type: 'pkcs8', format: 'pem' });
    const xml = generateServiceProviderMetadata({
      issuer: ENTITY_ID,
      callbackUrl: 'https://mail.example/saml/acs',
      logoutCallbackUrl: 'https://mail.example/saml/slo',
      privateKey: pem,
      publicCerts: first,
      decryptionPvk: pem,
      decryptionCert: second,
      wantAssertionsSigned: true,
    });
    expect(recordOf(xml)).toMatchObject({
      entityId: ENTITY_ID,
      acsUrls: [{ url: 'https://mail.example/saml/acs', index: 1, isDefault: true }],
      certificates: [first],
      encryptionCertificate: [second],
      wantAuthnRequestsSigned: true,
      singleLogoutServices: [{ binding: 'post', url: 'https://mail.example/saml/slo', responseUrl: null }],
    });
  });

  it('says until when it is valid', () => {
    expect(readMetadata(sampleOf('salesforce'))).toMatchObject({
      ok: true,
      validUntil: new Date('2036-11-19T08:12:44.137Z'),
    });
    expect(readMetadata(sampleOf('gitlab'))).toMatchObject({ ok: true, validUntil: null });
  });
});
