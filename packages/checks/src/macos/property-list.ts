/** What a property list holds. Dates and data are kept as the text they are written in. */
export type PropertyListValue =
  | string
  | number
  | boolean
  | readonly PropertyListValue[]
  | { readonly [key: string]: PropertyListValue };

const MAXIMUM_DEPTH = 64;
const HEAD = /^\s*(?:<\?xml[^<>]*\?>\s*)?(?:<!DOCTYPE[^<>]*>\s*)?<plist(?:\s[^<>]*)?>/;
const TAIL = '</plist>';
const TOKEN = /<(\/?)([a-z]+)\s*(\/?)>|([^<>]+)/y;

type Token =
  | { readonly kind: 'open' | 'close' | 'empty'; readonly name: string }
  | { readonly kind: 'text'; readonly text: string };

/**
 * Reads the XML form of a property list (`plutil -convert xml1`, `dscl -plist`, `ioreg -a`, `diskutil … -plist`). Strict:
 * anything that Apple's own tools do not write makes the whole list unreadable.
 * @returns null when the text is no property list
 */
export function parsePropertyList(text: string): PropertyListValue | null {
  const head = HEAD.exec(text)?.[0];
  const body = text.trimEnd();
  if (head === undefined || !body.endsWith(TAIL) || body.length < head.length + TAIL.length) return null;
  const tokens = tokenise(body.slice(head.length, -TAIL.length));
  if (tokens === null) return null;
  const reader = createReader(tokens);
  const value = readValue(reader, 0);
  return value === null || reader.next() !== null ? null : value;
}

/** Text between elements is only layout, except inside the elements that hold text. */
function tokenise(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const match = TOKEN.exec(text);
    if (match === null) return null;
    const [, close, name, empty, content] = match;
    if (content !== undefined) tokens.push({ kind: 'text', text: content });
    else if (close === '/' && empty === '/') return null;
    else tokens.push({ kind: close === '/' ? 'close' : empty === '/' ? 'empty' : 'open', name: name ?? '' });
  }
  return tokens;
}

interface Reader {
  /** The next element; null at the end or at text where none may stand. */
  readonly next: () => Token | null;
  /** Text and closing element; null when something else comes. */
  readonly textUntil: (name: string) => string | null;
}

function createReader(tokens: readonly Token[]): Reader {
  let at = 0;
  return {
    next: () => {
      let token = tokens[at];
      if (token?.kind === 'text' && token.text.trim() === '') token = tokens[(at += 1)];
      if (token === undefined) return null;
      at += 1;
      return token;
    },
    textUntil: (name) => {
      const token = tokens[at];
      const text = token?.kind === 'text' ? token.text : '';
      if (token?.kind === 'text') at += 1;
      const end = tokens[at];
      at += 1;
      return end?.kind === 'close' && end.name === name ? unescapeXml(text) : null;
    },
  };
}

function readValue(reader: Reader, depth: number, first = reader.next()): PropertyListValue | null {
  if (first === null || first.kind === 'text' || first.kind === 'close' || depth > MAXIMUM_DEPTH) return null;
  const isEmpty = first.kind === 'empty';
  switch (first.name) {
    case 'true':
    case 'false':
      return isEmpty ? first.name === 'true' : null;
    case 'string':
    case 'date':
    case 'data':
      return isEmpty ? '' : reader.textUntil(first.name);
    case 'integer':
    case 'real':
      return isEmpty ? null : numberOf(reader.textUntil(first.name));
    case 'array':
      return isEmpty ? [] : readArray(reader, depth);
    case 'dict':
      return isEmpty ? {} : readDictionary(reader, depth);
    default:
      return null;
  }
}

function readArray(reader: Reader, depth: number): PropertyListValue | null {
  const values: PropertyListValue[] = [];
  for (;;) {
    const token = reader.next();
    if (token?.kind === 'close') return token.name === 'array' ? values : null;
    const value = readValue(reader, depth + 1, token);
    if (value === null) return null;
    values.push(value);
  }
}

function readDictionary(reader: Reader, depth: number): PropertyListValue | null {
  const entries: (readonly [string, PropertyListValue])[] = [];
  for (;;) {
    const token = reader.next();
    if (token?.kind === 'close') return token.name === 'dict' ? Object.fromEntries(entries) : null;
    if (token?.kind !== 'open' || token.name !== 'key') return null;
    const key = reader.textUntil('key');
    const value = readValue(reader, depth + 1);
    if (key === null || value === null) return null;
    entries.push([key, value]);
  }
}

function numberOf(text: string | null): number | null {
  return text !== null && /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : null;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Unknown entities stay as they are: they make a text that no one compares with. */
function unescapeXml(text: string): string {
  return text.replaceAll(/&([a-z]+);/g, (whole, name: string) => ENTITIES[name] ?? whole);
}
