import { SAML_LIMITS } from './limits.ts';
import { parseXmlStrict } from './parse-xml-strict.ts';
import { checkRelayState, type Received, readIssuer } from './received-request.ts';
import { malformed } from './saml-refusal.ts';
import { decodeBase64 } from './strict-base64.ts';
import { findSignatures, verifyEnveloped } from './verify-enveloped.ts';

/**
 * Decodes a request of the HTTP-POST binding.
 *
 * @param fields the form as parsed; a field that came twice is an array there and is refused
 * @returns the request, not verified yet; or `saml_request_malformed`
 */
export function receivePost(fields: Readonly<Record<string, unknown>>): Received {
  const { SAMLRequest: samlRequest, RelayState: relayState = null, SAMLResponse: samlResponse } = fields;
  if (typeof samlRequest !== 'string' || samlResponse !== undefined) {
    return malformed('There is not exactly one SAMLRequest.');
  }
  if (relayState !== null && typeof relayState !== 'string') return malformed('There is more than one RelayState.');
  const refusal = checkRelayState(relayState);
  if (refusal !== null) return refusal;
  // Some applications wrap base64 at 76 characters, so line ends are taken out, and nothing else.
  const bytes = decodeBase64(samlRequest.replaceAll(/\r?\n/g, ''), SAML_LIMITS.base64MaximumCharacters);
  if (bytes === null) return malformed('SAMLRequest is not base64.');
  const parsed = parseXmlStrict(bytes);
  if (!parsed.ok) return malformed(parsed.reason);
  const { document } = parsed;
  const claimedIssuer = readIssuer(document);
  if (claimedIssuer === null) return malformed('The message is not an AuthnRequest with an Issuer.');
  return {
    ok: true,
    received: {
      binding: 'post',
      relayState,
      claimedIssuer,
      isSigned: findSignatures(document).length > 0,
      unverified: document,
      verify: (keys) => verifyEnveloped(bytes.toString('utf8'), document, keys),
    },
  };
}
