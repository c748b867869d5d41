import { describe, expect, it } from 'vitest';
import { acceptPost, acceptRedirect, codeOf } from './testing/accept.ts';
import {
  applicationKey,
  createEcKey,
  postFields,
  redirectQuery,
  requestXml,
  serviceProvider,
  signQuery,
} from './testing/fixtures.ts';
import {
  acceptPostedAnswer,
  acceptPostedLogout,
  leaving,
  logoutRequestXml,
  logoutResponseXml,
} from './testing/logout.ts';
import { hasXmlsec, signWithXmlsec } from './testing/verifiers.ts';
import { ENVELOPED_SIGNATURE, EXCLUSIVE_C14N } from './xml-names.ts';

/** Messages signed by xmlsec1, which shares no line of code with ours, and by OpenSSL for redirects. */
const MORE = 'http://www.w3.org/2001/04/xmldsig-more#';
const XMLENC = 'http://www.w3.org/2001/04/xmlenc#';
const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const DIGESTS = { 'SHA-256': `${XMLENC}sha256`, 'SHA-384': `${MORE}sha384`, 'SHA-512': `${XMLENC}sha512` } as const;
const HASHES = ['sha256', 'sha384', 'sha512'] as const;

const rsaPem = applicationKey.privateKey.export({ type: 'pkcs8', format: 'pem' });
const ec = await createEcKey();
const ecPem = ec.privateKey.export({ type: 'pkcs8', format: 'pem' });
const ofEc = { certificates: [ec.certificatePem] };

/** A message with what xmlsec1 fills in. */
function template(xml: string, algorithm: string, digest: string): string {
  const id = / ID="([^"]+)"/.exec(xml)?.[1] ?? '';
  const signature = `<ds:Signature xmlns:ds="${XMLDSIG}"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}"/><ds:SignatureMethod Algorithm="${algorithm}"/><ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${ENVELOPED_SIGNATURE}"/><ds:Transform Algorithm="${EXCLUSIVE_C14N}"/></ds:Transforms><ds:DigestMethod Algorithm="${digest}"/><ds:DigestValue/></ds:Reference></ds:SignedInfo><ds:SignatureValue/></ds:Signature>`;
  return xml.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
}

function signedByXmlsec(xml: string, algorithm: string, digest: string, pem: string): string {
  const signed = signWithXmlsec(template(xml, algorithm, digest), pem);
  if (signed === null) throw new Error('xmlsec1 did not sign.');
  return signed;
}

const COMBINATIONS = HASHES.flatMap((hash) =>
  Object.entries(DIGESTS).flatMap(([digestName, digest]) =>
    (['rsa', 'ecdsa'] as const).map((kind) => [kind, hash, digestName, `${MORE}${kind}-${hash}`, digest] as const),
  ),
);

describe.skipIf(!hasXmlsec)('a message that xmlsec1 signed', () => {
  it.each(COMBINATIONS)('is accepted with %s-%s over a digest of %s', (kind, _hash, _name, algorithm, digest) => {
    const pem = kind === 'rsa' ? rsaPem : ecPem;
    const certificates = kind === 'rsa' ? {} : ofEc;
    const request = signedByXmlsec(requestXml(), algorithm, digest, pem);
    expect(codeOf(acceptPost(postFields(request), serviceProvider(certificates)))).toBe('accepted');
    // Changed by one letter it is refused, and so it is under the other kind of key.
    const changed = request.replace('IssueInstant="2026', 'IssueInstant="2O26').replace('_request1"', '_request2"');
    expect(codeOf(acceptPost(postFields(changed), serviceProvider(certificates)))).toBe('saml_request_signature_wrong');
    const other = serviceProvider(kind === 'rsa' ? ofEc : {});
    expect(codeOf(acceptPost(postFields(request), other))).toBe('saml_request_signature_wrong');
    const record = { ...leaving, ...certificates };
    expect(acceptPostedLogout(signedByXmlsec(logoutRequestXml(), algorithm, digest, pem), record).ok).toBe(true);
    expect(acceptPostedAnswer(signedByXmlsec(logoutResponseXml(), algorithm, digest, pem), undefined, record).ok).toBe(
      true,
    );
  });

  it.each([
    ['RSA-SHA1', `${XMLDSIG}rsa-sha1`, DIGESTS['SHA-256'], rsaPem],
    ['ECDSA-SHA1', `${MORE}ecdsa-sha1`, DIGESTS['SHA-256'], ecPem],
    ['SHA-1', `${MORE}rsa-sha256`, `${XMLDSIG}sha1`, rsaPem],
    ['SHA-1', `${MORE}ecdsa-sha384`, `${XMLDSIG}sha1`, ecPem],
  ])('is refused with %s, by name and with what to set instead', (name, algorithm, digest, pem) => {
    const record = { certificates: [applicationKey.certificatePem, ec.certificatePem] };
    const request = signedByXmlsec(requestXml(), algorithm, digest, pem);
    const logout = signedByXmlsec(logoutRequestXml(), algorithm, digest, pem);
    for (const refused of [
      acceptPost(postFields(request), serviceProvider(record)),
      acceptPostedLogout(logout, { ...leaving, ...record }),
    ]) {
      expect(refused).toMatchObject({ ok: false, code: 'saml_request_signature_wrong' });
      expect('message' in refused && refused.message).toContain(` with ${name}, which is not taken here. Let the app`);
    }
  });

  it('is refused when its algorithm is called by a stronger name, or its digest is', () => {
    const weak = signedByXmlsec(requestXml(), `${XMLDSIG}rsa-sha1`, DIGESTS['SHA-256'], rsaPem);
    const small = signedByXmlsec(requestXml(), `${MORE}rsa-sha256`, DIGESTS['SHA-256'], rsaPem);
    for (const xml of [
      weak.replace(`${XMLDSIG}rsa-sha1`, `${MORE}rsa-sha384`),
      small.replace(`${MORE}rsa-sha256`, `${MORE}rsa-sha512`),
      small.replace(`${MORE}rsa-sha256`, `${MORE}ecdsa-sha256`),
      small.replace(DIGESTS['SHA-256'], DIGESTS['SHA-384']),
      small.replace(DIGESTS['SHA-256'], `${XMLENC}sha384`),
    ]) {
      expect(codeOf(acceptPost(postFields(xml)))).toBe('saml_request_signature_wrong');
    }
  });
});

describe('a redirected message', () => {
  const query = redirectQuery(requestXml(), 'back');

  it.each(HASHES)('is accepted with RSA and ECDSA over %s', (hash) => {
    const byRsa = signQuery(query, applicationKey.privateKey, `${MORE}rsa-${hash}`, hash);
    const byEc = signQuery(query, ec.privateKey, `${MORE}ecdsa-${hash}`, hash);
    expect(codeOf(acceptRedirect(byRsa))).toBe('accepted');
    expect(codeOf(acceptRedirect(byEc, serviceProvider(ofEc)))).toBe('accepted');
    expect(codeOf(acceptRedirect(byEc))).toBe('saml_request_signature_wrong');
  });

  it.each([
    ['RSA-SHA1', `${XMLDSIG}rsa-sha1`, 'sha1'],
    ['DSA-SHA1', `${XMLDSIG}dsa-sha1`, 'sha1'],
    ['HMAC', `${MORE}hmac-sha256`, 'sha256'],
    ['an algorithm that is not known here', 'urn:example:"><b>mine', 'sha256'],
  ] as const)('is refused with %s, by name and with what to set instead', (name, algorithm, hash) => {
    const refused = acceptRedirect(signQuery(query, applicationKey.privateKey, algorithm, hash));
    expect(refused).toMatchObject({ ok: false, code: 'saml_request_signature_wrong' });
    expect('message' in refused && refused.message).toContain(`signed with ${name}, which is not taken here.`);
    expect('message' in refused && refused.message).not.toContain('<b>');
  });

  it('is said to be of another key only where it is', () => {
    const refused = acceptRedirect(signQuery(query, ec.privateKey, `${MORE}ecdsa-sha384`, 'sha384'));
    expect(refused).toMatchObject({ message: 'The signature was not made with a registered key.' });
  });
});
