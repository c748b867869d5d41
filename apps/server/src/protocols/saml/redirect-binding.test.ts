import { constants, createSign } from 'node:crypto';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { receiveRedirect } from './redirect-binding.ts';
import { acceptRedirect, codeOf } from './testing/accept.ts';
import {
  ACS_URL,
  applicationKey,
  createEcKey,
  redirectQuery,
  requestXml,
  serviceProvider,
  signedRequestXml,
  signQuery,
  strangerKey,
} from './testing/fixtures.ts';
import { withoutStall } from './testing/stall.ts';
import { DEFLATE_ENCODING, ECDSA_SHA256 } from './xml-names.ts';

const MALFORMED = 'saml_request_malformed';
const WRONG_SIGNATURE = 'saml_request_signature_wrong';
const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });
const query = redirectQuery(requestXml(), 'back-to');

describe('a redirected request', () => {
  it('is accepted unsigned where the application does not sign', () => {
    const result = acceptRedirect(query);
    expect(result).toMatchObject({
      ok: true,
      request: { id: '_request1', acsUrl: ACS_URL, relayState: 'back-to', binding: 'redirect', isSigned: false },
    });
  });

  it.each([
    ['RelayState once', signQuery(query)],
    ['no RelayState', signQuery(redirectQuery(requestXml()))],
    ['an empty RelayState', signQuery(`${redirectQuery(requestXml())}&RelayState=`)],
    ['lower-case percent encoding', signQuery(query.replaceAll(/%[0-9A-F]{2}/g, (part) => part.toLowerCase()))],
    ['more escapes than needed', signQuery(query.replace('back-to', '%62ack%2Dto'))],
    ['a blank written as +', signQuery(query.replace('back-to', 'back+to'))],
    ['a parameter of its own', `${signQuery(query)}&tenant=7`],
    ['parameters of its own that we could not read', `tenant=%zz&tenant=%ff&flag&${signQuery(query)}`],
    ['the one encoding named', `${signQuery(query)}&SAMLEncoding=${encodeURIComponent(DEFLATE_ENCODING)}`],
  ])('is accepted when its signature covers the octets as sent: %s', (_name, signed) => {
    expect(acceptRedirect(signed, mustSign)).toMatchObject({ ok: true, request: { isSigned: true } });
  });

  it('is accepted with ECDSA from a registered P-256 key, and only under that name', async () => {
    const { privateKey, certificatePem } = await createEcKey();
    const record = serviceProvider({ wantAuthnRequestsSigned: true, certificates: [certificatePem] });
    expect(codeOf(acceptRedirect(signQuery(query, privateKey, ECDSA_SHA256), record))).toBe('accepted');
    expect(codeOf(acceptRedirect(signQuery(query, privateKey), record))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptRedirect(signQuery(query, applicationKey.privateKey, ECDSA_SHA256)))).toBe(WRONG_SIGNATURE);
  });

  it('is accepted with either key while the application changes its key', () => {
    const record = serviceProvider({ certificates: [strangerKey.certificatePem, applicationKey.certificatePem] });
    expect(codeOf(acceptRedirect(signQuery(query), record))).toBe('accepted');
    expect(codeOf(acceptRedirect(signQuery(query, strangerKey.privateKey), record))).toBe('accepted');
  });

  const signed = signQuery(query);
  it.each([
    ['another RelayState', signed.replace('back-to', 'back-tO')],
    ['the same RelayState, encoded otherwise', signed.replace('back-to', 'back%2Dto')],
    ['RelayState taken away', signed.replace('&RelayState=back-to', '')],
    ['RelayState added', signQuery(redirectQuery(requestXml())).replace('&SigAlg', '&RelayState=x&SigAlg')],
    ['another request', signed.replace(/^[^&]+/, redirectQuery(requestXml({ id: '_other' })))],
    ['another key', signQuery(query, strangerKey.privateKey)],
    ['an empty signature', signed.replace(/Signature=.*/, 'Signature=')],
    ['an algorithm without a name', signed.replace(/SigAlg=[^&]*/, 'SigAlg=')],
    ['the algorithm "none"', signed.replace(/SigAlg=[^&]*/, 'SigAlg=none')],
  ])('is refused when signed over something else: %s', (_name, changed) => {
    expect(codeOf(acceptRedirect(changed))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptRedirect(changed, mustSign))).toBe(WRONG_SIGNATURE);
  });

  it.each([
    ['SHA-1', 'RSA-SHA1', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
    ['MD5', 'RSA-MD5', 'http://www.w3.org/2001/04/xmldsig-more#rsa-md5'],
    ['SHA-384 under the name of SHA-512', 'RSA-SHA384', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512'],
    ['SHA-512 under the name of ECDSA', 'RSA-SHA512', 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512'],
    ['SHA-256 under the name of SHA-1', 'RSA-SHA256', 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'],
    ['SHA-1 under the name of SHA-256', 'RSA-SHA1', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'],
    ['HMAC', 'RSA-SHA256', 'http://www.w3.org/2001/04/xmldsig-more#hmac-sha256'],
  ])('is refused with %s, though the key is right', (_name, digest, algorithm) => {
    const octets = `${query}&SigAlg=${encodeURIComponent(algorithm)}`;
    const key = { key: applicationKey.privateKey, padding: constants.RSA_PKCS1_PADDING };
    const signature = createSign(digest).update(octets).sign(key, 'base64');
    expect(codeOf(acceptRedirect(`${octets}&Signature=${encodeURIComponent(signature)}`))).toBe(WRONG_SIGNATURE);
  });

  it('is refused unsigned, or with half a signature, where the application signs', () => {
    expect(codeOf(acceptRedirect(query, mustSign))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptRedirect(signed.replace(/&Signature=.*/, ''), mustSign))).toBe(MALFORMED);
    expect(codeOf(acceptRedirect(signed.replace(/&SigAlg=[^&]*/, ''), mustSign))).toBe(MALFORMED);
  });

  it('is refused when signed by an application without a usable certificate', () => {
    expect(codeOf(acceptRedirect(signed, serviceProvider({ certificates: [] })))).toBe(WRONG_SIGNATURE);
    expect(codeOf(acceptRedirect(signed, serviceProvider({ certificates: ['not a certificate'] })))).toBe(
      WRONG_SIGNATURE,
    );
  });

  const request = encodeURIComponent(deflateRawSync(requestXml()).toString('base64'));
  const requestOf = (base64: string) => `SAMLRequest=${encodeURIComponent(base64)}`;
  const reasonOf = (rawQuery: string) => {
    const received = receiveRedirect(rawQuery);
    return received.ok ? 'accepted' : received.message;
  };
  it.each([
    ['nothing', '', /exactly one/],
    ['no request', 'RelayState=x', /exactly one/],
    ['an empty request', 'SAMLRequest=', /not base64/],
    ['a request without a value', 'SAMLRequest', /not base64/],
    ['the request twice', `SAMLRequest=${request}&SAMLRequest=${request}`, /twice/],
    ['the request twice, once in disguise', `SAMLRequest=${request}&%53AMLRequest=${request}`, /twice/],
    ['RelayState twice', `${query}&RelayState=evil`, /twice/],
    ['the signature twice', `${signed}&Signature=x`, /twice/],
    ['the algorithm twice', `${signed}&SigAlg=x`, /twice/],
    ['a signature without an algorithm', `${query}&Signature=x`, /belong together/],
    ['a response next to it', `${query}&SAMLResponse=x`, /exactly one/],
    ['a response instead of it', query.replace('SAMLRequest', 'SAMLResponse'), /exactly one/],
    ['an unknown encoding', `${query}&SAMLEncoding=urn%3Aother`, /SAMLEncoding/],
    ['broken percent encoding', `SAMLRequest=${request}&RelayState=%zz`, /not readable/],
    ['broken percent encoding in a name', `SAMLRequest=${request}&%zz=x`, /not readable/],
    ['RelayState that is not UTF-8', `SAMLRequest=${request}&RelayState=%ff`, /not readable/],
    ['RelayState with NUL', `SAMLRequest=${request}&RelayState=%00`, /not text/],
    ['RelayState of 4 097 bytes', redirectQuery(requestXml(), 'x'.repeat(4097)), /too long/],
    ['a query of 300 001 characters', `${query}&x=`.padEnd(300_001, 'y'), /not readable/],
    [
      'base64url',
      `SAMLRequest=${request.replaceAll('%2B', '-').replaceAll('%2F', '_').replaceAll('%3D', '')}`,
      /not base64/,
    ],
    ['more than 131 072 characters of base64', requestOf(Buffer.alloc(98_307).toString('base64')), /not base64/],
    ['131 072 characters of base64', requestOf(Buffer.alloc(98_304).toString('base64')), /not inflate/],
    ['no compression', requestOf(Buffer.from(requestXml()).toString('base64')), /not inflate/],
    ['the zlib form', requestOf(deflateSync(requestXml()).toString('base64')), /not inflate/],
    ['half of it', requestOf(deflateRawSync(requestXml()).subarray(0, 90).toString('base64')), /not inflate/],
    ['an XML signature inside', redirectQuery(signedRequestXml()), /must not hold an XML signature/],
    [
      'a comment inside',
      redirectQuery(requestXml({ issuer: 'https://mail.example<!-- -->/saml/metadata' })),
      /comments/,
    ],
    [
      'another message',
      redirectQuery(requestXml().replaceAll('AuthnRequest', 'LogoutRequest')),
      /no AuthnRequest with/,
    ],
    ['nobody', redirectQuery(requestXml().replace(/<saml:Issuer>.*<\/saml:Issuer>/, '')), /no AuthnRequest with/],
  ])('is malformed, and says so: %s', (_name, rawQuery, reason) => {
    expect(codeOf(acceptRedirect(rawQuery))).toBe(MALFORMED);
    expect(reasonOf(rawQuery)).toMatch(reason);
  });

  it('is read up to 300 000 characters of query', () => {
    expect(codeOf(acceptRedirect(`${query}&x=`.padEnd(300_000, 'y')))).toBe('accepted');
  });

  it.each([
    ['of 10 MB in 10 kB', deflateRawSync(Buffer.alloc(10_000_000, ' '))],
    ['of 64 MB', deflateRawSync(Buffer.alloc(64_000_000))],
    ['one byte over', deflateRawSync(''.padEnd(65_537))],
  ])(
    'is refused when it is an inflate bomb %s, at once and before there is more than a message of it',
    (_name, bomb) => {
      const rawQuery = requestOf(bomb.toString('base64'));
      expect(codeOf(withoutStall(() => acceptRedirect(rawQuery)))).toBe(MALFORMED);
      // Refused while inflating: the reader of XML has never seen it.
      expect(reasonOf(rawQuery)).toMatch(/inflates to too much/);
    },
  );

  it.each([
    ['81 bytes', 'x'.repeat(81)],
    ['markup', '"><script>alert(1)</script>&amp;<!--'],
    ['unicode', 'ünïcödé 日本語 😀 \u2028 e\u0301'],
    ['line ends and blanks', ' a\r\n\tb '],
    ['percent signs and plus', '100%25+1&a=b'],
    ['a javascript address', 'javascript:alert(1)'],
  ])('gives RelayState back as it came: %s', (_name, relayState) => {
    const received = receiveRedirect(signQuery(redirectQuery(requestXml(), relayState)));
    expect(received.ok && received.received.relayState).toBe(relayState);
  });

  it.each([
    ['a+b', 'RelayState=a+b', 'a b'],
    ['nothing, with an equals sign', 'RelayState=', ''],
    ['nothing, without an equals sign', 'RelayState', ''],
  ])('reads RelayState as forms write it: %s', (_name, written, relayState) => {
    const received = receiveRedirect(`${redirectQuery(requestXml())}&${written}`);
    expect(received.ok && received.received.relayState).toBe(relayState);
  });
});
