import { Lexer, Parser } from 'yaml';

/** Groups and lists in each other, as the reader counts them. A policy needs a dozen. */
const MAXIMUM_DEPTH = 64;

/**
 * Where a text is nested deeper than any policy, before it is read: what makes values of it calls itself for each level.
 * @returns the offset; null: nowhere
 */
export function findTooDeep(yamlText: string): number | null {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(yamlText)) {
    for (const _token of parser.next(lexeme)) if (parser.stack.length > MAXIMUM_DEPTH) break;
    if (parser.stack.length > MAXIMUM_DEPTH) return parser.offset;
  }
  return null;
}
