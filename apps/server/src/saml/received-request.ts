import type { KeyObject } from 'node:crypto';
import type { Document } from '@xmldom/xmldom';
import { SAML_LIMITS } from './limits.ts';
import { childElements, isNamed, textOf } from './read-xml.ts';
import { malformed, type SamlRefusal } from './saml-refusal.ts';

/** A request that has been decoded and strictly parsed. Nothing in it is verified yet. */
export interface ReceivedRequest {
  readonly binding: 'redirect' | 'post';
  /** As it came. The response carries it back unchanged. */
  readonly relayState: string | null;
  /** Who the message says it is from, to look the service provider up with. */
  readonly claimedIssuer: string;
  readonly isSigned: boolean;
  /** What was signed, or null when none of the keys made the signature. */
  readonly verify: (keys: readonly KeyObject[]) => Document | null;
  readonly unverified: Document;
}

export type Received = { readonly ok: true; readonly received: ReceivedRequest } | SamlRefusal;

/**
 * Reads the text of the one Issuer, which is the first child, exactly as it stands: a blank at either end makes another
 * issuer.
 */
export function readIssuer(document: Document): string | null {
  const root = document.documentElement;
  if (root === null || !isNamed(root, 'samlp', 'AuthnRequest')) return null;
  const [issuer, ...others] = childElements(root) ?? [];
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
