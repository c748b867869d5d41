import { ACS_URL, requestXml, SECOND_ACS_URL, signedRequestXml, SSO_URL } from './fixtures.ts';

/** A message of one kind, signed honestly, and how to forge another one of that kind. */
interface Kind {
  /** Signed, with the ID `_good`. */
  readonly good: string;
  /** @param rest XML for the place behind the Issuer */
  readonly forged: (rest: string, id?: string) => string;
  /** The end tag of the root. */
  readonly close: string;
}

const SIGNATURE = /<ds:Signature .*<\/ds:Signature>/s;

function extensions(xml: string): string {
  return `<samlp:Extensions>${xml}</samlp:Extensions>`;
}

function withObject(signature: string, xml: string): string {
  return signature.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`);
}

/**
 * Signature wrapping (XSW): a signature that was honestly made over one message, moved around inside a forged one. The
 * numbers are SAML Raider's where the form exists for a message with one signature.
 */
export function wrap({ good, forged, close }: Kind): readonly (readonly [string, string])[] {
  const signature = SIGNATURE.exec(good)?.[0] ?? '';
  const unsigned = good.replace(signature, '');
  return [
    ['XSW1: the signed request inside the signature of the forged one', forged(withObject(signature, unsigned))],
    ['XSW2: the signature next to the request it covers', forged(signature + extensions(unsigned))],
    ['XSW3: the forged request in front, the signed one inside', forged(good)],
    ['XSW4: the forged request around the signed one', forged(extensions(good))],
    ['XSW5: the signature in the forged request, the signed one behind it', forged(`${signature}${unsigned}`)],
    ['XSW6: the signed request deep inside the signature', forged(withObject(signature, extensions(unsigned)))],
    ['XSW7: Extensions around both', forged(extensions(`${signature}${unsigned}`))],
    ['XSW8: an Object around the whole signed request', forged(withObject(signature, good))],
    ['one ID twice, the forged one first', forged(signature + extensions(unsigned), '_good')],
    ['one ID twice, in another spelling of ID', forged(signature + extensions('<samlp:x Id="_good"/>'), '_good')],
    ['one ID twice, as xml:id', forged(signature + extensions('<samlp:x xml:id="_good"/>'), '_good')],
    [
      'an ID with a namespace',
      forged(signature + extensions(unsigned)).replace('ID="_evil"', 'ID="_evil" samlp:ID="_good"'),
    ],
    ['a forged request inside the signed one', good.replace(close, `${extensions(forged(''))}${close}`)],
    ['a second signature', good.replace(signature, signature + signature)],
    ['a second signature deeper inside', good.replace(close, `${extensions(signature)}${close}`)],
    ['a second signature in a made-up namespace', good.replace(close, `<Signature xmlns="urn:x"/>${close}`)],
    ['two SignedInfo', good.replace(/<ds:SignedInfo>.*<\/ds:SignedInfo>/s, (part) => part + part)],
    ['two References', good.replace(/<ds:Reference .*<\/ds:Reference>/s, (part) => part + part)],
    ['20 References', good.replace(/<ds:Reference .*<\/ds:Reference>/s, (part) => part.repeat(20))],
    ['two SignatureValue', good.replace(/<ds:SignatureValue>.*<\/ds:SignatureValue>/s, (part) => part + part)],
    ['two DigestValue', good.replace(/<ds:DigestValue>.*<\/ds:DigestValue>/s, (part) => part + part)],
    ['a digest with an element inside', good.replace('<ds:DigestValue>', '<ds:DigestValue><ds:x/>')],
    ['a Reference to nothing', good.replace('URI="#_good"', 'URI=""')],
    ['a Reference without URI', good.replace(' URI="#_good"', '')],
    ['a Reference to another document', good.replace('URI="#_good"', 'URI="https://evil.example/"')],
    ['a Reference by XPointer', good.replace('URI="#_good"', 'URI="#xpointer(/)"')],
  ];
}

const FORGED_ATTRIBUTES = `IssueInstant="2026-11-21T08:59:50Z" Destination="${SSO_URL}" AssertionConsumerServiceURL="${SECOND_ACS_URL}"`;

export const HONEST = signedRequestXml({ id: '_good' });

/** Forged sign-in requests that would lead to another address. */
export const WRAPPED: readonly (readonly [string, string])[] = [
  ...wrap({
    good: HONEST,
    forged: (rest, id = '_evil') => requestXml({ id, attributes: FORGED_ATTRIBUTES, rest }),
    close: '</samlp:AuthnRequest>',
  }),
  [
    'another ACS in the signed request',
    HONEST.replace('Destination', `AssertionConsumerServiceURL="${ACS_URL}" Destination`),
  ],
];
