import { DOMParser, type Element, onWarningStopParsing } from '@xmldom/xmldom';

/** Reads a property list as macOS does: texts, whole numbers, yes and no, lists and groups. @throws when it is none */
export function readPropertyList(xml: string): unknown {
  const root = new DOMParser({ onError: onWarningStopParsing }).parseFromString(xml, 'text/xml').documentElement;
  const [value, ...more] = root === null ? [] : childrenOf(root);
  if (root?.tagName !== 'plist' || value === undefined || more.length > 0) throw new Error('This is no property list.');
  return readValue(value);
}

function readValue(element: Element): unknown {
  const children = childrenOf(element);
  const text = element.textContent ?? '';
  switch (element.tagName) {
    case 'string':
      return text;
    case 'integer':
      if (!/^-?\d+$/.test(text)) throw new Error(`${text} is no whole number.`);
      return Number(text);
    case 'true':
    case 'false':
      return element.tagName === 'true';
    case 'array':
      return children.map(readValue);
    case 'dict':
      return Object.fromEntries(
        children.flatMap((key, index) => {
          if (index % 2 === 1) return [];
          const value = children[index + 1];
          if (key.tagName !== 'key' || value === undefined) throw new Error('A key without a value.');
          return [[key.textContent, readValue(value)]];
        }),
      );
    default:
      throw new Error(`A property list has no ${element.tagName}.`);
  }
}

function childrenOf(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}
