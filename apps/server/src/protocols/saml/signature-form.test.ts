import { createHash, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { acceptPost, codeOf } from './testing/accept.ts';
import { applicationKey, postFields, requestXml, serviceProvider, signedRequestXml } from './testing/fixtures.ts';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N, RSA_SHA256, SHA256 } from './xml-names.ts';

const WRONG_SIGNATURE = 'saml_request_signature_wrong';
const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });
const signed = signedRequestXml();
const code = (xml: string) => codeOf(acceptPost(postFields(xml), mustSign));

/** Changes SignedInfo and signs it again with the application's own key: the signature is right, only its form is odd. */
function resigned(change: (signedInfo: string) => string): string {
  const changed = signed.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, change);
  const signedInfo = /<ds:SignedInfo[ >].*<\/ds:SignedInfo>/s.exec(changed)?.[0] ?? '';
  const canonical = signedInfo
    .replace('<ds:SignedInfo', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"')
    .replaceAll(/<([\w:]+)([^<>]*)\/>/g, '<$1$2></$1>');
  const value = sign('sha256', Buffer.from(canonical), applicationKey.privateKey).toString('base64');
  return changed.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`);
}

const swap = (from: string | RegExp, to: string) =>
  resigned((signedInfo) => {
    const changed = signedInfo.replace(from, to);
    if (changed === signedInfo) throw new Error('Nothing was changed.');
    return changed;
  });

const PREFIXES = `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="ds"/>`;
const method = (name: string, algorithm: string) => `<ds:${name} Algorithm="${algorithm}"/>`;
const holding = (name: string, algorithm: string, inside: string) =>
  [method(name, algorithm), `<ds:${name} Algorithm="${algorithm}">${inside}</ds:${name}>`] as const;

describe('a signature in another form than the one accepted, though it is right', () => {
  it('is accepted in the one form, signed again by this test', () => {
    expect(code(resigned((signedInfo) => signedInfo))).toBe('accepted');
    expect(code(swap('<ds:Reference ', '\n <ds:Reference '))).toBe('accepted');
  });

  it.each([
    ['a prefix list for SignedInfo', swap(...holding('CanonicalizationMethod', EXCLUSIVE_C14N, PREFIXES))],
    ['a prefix list for the message', swap(...holding('Transform', EXCLUSIVE_C14N, PREFIXES))],
    ['a filter inside a transform', swap(...holding('Transform', ENVELOPED_SIGNATURE, '<ds:XPath>/</ds:XPath>'))],
    [
      'a truncated signature',
      swap(...holding('SignatureMethod', RSA_SHA256, '<ds:HMACOutputLength>8</ds:HMACOutputLength>')),
    ],
    ['something inside the digest method', swap(...holding('DigestMethod', SHA256, '<ds:x/>'))],
    ['text inside the digest method', swap(...holding('DigestMethod', SHA256, 'x'))],
    ['text next to the transforms', swap('<ds:Transforms>', '<ds:Transforms>x')],
    ['text next to the Reference', swap('<ds:Reference ', 'x<ds:Reference ')],
    ['text inside the Reference', swap('<ds:DigestValue>', 'x<ds:DigestValue>')],
    ['an element behind the Reference', swap('</ds:Reference>', '</ds:Reference><ds:x/>')],
    ['an element behind the digest', swap('</ds:DigestValue>', '</ds:DigestValue><ds:x/>')],
    ['an element inside the digest', swap('</ds:DigestValue>', '<ds:x/></ds:DigestValue>')],
    [
      'the digest in front of its method',
      swap(/(<ds:DigestMethod .*\/>)(<ds:DigestValue>.*<\/ds:DigestValue>)/, '$2$1'),
    ],
    [
      'the algorithm in front of the canonical form',
      swap(/(<ds:CanonicalizationMethod [^>]*>)(<ds:SignatureMethod [^>]*>)/, '$2$1'),
    ],
    ['no transforms', swap(/<ds:Transforms>.*<\/ds:Transforms>/s, '')],
    ['empty transforms', swap(/<ds:Transforms>.*<\/ds:Transforms>/s, '<ds:Transforms/>')],
    ['a third transform', swap('</ds:Transforms>', `${method('Transform', EXCLUSIVE_C14N)}</ds:Transforms>`)],
    ['transforms of another name', swap(/ds:Transforms>/g, 'ds:Steps>')],
    [
      'a transform of another name',
      swap(`<ds:Transform Algorithm="${ENVELOPED_SIGNATURE}"`, `<ds:Step Algorithm="${ENVELOPED_SIGNATURE}"`),
    ],
    ['no digest method', swap(method('DigestMethod', SHA256), '')],
    ['no digest', swap(/<ds:DigestValue>.*<\/ds:DigestValue>/s, '')],
    ['a digest of another name', swap(/ds:DigestValue>/g, 'ds:Digest>')],
    ['no Reference', swap(/<ds:Reference .*<\/ds:Reference>/s, '')],
    ['a Reference of another name', swap(/ds:Reference\b/g, 'ds:Manifest')],
    ['a Reference to the whole document', swap(/URI="[^"]*"/, 'URI=""')],
    ['a Reference without its number sign', swap('URI="#', 'URI="')],
    ['an algorithm that has no name', swap(` Algorithm="${RSA_SHA256}"`, '')],
    ['a canonical form that has no name', swap(` Algorithm="${EXCLUSIVE_C14N}"`, '')],
  ])('is refused with %s', (_name, xml) => {
    expect(code(xml)).toBe(WRONG_SIGNATURE);
  });

  it.each([
    ['an Object behind everything', signed.replace('</ds:Signature>', '<ds:Object>x</ds:Object></ds:Signature>')],
    ['an Object in the place of KeyInfo', signed.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, '<ds:Object>x</ds:Object>')],
    ['KeyInfo of another namespace', signed.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/s, '<KeyInfo xmlns="urn:x"/>')],
    ['an element inside its value', signed.replace('</ds:SignatureValue>', '<ds:x/></ds:SignatureValue>')],
    ['KeyInfo in front', signed.replace(/(<ds:SignedInfo>.*)(<ds:KeyInfo>.*<\/ds:KeyInfo>)/s, '$2$1')],
    ['text inside', signed.replace('<ds:KeyInfo>', 'x<ds:KeyInfo>')],
  ])('is refused with %s, which the signature does not cover', (_name, xml) => {
    expect(xml).not.toBe(signed);
    expect(code(xml)).toBe(WRONG_SIGNATURE);
  });

  it('is refused when it is no signature at all but stands where one would', () => {
    for (const namespace of ['urn:x', 'http://www.w3.org/2000/09/xmldsig']) {
      const fake = requestXml({ rest: `<Signature xmlns="${namespace}"/>` });
      expect(codeOf(acceptPost(postFields(fake)))).toBe(WRONG_SIGNATURE);
    }
  });

  it('is refused when the digest is of another message', () => {
    const digest = createHash('sha256').update('another').digest('base64');
    expect(code(swap(/<ds:DigestValue>[^<]*/, `<ds:DigestValue>${digest}`))).toBe(WRONG_SIGNATURE);
  });
});
