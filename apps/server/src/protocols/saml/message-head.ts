import type { Document, Element } from '@xmldom/xmldom';
import { attributeOf, childElements, isNamed } from './read-xml.ts';
import { isXmlId, readInstant } from './xml-values.ts';
import { type MessageName, readIssuer } from './received-message.ts';
import { malformed, type SamlRefusal } from './saml-refusal.ts';
import { ENTITY_FORMAT } from './xml-names.ts';

/** What every message has, before any of it is compared with what is registered. */
export interface MessageHead {
  readonly id: string;
  readonly issuer: string;
  readonly issueInstant: Date;
  readonly destination: string | undefined;
  readonly root: Element;
  /** The children behind the Issuer, without Extensions. What was verified has lost its signature on the way. */
  readonly children: readonly Element[];
}

/** @returns the head of a message of this name; or `saml_request_malformed` */
export function readMessageHead(
  document: Document,
  name: MessageName,
): { readonly ok: true; readonly head: MessageHead } | SamlRefusal {
  const root = document.documentElement;
  const issuer = readIssuer(document);
  if (root === null || issuer === null || !isNamed(root, 'samlp', name)) {
    return malformed(`The message is not a ${name} with an Issuer.`);
  }
  const [issuerElement, ...rest] = childElements(root) ?? [];
  const issuerFormat = issuerElement && attributeOf(issuerElement, 'Format');
  if (issuerFormat !== undefined && issuerFormat !== ENTITY_FORMAT) return malformed('The Issuer is not an entity.');
  const id = attributeOf(root, 'ID');
  const issueInstant = readInstant(attributeOf(root, 'IssueInstant'));
  if (id === undefined || !isXmlId(id)) return malformed('The ID is missing or not an XML id.');
  if (attributeOf(root, 'Version') !== '2.0') return malformed('The version is not 2.0.');
  if (issueInstant === null) return malformed('IssueInstant is missing or not a UTC time.');
  if (rest.filter(isExtensions).length > 1) return malformed('An element stands twice in the message.');
  const children = rest.filter((child) => !isExtensions(child));
  return {
    ok: true,
    head: { id, issuer, issueInstant, destination: attributeOf(root, 'Destination'), root, children },
  };
}

function isExtensions(element: Element): boolean {
  return isNamed(element, 'samlp', 'Extensions');
}
