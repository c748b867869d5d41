import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedRequest } from './authn-request.ts';
import { parseXmlStrict } from './parse-xml-strict.ts';
import { receivePost } from './post-binding.ts';
import { receiveRedirect } from './redirect-binding.ts';
import { acceptPost, acceptRedirect } from './testing/accept.ts';
import {
  postFields,
  redirectQuery,
  requestXml,
  SECOND_ACS_URL,
  serviceProvider,
  signedRequestXml,
  signQuery,
} from './testing/fixtures.ts';
import { HONEST, WRAPPED } from './testing/wrapping.ts';

const STALL_MS = 100;
const TIMEOUT_MS = 120_000;
const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });

/** Pieces that mean something to a reader of XML, of SAML or of a query. */
const PIECES = [
  '<', '>', '"', "'", '&', '=', '/', ' ', '\n', '\0', '\ufeff', '\u0130', '%', '+', '#', '&#0;', '&#x61;', '&lt;',
  '<!--', '-->', '<![CDATA[', ']]>', '<?x ', '?>', '<!DOCTYPE a>', '<?xml version="1.0"?>', '&x;',
  'ID="_request1"', 'Id="_request1"', 'xml:id="_request1"', 'xmlns="urn:x"', 'xmlns:ds="urn:x"', 'URI=""',
  
    'ForceAuthn="true"',
    `AssertionConsumerServiceURL="${SECOND_ACS_URL}"`,
    '<samlp:Extensions>',
    '</samlp:Extensions>',
  '</saml:Issuer>', '<saml:Issuer>', '<ds:Signature>', '</ds:Signature>', '<ds:Object>', '</samlp:AuthnRequest>',
  '&SAMLRequest=', '&RelayState=', '&Signature=', '&SigAlg=', '%00', '%ff', '%3C',
  signedRequestXml(),
  requestXml(),
];

type Change = (text: string) => string;
const place = fc.double({ min: 0, max: 1, noNaN: true });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.constantFrom(...PIECES)).map(
    ([at, piece]) =>
      (text: string) =>
        splice(text, at, 0, piece),
  ),
  fc.tuple(place, fc.string({ unit: 'binary', maxLength: 3 })).map(
    ([at, piece]) =>
      (text: string) =>
        splice(text, at, 1, piece),
  ),
  fc.tuple(place, fc.nat(40)).map(
    ([at, length]) =>
      (text: string) =>
        splice(text, at, length, ''),
  ),
  fc.tuple(place, fc.nat(400), place).map(([from, length, to]) => (text: string) => {
    const start = Math.floor(from * text.length);
    return splice(text, to, 0, text.slice(start, start + length));
  }),
);
const changes = fc.array(change, { minLength: 1, maxLength: 4 });

function splice(text: string, at: number, length: number, piece: string): string {
  const start = Math.floor(at * text.length);
  return text.slice(0, start) + piece + text.slice(start + length);
}

const apply = (text: string, steps: readonly Change[]) => steps.reduce((changed, step) => step(changed), text);

/** Runs quickly enough not to be felt by others who are signing in. */
function timed<Result>(run: () => Result): Result {
  const begin = performance.now();
  const result = run();
  expect(performance.now() - begin).toBeLessThan(STALL_MS);
  return result;
}

/** Whatever was done to a signed message: it is refused, or says exactly what the application signed. */
function refusedOrHonest(result: AcceptedRequest, honest: AcceptedRequest): AcceptedRequest | 'refused' {
  return result.ok ? result : honest.ok ? 'refused' : honest;
}

describe('a message that was changed on its way', () => {
  const signed = signedRequestXml();
  const honestPost = acceptPost(postFields(signed), mustSign);
  it(
    'posted: is refused or means the same, at once',
    () => {
      expect(honestPost.ok).toBe(true);
      fc.assert(
        fc.property(changes, (steps) => {
          const fields = postFields(apply(signed, steps));
          expectRefusedOrEqual(
            timed(() => acceptPost(fields, mustSign)),
            honestPost,
          );
        }),
        { numRuns: 4000 },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'wrapped and changed: is refused or means the same',
    () => {
      const honest = acceptPost(postFields(HONEST), mustSign);
      fc.assert(
        fc.property(fc.constantFrom(...WRAPPED), changes, ([, xml], steps) => {
          expectRefusedOrEqual(
            timed(() => acceptPost(postFields(apply(xml, steps)), mustSign)),
            honest,
          );
        }),
        { numRuns: 2000 },
      );
    },
    TIMEOUT_MS,
  );

  const query = signQuery(redirectQuery(requestXml(), 'back to <work>'));
  const honestRedirect = acceptRedirect(query, mustSign);
  it(
    'redirected: is refused or means the same, at once',
    () => {
      expect(honestRedirect.ok).toBe(true);
      fc.assert(
        fc.property(changes, (steps) => {
          const changed = apply(query, steps);
          expectRefusedOrEqual(
            timed(() => acceptRedirect(changed, mustSign)),
            honestRedirect,
          );
        }),
        { numRuns: 4000 },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'redirected with the inner XML changed: is refused',
    () => {
      const signature = query.slice(query.indexOf('&RelayState'));
      fc.assert(
        fc.property(changes, (steps) => {
          const xml = apply(requestXml(), steps);
          fc.pre(xml !== requestXml());
          expect(acceptRedirect(`${redirectQuery(xml)}${signature}`, mustSign).ok).toBe(false);
        }),
        { numRuns: 1000 },
      );
    },
    TIMEOUT_MS,
  );
});

describe('anything at all', () => {
  it(
    'never makes a reader throw or stall',
    () => {
      const anyText = fc.oneof(
        fc.string({ unit: 'binary', maxLength: 2000 }),
        changes.map((steps) => apply(requestXml(), steps)),
      );
      fc.assert(
        fc.property(anyText, fc.uint8Array({ maxLength: 2000 }), fc.jsonValue(), (text, bytes, value) => {
          timed(() => parseXmlStrict(text));
          timed(() => parseXmlStrict(bytes));
          timed(() => receiveRedirect(text));
          timed(() => receiveRedirect(redirectQuery(text)));
          timed(() => receivePost({ SAMLRequest: text, RelayState: value }));
          timed(() => receivePost({ SAMLRequest: Buffer.from(bytes).toString('base64'), RelayState: text }));
          timed(() => receivePost({ SAMLRequest: value }));
        }),
        { numRuns: 2000 },
      );
    },
    TIMEOUT_MS,
  );

  it(
    'keeps RelayState as it came',
    () => {
      fc.assert(
        fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (relayState) => {
          fc.pre(!relayState.includes('\0'));
          const redirected = receiveRedirect(redirectQuery(requestXml(), relayState));
          expect(redirected.ok && redirected.received.relayState).toBe(relayState);
          const posted = receivePost(postFields(requestXml(), relayState));
          expect(posted.ok && posted.received.relayState).toBe(relayState);
        }),
        { numRuns: 500 },
      );
    },
    TIMEOUT_MS,
  );
});
