import type { Document, Element } from '@xmldom/xmldom';
import type { RequestedAuthnContext } from './authn-context.ts';
import { SAML_LIMITS } from './limits.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';
import { readBoolean, readIndex } from './xml-values.ts';
import { attributeOf, childElements, isNamed, textOf } from './read-xml.ts';
import { malformed, refuse, type SamlRefusal } from './saml-refusal.ts';

/** What an AuthnRequest says, before any of it is compared with what is registered. */
export interface AuthnRequestContent extends Pick<MessageHead, 'id' | 'issuer' | 'issueInstant' | 'destination'> {
  readonly acsUrl: string | undefined;
  readonly acsIndex: number | undefined;
  readonly protocolBinding: string | undefined;
  readonly forceAuthn: boolean;
  readonly isPassive: boolean;
  readonly nameIdFormat: string | undefined;
  readonly spNameQualifier: string | undefined;
  readonly requestedAuthnContext: RequestedAuthnContext | null;
  /** The name in the Subject. */
  readonly subject: string | null;
}

/** @returns the content, or `saml_request_malformed` / `saml_request_not_supported` */
export function parseAuthnRequest(
  document: Document,
): { readonly ok: true; readonly content: AuthnRequestContent } | SamlRefusal {
  const read = readMessageHead(document, 'AuthnRequest');
  if (!read.ok) return read;
  const { root, children, ...head } = read.head;
  const childContent = readChildren(children);
  if ('code' in childContent) return childContent;
  const forceAuthn = readBoolean(attributeOf(root, 'ForceAuthn'));
  const isPassive = readBoolean(attributeOf(root, 'IsPassive'));
  const acsUrl = attributeOf(root, 'AssertionConsumerServiceURL');
  const acsIndex = readIndex(attributeOf(root, 'AssertionConsumerServiceIndex'));
  if (forceAuthn === null || isPassive === null) return malformed('ForceAuthn or IsPassive is not a boolean.');
  if (acsIndex === null) return malformed('AssertionConsumerServiceIndex is not a number.');
  if (acsUrl !== undefined && acsIndex !== undefined) return malformed('An ACS is named by URL and by index.');
  const protocolBinding = attributeOf(root, 'ProtocolBinding');
  return {
    ok: true,
    content: { ...head, acsUrl, acsIndex, protocolBinding, forceAuthn, isPassive, ...childContent.content },
  };
}

type ChildContent = Pick<AuthnRequestContent, 'nameIdFormat' | 'spNameQualifier' | 'requestedAuthnContext' | 'subject'>;

/** Scoping may stand there and is ignored. Conditions are known and not supported. */
function readChildren(children: readonly Element[]): { readonly content: ChildContent } | SamlRefusal {
  let content: ChildContent = {
    nameIdFormat: undefined,
    spNameQualifier: undefined,
    requestedAuthnContext: null,
    subject: null,
  };
  const seen = new Set<string>();
  for (const child of children) {
    const name = child.localName ?? '';
    if (seen.has(name)) return malformed('An element stands twice in the request.');
    seen.add(name);
    if (isNamed(child, 'samlp', 'Scoping')) continue;
    if (isNamed(child, 'samlp', 'NameIDPolicy')) {
      const nameIdFormat = attributeOf(child, 'Format');
      content = { ...content, nameIdFormat, spNameQualifier: attributeOf(child, 'SPNameQualifier') };
    } else if (isNamed(child, 'samlp', 'RequestedAuthnContext')) {
      const requestedAuthnContext = readRequestedContext(child);
      if (requestedAuthnContext === null) return malformed('RequestedAuthnContext is not readable.');
      content = { ...content, requestedAuthnContext };
    } else if (isNamed(child, 'saml', 'Subject')) {
      const subject = readSubject(child);
      if (subject === null) return malformed('Subject is not a NameID alone.');
      content = { ...content, subject };
    } else {
      return refuse('saml_request_not_supported', 'The request holds an element that is not supported here.');
    }
  }
  return { content };
}

/** A Subject that holds one NameID with a text, and nothing else: what else it could say would have to be obeyed. */
function readSubject(element: Element): string | null {
  const [nameId, ...more] = childElements(element) ?? [];
  if (nameId === undefined || more.length > 0 || !isNamed(nameId, 'saml', 'NameID')) return null;
  const text = textOf(nameId)?.trim() ?? '';
  return text === '' || text.length > 255 ? null : text;
}

function readRequestedContext(element: Element): RequestedAuthnContext | null {
  const comparison = attributeOf(element, 'Comparison') ?? 'exact';
  if (comparison !== 'exact' && comparison !== 'minimum' && comparison !== 'maximum' && comparison !== 'better') {
    return null;
  }
  const children = childElements(element) ?? [];
  if (children.length > SAML_LIMITS.requestedClassesMaximum) return null;
  // Declarations are not known here: such a request is readable, and nothing meets it.
  if (children.length > 0 && children.every((child) => isReference(child, 'AuthnContextDeclRef'))) {
    return { comparison, classes: [] };
  }
  const classes = children.flatMap((child) =>
    isReference(child, 'AuthnContextClassRef') ? [textOf(child)?.trim() ?? ''] : [''],
  );
  const isReadable = (name: string) => name !== '' && name.length <= SAML_LIMITS.requestedClassMaximumCharacters;
  return classes.length > 0 && classes.every(isReadable) ? { comparison, classes } : null;
}

function isReference(element: Element, name: 'AuthnContextClassRef' | 'AuthnContextDeclRef'): boolean {
  return isNamed(element, 'saml', name) && (textOf(element)?.trim() ?? '') !== '';
}
