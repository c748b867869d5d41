import { anyText } from '@vestibule/testing';
import * as fc from 'fast-check';
import { requestXml, SECOND_ACS_URL, signedRequestXml } from './fixtures.ts';

/** Pieces that mean something to a reader of XML, of SAML or of a query. */
const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '=',
  '/',
  ' ',
  '\n',
  '\0',
  '\ufeff',
  '\u0130',
  '%',
  '+',
  '#',
  '&#0;',
  '&#x61;',
  '&lt;',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?x ',
  '?>',
  '<!DOCTYPE a>',
  '<?xml version="1.0"?>',
  '&x;',
  'ID="_request1"',
  'Id="_request1"',
  'xml:id="_request1"',
  'xmlns="urn:x"',
  'xmlns:ds="urn:x"',
  'URI=""',
  'ForceAuthn="true"',
  `AssertionConsumerServiceURL="${SECOND_ACS_URL}"`,
  '<samlp:Extensions>',
  '</samlp:Extensions>',
  '</saml:Issuer>',
  '<saml:Issuer>',
  '<ds:Signature>',
  '</ds:Signature>',
  '<ds:Object>',
  '</samlp:AuthnRequest>',
  '&SAMLRequest=',
  '&RelayState=',
  '&Signature=',
  '&SigAlg=',
  '%00',
  '%ff',
  '%3C',
  signedRequestXml(),
  requestXml(),
];

type Change = (text: string) => string;
const place = fc.integer({ min: 0, max: 9999 }).map((part) => part / 10_000);
const characters = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abzAZ019+/=_-.: '.split('')), minLength: 1, maxLength: 3 }),
  anyText({ maxLength: 3 }),
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...PIECES)).map(
    ([at, piece]) =>
      (text: string) =>
        splice(text, at, 0, piece),
  ),
  fc.tuple(place, characters).map(
    ([at, piece]) =>
      (text: string) =>
        splice(text, at, 1, piece),
  ),
  fc.tuple(place, fc.nat(10)).map(
    ([at, length]) =>
      (text: string) =>
        splice(text, at, length, ''),
  ),
  fc.tuple(place, fc.nat(400), place).map(([from, length, to]) => (text: string) => {
    const start = Math.floor(from * text.length);
    return splice(text, to, 0, text.slice(start, start + length));
  }),
);
/** A few changes, one after the other. */
export const changes = fc.array(change, { minLength: 1, maxLength: 4 });

function splice(text: string, at: number, length: number, piece: string): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + piece + text.slice(start + length);
}

export function apply(text: string, steps: readonly Change[]): string {
  return steps.reduce((changed, step) => step(changed), text);
}
