import { describe, expect, it } from 'vitest';
import { serviceProviderSchema } from './service-provider.ts';
import { ACS_URL, ENTITY_ID } from './testing/fixtures.ts';

const acs = (url: string, index = 0, isDefault = false) => ({ url, index, isDefault });
const isValid = (record: unknown) => serviceProviderSchema.safeParse(record).success;

describe('a registered service provider', () => {
  it('needs an entity id and an address, and has safe defaults', () => {
    expect(serviceProviderSchema.parse({ entityId: ENTITY_ID, acsUrls: [{ url: ACS_URL, index: 0 }] })).toMatchObject({
      signResponse: true,
      wantAuthnRequestsSigned: false,
      certificates: [],
      sessionLifetime: null,
      audience: null,
    });
    expect(isValid({ entityId: ENTITY_ID, acsUrls: [] })).toBe(false);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://mail.example/acs', '/acs', '', 'https://'])(
    'cannot have the address "%s"',
    (url) => {
      expect(isValid({ entityId: ENTITY_ID, acsUrls: [acs(url)] })).toBe(false);
    },
  );

  it('keeps an address character by character', () => {
    const url = 'HTTPS://Mail.Example:443/saml/./acs?x=%41';
    expect(serviceProviderSchema.parse({ entityId: ENTITY_ID, acsUrls: [acs(url)] }).acsUrls[0]?.url).toBe(url);
  });

  it('has bounds for lifetimes and clocks, and takes the values at the bounds', () => {
    const record = { entityId: ENTITY_ID, acsUrls: [acs(ACS_URL)] };
    expect(serviceProviderSchema.parse(record)).toMatchObject({
      assertionLifeMs: 300_000,
      clockSkewMs: 120_000,
      allowsIdpInitiated: false,
      relayStates: [],
      singleLogoutServices: [],
    });
    for (const good of [
      { assertionLifeMs: 30_000 },
      { assertionLifeMs: 900_000 },
      { clockSkewMs: 0 },
      { clockSkewMs: 300_000 },
      { sessionLifetime: 60 },
    ]) {
      expect(isValid({ ...record, ...good })).toBe(true);
    }
    for (const bad of [
      { assertionLifeMs: 29_999 },
      { assertionLifeMs: 900_001 },
      { assertionLifeMs: Number.NaN },
      { clockSkewMs: -1 },
      { clockSkewMs: 300_001 },
      { sessionLifetime: 59 },
      { relayStates: [''] },
      { singleLogoutServices: [{ binding: 'redirect', url: 'javascript:alert(1)' }] },
      { singleLogoutServices: [{ binding: 'soap', url: ACS_URL }] },
      { attributes: [{ name: 'x', value: 'password' }] },
      { attributes: [{ name: 'x', value: 'fixedText' }] },
      { attributes: [{ name: 'x', value: 'email', nameFormat: 'urn:x' }] },
    ]) {
      expect(isValid({ ...record, ...bad })).toBe(false);
    }
  });

  it('cannot contradict itself', () => {
    expect(isValid({ entityId: ENTITY_ID, acsUrls: [acs(ACS_URL), acs(`${ACS_URL}2`)] })).toBe(false);
    expect(isValid({ entityId: ENTITY_ID, acsUrls: [acs(ACS_URL, 0, true), acs(`${ACS_URL}2`, 1, true)] })).toBe(false);
    expect(isValid({ entityId: ENTITY_ID, acsUrls: [acs(ACS_URL)], wantAuthnRequestsSigned: true })).toBe(false);
  });
});
