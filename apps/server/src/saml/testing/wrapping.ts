import { ACS_URL, requestXml, SECOND_ACS_URL, signedRequestXml, SSO_URL } from './fixtures.ts';

/**
 * Signature wrapping (XSW): a signature that was honestly made over one request, moved around inside a forged one. The
 * numbers are SAML Raider's where the form exists for a message with one signature.
 */
const GOOD = signedRequestXml({ id: '_good' });
const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s.exec(GOOD)?.[0] ?? '';
const UNSIGNED = GOOD.replace(SIGNATURE, '');
const FORGED_ATTRIBUTES = `IssueInstant="2026-11-21T08:59:50Z" Destination="${SSO_URL}" AssertionConsumerServiceURL="${SECOND_ACS_URL}"`;

function forged(rest: string, id = '_evil'): string {
  return requestXml({ id, attributes: FORGED_ATTRIBUTES, rest });
}

function extensions(xml: string): string {
  return `<samlp:Extensions>${xml}</samlp:Extensions>`;
}

function withObject(xml: string): string {
  return SIGNATURE.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`);
}

export const HONEST = GOOD;

export const WRAPPED: readonly (readonly [string, string])[] = [
  ['XSW1: the signed request inside the signature of the forged one', forged(withObject(UNSIGNED))],
  ['XSW2: the signature beside the request it covers', forged(SIGNATURE + extensions(UNSIGNED))],
  ['XSW3: the forged request in front, the signed one inside', forged(GOOD)],
  ['XSW4: the forged request around the signed one', forged(extensions(GOOD))],
  ['XSW5: the signature in the forged request, the signed one behind it', forged(`${SIGNATURE}${UNSIGNED}`)],
  ['XSW6: the signed request deep inside the signature', forged(withObject(extensions(UNSIGNED)))],
  ['XSW7: Extensions around both', forged(extensions(`${SIGNATURE}${UNSIGNED}`))],
  ['XSW8: an Object around the whole signed request', forged(withObject(GOOD))],
  ['one ID twice, the forged one first', forged(SIGNATURE + extensions(UNSIGNED), '_good')],
  ['one ID twice, in another spelling of ID', forged(SIGNATURE + extensions('<samlp:x Id="_good"/>'), '_good')],
  ['one ID twice, as xml:id', forged(SIGNATURE + extensions('<samlp:x xml:id="_good"/>'), '_good')],
  [
    'an ID with a namespace',
    forged(SIGNATURE + extensions(UNSIGNED)).replace('ID="_evil"', 'ID="_evil" samlp:ID="_good"'),
  ],
  [
    'a forged request inside the signed one',
    GOOD.replace('</samlp:AuthnRequest>', `${extensions(forged(''))}</samlp:AuthnRequest>`),
  ],
  [
    'another ACS in the signed request',
    GOOD.replace('Destination', `AssertionConsumerServiceURL="${ACS_URL}" Destination`),
  ],
  ['a second signature', GOOD.replace(SIGNATURE, SIGNATURE + SIGNATURE)],
  [
    'a second signature deeper inside',
    GOOD.replace('</samlp:AuthnRequest>', `${extensions(SIGNATURE)}</samlp:AuthnRequest>`),
  ],
  [
    'a second signature in a made-up namespace',
    GOOD.replace('</samlp:AuthnRequest>', '<Signature xmlns="urn:x"/></samlp:AuthnRequest>'),
  ],
  ['two SignedInfo', GOOD.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, (part) => part + part)],
  ['two References', GOOD.replace(/<ds:Reference .*<\/ds:Reference>/s, (part) => part + part)],
  ['20 References', GOOD.replace(/<ds:Reference .*<\/ds:Reference>/s, (part) => part.repeat(20))],
  ['two SignatureValue', GOOD.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, (part) => part + part)],
  ['two DigestValue', GOOD.replace(/<ds:DigestValue>.*<\/ds:DigestValue>/s, (part) => part + part)],
  ['a digest with an element inside', GOOD.replace('<ds:DigestValue>', '<ds:DigestValue><ds:x/>')],
  ['a Reference to nothing', GOOD.replace('URI="#_good"', 'URI=""')],
  ['a Reference without URI', GOOD.replace(' URI="#_good"', '')],
  ['a Reference to another document', GOOD.replace('URI="#_good"', 'URI="https://evil.example/"')],
  ['a Reference by XPointer', GOOD.replace('URI="#_good"', 'URI="#xpointer(/)"')],
];
