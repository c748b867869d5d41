import { describe, expect, it } from 'vitest';
import {
  ACS,
  metadataCodeOf,
  type MetadataParts,
  metadataXml,
  POST,
  recordOf,
  REDIRECT,
  SAML2,
} from '../testing/service-provider-metadata.ts';

const codeOf = (parts: MetadataParts) => metadataCodeOf(metadataXml(parts));
const recordWith = (parts: MetadataParts) => recordOf(metadataXml(parts));
const acs = (attributes: string) => `<md:AssertionConsumerService Binding="${POST}" ${attributes}/>`;
const formats = (...names: string[]) => names.map((name) => `<md:NameIDFormat>${name}</md:NameIDFormat>`).join('');

const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

describe('addresses in metadata', () => {
  it.each([
    ['none', ''],
    ['none for HTTP-POST', ACS.replace('HTTP-POST', 'HTTP-Artifact')],
    ['none in the right namespace', ACS.replaceAll('md:Ass', 'x:Ass')],
  ])('must hold one for HTTP-POST: %s', (_name, services) => {
    expect(codeOf({ services })).toBe('metadata_not_supported');
  });

  it.each([
    ['no Location', acs('index="0"')],
    ['no index', acs('Location="https://a.example"')],
    ['an index that is no number', acs('Location="https://a.example" index="first"')],
    ['an index too large', acs('Location="https://a.example" index="65536"')],
    ['isDefault that is no boolean', acs('Location="https://a.example" index="0" isDefault="yes"')],
    ['a script', acs('Location="javascript:alert(1)" index="0"')],
    ['data', acs('Location="data:text/html,x" index="0"')],
    ['a path', acs('Location="/acs" index="0"')],
    ['one index twice', ACS + acs('Location="https://a.example" index="0"')],
    [
      'two defaults',
      acs('Location="https://a.example" index="1" isDefault="1"') +
        acs('Location="https://b.example" index="2" isDefault="true"'),
    ],
    ['a script for sign-out', `${ACS}<md:SingleLogoutService Binding="${REDIRECT}" Location="javascript:alert(1)"/>`],
    ['no address for sign-out', `${ACS}<md:SingleLogoutService Binding="${REDIRECT}"/>`],
    [
      'a script for the answer to sign-out',
      `${ACS}<md:SingleLogoutService Binding="${POST}" Location="https://a.example" ResponseLocation="data:,x"/>`,
    ],
    [
      '33 of them',
      Array.from({ length: 33 }, (_, index) => acs(`Location="https://a.example" index="${index}"`)).join(''),
    ],
  ])('cannot be registered with %s', (_name, services) => {
    expect(codeOf({ services })).toBe('metadata_incomplete');
  });

  it('leave bindings out that are not spoken here', () => {
    const soap = `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:SOAP" Location="ldap://x"/>`;
    expect(recordWith({ services: ACS + soap }).singleLogoutServices).toEqual([]);
  });
});

describe('wishes in metadata', () => {
  it.each([
    ['the default, when nothing is asked for', [], EMAIL_ADDRESS],
    ['the default, for "unspecified"', [UNSPECIFIED], EMAIL_ADDRESS],
    ['the first that can be given', ['urn:x', UNSPECIFIED, TRANSIENT, PERSISTENT], TRANSIENT],
    ['one with blanks around it', [` ${PERSISTENT}\n`], PERSISTENT],
  ])('decide the NameID: %s', (_name, wanted, expected) => {
    expect(recordWith({ keys: formats(...wanted) }).nameIdFormat).toBe(expected);
  });

  it('are refused when they cannot be met', () => {
    expect(codeOf({ keys: formats('urn:oasis:names:tc:SAML:2.0:nameid-format:kerberos') })).toBe(
      'metadata_not_supported',
    );
  });

  it.each(['AuthnRequestsSigned="yes"', 'AuthnRequestsSigned=""', 'WantAssertionsSigned="TRUE"'])(
    'are refused when they are not readable: %s',
    (attribute) => {
      expect(codeOf({ role: `${SAML2} ${attribute}` })).toBe('metadata_malformed');
    },
  );
});
