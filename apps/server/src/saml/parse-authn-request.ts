import type { Document, Element } from '@xmldom/xmldom';
import type { RequestedAuthnContext } from './authn-context.ts';
import { attributeOf, childElements, isNamed, textOf } from './read-xml.ts';
import { readIssuer } from './received-request.ts';
import { malformed, refuse, type SamlRefusal } from './saml-refusal.ts';
import { ENTITY_FORMAT } from './xml-names.ts';

/** What an AuthnRequest says, before any of it is compared with what is registered. */
export interface AuthnRequestContent {
  readonly id: string;
  readonly issuer: string;
  readonly issueInstant: Date;
  readonly destination: string | undefined;
  readonly acsUrl: string | undefined;
  readonly acsIndex: number | undefined;
  readonly protocolBinding: string | undefined;
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  readonly nameIdFormat: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly requestedAuthnContext: RequestedAuthnContext | null;
}

/** Children after the Issuer that may stand there. Subject and Conditions are known and not supported. */
const IGNORED_CHILDREN = ['Extensions', 'Scoping'] as const;
const ID = /^[A-Za-z_][A-Za-z0-9_.-]{0,254}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/;

/** @returns the content, or `saml_request_malformed` / `saml_request_not_supported` */
export function parseAuthnRequest(
  document: Document,
): { readonly ok: true; readonly content: AuthnRequestContent } | SamlRefusal {
  const root = document.documentElement;
  const issuer = readIssuer(document);
  if (root === null || issuer === null) return malformed('The message is not an AuthnRequest with an Issuer.');
  const children = readChildren(root);
  if ('code' in children) return children;
  const id = attributeOf(root, 'ID');
  const issueInstant = readInstant(attributeOf(root, 'IssueInstant'));
  const forceAuthn = readBoolean(attributeOf(root, 'ForceAuthn'));
  const isPassive = readBoolean(attributeOf(root, 'IsPassive'));
  const acsUrl = attributeOf(root, 'AssertionConsumerServiceURL');
  const acsIndex = readIndex(attributeOf(root, 'AssertionConsumerServiceIndex'));
  if (id === undefined || !ID.test(id)) return malformed('The ID is missing or not an XML id.');
  if (attributeOf(root, 'Version') !== '2.0') return malformed('The version is not 2.0.');
  if (issueInstant === null) return malformed('IssueInstant is missing or not a UTC time.');
  if (forceAuthn === null || isPassive === null) return malformed('ForceAuthn or IsPassive is not a boolean.');
  if (acsIndex === null) return malformed('AssertionConsumerServiceIndex is not a number.');
  if (acsUrl !== undefined && acsIndex !== undefined) return malformed('An ACS is named by URL and by index.');
  return {
    ok: true,
    content: {
      id,
      issuer,
      issueInstant,
      destination: attributeOf(root, 'Destination'),
      acsUrl,
      acsIndex,
      protocolBinding: attributeOf(root, 'ProtocolBinding'),
      forceAuthn,
      isPassive,
      ...children.content,
    },
  };
}

type ChildContent = Pick<AuthnRequestContent, 'nameIdFormat' | 'spNameQualifier' | 'requestedAuthnContext'>;

function readChildren(root: Element): { readonly content: ChildContent } | SamlRefusal {
  let content: ChildContent = { nameIdFormat: undefined, spNameQualifier: undefined, requestedAuthnContext: null };
  const [issuer, ...rest] = childElements(root) ?? [];
  const issuerFormat = issuer && attributeOf(issuer, 'Format');
  if (issuerFormat !== undefined && issuerFormat !== ENTITY_FORMAT) return malformed('The Issuer is not an entity.');
  const seen = new Set<string>();
  for (const child of rest) {
    const name = child.localName ?? '';
    if (seen.has(name)) return malformed('An element stands twice in the request.');
    seen.add(name);
    if (isNamed(child, 'ds', 'Signature')) continue;
    if (IGNORED_CHILDREN.some((known) => isNamed(child, 'samlp', known))) continue;
    if (isNamed(child, 'samlp', 'NameIDPolicy')) {
      const nameIdFormat = attributeOf(child, 'Format');
      content = { ...content, nameIdFormat, spNameQualifier: attributeOf(child, 'SPNameQualifier') };
    } else if (isNamed(child, 'samlp', 'RequestedAuthnContext')) {
      const requestedAuthnContext = readRequestedContext(child);
      if (requestedAuthnContext === null) return malformed('RequestedAuthnContext is not readable.');
      content = { ...content, requestedAuthnContext };
    } else {
      return refuse('saml_request_not_supported', 'The request holds an element that is not supported here.');
    }
  }
  return { content };
}

function readRequestedContext(element: Element): RequestedAuthnContext | null {
  const comparison = attributeOf(element, 'Comparison') ?? 'exact';
  if (comparison !== 'exact' && comparison !== 'minimum' && comparison !== 'maximum' && comparison !== 'better') {
    return null;
  }
  const classes: string[] = [];
  for (const child of childElements(element) ?? []) {
    const text = isNamed(child, 'saml', 'AuthnContextClassRef') ? textOf(child) : null;
    if (text === null) return null;
    classes.push(text.trim());
  }
  return classes.length === 0 ? null : { comparison, classes };
}

function readInstant(text: string | undefined): Date | null {
  if (text === undefined || !INSTANT.test(text)) return null;
  const instant = new Date(text);
  // A date such as 30 February rolls over instead of failing.
  return Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text.slice(0, 19)) ? null : instant;
}

/** XML has two spellings for each. Absent means false. */
function readBoolean(text: string | undefined): boolean | null {
  if (text === undefined || text === 'false' || text === '0') return false;
  return text === 'true' || text === '1' ? true : null;
}

function readIndex(text: string | undefined): number | undefined | null {
  if (text === undefined) return undefined;
  return /^\d{1,5}$/.test(text) ? Number.parseInt(text, 10) : null;
}
