import type { MarkupLimits } from './limits.ts';

const XML_DECLARATION =
  /^<\?xml version=(?:"1\.0"|'1\.0')(?: encoding=(?:"UTF-8"|'UTF-8'|"utf-8"|'utf-8'))?(?: standalone=(?:"yes"|"no"|'yes'|'no'))? ?\?>/;
/** What XML 1.0 calls Char. Lone surrogates are outside it. */
const FORBIDDEN_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/u;
/** Names of SAML and XML signatures are ASCII. Beyond it, readers disagree about what a name is (xmldom 0.8 and 0.9 do). */
const MARKUP_CHARACTER = /[A-Za-z0-9_.:\-= \t\r\n/]/;
const REFERENCE = /&(?:(?:amp|lt|gt|quot|apos)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/y;

/**
 * Walks over the text once, without building anything, and names the first thing that is not plain elements,
 * attributes and text, or that is more than the limits allow.
 *
 * @returns null when a parser may read the text
 */
export function scanMarkup(text: string, limits: MarkupLimits): string | null {
  if (FORBIDDEN_CHARACTER.test(text)) return 'The message holds a character that XML does not allow.';
  const declaration = XML_DECLARATION.exec(text)?.[0] ?? '';
  const body = text.slice(declaration.length);
  if (body.includes('<?')) return 'Processing instructions are not allowed.';
  if (body.includes('<!')) return 'DOCTYPE, comments, CDATA and entity declarations are not allowed.';
  if (!/^[ \t\r\n]*</.test(body)) return 'The message does not begin with an element.';
  return findBadReference(body) ?? findExcess(body, limits);
}

/** Only the five predefined entities and references to allowed characters. */
function findBadReference(text: string): string | null {
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    REFERENCE.lastIndex = at;
    const found = REFERENCE.exec(text);
    if (found === null) return 'Entities are not allowed.';
    const [, decimal, hexadecimal] = found;
    if (decimal === undefined && hexadecimal === undefined) continue;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number.parseInt(decimal, 10);
    if (code > 0x10ffff || FORBIDDEN_CHARACTER.test(String.fromCodePoint(code))) {
      return 'The message refers to a character that XML does not allow.';
    }
  }
  return null;
}

function findExcess(text: string, limits: MarkupLimits): string | null {
  let depth = 0;
  let elements = 0;
  for (let open = text.indexOf('<'); open !== -1; ) {
    const tag = readTag(text, open);
    if (tag === null) return 'The message is not well-formed XML.';
    if (tag.attributes > limits.attributesPerElement) return 'An element has too many attributes.';
    if (tag.isClosing) depth -= 1;
    else elements += 1;
    if (!tag.isClosing && !tag.isEmpty) depth += 1;
    if (depth > limits.depth) return 'The message is nested too deeply.';
    if (elements > limits.elements) return 'The message has too many elements.';
    open = text.indexOf('<', tag.end);
  }
  return null;
}

interface Tag {
  readonly end: number;
  readonly attributes: number;
  readonly isClosing: boolean;
  readonly isEmpty: boolean;
}

/** Finds the end of a tag: the first `>` outside quotes. Every attribute has one opening quote. */
function readTag(text: string, open: number): Tag | null {
  let attributes = 0;
  let at = open + 1;
  for (; at < text.length; at += 1) {
    const character = text[at];
    if (character === '>') break;
    if (character !== '"' && character !== "'") {
      if (character === undefined || !MARKUP_CHARACTER.test(character)) return null;
      continue;
    }
    attributes += 1;
    at = text.indexOf(character, at + 1);
    if (at === -1) return null;
  }
  if (at >= text.length) return null;
  return { end: at + 1, attributes, isClosing: text[open + 1] === '/', isEmpty: text[at - 1] === '/' };
}
