import { anyText, propertyRuns } from '@vestibule/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENTITY_ID, GATE, gateKey, SSO_URL } from '../testing/fixtures.ts';
import { createMetadata } from '../metadata.ts';
import { PRODUCTS, sampleOf } from '../testing/metadata-samples.ts';
import {
  entitiesXml,
  keyXml,
  metadataCodeOf,
  type MetadataParts,
  metadataXml,
  readMetadata,
  SAML2,
} from '../testing/service-provider-metadata.ts';

const entity = (parts: MetadataParts = {}) => metadataXml(parts);
const GOOD = metadataXml();

describe('text around and inside metadata', () => {
  it.each([
    ['nothing', ''],
    ['an XML declaration', '<?xml version="1.0" encoding="UTF-8"?>\n'],
    ['a byte order mark', '\ufeff'],
    ['the blanks of a paste', '\n  <?xml version="1.0"?>\n'],
    ['a comment', '<!-- Please review. -->\n'],
    ['all of them', '\ufeff<?xml version="1.0"?>\r\n<!-- one -->\n\n<!--two-->\n'],
    ['a comment full of markup', '<!-- <!DOCTYPE a> <?x?> &y; \u{1f600} -->'],
  ])('may begin with %s', (_name, start) => {
    expect(metadataCodeOf(start + GOOD)).toBe('accepted');
  });

  it.each([
    ['a comment inside', GOOD.replace('<md:SPSSO', '<!-- x --><md:SPSSO')],
    ['a comment behind', `${GOOD}<!-- x -->`],
    ['a comment in front that does not end', `<!-- ${GOOD}`],
    ['a comment in front that holds two hyphens', `<!-- a -- b -->${GOOD}`],
    ['a comment in the entity id', metadataXml({ entityId: 'x' }).replace('"x"', '"x<!-- -->"')],
  ])('is refused with a sentence that says what to do: %s', (_name, xml) => {
    const result = readMetadata(xml);
    expect(result).toMatchObject({ ok: false, code: 'metadata_has_comments' });
    expect(result.ok ? '' : result.message).toContain('Remove everything from <!-- to -->');
  });

  it.each([
    ['a DOCTYPE', `<!DOCTYPE a>${GOOD}`],
    ['a DOCTYPE behind a comment', `<!-- x --><!DOCTYPE a>${GOOD}`],
    ['an entity bomb', `<!DOCTYPE a [<!ENTITY x "yy"><!ENTITY z "&x;&x;">]>${metadataXml({ entityId: '&z;' })}`],
    ['an external entity', `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${metadataXml({ entityId: '&x;' })}`],
    ['CDATA', metadataXml({ keys: '<md:NameIDFormat><![CDATA[urn:x]]></md:NameIDFormat>' })],
    ['a processing instruction', `<?xml-stylesheet href="x"?>${GOOD}`],
    ['an instruction behind a comment', `<!-- x --><?xml-stylesheet href="x"?>${GOOD}`],
    ['a declaration behind a comment', `<!-- x --><?xml version="1.0"?>${GOOD}`],
    ['two declarations', `<?xml version="1.0"?><?xml version="1.0"?>${GOOD}`],
    ['another encoding', `<?xml version="1.0" encoding="UTF-16"?>${GOOD}`],
    ['two marks', `\ufeff\ufeff${GOOD}`],
    ['NUL', `${GOOD}\0`],
    ['two roots', GOOD + GOOD],
    ['half of it', GOOD.slice(0, 200)],
    ['nothing', ''],
    ['a comment alone', '<!-- x -->'],
    ['JSON', '{"entityID":"x"}'],
    ['HTML', '<!doctype html><title>Sign in</title>'],
    ['33 levels', metadataXml({ keys: '<x:a>'.repeat(33) + '</x:a>'.repeat(33) })],
    ['4 097 elements', metadataXml({ keys: '<x:a/>'.repeat(4097) })],
    ['65 attributes', metadataXml({ role: Array.from({ length: 65 }, (_, index) => `a${index}=""`).join(' ') })],
    ['an attribute twice', metadataXml({ role: `${SAML2} ${SAML2}` })],
  ])('is refused as something no two readers would read alike: %s', (_name, xml) => {
    expect(metadataCodeOf(xml)).toBe('metadata_malformed');
  });

  it('has a limit of 256 KiB, in bytes', () => {
    const filled = (bytes: number) => metadataXml({ keys: `<x:a>${'€'.repeat(Math.floor(bytes / 3))}</x:a>` });
    const room = 262_144 - Buffer.byteLength(filled(0));
    expect(metadataCodeOf(filled(room - 3))).toBe('accepted');
    expect(metadataCodeOf(filled(room + 3))).toBe('metadata_too_large');
    expect(metadataCodeOf(`<!--${' '.repeat(262_144)}-->${GOOD}`)).toBe('metadata_too_large');
  });

  it('is read at once even when it is as large as it may be', () => {
    expect(metadataCodeOf(metadataXml({ keys: '<x:a b="c" d="e"/>'.repeat(4000) }))).toBe('accepted');
    expect(metadataCodeOf(`${'<!--x-->'.repeat(30_000)}${GOOD}`)).toBe('accepted');
    expect(metadataCodeOf('<!--'.repeat(60_000))).toBe('metadata_has_comments');
    expect(metadataCodeOf(' '.repeat(262_000))).toBe('metadata_malformed');
  });
});

describe('whom metadata describes', () => {
  const idp = createMetadata({
    entityId: GATE,
    ssoUrl: SSO_URL,
    keys: [gateKey],
    wantAuthnRequestsSigned: false,
  });

  it('is the one application among other entities', () => {
    const xml = entitiesXml(entitiesXml(idp) + entity());
    const result = readMetadata(xml);
    expect(result.ok && result.serviceProvider.entityId).toBe(ENTITY_ID);
  });

  it.each([
    ['an identity provider', idp],
    ['nobody', entitiesXml('')],
    [
      'a SAML 1.1 application',
      metadataXml({ role: 'protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"' }),
    ],
    ['a protocol that begins the same', metadataXml({ role: `${SAML2.slice(0, -1)}2"` })],
    ['an application without a protocol', metadataXml({ role: '' })],
    ['an element in another namespace', GOOD.replaceAll('SAML:2.0:metadata', 'SAML:2.0:metadata2')],
    [
      'a bare role',
      GOOD.replace(/<md:EntityDescriptor[^>]*>/, '')
        .replace('</md:EntityDescriptor>', '')
        .replace('<md:SPSSODescriptor', '<md:SPSSODescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"'),
    ],
    ['an entity inside something else', entitiesXml(`<x:y>${entity()}</x:y>`)],
    ['text between the elements', entitiesXml(`hello${entity()}`)],
    ['two applications', entitiesXml(entity() + entity({ entityId: 'https://other.example' }))],
    ['one application twice', entitiesXml(entity() + entity())],
    [
      'two roles of one application',
      GOOD.replace(/<md:SPSSODescriptor.*<\/md:SPSSODescriptor>/, (role) => role + role),
    ],
  ])('is refused when it is %s', (_name, xml) => {
    expect(metadataCodeOf(xml)).toBe('metadata_not_one_application');
  });

  it('needs an entity id', () => {
    expect(metadataCodeOf(GOOD.replace(/entityID="[^"]*"/, ''))).toBe('metadata_incomplete');
    expect(metadataCodeOf(metadataXml({ entityId: '' }))).toBe('metadata_incomplete');
    expect(metadataCodeOf(metadataXml({ entityId: 'x'.repeat(1025) }))).toBe('metadata_incomplete');
  });
});

describe('how long metadata is valid', () => {
  const until = (time: string) => `validUntil="${time}"`;
  const PAST = until('2026-11-21T08:59:59Z');
  const FUTURE = until('2026-11-21T09:00:01Z');

  it.each([
    ['the entity', (time: string) => metadataXml({ entity: time })],
    ['the role', (time: string) => metadataXml({ role: `${SAML2} ${time}` })],
    ['what is around it', (time: string) => entitiesXml(entity({ entity: until('2036-01-01T00:00:00Z') }), time)],
  ])('is decided by %s', (_name, xmlWith) => {
    expect(metadataCodeOf(xmlWith(FUTURE))).toBe('accepted');
    expect(metadataCodeOf(xmlWith(PAST))).toBe('metadata_expired');
    expect(metadataCodeOf(xmlWith(until('2026-11-21T09:00:00Z')))).toBe('metadata_expired');
    expect(metadataCodeOf(xmlWith(until('next year')))).toBe('metadata_malformed');
  });

  it('is the earliest of all', () => {
    const result = readMetadata(entitiesXml(entity({ entity: FUTURE }), until('2036-01-01T00:00:00Z')));
    expect(result.ok && result.validUntil).toEqual(new Date('2026-11-21T09:00:01Z'));
  });
});

describe('any text at all', { timeout: 120_000 }, () => {
  const pieces = [
    '<!--',
    '-->',
    '<',
    '>',
    '"',
    '&',
    '\0',
    '\ufeff',
    '<?xml version="1.0"?>',
    '<md:KeyDescriptor/>',
    keyXml(),
    'use=""',
    'md:',
    GOOD,
  ];
  const place = fc.integer({ min: 0, max: 9999 }).map((part) => part / 10_000);
  const change = fc.tuple(place, fc.nat(12), fc.oneof(fc.constantFrom(...pieces), anyText({ maxLength: 4 })));
  const samples = [GOOD, ...PRODUCTS.map(sampleOf)];

  it('is read or refused, and never throws or stalls', () => {
    const codes = new Set<string>();
    const property = fc.property(
      fc.constantFrom(...samples),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      (sample, steps) => {
        const changed = steps.reduce((text, [at, length, piece]) => {
          const start = Math.floor(at * text.length);
          return text.slice(0, start) + piece + text.slice(start + length);
        }, sample);
        const result = readMetadata(changed);
        codes.add(result.ok ? 'accepted' : result.code);
        return result.ok || result.message.length > 0;
      },
    );
    expect(() => fc.assert(property, { numRuns: propertyRuns(2000) })).not.toThrow();
    expect(codes.size).toBeGreaterThan(4);
    expect(codes.has('accepted')).toBe(true);
  });

  it('is refused when it is noise', () => {
    const property = fc.property(anyText({ maxLength: 3000 }), (text) => !readMetadata(text).ok);
    expect(() => fc.assert(property, { numRuns: propertyRuns(2000) })).not.toThrow();
  });
});
