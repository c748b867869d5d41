import type { KeyObject } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import type { Document } from '@xmldom/xmldom';
import { MESSAGE_MARKUP, SAML_LIMITS } from './limits.ts';
import { parseXmlStrict } from './parse-xml-strict.ts';
import {
  checkRelayState,
  type MessageName,
  type MessageParameter,
  notExpected,
  type Received,
  readNameAndIssuer,
  selectParameter,
} from './received-message.ts';
import { malformed, type SamlRefusal } from './saml-refusal.ts';
import { decodeBase64 } from './strict-base64.ts';
import { describeRefusedAlgorithm, isSignatureOf } from './verification-keys.ts';
import { findSignatures } from './verify-enveloped.ts';
import { DEFLATE_ENCODING } from './xml-names.ts';

const PARAMETERS = ['SAMLRequest', 'RelayState', 'SigAlg', 'Signature', 'SAMLEncoding', 'SAMLResponse'] as const;
type Parameter = (typeof PARAMETERS)[number];

interface Value {
  /** As it came, percent signs and all: this is what a signature covers. */
  readonly raw: string;
  readonly text: string;
}
type Query = ReadonlyMap<Parameter, Value>;

/**
 * Decodes a message of the HTTP-Redirect binding.
 *
 * @param rawQuery the query string exactly as it stood in the request line, without the question mark
 * @param names the messages that this address takes; a sign-in request when absent
 * @returns the message, not verified yet; or `saml_request_malformed`
 */
export function receiveRedirect(rawQuery: string, names: readonly MessageName[] = ['AuthnRequest']): Received {
  const query = readQuery(rawQuery);
  if (query === null) return malformed('The query is not readable, or names a parameter twice.');
  const parameter = selectParameter(names, (name) => query.has(name));
  if (parameter === null) return malformed('There is not exactly one SAML message.');
  const encoding = query.get('SAMLEncoding')?.text;
  if (encoding !== undefined && encoding !== DEFLATE_ENCODING) return malformed('This SAMLEncoding is not known.');
  const relayState = query.get('RelayState')?.text ?? null;
  const refusal = checkRelayState(relayState);
  if (refusal !== null) return refusal;
  if (query.has('SigAlg') !== query.has('Signature')) return malformed('SigAlg and Signature belong together.');
  const document = inflateAndParse(query.get(parameter)?.text ?? '');
  if ('code' in document) return document;
  const head = readNameAndIssuer(document, names, parameter);
  if (head === null) return notExpected(names);
  return {
    ok: true,
    received: {
      ...head,
      binding: 'redirect',
      relayState,
      isSigned: query.has('Signature'),
      refusedAlgorithm: describeRefusedAlgorithm(query.get('SigAlg')?.text ?? null),
      unverified: document,
      verify: (keys) => (keys.some((key) => isQuerySignedWith(query, parameter, key)) ? document : null),
    },
  };
}

function inflateAndParse(base64: string): Document | SamlRefusal {
  const deflated = decodeBase64(base64, SAML_LIMITS.base64MaximumCharacters);
  if (deflated === null) return malformed('The SAML message is not base64.');
  try {
    const bytes = inflateRawSync(deflated, { maxOutputLength: MESSAGE_MARKUP.bytes });
    const parsed = parseXmlStrict(bytes);
    if (!parsed.ok) return malformed(parsed.reason);
    // In this binding the query is signed; a signature inside the message would be a second, unchecked one.
    return findSignatures(parsed.document).length > 0
      ? malformed('A redirected message must not hold an XML signature.')
      : parsed.document;
  } catch {
    return malformed('The SAML message does not inflate, or inflates to too much.');
  }
}

/** SAML fixes which parameters are signed and in which order, and that it is their encoded form as sent. */
function isQuerySignedWith(query: Query, parameter: MessageParameter, key: KeyObject): boolean {
  const algorithm = query.get('SigAlg')?.text;
  const signature = decodeBase64(query.get('Signature')?.text ?? '', 8192);
  if (signature === null || algorithm === undefined) return false;
  const octets = ([parameter, 'RelayState', 'SigAlg'] as const).flatMap((name) => {
    const value = query.get(name);
    return value === undefined ? [] : [`${name}=${value.raw}`];
  });
  return isSignatureOf(Buffer.from(octets.join('&')), key, algorithm, signature);
}

/** @returns the parameters we know, each at most once, or null. Others are the application's own and are left alone. */
function readQuery(rawQuery: string): Query | null {
  if (rawQuery.length > SAML_LIMITS.queryMaximumCharacters) return null;
  const query = new Map<Parameter, Value>();
  for (const pair of rawQuery.split('&')) {
    const equals = pair.indexOf('=');
    const name = decodePart(equals === -1 ? pair : pair.slice(0, equals));
    if (name === null) return null;
    const parameter = PARAMETERS.find((known) => known === name);
    if (parameter === undefined) continue;
    const raw = equals === -1 ? '' : pair.slice(equals + 1);
    const text = decodePart(raw);
    if (text === null || query.has(parameter)) return null;
    query.set(parameter, { raw, text });
  }
  return query;
}

function decodePart(raw: string): string | null {
  try {
    return decodeURIComponent(raw.replaceAll('+', ' '));
  } catch {
    return null;
  }
}
