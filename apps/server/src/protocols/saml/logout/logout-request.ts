import type { Document, Element } from '@xmldom/xmldom';
import { readMessageHead } from '../message-head.ts';
import type { ClaimedNameId } from '../name-id.ts';
import { attributeOf, isNamed, textOf } from '../read-xml.ts';
import type { ReceivedMessage } from '../received-message.ts';
import { malformed, refuse, type SamlRefusal } from '../saml-refusal.ts';
import { checkHead, type Endpoint, rememberUntil, trustMessage } from '../trust-message.ts';
import { readInstant } from '../xml-values.ts';

/** An application's wish to sign a person out everywhere. Every value comes from the signed octets. */
export interface LogoutRequest {
  readonly id: string;
  readonly issuer: string;
  /** Until when the caller must remember `id` together with `issuer`, and refuse it as `saml_request_replayed`. */
  readonly rememberUntil: Date;
  readonly nameId: ClaimedNameId;
  /** The sessions that are meant; empty: every session of this person with this application. */
  readonly sessionIndexes: readonly string[];
  readonly relayState: string | null;
  readonly binding: 'redirect' | 'post';
}

export type AcceptedLogoutRequest = { readonly ok: true; readonly request: LogoutRequest } | SamlRefusal;

/**
 * Decides whether a received LogoutRequest may be acted on. It must be signed: anyone who could send an unsigned one could
 * sign anybody out.
 *
 * @param endpoint `address` is that of single logout
 * @returns the request, or a refusal with one of the codes `saml_request_*` (all but `saml_request_replayed`)
 */
export function acceptLogoutRequest(received: ReceivedMessage, endpoint: Endpoint): AcceptedLogoutRequest {
  const trusted = trustMessage(received, endpoint.serviceProvider, true);
  if (!trusted.ok) return trusted;
  const { document, serviceProvider } = trusted;
  const parsed = parseLogoutRequest(document);
  if (!parsed.ok) return parsed;
  const { head, notOnOrAfter, nameId, sessionIndexes } = parsed;
  const refusal = checkHead(head, true, serviceProvider, endpoint);
  if (refusal !== null) return refusal;
  const skewedNow = endpoint.now.getTime() - serviceProvider.clockSkewMs;
  if (notOnOrAfter !== null && skewedNow >= notOnOrAfter.getTime()) {
    return refuse('saml_request_expired', 'The request is over.');
  }
  return {
    ok: true,
    request: {
      id: head.id,
      issuer: head.issuer,
      rememberUntil: rememberUntil(head.issueInstant, serviceProvider),
      nameId,
      sessionIndexes,
      relayState: received.relayState,
      binding: received.binding,
    },
  };
}

function parseLogoutRequest(document: Document) {
  const read = readMessageHead(document, 'LogoutRequest');
  if (!read.ok) return read;
  const { head } = read;
  const [identifier, ...rest] = head.children;
  if (identifier === undefined) return malformed('The request names no one.');
  if (!isNamed(identifier, 'saml', 'NameID')) {
    return refuse('saml_request_not_supported', 'The person must be named by a NameID that is not encrypted.');
  }
  const nameId = readNameId(identifier);
  if (nameId === null) return malformed('The NameID is not a text.');
  const sessionIndexes: string[] = [];
  for (const child of rest) {
    const text = isNamed(child, 'samlp', 'SessionIndex') ? (textOf(child)?.trim() ?? null) : null;
    if (text === null || text === '' || text.length > 1024) {
      return malformed('Behind the NameID stands something else than a SessionIndex.');
    }
    sessionIndexes.push(text);
  }
  const limit = attributeOf(head.root, 'NotOnOrAfter');
  const notOnOrAfter = readInstant(limit);
  if (limit !== undefined && notOnOrAfter === null) return malformed('NotOnOrAfter is not a UTC time.');
  return { ok: true, head, notOnOrAfter, nameId, sessionIndexes } as const;
}

function readNameId(element: Element): ClaimedNameId | null {
  // Some applications write their XML with line breaks; none of our names begins or ends with one.
  const value = textOf(element)?.trim() ?? null;
  if (value === null || value === '' || value.length > 1024) return null;
  return {
    value,
    format: attributeOf(element, 'Format') ?? null,
    nameQualifier: attributeOf(element, 'NameQualifier') ?? null,
    spNameQualifier: attributeOf(element, 'SPNameQualifier') ?? null,
  };
}
