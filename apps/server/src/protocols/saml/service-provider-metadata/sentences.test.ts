import { expect, it } from 'vitest';
import { createEcKey, createWeakCertificate } from '../testing/fixtures.ts';
import {
  ACS,
  entitiesXml,
  keyXml,
  type MetadataParts,
  metadataXml,
  POST,
  readMetadata,
  REDIRECT,
} from '../testing/service-provider-metadata.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const acs = (attributes: string) => `<md:AssertionConsumerService Binding="${POST}" ${attributes}/>`;
const toBase64 = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\n/g, '');
const INCOMPLETE = 'An AssertionConsumerService lacks its Location or index, or isDefault is not a boolean.';
const UNREADABLE_KEY = 'is not an X.509 certificate that can be read, or has an unknown use.';

function messageOf(xml: string): string {
  const read = readMetadata(xml);
  return read.ok ? 'accepted' : read.message;
}

it.each<[string, MetadataParts]>([
  ['The metadata has no entityID.', { entityId: '' }],
  ['This metadata is no longer valid.', { entity: 'validUntil="2001-01-01T00:00:00Z"' }],
  ['validUntil is not a UTC time.', { entity: 'validUntil="tomorrow"' }],
  [INCOMPLETE, { services: acs('index="0"') }],
  [INCOMPLETE, { services: acs('Location="https://a.example"') }],
  [INCOMPLETE, { services: acs('Location="https://a.example" index="first"') }],
  [INCOMPLETE, { services: acs('Location="https://a.example" index="0" isDefault="yes"') }],
  ['as it describes itself: acsUrls.0.url: must be a whole address', { services: acs('Location="/acs" index="0"') }],
  [
    'as it describes itself: singleLogoutServices.0.url: must be a whole address',
    { services: `${ACS}<md:SingleLogoutService Binding="${REDIRECT}"/>` },
  ],
  ['AuthnRequestsSigned or WantAssertionsSigned is neither true nor false.', { role: 'AuthnRequestsSigned="yes"' }],
  [UNREADABLE_KEY, { keys: '<md:KeyDescriptor use="signing"/>' }],
  [UNREADABLE_KEY, { keys: keyXml('use="decoration"') }],
  [UNREADABLE_KEY, { keys: keyXml('', Buffer.from('no certificate').toString('base64')) }],
  ['RSA needs 2048 bits or more.', { keys: keyXml('', toBase64(await createWeakCertificate())) }],
  ['is not RSA, the only kind', { keys: keyXml('use="encryption"', toBase64((await createEcKey()).certificatePem)) }],
])('the administrator reads what is wrong: %s', (sentence, parts) => {
  const role = parts.role === undefined ? {} : { role: `protocolSupportEnumeration="${PROTOCOL}" ${parts.role}` };
  expect(messageOf(metadataXml({ ...parts, ...role }))).toContain(sentence);
});

it('an entity without any entityID is told apart from one that is no application', () => {
  const nameless = metadataXml().replace(/entityID="[^"]*"/, '');
  expect(messageOf(nameless)).toContain('The metadata has no entityID.');
  expect(messageOf(entitiesXml(''))).toContain('This describes no SAML 2.0 application.');
  expect(messageOf(entitiesXml(metadataXml() + metadataXml({ entityId: 'https://other.example' })))).toContain(
    'This describes several applications.',
  );
});

it('a text that is too large is told so with the size that is taken', () => {
  expect(messageOf(metadataXml({ services: ACS + ' '.repeat(2_000_000) }))).toMatch(/larger than \d{2,4} KiB\./);
});

it('a protocol is found among others, however they are set apart, and missing ones are none', () => {
  const reads = (role: string) => readMetadata(metadataXml({ role })).ok;
  expect(reads(`protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol \n\t ${PROTOCOL}"`)).toBe(true);
  expect([reads(''), reads('protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"')]).toEqual([
    false,
    false,
  ]);
});
