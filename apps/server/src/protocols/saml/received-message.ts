import type { KeyObject } from 'node:crypto';
import type { Document } from '@xmldom/xmldom';
import { SAML_LIMITS } from './limits.ts';
import { childElements, isNamed, textOf } from './read-xml.ts';
import { malformed, type SamlRefusal } from './saml-refusal.ts';

export type MessageName = 'AuthnRequest' | 'LogoutRequest' | 'LogoutResponse';

/** A message that has been decoded and strictly parsed. Nothing in it is verified yet. */
export interface ReceivedMessage {
  readonly name: MessageName;
  readonly binding: 'redirect' | 'post';
  /** As it came. The response carries it back unchanged. */
  readonly relayState: string | null;
  /** Who the message says it is from, to look the service provider up with. */
  readonly claimedIssuer: string;
  readonly isSigned: boolean;
  /** Which algorithm of the signature is not taken here, and what to do; null: none, or there is no signature. */
  readonly refusedAlgorithm: string | null;
  /** What was signed, or null when none of the keys made the signature. */
  readonly verify: (keys: readonly KeyObject[]) => Document | null;
  readonly unverified: Document;
}

export type Received = { readonly ok: true; readonly received: ReceivedMessage } | SamlRefusal;

/** The parameter or form field that carries a message; each has its own, and a redirect's signature covers its name. */
export type MessageParameter = 'SAMLRequest' | 'SAMLResponse';

export function parameterOf(name: MessageName): MessageParameter {
  return name === 'LogoutResponse' ? 'SAMLResponse' : 'SAMLRequest';
}

/** @returns the one parameter that is there and may be, or null */
export function selectParameter(
  names: readonly MessageName[],
  isPresent: (parameter: MessageParameter) => boolean,
): MessageParameter | null {
  const [parameter, ...others] = (['SAMLRequest', 'SAMLResponse'] as const).filter(isPresent);
  if (parameter === undefined || others.length > 0) return null;
  return names.some((name) => parameterOf(name) === parameter) ? parameter : null;
}

/** Which of the expected messages this is, and from whom; null when it is none that may come in this parameter. */
export function readNameAndIssuer(
  document: Document,
  names: readonly MessageName[],
  parameter: MessageParameter,
): { readonly name: MessageName; readonly claimedIssuer: string } | null {
  const root = document.documentElement;
  const name = names.find(
    (known) => root !== null && isNamed(root, 'samlp', known) && parameterOf(known) === parameter,
  );
  if (name === undefined) return null;
  const claimedIssuer = readIssuer(document);
  return claimedIssuer === null ? null : { name, claimedIssuer };
}

/**
 * Reads the text of the one Issuer, which is the first child, exactly as it stands: a blank at either end makes another
 * issuer.
 */
export function readIssuer(document: Document): string | null {
  const root = document.documentElement;
  const [issuer, ...others] = (root && childElements(root)) ?? [];
  if (issuer === undefined || !isNamed(issuer, 'saml', 'Issuer')) return null;
  if (others.some((element) => isNamed(element, 'saml', 'Issuer'))) return null;
  const text = textOf(issuer);
  return text === null || text === '' || text.length > 1024 ? null : text;
}

/** RelayState is opaque, with two bounds: it must fit in a form field, and in a text column of the database. */
export function checkRelayState(relayState: string | null): SamlRefusal | null {
  if (relayState === null) return null;
  if (Buffer.byteLength(relayState) > SAML_LIMITS.relayStateMaximumBytes) return malformed('RelayState is too long.');
  return relayState.includes('\0') || !relayState.isWellFormed() ? malformed('RelayState is not text.') : null;
}

/** The message is not one that this address takes, or does not say who it is from. */
export function notExpected(names: readonly MessageName[]): SamlRefusal {
  return malformed(`The message is no ${names.join(' or ')} with an Issuer.`);
}
