import type { Attr, Document, Element, Node } from '@xmldom/xmldom';
import { NAMESPACES, type NamespacePrefix } from './xml-names.ts';

const ELEMENT_NODE = 1;
const TEXT_NODE = 3;
const XMLNS = 'http://www.w3.org/2000/xmlns/';

export function isNamed(element: Element, prefix: NamespacePrefix, localName: string): boolean {
  return element.namespaceURI === NAMESPACES[prefix] && element.localName === localName;
}

/** The elements directly inside. Text between them may only be white space, otherwise null. */
export function childElements(parent: Element): readonly Element[] | null {
  const children: Element[] = [];
  for (const child of parent.childNodes) {
    if (isElement(child)) children.push(child);
    else if (child.nodeType !== TEXT_NODE || /[^ \t\r\n]/.test(child.nodeValue ?? '')) return null;
  }
  return children;
}

/** The text of an element that holds nothing but text, as it stands, blanks and all. */
export function textOf(element: Element): string | null {
  let text = '';
  for (const child of element.childNodes) {
    if (child.nodeType !== TEXT_NODE) return null;
    text += child.nodeValue ?? '';
  }
  return text;
}

/** An attribute without a namespace; undefined when it is absent. */
export function attributeOf(element: Element, name: string): string | undefined {
  return element.hasAttribute(name) ? (element.getAttribute(name) ?? undefined) : undefined;
}

/** Every element of a document, the root first. */
export function everyElement(document: Document): readonly Element[] {
  const found: Element[] = document.documentElement === null ? [] : [document.documentElement];
  for (let index = 0; index < found.length; index += 1) {
    for (const child of found[index]?.childNodes ?? []) if (isElement(child)) found.push(child);
  }
  return found;
}

/**
 * Whether an id could mean two things to two readers: the same value twice in anything that looks like an id
 * attribute, or an id attribute with a namespace.
 */
export function hasAmbiguousIds(document: Document): boolean {
  const seen = new Set<string>();
  for (const element of everyElement(document)) {
    for (const attribute of element.attributes) {
      if (!looksLikeId(attribute)) continue;
      if (attribute.namespaceURI || seen.has(attribute.value)) return true;
      seen.add(attribute.value);
    }
  }
  return false;
}

function looksLikeId(attribute: Attr): boolean {
  return attribute.namespaceURI !== XMLNS && attribute.localName?.toLowerCase() === 'id';
}

function isElement(node: Node): node is Element {
  return node.nodeType === ELEMENT_NODE;
}
