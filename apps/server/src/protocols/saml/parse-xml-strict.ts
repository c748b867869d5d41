import { DOMParser, type Document, onWarningStopParsing } from '@xmldom/xmldom';
import { type MarkupLimits, MESSAGE_MARKUP } from './limits.ts';
import { scanMarkup } from './scan-markup.ts';

export type StrictXml =
  | { readonly ok: true; readonly document: Document }
  | { readonly ok: false; readonly reason: string };

/**
 * Parses a message from outside. Everything that has ever made two XML readers disagree is refused by looking at the
 * text, before a parser sees it: DOCTYPE, entity, comment, processing instruction, CDATA, NUL, byte order mark, another
 * encoding than UTF-8, too much of anything.
 *
 * @param limits those of a message when absent
 * @returns the document, which holds elements, attributes and text only; or the reason. Never throws.
 */
export function parseXmlStrict(source: Uint8Array | string, limits: MarkupLimits = MESSAGE_MARKUP): StrictXml {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.length;
  if (size > limits.bytes) return { ok: false, reason: 'The message is too large.' };
  const text = typeof source === 'string' ? source : decodeUtf8(source);
  if (text === null) return { ok: false, reason: 'The message is not UTF-8.' };
  const problem = scanMarkup(text, limits);
  if (problem !== null) return { ok: false, reason: problem };
  try {
    const parser = new DOMParser({ locator: false, onError: onWarningStopParsing, normalizeLineEndings });
    return { ok: true, document: parser.parseFromString(text, 'text/xml') };
  } catch {
    return { ok: false, reason: 'The message is not well-formed XML.' };
  }
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Line ends as XML 1.0 has them. The parser's own rule is XML 1.1's and would also change U+0085 and U+2028. */
function normalizeLineEndings(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}
