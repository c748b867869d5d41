import { describe, expect, it } from 'vitest';
import { isSameNameId, NAME_ID_FORMATS } from './name-id.ts';
import { ENTITY_ID, GATE } from './testing/fixtures.ts';

const [EMAIL_ADDRESS, PERSISTENT] = NAME_ID_FORMATS;

const UNSPECIFIED = 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified';

describe('the identifier in a logout request', () => {
  const parties = { issuer: GATE, serviceProvider: ENTITY_ID };
  const issued = { format: PERSISTENT, value: 'abc' };
  const claimed = { format: PERSISTENT as string, value: 'abc', nameQualifier: null, spNameQualifier: null };
  it.each([
    ['the same', claimed, true],
    ['the same with qualifiers', { ...claimed, nameQualifier: GATE, spNameQualifier: ENTITY_ID }, true],
    ['another value', { ...claimed, value: 'abcd' }, false],
    ['another case', { ...claimed, value: 'ABC' }, false],
    ['another format', { ...claimed, format: EMAIL_ADDRESS }, false],
    ['no format', { ...claimed, format: null }, true],
    ['an unspecified format', { ...claimed, format: UNSPECIFIED }, true],
    ['no format and another value', { ...claimed, format: null, value: 'abcd' }, false],
    ['another identity provider’s', { ...claimed, nameQualifier: 'https://other.example' }, false],
    ['another application’s', { ...claimed, spNameQualifier: 'https://other.example' }, false],
  ])('is compared in every part: %s', (_name, other, expected) => {
    expect(isSameNameId(issued, other, parties)).toBe(expected);
  });

  it('is the same e-mail address in other capitals', () => {
    const address = { format: EMAIL_ADDRESS, value: 'Nadia@alderbrook.example' };
    const other = { ...claimed, format: EMAIL_ADDRESS as string, value: 'nadia@ALDERBROOK.example' };
    expect(isSameNameId(address, other, parties)).toBe(true);
    expect(isSameNameId(address, { ...other, value: 'osei@alderbrook.example' }, parties)).toBe(false);
  });
});
