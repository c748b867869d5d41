import type { YAMLParseError } from 'yaml';

/** What is wrong with the form of the text, before it says anything. The reader's own words stand where there are none here. */
export function sayYamlProblem({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string {
  if (code === 'MISSING_CHAR' || code === 'BAD_INDENT') {
    const unclosed = UNCLOSED.find(([sign]) => message.includes(sign));
    if (unclosed !== undefined) return unclosed[1];
  }
  return SENTENCES[code] ?? message;
}

/** What is wrong with what stands in for something else: `*name` for what was marked with `&name`. */
export function sayReferenceProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (message.startsWith('Unresolved alias')) return 'A text that begins with * has to be in quotation marks.';
  return message.startsWith('Excessive alias') ? 'The file repeats parts of itself by * too often.' : message;
}

const UNCLOSED: readonly (readonly [sign: string, sentence: string])[] = [
  ['closing "quote', 'A text that begins with " does not end with one.'],
  ["closing 'quote", "A text that begins with ' does not end with one."],
  ['end with a ]', 'A list that begins with [ does not end with ].'],
  ['end with a }', 'A group that begins with { does not end with }.'],
  ['Missing space after :', 'After a colon comes a blank.'],
  ['Missing , between', 'Between two entries in brackets comes a comma.'],
  ['followed by map values', 'After a name comes a colon and its value, such as severity: required.'],
  ['Comments must be separated', 'Before # comes a blank, where a comment begins.'],
];

const SENTENCES: Readonly<Partial<Record<YAMLParseError['code'], string>>> = {
  BAD_ALIAS: 'A name after & or * is missing or not usable: leave these signs out, or put the text in quotation marks.',
  BAD_DQ_ESCAPE:
    'After \\ in quotation marks comes a letter that means nothing there: write \\\\, or use \' instead of ".',
  BAD_INDENT: 'This line is indented by another number of blanks than the lines it belongs to.',
  BAD_SCALAR_START: 'A text that begins with this sign has to be in quotation marks.',
  BLOCK_AS_IMPLICIT_KEY:
    'A line has one name and one value: put the second one on a line of its own, or the text in quotation marks.',
  BLOCK_IN_FLOW:
    'Within brackets everything is written with brackets and commas, without lines that begin with a hyphen.',
  DUPLICATE_KEY: 'This name stands here twice; each may stand once.',
  MISSING_CHAR:
    'Something is missing here: a colon after a name, a hyphen before an entry, or a blank after one of them.',
  MULTILINE_IMPLICIT_KEY: 'A colon is missing after a name, or the name goes over two lines.',
  MULTIPLE_DOCS: 'A policy is one document: take the line --- and what follows it out.',
  TAB_AS_INDENT: 'This line is indented by a tab. Indent with blanks.',
  TAG_RESOLVE_FAILED: 'A text that begins with ! has to be in quotation marks.',
  UNEXPECTED_TOKEN: 'This sign is not expected here. Is a bracket, a comma or a quotation mark missing before it?',
};
