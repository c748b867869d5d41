import { SAML_LIMITS } from './limits.ts';
import { parseXmlStrict } from './parse-xml-strict.ts';
import {
  checkRelayState,
  type MessageName,
  notExpected,
  type Received,
  readNameAndIssuer,
  selectParameter,
} from './received-message.ts';
import { malformed } from './saml-refusal.ts';
import { decodeBase64 } from './strict-base64.ts';
import { findRefusedAlgorithm, findSignatures, verifyEnveloped } from './verify-enveloped.ts';

/**
 * Decodes a message of the HTTP-POST binding.
 *
 * @param fields the form as parsed; a field that came twice is an array there and is refused
 * @param names the messages that this address takes; a sign-in request when absent
 * @returns the message, not verified yet; or `saml_request_malformed`
 */
export function receivePost(
  fields: Readonly<Record<string, unknown>>,
  names: readonly MessageName[] = ['AuthnRequest'],
): Received {
  const parameter = selectParameter(names, (name) => fields[name] !== undefined);
  const encoded = parameter === null ? undefined : fields[parameter];
  if (parameter === null || typeof encoded !== 'string') return malformed('There is not exactly one SAML message.');
  const { RelayState: relayState = null } = fields;
  if (relayState !== null && typeof relayState !== 'string') return malformed('There is more than one RelayState.');
  const refusal = checkRelayState(relayState);
  if (refusal !== null) return refusal;
  // Some applications wrap base64 at 76 characters, so line ends are taken out, and nothing else.
  const bytes = decodeBase64(encoded.replaceAll(/\r?\n/g, ''), SAML_LIMITS.base64MaximumCharacters);
  if (bytes === null) return malformed('The SAML message is not base64.');
  const parsed = parseXmlStrict(bytes);
  if (!parsed.ok) return malformed(parsed.reason);
  const { document } = parsed;
  const head = readNameAndIssuer(document, names, parameter);
  if (head === null) return notExpected(names);
  return {
    ok: true,
    received: {
      ...head,
      binding: 'post',
      relayState,
      isSigned: findSignatures(document).length > 0,
      refusedAlgorithm: findRefusedAlgorithm(document),
      unverified: document,
      verify: (keys) => verifyEnveloped(bytes.toString('utf8'), document, keys),
    },
  };
}
