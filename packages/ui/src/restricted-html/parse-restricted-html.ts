export type RestrictedTag = 'ol' | 'li' | 'div' | 'p' | 'strong';

export type RestrictedNode = string | RestrictedElement;

export interface RestrictedElement {
  readonly tag: RestrictedTag;
  readonly children: readonly RestrictedNode[];
}

const MARKUP = /<(\/?)(ol|li|div|p|strong)>/g;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi;
const LARGEST_CODE_POINT = 0x10ffff;

/** What texts from word processors hold. Names that are not here stay as they are written. */
const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', shy: '\u00ad', hellip: '…' },
    ...{ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»' },
    ...{ sect: '§', copy: '©', reg: '®', trade: '™', euro: '€' },
    ...{ auml: 'ä', ouml: 'ö', uuml: 'ü', Auml: 'Ä', Ouml: 'Ö', Uuml: 'Ü', szlig: 'ß' },
    ...{ aacute: 'á', agrave: 'à', ccedil: 'ç', eacute: 'é', egrave: 'è', ntilde: 'ñ', oacute: 'ó', uacute: 'ú' },
  }),
);

/**
 * Reads HTML of five bare tags. The browser's own parsers take no plain text where Trusted Types are enforced, and five
 * tags need none: whatever is not exactly one of them is text.
 * @param html as the server sends it; a closing tag that closes nothing is dropped, an open one is closed at the end
 */
export function parseRestrictedHtml(html: string): readonly RestrictedNode[] {
  const root: RestrictedNode[] = [];
  const open: { readonly tag: string; readonly children: RestrictedNode[] }[] = [];
  const current = () => open.at(-1)?.children ?? root;
  let after = 0;
  for (const match of html.matchAll(MARKUP)) {
    addText(current(), html.slice(after, match.index));
    after = match.index + match[0].length;
    const tag = match[2] as RestrictedTag;
    if (match[1] === '') {
      const children: RestrictedNode[] = [];
      current().push({ tag, children });
      open.push({ tag, children });
    } else {
      const index = open.findLastIndex((element) => element.tag === tag);
      if (index >= 0) open.length = index;
    }
  }
  addText(current(), html.slice(after));
  return root;
}

function addText(children: RestrictedNode[], text: string): void {
  if (text !== '') children.push(decodeEntities(text));
}

function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity: string, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? entity;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > 0 && code <= LARGEST_CODE_POINT ? String.fromCodePoint(code) : entity;
  });
}
