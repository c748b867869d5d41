import { isDeepStrictEqual } from 'node:util';
import { anyText, propertyRuns } from '@vestibule/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AcceptedRequest } from './authn-request.ts';
import { receiveLogoutPost, receiveLogoutRedirect } from './logout/receive-logout.ts';
import { parseXmlStrict } from './parse-xml-strict.ts';
import { receivePost } from './post-binding.ts';
import { receiveRedirect } from './redirect-binding.ts';
import { acceptPost, acceptRedirect, codeOf } from './testing/accept.ts';
import {
  postFields,
  redirectQuery,
  requestXml,
  serviceProvider,
  signedRequestXml,
  signQuery,
} from './testing/fixtures.ts';
import {
  acceptPostedLogout,
  acceptRedirectedLogout,
  logoutRequestXml,
  signed as signedLogout,
} from './testing/logout.ts';
import { apply, changes } from './testing/mutate.ts';
import { withoutStall } from './testing/stall.ts';
import { HONEST, WRAPPED } from './testing/wrapping.ts';

const timeout = 120_000;
const mustSign = serviceProvider({ wantAuthnRequestsSigned: true });

/** Whatever was done to a signed message: it is refused, or says exactly what the application signed. */
function isRefusedOrHonest(result: AcceptedRequest, honest: AcceptedRequest): boolean {
  return !result.ok || isDeepStrictEqual(result, honest);
}

describe('a message that was changed on its way', () => {
  const signed = signedRequestXml();
  const honestPost = acceptPost(postFields(signed), mustSign);
  const query = signQuery(redirectQuery(requestXml(), 'back to <work>'));
  const honestRedirect = acceptRedirect(query, mustSign);

  it('was accepted before it was changed', () => {
    expect(honestPost.ok).toBe(true);
    expect(honestRedirect.ok).toBe(true);
  });

  it('is refused or means the same when posted, and many changes get as far as the signature', { timeout }, () => {
    const codes = new Map<string, number>();
    const property = fc.property(changes, (steps) => {
      const fields = postFields(apply(signed, steps));
      const result = withoutStall(() => acceptPost(fields, mustSign));
      codes.set(codeOf(result), (codes.get(codeOf(result)) ?? 0) + 1);
      return isRefusedOrHonest(result, honestPost);
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(5000) })).not.toThrow();
    expect(codes.get('saml_request_signature_wrong')).toBeGreaterThan(propertyRuns(300));
    expect(codes.get('saml_request_malformed')).toBeGreaterThan(propertyRuns(300));
  });

  it('is refused or means the same when wrapped and changed', { timeout }, () => {
    const honest = acceptPost(postFields(HONEST), mustSign);
    const property = fc.property(fc.constantFrom(...WRAPPED), changes, ([, xml], steps) => {
      const fields = postFields(apply(xml, steps));
      return isRefusedOrHonest(
        withoutStall(() => acceptPost(fields, mustSign)),
        honest,
      );
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(5000) })).not.toThrow();
  });

  it('is refused or means the same when redirected', { timeout }, () => {
    const property = fc.property(changes, (steps) => {
      const changed = apply(query, steps);
      return isRefusedOrHonest(
        withoutStall(() => acceptRedirect(changed, mustSign)),
        honestRedirect,
      );
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(5000) })).not.toThrow();
  });

  it('is refused when redirected with other XML inside', { timeout }, () => {
    const signature = query.slice(query.indexOf('&RelayState'));
    const property = fc.property(changes, (steps) => {
      const xml = apply(requestXml(), steps);
      fc.pre(xml !== requestXml());
      return !acceptRedirect(`${redirectQuery(xml)}${signature}`, mustSign).ok;
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(5000) })).not.toThrow();
  });
});

describe('a logout request that was changed on its way', () => {
  const signed = signedLogout(logoutRequestXml());
  const honest = acceptPostedLogout(signed);
  const query = signQuery(redirectQuery(logoutRequestXml(), 'bye'));
  const honestRedirect = acceptRedirectedLogout(query);

  it('is refused or means the same, posted or redirected', { timeout }, () => {
    expect(honest.ok && honestRedirect.ok).toBe(true);
    const property = fc.property(changes, (steps) => {
      const posted = withoutStall(() => acceptPostedLogout(apply(signed, steps)));
      const redirected = withoutStall(() => acceptRedirectedLogout(apply(query, steps)));
      return (
        (!posted.ok || isDeepStrictEqual(posted, honest)) &&
        (!redirected.ok || isDeepStrictEqual(redirected, honestRedirect))
      );
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(3000) })).not.toThrow();
  });
});

describe('anything at all', () => {
  it('never makes a reader throw or stall', { timeout }, () => {
    const someText = fc.oneof(
      anyText({ maxLength: 2000 }),
      changes.map((steps) => apply(requestXml(), steps)),
    );
    const property = fc.property(someText, fc.uint8Array({ maxLength: 2000 }), fc.jsonValue(), (text, bytes, value) => {
      withoutStall(() => parseXmlStrict(text));
      withoutStall(() => parseXmlStrict(bytes));
      withoutStall(() => receiveRedirect(text));
      withoutStall(() => receiveRedirect(redirectQuery(text)));
      withoutStall(() => receivePost({ SAMLRequest: text, RelayState: value }));
      withoutStall(() => receivePost({ SAMLRequest: Buffer.from(bytes).toString('base64'), RelayState: text }));
      withoutStall(() => receivePost({ SAMLRequest: value }));
      withoutStall(() => receiveLogoutRedirect(redirectQuery(text, undefined, 'SAMLResponse')));
      withoutStall(() => receiveLogoutPost({ SAMLResponse: Buffer.from(text).toString('base64'), RelayState: value }));
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(5000) })).not.toThrow();
  });

  it('comes back as RelayState the way it came', { timeout }, () => {
    const property = fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (relayState) => {
      fc.pre(!relayState.includes('\0'));
      const redirected = receiveRedirect(redirectQuery(requestXml(), relayState));
      const posted = receivePost(postFields(requestXml(), relayState));
      return (
        redirected.ok &&
        redirected.received.relayState === relayState &&
        posted.ok &&
        posted.received.relayState === relayState
      );
    });
    expect(() => fc.assert(property, { numRuns: propertyRuns(1000) })).not.toThrow();
  });
});
