import {
  type Document,
  DOMImplementation,
  DOMParser,
  type Element,
  onWarningStopParsing,
  XMLSerializer,
} from '@xmldom/xmldom';
import { NAMESPACES, type NamespacePrefix } from './xml-names.ts';

type QualifiedName = `${NamespacePrefix}:${string}`;

/** An element that another library wrote. It comes as text, never as a node of that library's parser. */
export interface ForeignXml {
  readonly xml: string;
}

/** An element to be written. Texts and attribute values are plain text; escaping is the serialiser's business. */
export interface XmlElement {
  readonly name: QualifiedName;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly children: readonly (XmlElement | ForeignXml | string)[];
}

/** Describes an element. Attributes that are null and children that are null are left out. */
export function element(
  name: QualifiedName,
  attributes: Readonly<Record<string, string | null>> = {},
  children: readonly (XmlElement | ForeignXml | string | null)[] = [],
): XmlElement {
  return { name, attributes, children: children.filter((child) => child !== null) };
}

/** Writes a document. @throws when a name is not an XML name: a bug, since names are never data */
export function writeXml(root: XmlElement): string {
  const document = new DOMImplementation().createDocument(namespaceOf(root.name), root.name);
  if (document.documentElement === null) throw new Error('A document without a root cannot be written.');
  fill(document, document.documentElement, root);
  return new XMLSerializer().serializeToString(document, { requireWellFormed: true });
}

function fill(document: Document, target: Element, source: XmlElement): void {
  for (const [name, value] of Object.entries(source.attributes)) {
    if (value !== null) target.setAttribute(name, toXmlText(value));
  }
  for (const child of source.children) {
    if (typeof child === 'string') {
      target.appendChild(document.createTextNode(toXmlText(child)));
    } else if ('xml' in child) {
      target.appendChild(document.importNode(parseForeign(child.xml), true));
    } else {
      const created = document.createElementNS(namespaceOf(child.name), child.name);
      target.appendChild(created);
      fill(document, created, child);
    }
  }
}

function parseForeign(xml: string): Element {
  const parsed = new DOMParser({ onError: onWarningStopParsing }).parseFromString(xml.trim(), 'text/xml');
  if (parsed.documentElement === null) throw new Error('What another library wrote is not an element.');
  return parsed.documentElement;
}

function namespaceOf(name: QualifiedName): string {
  const prefix = Object.keys(NAMESPACES).find((known): known is NamespacePrefix => name.startsWith(`${known}:`));
  if (prefix === undefined) throw new Error(`The prefix of ${name} has no namespace.`);
  return NAMESPACES[prefix];
}

/**
 * What XML can carry. Characters outside it become U+FFFD. Line ends other than LF become a blank: XML readers change
 * them (some also U+0085 and U+2028), and a changed text no longer has its signature.
 */
function toXmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll(/\r\n|[\r\u{85}\u{2028}]/gu, ' ');
}
