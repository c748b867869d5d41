import { describe, expect, it } from 'vitest';
import { acceptAuthnRequest } from './authn-request.ts';
import { receivePost } from './post-binding.ts';
import { acceptPost, codeOf } from './testing/accept.ts';
import {
  ACS_URL,
  ENTITY_ID,
  NOW,
  postFields,
  type RequestParts,
  requestXml,
  SSO_URL,
  serviceProvider,
  signedRequestXml,
  strangerKey,
  USUAL_ATTRIBUTES,
} from './testing/fixtures.ts';
import { ENTITY_FORMAT, HTTP_POST_BINDING } from './xml-names.ts';

const accept = (parts: RequestParts) => acceptPost(postFields(requestXml(parts)));
const withAttribute = (attribute: string) => ({ attributes: `${USUAL_ATTRIBUTES} ${attribute}` });

describe('who may have sent it', () => {
  const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });
  const refusalOf = (result: ReturnType<typeof accept>) => (result.ok ? 'accepted' : [result.code, result.message]);

  it('is asked of the signature wherever there is one, and demanded where the record says so', () => {
    const byStranger = postFields(signedRequestXml({}, strangerKey));
    for (const record of [undefined, mustSign]) {
      expect(refusalOf(acceptPost(byStranger, record))).toEqual([
        'saml_request_signature_wrong',
        'The signature was not made with a registered key.',
      ]);
    }
    expect(refusalOf(acceptPost(postFields(requestXml()), mustSign))).toEqual([
      'saml_request_signature_wrong',
      'This message must be signed.',
    ]);
  });

  it('is told that no certificate is registered, and how to add it', () => {
    for (const wantAuthnRequestsSigned of [false, true]) {
      const record = { ...serviceProvider(), certificates: [], wantAuthnRequestsSigned };
      expect(refusalOf(acceptPost(postFields(signedRequestXml({}, strangerKey)), record))).toEqual([
        'saml_request_signature_wrong',
        'The message is signed, and no certificate of this application is registered. An administrator adds it: vestibule application set NAME --metadata FILE',
      ]);
    }
  });

  it('is the issuer of the record and no other, in what was read first and in what was signed', () => {
    const other = receivePost(postFields(signedRequestXml({ issuer: 'https://other.example' })));
    if (!other.ok) throw new Error(other.message);
    const options = { serviceProvider: serviceProvider(), ssoUrl: SSO_URL, now: NOW };
    expect(refusalOf(acceptAuthnRequest(other.received, options))).toEqual([
      'saml_request_unknown_issuer',
      'No work application with this entity id is registered.',
    ]);
    expect(refusalOf(acceptAuthnRequest({ ...other.received, claimedIssuer: ENTITY_ID }, options))).toEqual([
      'saml_request_unknown_issuer',
      'The signed issuer is another one.',
    ]);
  });
});

describe('the form of a request', () => {
  const classRef = '<saml:AuthnContextClassRef>urn:x</saml:AuthnContextClassRef>';
  const context = (inside: string, attribute = '') => ({
    rest: `<samlp:RequestedAuthnContext ${attribute}>${inside}</samlp:RequestedAuthnContext>`,
  });
  const nameIdPolicy = '<samlp:NameIDPolicy/>';
  const extensions = '<samlp:Extensions/>';
  const scoping = '<samlp:Scoping ProxyCount="0"/>';

  it.each([
    ['an issuer of the one format', requestXml().replace('<saml:Issuer>', `<saml:Issuer Format="${ENTITY_FORMAT}">`)],
    ['the binding that answers go by', requestXml(withAttribute(`ProtocolBinding="${HTTP_POST_BINDING}"`))],
    [
      'sixteen classes of 255 characters',
      requestXml(context(classRef.replace('urn:x', `urn:${'x'.repeat(251)}`).repeat(16))),
    ],
    ['booleans written out', requestXml(withAttribute('ForceAuthn="false" IsPassive="false"'))],
    [
      'every element that may be there',
      requestXml({ rest: extensions + nameIdPolicy + context(classRef).rest + scoping }),
    ],
  ])('may have %s', (_name, xml) => {
    expect(acceptPost(postFields(xml))).toMatchObject({ ok: true, request: { forceAuthn: false, isPassive: false } });
  });

  it.each([
    ['no version', requestXml().replace('Version="2.0"', ''), /version/],
    ['version 1.1', requestXml().replace('Version="2.0"', 'Version="1.1"'), /version/],
    ['no ID', requestXml().replace('ID="_request1"', ''), /ID is missing/],
    ['no time', requestXml({ attributes: `Destination="${SSO_URL}"` }), /IssueInstant/],
    [
      'an issuer of another format',
      requestXml().replace(
        '<saml:Issuer>',
        '<saml:Issuer Format="urn:oasis:names:tc:SAML:2.0:nameid-format:transient">',
      ),
      /not an entity/,
    ],
    ['a boolean that is none', requestXml(withAttribute('ForceAuthn="yes"')), /not a boolean/],
    ['an index that is none', requestXml(withAttribute('AssertionConsumerServiceIndex="x"')), /not a number/],
    [
      'an address by URL and by index',
      requestXml(withAttribute(`AssertionConsumerServiceIndex="0" AssertionConsumerServiceURL="${ACS_URL}"`)),
      /by URL and by index/,
    ],
    ['Extensions twice', requestXml({ rest: extensions + extensions }), /twice in the message/],
    ['a policy twice', requestXml({ rest: nameIdPolicy + nameIdPolicy }), /twice in the request/],
    ['Scoping twice', requestXml({ rest: scoping + scoping }), /twice in the request/],
    ['a context without a class', requestXml(context('')), /not readable/],
    ['a context with text', requestXml(context(`x${classRef}`)), /not readable/],
    ['a class with an element inside', requestXml(context(classRef.replace('urn:x', 'urn:<b/>x'))), /not readable/],
    [
      'a class and something else',
      requestXml(context(`${classRef}<saml:AuthnContextDeclRef>urn:y</saml:AuthnContextDeclRef>`)),
      /not readable/,
    ],
    ['an unknown comparison', requestXml(context(classRef, 'Comparison=""')), /not readable/],
    // Each class is kept with the pending sign-in, and anyone may send a request.
    ['seventeen classes', requestXml(context(classRef.repeat(17))), /not readable/],
    [
      'a class of 256 characters',
      requestXml(context(classRef.replace('urn:x', `urn:${'x'.repeat(252)}`))),
      /not readable/,
    ],
  ])('is malformed, and says so, with %s', (_name, xml, reason) => {
    const result = acceptPost(postFields(xml));
    expect(codeOf(result)).toBe('saml_request_malformed');
    expect(result.ok ? '' : result.message).toMatch(reason);
  });

  it('does not take the elements of another namespace for those of SAML', () => {
    for (const name of ['Scoping', 'NameIDPolicy', 'RequestedAuthnContext', 'Extensions', 'Signature']) {
      expect(codeOf(accept({ rest: `<${name} xmlns="urn:x"/>` }))).not.toBe('accepted');
    }
  });

  it('reads each comparison, "exact" when there is none, and classes without the blanks around them', () => {
    expect(accept({})).toMatchObject({ request: { requestedAuthnContext: null, nameIdFormat: null } });
    const spaced = classRef.replace('urn:x', '\n urn:x ');
    expect(accept(context(spaced + classRef.replace('urn:x', 'urn:y')))).toMatchObject({
      request: { requestedAuthnContext: { comparison: 'exact', classes: ['urn:x', 'urn:y'] } },
    });
    for (const comparison of ['exact', 'minimum', 'maximum', 'better']) {
      expect(accept(context(classRef, `Comparison="${comparison}"`))).toMatchObject({
        request: { requestedAuthnContext: { comparison } },
      });
    }
  });
});
