import { DOMParser } from '@xmldom/xmldom';
import { propertyRuns } from '@vestibule/testing';
import fc from 'fast-check';
import { ExclusiveCanonicalization } from 'xml-crypto';
import { describe, expect, it } from 'vitest';
import { signElement } from './sign-element.ts';
import { gateKey } from './testing/fixtures.ts';
import { hasXmlsec, verifyWithXmlCrypto, verifyWithXmlsec } from './testing/verifiers.ts';
import { element, toXmlText, writeXml, type XmlElement } from './write-xml.ts';

const join = (parts: readonly string[]) => parts.join('');
const MARKUP = ['"', "'", '&', '<', '>', ']]>', '&amp;', '&#xD;', '<!--', '?>'];
const CHARACTERS = [
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\u{85}',
  '\u{2028}',
  '\u{10ffff}',
  '👩‍💻',
  'é',
  'e\u{301}',
  '\u{a0}',
  ' ',
];
const text = fc.array(
  fc.oneof(fc.constantFrom(...MARKUP, ...CHARACTERS), fc.string({ unit: 'grapheme', maxLength: 4 })),
);
/** What has to be escaped, changed or replaced, next to anything else. */
const nasty = text.map(join);
/** The same with what XML cannot carry. */
const impossible = fc
  .array(fc.oneof(nasty, fc.constantFrom('\0', '\ud800', '\u{fffe}'), fc.string({ unit: 'binary', maxLength: 4 })))
  .map(join);

const contentOf = (any: fc.Arbitrary<string>) =>
  fc.record({ name: any, format: any, values: fc.array(any, { maxLength: 3 }) });
const content = contentOf(nasty);

function assertionOf({ name, format, values }: { name: string; format: string; values: readonly string[] }) {
  return element('saml:Assertion', { Version: '2.0', ID: '_assertion', IssueInstant: name }, [
    element('saml:Issuer', {}, [name]),
    element('saml:Attribute', { NameFormat: format, Name: name, FriendlyName: null }, [
      ...values.map((value) => element('saml:AttributeValue', {}, [value])),
    ]),
    element('saml:Empty'),
  ]);
}

function responseOf(assertion: XmlElement, name: string): XmlElement {
  return element('samlp:Response', { ID: '_response', Destination: name }, [
    element('saml:Issuer', {}, [name]),
    element('samlp:Status', {}, [name]),
    assertion,
  ]);
}

// It warns of U+FFFD, which stands for what XML cannot carry.
const parse = (xml: string) => new DOMParser({ onError: () => undefined }).parseFromString(xml, 'text/xml');
function canonical(xml: string): string {
  const root = parse(xml).documentElement;
  if (root === null) throw new Error('There is no root.');
  return new ExclusiveCanonicalization().process(root, {});
}

describe('XML that is written', () => {
  it('is what exclusive canonicalisation makes of it, whatever is in it', () => {
    fc.assert(
      fc.property(contentOf(impossible), (given) => {
        const xml = writeXml(responseOf(assertionOf(given), given.name));
        expect(canonical(xml)).toBe(xml);
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('is read as the texts that were given, but for what XML cannot carry', () => {
    fc.assert(
      fc.property(contentOf(impossible), (given) => {
        const document = parse(writeXml(responseOf(assertionOf(given), given.name)));
        const [attribute] = [...document.getElementsByTagNameNS('*', 'Attribute')];
        const values = [...document.getElementsByTagNameNS('*', 'AttributeValue')];
        expect(attribute?.getAttribute('Name')).toBe(toXmlText(given.name));
        expect(attribute?.getAttribute('NameFormat')).toBe(toXmlText(given.format));
        expect(values.map(({ textContent }) => textContent)).toEqual(given.values.map(toXmlText));
      }),
      { numRuns: propertyRuns(1000) },
    );
  });

  it('has an assertion that reads the same alone as inside a response', () => {
    const assertion = assertionOf({ name: 'a', format: 'b', values: ['c'] });
    expect(writeXml(responseOf(assertion, 'a'))).toContain(writeXml(assertion));
  });

  it('has no name that is not one', () => {
    const said = 'is not the name';
    expect(() => writeXml(element('saml:A', { 'a="" b': 'x' }))).toThrow(said);
    expect(() => writeXml(element('saml:A', { 'xsi:type': 'x' }))).toThrow(said);
    expect(() => writeXml(element('saml:A><b'))).toThrow(said);
    expect(() => writeXml({ ...element('saml:A'), name: 'other:A' as 'saml:A' })).toThrow('no namespace');
  });
});

describe('an element that is signed', () => {
  const sign = (given: Parameters<typeof assertionOf>[0]) =>
    writeXml(signElement(responseOf(signElement(assertionOf(given), gateKey), given.name), gateKey));

  it('has signatures that xml-crypto finds right, over the bytes that we wrote', () => {
    fc.assert(
      fc.property(content, (given) => {
        const xml = sign(given);
        expect(verifyWithXmlCrypto(xml, gateKey, 'Assertion')).toBe(writeXml(assertionOf(given)));
        const response = responseOf(signElement(assertionOf(given), gateKey), given.name);
        expect(verifyWithXmlCrypto(xml, gateKey, 'Response')).toBe(writeXml(response));
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it.skipIf(!hasXmlsec)('has signatures that xmlsec1 finds right', () => {
    fc.assert(
      fc.property(content, (given) => {
        const xml = sign(given);
        expect(verifyWithXmlsec(xml, gateKey, 'Assertion')).toBe(true);
        expect(verifyWithXmlsec(xml, gateKey, 'Response')).toBe(true);
      }),
      { numRuns: propertyRuns(50) },
    );
  });

  it('has none that holds once a character of it is another', () => {
    const xml = sign({ name: 'name', format: 'format', values: ['value'] });
    const changed = xml.replace('>value<', '>valve<');
    expect(changed).not.toBe(xml);
    expect(verifyWithXmlCrypto(changed, gateKey, 'Assertion')).toBeNull();
    expect(verifyWithXmlCrypto(changed, gateKey, 'Response')).toBeNull();
  });

  it('has an ID, and its signature in the place that the schema says', () => {
    expect(() => signElement(element('saml:Assertion'), gateKey)).toThrow('ID');
    const signed = signElement(element('md:EntityDescriptor', { ID: '_a' }, [element('md:X')]), gateKey);
    expect(signed.children.map((child) => (typeof child === 'string' ? child : child.name))).toEqual([
      'ds:Signature',
      'md:X',
    ]);
  });
});
