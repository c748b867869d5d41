import type { Element } from '@xmldom/xmldom';
import { METADATA_MARKUP } from '../limits.ts';
import { parseXmlStrict } from '../parse-xml-strict.ts';
import { type MetadataRefusal, refuseMetadata } from './metadata-refusal.ts';

const XML_DECLARATION = /^<\?xml [^<>]*\?>/;

/**
 * Parses metadata as strictly as a message, with room for more. Three things may stand in front of it: a byte order
 * mark, which several editors write, blanks, which come with pasting, and comments, since Shibboleth begins what it generates with one. Nothing else is
 * taken out of the text.
 */
export function parseMetadata(xml: string): { readonly ok: true; readonly root: Element } | MetadataRefusal {
  if (Buffer.byteLength(xml) > METADATA_MARKUP.bytes) {
    const kibibytes = METADATA_MARKUP.bytes / 1024;
    return refuseMetadata(
      'metadata_too_large',
      `The metadata is larger than ${kibibytes} KiB. Use the metadata of this application alone, not of a whole federation.`,
    );
  }
  const text = withoutLeadingComments(xml);
  if (text.includes('<!--')) {
    return refuseMetadata(
      'metadata_has_comments',
      'The metadata holds a comment. Remove everything from <!-- to -->, also inside, and try again.',
    );
  }
  const parsed = parseXmlStrict(text, METADATA_MARKUP);
  if (!parsed.ok || parsed.document.documentElement === null) {
    const reason = parsed.ok ? '' : `${parsed.reason.replace('The message', 'The text')} `;
    return refuseMetadata(
      'metadata_malformed',
      `${reason}Paste the metadata exactly as the application offers it, as XML in UTF-8.`,
    );
  }
  return { ok: true, root: parsed.document.documentElement };
}

function withoutLeadingComments(xml: string): string {
  const text = withoutLeadingBlanks(xml.startsWith('\ufeff') ? xml.slice(1) : xml);
  const declaration = XML_DECLARATION.exec(text)?.[0] ?? '';
  let rest = withoutLeadingBlanks(text.slice(declaration.length));
  while (rest.startsWith('<!--')) {
    // In XML, two hyphens end a comment: anything but > behind them is an error, which is left for the parser to find.
    const end = rest.indexOf('--', 4);
    if (end === -1 || rest[end + 2] !== '>') break;
    rest = withoutLeadingBlanks(rest.slice(end + 3));
  }
  // The line end keeps an XML declaration that stood behind a comment from being taken for one.
  return `${declaration}\n${rest}`;
}

function withoutLeadingBlanks(text: string): string {
  return text.replace(/^[ \t\r\n]+/, '');
}
