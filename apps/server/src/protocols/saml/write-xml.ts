import { NAMESPACES, type NamespacePrefix } from './xml-names.ts';

type QualifiedName = `${NamespacePrefix}:${string}`;

/** An element to be written. Texts and attribute values are plain text; escaping is the writer's business. */
export interface XmlElement {
  readonly name: QualifiedName;
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly children: readonly (XmlElement | string)[];
}

/** Describes an element. Attributes that are null and children that are null are left out. */
export function element(
  name: QualifiedName,
  attributes: Readonly<Record<string, string | null>> = {},
  children: readonly (XmlElement | string | null)[] = [],
): XmlElement {
  return { name, attributes, children: children.filter((child) => child !== null) };
}

/**
 * Writes an element in the one form that exclusive canonicalisation (1.0, without comments and prefix lists) makes of it: what
 * is signed is what is sent, byte for byte, and no document has to be built for it.
 * @throws when a name is not an XML name: a bug, since names are never data
 */
export function writeXml(root: XmlElement): string {
  return write(root, []);
}

/** @param declared prefixes that an element around this one has declared */
function write({ name, attributes, children }: XmlElement, declared: readonly NamespacePrefix[]): string {
  const prefix = prefixOf(name);
  const isDeclared = declared.includes(prefix);
  const inside = isDeclared ? declared : [...declared, prefix];
  const namespace = isDeclared ? '' : ` xmlns:${prefix}="${NAMESPACES[prefix]}"`;
  const content = children.map((child) => (typeof child === 'string' ? escapeText(child) : write(child, inside)));
  return `<${name}${namespace}${writeAttributes(attributes)}>${content.join('')}</${name}>`;
}

function writeAttributes(attributes: XmlElement['attributes']): string {
  const names = Object.keys(attributes).toSorted();
  return names
    .map((name) => {
      const value = attributes[name] ?? null;
      return value === null ? '' : ` ${demandName(name)}="${escapeValue(value)}"`;
    })
    .join('');
}

function prefixOf(name: QualifiedName): NamespacePrefix {
  const [prefix = '', local = ''] = name.split(':', 2);
  demandName(local);
  const known = Object.keys(NAMESPACES).find((one): one is NamespacePrefix => one === prefix);
  if (known === undefined) throw new Error(`The prefix of ${name} has no namespace.`);
  return known;
}

/** No name here has a character beyond ASCII or a second prefix, so that their order is that of their characters. */
function demandName(name: string): string {
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) throw new Error(`${name} is not the name of an attribute or element.`);
  return name;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
};

function escapeText(text: string): string {
  return toXmlText(text).replaceAll(/[&<>]/g, (character) => ESCAPED[character] ?? character);
}

function escapeValue(text: string): string {
  return toXmlText(text).replaceAll(/[&<"\t\n]/g, (character) => ESCAPED[character] ?? character);
}

/**
 * What XML can carry. Characters outside it become U+FFFD. Line ends other than LF become a blank: XML readers change
 * them (some also U+0085, U+2028 and U+2029), and a changed text no longer has its signature.
 */
export function toXmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll(/\r\n|[\r\u{85}\u{2028}\u{2029}]/gu, ' ');
}
