import type { Document } from '@xmldom/xmldom';
import { SAML_LIMITS } from './limits.ts';
import type { MessageHead } from './message-head.ts';
import type { ReceivedMessage } from './received-message.ts';
import { refuse, type SamlRefusal } from './saml-refusal.ts';
import type { ServiceProvider } from './service-provider.ts';
import { readVerificationKeys } from './verification-keys.ts';

export interface Endpoint {
  /** The record registered for `received.claimedIssuer`; null when there is none, or it is switched off. */
  readonly serviceProvider: ServiceProvider | null;
  /** The address the message came to, as published in the metadata. */
  readonly address: string;
  readonly now: Date;
}

/** A document that was verified where it must be, and the record of who it is from. */
export interface Trusted {
  readonly ok: true;
  readonly document: Document;
  readonly serviceProvider: ServiceProvider;
}

const ANOTHER_KEY = 'The signature was not made with a registered key.';
const NONE_REGISTERED =
  'The message is signed, and no certificate of this application is registered. An administrator adds it: vestibule application set NAME --metadata FILE';

/**
 * Decides whose message this is and whether its octets may be believed. A signature, where there is one, is always
 * checked, and with registered certificates only.
 */
export function trustMessage(
  received: ReceivedMessage,
  serviceProvider: ServiceProvider | null,
  mustBeSigned: boolean,
): Trusted | SamlRefusal {
  if (serviceProvider === null || received.claimedIssuer !== serviceProvider.entityId) {
    return refuse('saml_request_unknown_issuer', 'No work application with this entity id is registered.');
  }
  if (!received.isSigned && mustBeSigned) {
    return refuse('saml_request_signature_wrong', 'This message must be signed.');
  }
  const document = received.isSigned
    ? received.verify(readVerificationKeys(serviceProvider.certificates))
    : received.unverified;
  if (document === null) {
    return refuse(
      'saml_request_signature_wrong',
      received.refusedAlgorithm ?? (serviceProvider.certificates.length === 0 ? NONE_REGISTERED : ANOTHER_KEY),
    );
  }
  return { ok: true, document, serviceProvider };
}

/** Whether the head, once it is believed, is from this issuer, for this address and of this time. */
export function checkHead(
  head: Pick<MessageHead, 'issuer' | 'destination' | 'issueInstant'>,
  isSigned: boolean,
  serviceProvider: ServiceProvider,
  { address, now }: Pick<Endpoint, 'address' | 'now'>,
): SamlRefusal | null {
  if (head.issuer !== serviceProvider.entityId) {
    return refuse('saml_request_unknown_issuer', 'The signed issuer is another one.');
  }
  // A signed message must say where it was meant to go, otherwise it could be carried to another gate.
  const mayBeMissing = head.destination === undefined && !isSigned;
  if (!mayBeMissing && head.destination !== address) {
    return refuse('saml_request_destination_wrong', 'The message was meant for another address.');
  }
  const ageMs = now.getTime() - head.issueInstant.getTime();
  if (ageMs < -serviceProvider.clockSkewMs) return refuse('saml_request_expired', 'The message is from the future.');
  if (now <= rememberUntil(head.issueInstant, serviceProvider)) return null;
  return refuse('saml_request_expired', 'The message is too old.');
}

/** As long as a message could be accepted again, its id must be remembered. */
export function rememberUntil(issueInstant: Date, { clockSkewMs }: ServiceProvider): Date {
  return new Date(issueInstant.getTime() + SAML_LIMITS.requestMaximumAgeMs + clockSkewMs);
}
