import { describe, expect, it } from 'vitest';
import type { IssueOptions } from './issue-response.ts';
import type { ServiceProviderInput } from './service-provider.ts';
import { gateKey, serviceProvider } from './testing/fixtures.ts';
import { elementsOf, issue, mara, xmlOf } from './testing/issue.ts';
import { verifyWithXmlCrypto } from './testing/verifiers.ts';

type Mappings = NonNullable<ServiceProviderInput['attributes']>;

const person = { ...mara, groups: ['engineering', 'Büro <7> & "more"', ''], userType: 'employee' };

function statement(attributes: Mappings, changes: Partial<IssueOptions> = {}) {
  const record = serviceProvider({ attributes });
  const xml = xmlOf(issue({ serviceProvider: record, person, companyName: 'Alderbrook', ...changes }).samlResponse);
  expect(verifyWithXmlCrypto(xml, gateKey, 'Assertion')).not.toBeNull();
  return elementsOf(xml, 'Attribute').map((attribute) => ({
    name: attribute.getAttribute('Name'),
    format: attribute.getAttribute('NameFormat')?.split(':').at(-1),
    friendlyName: attribute.getAttribute('FriendlyName'),
    values: [...attribute.childNodes].map((value) => value.textContent),
  }));
}

const valuesOf = (attributes: Mappings, changes: Partial<IssueOptions> = {}): Record<string, (string | null)[]> =>
  Object.fromEntries(statement(attributes, changes).map(({ name, values }) => [name ?? '', values]));

describe('the attributes of an assertion', () => {
  it('carry everything a record can map', () => {
    const names = ['displayName', 'email', 'login', 'id', 'groups', 'userType', 'companyName'] as const;
    expect(valuesOf(names.map((value) => ({ name: `urn:x:${value}`, value })))).toMatchObject({
      'urn:x:displayName': ['Mara Lindqvist'],
      'urn:x:email': ['mara@alderbrook.example'],
      'urn:x:login': ['mara'],
      'urn:x:id': ['b1f0'],
      'urn:x:groups': person.groups,
      'urn:x:userType': ['employee'],
      'urn:x:companyName': ['Alderbrook'],
    });
  });

  it('can be a fixed text, and repeat the device under names of the application', () => {
    const attributes: Mappings = [
      { name: 'tenant', value: 'fixedText', text: '"><saml:x>' },
      { name: 'trust', value: 'deviceStanding' },
      { name: 'proof', value: 'deviceEvidence' },
    ];
    expect(valuesOf(attributes, { deviceStanding: 'grace', deviceEvidence: 'hardware-key' })).toEqual({
      tenant: ['"><saml:x>'],
      trust: ['grace'],
      proof: ['hardware-key'],
      'urn:vestibule:device-standing': ['grace'],
      'urn:vestibule:device-evidence': ['hardware-key'],
    });
  });

  it('have the format and the friendly name of the record, and a fitting format without one', () => {
    const attributes: Mappings = [
      { name: 'mail', value: 'email' },
      { name: 'urn:oid:0.9.2342.19200300.100.1.3', value: 'email', friendlyName: 'mail' },
      { name: 'https://x/mail', value: 'email' },
      { name: 'urn:basic', value: 'email', nameFormat: 'basic' },
      { name: 'plain', value: 'email', nameFormat: 'unspecified' },
    ];
    expect(statement(attributes).map(({ format, friendlyName }) => [format, friendlyName])).toEqual([
      ['basic', null],
      ['uri', 'mail'],
      ['uri', null],
      ['basic', null],
      ['unspecified', null],
      ['uri', null],
      ['uri', null],
    ]);
  });

  it('are left out when there is no value, and never become empty', () => {
    const attributes = (['groups', 'userType', 'companyName'] as const).map((value) => ({ name: value, value }));
    const names = statement(attributes, { person: mara, companyName: undefined }).map(({ name }) => name);
    expect(names).toEqual(['urn:vestibule:device-standing', 'urn:vestibule:device-evidence']);
    expect(valuesOf(attributes, { person: { ...mara, groups: [] } })).not.toHaveProperty('groups');
  });
});

describe('the device in an assertion', () => {
  it.each(['compliant', 'grace', 'temporary', 'skipped', 'not-compliant'] as const)(
    'is always there: %s',
    (deviceStanding) => {
      expect(valuesOf([], { deviceStanding, deviceEvidence: 'software-key' })).toEqual({
        'urn:vestibule:device-standing': [deviceStanding],
        'urn:vestibule:device-evidence': ['software-key'],
      });
    },
  );

  it('is proven by nothing unless the caller says so, or when it was not checked', () => {
    expect(valuesOf([])).toMatchObject({ 'urn:vestibule:device-evidence': ['none'] });
    expect(valuesOf([], { deviceStanding: 'not-checked', deviceEvidence: 'hardware-key' })).toEqual({
      'urn:vestibule:device-standing': ['not-checked'],
      'urn:vestibule:device-evidence': ['none'],
    });
  });
});
