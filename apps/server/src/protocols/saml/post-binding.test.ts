import { createHmac, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { SignedXml } from 'xml-crypto';
import { receivePost } from './post-binding.ts';
import { acceptPost, codeOf } from './testing/accept.ts';
import {
  ACS_URL,
  applicationKey,
  createEcKey,
  postFields,
  requestXml,
  serviceProvider,
  signedRequestXml,
  strangerKey,
} from './testing/fixtures.ts';
import { HONEST, WRAPPED } from './testing/wrapping.ts';
import { isSignatureOf, readVerificationKeys } from './verification-keys.ts';
import {
  ECDSA_SHA256,
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  RSA_SHA256,
  RSA_SHA512,
  SHA256,
  SHA512,
} from './xml-names.ts';

const MALFORMED = 'saml_request_malformed';
const WRONG_SIGNATURE = 'saml_request_signature_wrong';
const EXTENSIONS = '<samlp:Extensions><x xmlns="urn:x" y="z"/></samlp:Extensions>';
const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });

interface Form {
  readonly algorithm?: string;
  readonly digest?: string;
  readonly canonicalization?: string;
  readonly transforms?: readonly string[];
  readonly prefixes?: string;
  readonly isEmptyUri?: boolean;
  readonly rest?: string;
  readonly location?: string;
}

/** A request signed with the application's own key in a form of our choice. */
function signedAs(form: Form): Record<string, unknown> {
  const signer = new SignedXml({
    privateKey: applicationKey.privateKey,
    publicCert: applicationKey.certificatePem,
    signatureAlgorithm: form.algorithm ?? RSA_SHA256,
    canonicalizationAlgorithm: form.canonicalization ?? EXCLUSIVE_C14N,
  });
  signer.addReference({
    xpath: '/*',
    transforms: [...(form.transforms ?? [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N])],
    digestAlgorithm: form.digest ?? SHA256,
    isEmptyUri: form.isEmptyUri ?? false,
    inclusiveNamespacesPrefixList: form.prefixes === undefined ? [] : [form.prefixes],
  });
  const reference = form.location ?? "/*/*[local-name()='Issuer']";
  signer.computeSignature(requestXml({ rest: form.rest ?? '' }), { location: { reference, action: 'after' } });
  return postFields(signer.getSignedXml());
}

describe('a posted request', () => {
  it('is accepted unsigned where the application does not sign', () => {
    expect(acceptPost(postFields(requestXml(), 'back'))).toMatchObject({
      ok: true,
      request: { id: '_request1', acsUrl: ACS_URL, relayState: 'back', binding: 'post', isSigned: false },
    });
  });

  it('is accepted with one enveloped signature of a registered key', () => {
    expect(acceptPost(postFields(signedRequestXml()), mustSign)).toMatchObject({
      ok: true,
      request: { isSigned: true },
    });
    const twoKeys = serviceProvider({ certificates: [strangerKey.certificatePem, applicationKey.certificatePem] });
    expect(codeOf(acceptPost(postFields(signedRequestXml()), twoKeys))).toBe('accepted');
  });

  it('is accepted with wrapped base64, and with carriage returns in the signature as Java writes them', () => {
    const xml = signedRequestXml();
    const wrapped = Buffer.from(xml).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
    expect(codeOf(acceptPost({ SAMLRequest: wrapped }, mustSign))).toBe('accepted');
    const unixWrapped = Buffer.from(xml).toString('base64').replaceAll(/.{76}/g, '$&\n');
    expect(codeOf(acceptPost({ SAMLRequest: unixWrapped }, mustSign))).toBe('accepted');
    const java = xml.replace(/(<ds:SignatureValue>.{76})/, '$1&#13;\n');
    expect(codeOf(acceptPost(postFields(java), mustSign))).toBe('accepted');
    const indented = xml.replace(/(<ds:SignatureValue>)(.{60})/, '$1\n    $2\n\t   ');
    expect(codeOf(acceptPost(postFields(indented), mustSign))).toBe('accepted');
  });

  it.each<[string, Form]>([
    ['RSA-SHA512', { algorithm: RSA_SHA512, digest: SHA512 }],
    ['a SHA-512 digest', { digest: SHA512 }],
    ['Extensions', { rest: EXTENSIONS }],
    ['line ends and blanks between its elements', { rest: `\r\n\t${EXTENSIONS} ` }],
    ['a namespace prefix that is written like an id', { rest: EXTENSIONS.replace('<x ', '<x xmlns:id="urn:id" ') }],
  ])('is accepted with %s', (_name, form) => {
    expect(codeOf(acceptPost(signedAs(form), mustSign))).toBe('accepted');
  });

  it('is accepted with ECDSA-SHA256 from a registered P-256 key', async () => {
    const { privateKey, certificatePem } = await createEcKey();
    const signer = new SignedXml({
      privateKey,
      canonicalizationAlgorithm: EXCLUSIVE_C14N,
      signatureAlgorithm: ECDSA_SHA256,
    });
    signer.SignatureAlgorithms[ECDSA_SHA256] = class {
      getAlgorithmName = () => ECDSA_SHA256;
      verifySignature = () => false;
      getSignature = (text: unknown) =>
        sign('sha256', Buffer.from(typeof text === 'string' ? text : ''), {
          key: privateKey,
          dsaEncoding: 'ieee-p1363',
        }).toString('base64');
    };
    const transforms = [ENVELOPED_SIGNATURE, EXCLUSIVE_C14N];
    signer.addReference({ xpath: '/*', transforms, digestAlgorithm: SHA256 });
    signer.computeSignature(requestXml(), { location: { reference: "/*/*[local-name()='Issuer']", action: 'after' } });
    const fields = postFields(signer.getSignedXml());
    expect(codeOf(acceptPost(fields, serviceProvider({ certificates: [certificatePem] })))).toBe('accepted');
    expect(codeOf(acceptPost(fields))).toBe(WRONG_SIGNATURE);
  });

  it.each<[string, Form]>([
    ['RSA-SHA1', { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a SHA-1 digest', { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    ['comments in the canonical form', { canonicalization: `${EXCLUSIVE_C14N}WithComments` }],
    ['inclusive canonicalisation', { canonicalization: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315' }],
    ['a transform with comments', { transforms: [ENVELOPED_SIGNATURE, `${EXCLUSIVE_C14N}WithComments`] }],
    [
      'an inclusive transform',
      { transforms: [ENVELOPED_SIGNATURE, 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'] },
    ],
    ['no canonicalising transform', { transforms: [ENVELOPED_SIGNATURE] }],
    ['the enveloped transform twice', { transforms: [ENVELOPED_SIGNATURE, ENVELOPED_SIGNATURE, EXCLUSIVE_C14N] }],
    ['the transforms in the other order', { transforms: [EXCLUSIVE_C14N, ENVELOPED_SIGNATURE] }],
    ['a prefix list', { prefixes: 'saml' }],
    ['a Reference to the whole document without its ID', { isEmptyUri: true }],
    ['its signature deeper than the root', { rest: EXTENSIONS, location: "//*[local-name()='x']" }],
    ['an id with a namespace', { rest: EXTENSIONS.replace('y="z"', 'xml:id="z"') }],
    ['its own id again in another spelling', { rest: EXTENSIONS.replace('y="z"', 'iD="_request1"') }],
  ])('is refused with %s, though the key is right', (_name, form) => {
    expect(codeOf(acceptPost(signedAs(form)))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptPost(signedAs(form), mustSign))).toBe(WRONG_SIGNATURE);
  });

  const signed = signedRequestXml();
  it.each([
    ['an XSLT transform', signed.replace(ENVELOPED_SIGNATURE, 'http://www.w3.org/TR/1999/REC-xslt-19991116')],
    ['an XPath transform', signed.replace(ENVELOPED_SIGNATURE, 'http://www.w3.org/TR/1999/REC-xpath-19991116')],
    ['the algorithm "none"', signed.replace(RSA_SHA256, 'none')],
    ['an algorithm named like a method', signed.replace(RSA_SHA256, 'constructor')],
    ['an empty signature value', signed.replace(/(<ds:SignatureValue>)[^<]*/, '$1')],
    ['no signature value', signed.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/, '')],
    ['text next to the elements', signed.replace('<ds:SignatureValue>', 'x<ds:SignatureValue>')],
  ])('is refused with %s', (_name, xml) => {
    expect(codeOf(acceptPost(postFields(xml)))).toBe(WRONG_SIGNATURE);
  });

  it('is refused with HMAC under the public certificate', () => {
    const hmac = 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256';
    const renamed = signed.replace(RSA_SHA256, hmac);
    const signedInfo = /<ds:SignedInfo>.*<\/ds:SignedInfo>/s.exec(renamed)?.[0] ?? '';
    const canonical = signedInfo
      .replace('<ds:SignedInfo>', '<ds:SignedInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#">')
      .replaceAll(/<(ds:\w+)([^<>]*)\/>/g, '<$1$2></$1>');
    const value = createHmac('sha256', applicationKey.certificatePem).update(canonical).digest('base64');
    const forged = renamed.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`);
    expect(codeOf(acceptPost(postFields(forged)))).toBe(WRONG_SIGNATURE);
  });

  it('is refused when signed by a stranger, whose certificate is in the message', () => {
    const xml = signedRequestXml({}, strangerKey);
    expect(xml).toContain(strangerKey.certificateBase64);
    expect(codeOf(acceptPost(postFields(xml)))).toBe(WRONG_SIGNATURE);
    const disguised = xml.replace(strangerKey.certificateBase64, applicationKey.certificateBase64);
    expect(codeOf(acceptPost(postFields(disguised)))).toBe(WRONG_SIGNATURE);
  });

  it('is accepted whatever KeyInfo says, or without it', () => {
    const other = signed.replace(applicationKey.certificateBase64, strangerKey.certificateBase64);
    expect(codeOf(acceptPost(postFields(other), mustSign))).toBe('accepted');
    const none = signed.replace(/<ds:KeyInfo>.*<\/ds:KeyInfo>/, '');
    expect(codeOf(acceptPost(postFields(none), mustSign))).toBe('accepted');
  });

  it('is refused when the application signs and the request does not, or no certificate is usable', async () => {
    expect(codeOf(acceptPost(postFields(requestXml()), mustSign))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptPost(postFields(signed), serviceProvider({ certificates: [] })))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptPost(postFields(signed), serviceProvider({ certificates: ['x'] })))).toBe(WRONG_SIGNATURE);
    const { certificatePem } = await createEcKey();
    expect(codeOf(acceptPost(postFields(signed), serviceProvider({ certificates: [certificatePem] })))).toBe(
      WRONG_SIGNATURE,
    );
  });

  it('has a corpus of wrapped requests that starts from an accepted one', () => {
    expect(codeOf(acceptPost(postFields(HONEST), mustSign))).toBe('accepted');
  });

  it.each(WRAPPED)('is refused when wrapped: %s', (_name, xml) => {
    expect(xml).not.toBe(HONEST);
    expect(acceptPost(postFields(xml)).ok).toBe(false);
    expect(acceptPost(postFields(xml), mustSign).ok).toBe(false);
  });

  it.each([
    ['a comment in the issuer', requestXml({ issuer: 'https://mail.example/saml<!-- -->/metadata' })],
    ['a comment in a signed digest', signed.replace('<ds:DigestValue>', '<ds:DigestValue><!---->')],
    ['an instruction in the issuer', requestXml({ issuer: 'https://mail.example<?x y?>/saml/metadata' })],
    ['CDATA in the issuer', requestXml({ issuer: '<![CDATA[https://mail.example/saml/metadata]]>' })],
    ['an entity in the issuer', `<!DOCTYPE a [<!ENTITY e "x">]>${requestXml({ issuer: '&e;' })}`],
    ['an element in the issuer', requestXml({ issuer: 'https://mail.example/<b/>saml/metadata' })],
    ['a DOCTYPE', `<!DOCTYPE a>${requestXml()}`],
    ['a second issuer', requestXml({ rest: '<saml:Issuer>https://evil.example</saml:Issuer>' })],
    ['no issuer', requestXml().replace(/<saml:Issuer>.*<\/saml:Issuer>/, '')],
    ['text between the elements', requestXml({ rest: 'x' })],
    ['another message', requestXml().replaceAll('AuthnRequest', 'LogoutRequest')],
    ['another namespace', requestXml().replace('SAML:2.0:protocol', 'SAML:1.1:protocol')],
    ['a signed message of another kind', signedRequestXml().replaceAll('AuthnRequest', 'LogoutRequest')],
  ])('is malformed: %s', (_name, xml) => {
    expect(codeOf(acceptPost(postFields(xml)))).toBe(MALFORMED);
  });

  it.each([
    ['no request', {}, /exactly one/],
    ['the request twice', { SAMLRequest: [postFields(requestXml())['SAMLRequest'], 'x'] }, /exactly one/],
    ['a response next to it', { ...postFields(requestXml()), SAMLResponse: 'x' }, /exactly one/],
    ['a response instead of it', { SAMLResponse: postFields(requestXml())['SAMLRequest'] }, /exactly one/],
    ['RelayState twice', { ...postFields(requestXml()), RelayState: ['a', 'b'] }, /more than one RelayState/],
    ['blanks in the base64', { SAMLRequest: ` ${Buffer.from(requestXml()).toString('base64')}` }, /not base64/],
    ['base64 with text behind', { SAMLRequest: `${Buffer.from('<a/>').toString('base64')}#` }, /not base64/],
    ['RelayState with NUL', postFields(requestXml(), 'a\0b'), /not text/],
    ['RelayState with half a character', postFields(requestXml(), '\ud83d'), /not text/],
    ['RelayState of 4 098 bytes in 2 049 characters', postFields(requestXml(), 'é'.repeat(2049)), /too long/],
    ['130 kB', { SAMLRequest: Buffer.alloc(98_307, '<a/>').toString('base64') }, /not base64/],
    ['another message', postFields(requestXml().replaceAll('AuthnRequest', 'LogoutRequest')), /no AuthnRequest with/],
    ['an empty issuer', postFields(requestXml({ issuer: '' })), /with an Issuer/],
    ['an issuer of 1 025 characters', postFields(requestXml({ issuer: 'x'.repeat(1025) })), /with an Issuer/],
    [
      'an issuer of another namespace',
      postFields(requestXml().replaceAll('saml:Issuer', 'samlp:Issuer')),
      /with an Issuer/,
    ],
  ])('is malformed, and says so: %s', (_name, fields, reason) => {
    const result = acceptPost(fields);
    expect(codeOf(result)).toBe(MALFORMED);
    expect(result.ok ? '' : result.message).toMatch(reason);
  });

  it('may be from an issuer of 1 024 characters, with RelayState of 4 096 bytes', () => {
    const received = receivePost(postFields(requestXml({ issuer: 'x'.repeat(1024) }), 'é'.repeat(2048)));
    expect(received).toMatchObject({ ok: true, received: { claimedIssuer: 'x'.repeat(1024) } });
  });
});

describe('isSignatureOf', () => {
  it('never throws, and refuses what it does not know', async () => {
    const { privateKey } = await createEcKey();
    expect(isSignatureOf(Buffer.from('x'), privateKey, ECDSA_SHA256, Buffer.from('short'))).toBe(false);
    expect(isSignatureOf(Buffer.from('x'), privateKey, '__proto__', Buffer.alloc(64))).toBe(false);
  });

  it('takes a right signature under the name of its own algorithm only', async () => {
    const octets = Buffer.from('x');
    const { privateKey } = await createEcKey();
    const byCurve = sign('sha256', octets, { key: privateKey, dsaEncoding: 'ieee-p1363' });
    const byRsa = sign('sha256', octets, applicationKey.privateKey);
    const accepting = (key: typeof privateKey, signature: Uint8Array) =>
      [RSA_SHA256, RSA_SHA512, ECDSA_SHA256].filter((name) => isSignatureOf(octets, key, name, signature));
    expect(accepting(privateKey, byCurve)).toEqual([ECDSA_SHA256]);
    expect(accepting(applicationKey.privateKey, byRsa)).toEqual([RSA_SHA256]);
  });
});

describe('readVerificationKeys', () => {
  it('gives a key for each certificate that can be read, and nothing for the others', () => {
    expect(readVerificationKeys(['', 'not a certificate'])).toEqual([]);
    expect(readVerificationKeys(['x', applicationKey.certificatePem])).toHaveLength(1);
  });
});
