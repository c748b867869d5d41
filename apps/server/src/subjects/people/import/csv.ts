/** A cell of a table, with the place where it begins. Lines and columns count from 1, columns in characters. */
export interface CsvCell {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

export interface CsvProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface CsvTable {
  /** Lines that hold nothing are left out. */
  readonly rows: readonly (readonly CsvCell[])[];
  readonly problems: readonly CsvProblem[];
}

interface Cursor {
  at: number;
  line: number;
  lineStart: number;
}

/**
 * Reads CSV (RFC 4180). The separator is the comma, the semicolon that some spreadsheets write, or the tab: whichever the
 * first line has most of. A byte order mark and both kinds of line ends are fine. Never throws.
 */
export function parseCsv(source: string): CsvTable {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  const separator = separatorOf(text);
  const problems: CsvProblem[] = [];
  const rows: CsvCell[][] = [];
  const cursor: Cursor = { at: 0, line: 1, lineStart: 0 };
  let row: CsvCell[] = [];
  while (cursor.at < text.length) {
    row.push(readCell(text, separator, cursor, problems));
    if (text[cursor.at] === separator) {
      cursor.at += 1;
      // A separator at the very end has an empty cell behind it.
      if (cursor.at < text.length) continue;
      row.push({ text: '', line: cursor.line, column: columnOf(cursor) });
    }
    skipLineEnd(text, cursor);
    rows.push(row);
    row = [];
  }
  return { rows: rows.filter((cells) => cells.some((cell) => cell.text !== '')), problems };
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const bare = first.replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((separator) => ({ separator, count: bare.split(separator).length }));
  return counts.toSorted((left, right) => right.count - left.count)[0]?.separator ?? ',';
}

function columnOf({ at, lineStart }: Cursor): number {
  return at - lineStart + 1;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r' || character === undefined;
}

function skipLineEnd(text: string, cursor: Cursor): void {
  if (text[cursor.at] === '\r') cursor.at += 1;
  if (text[cursor.at] === '\n') cursor.at += 1;
  cursor.line += 1;
  cursor.lineStart = cursor.at;
}

function readCell(text: string, separator: string, cursor: Cursor, problems: CsvProblem[]): CsvCell {
  const place = { line: cursor.line, column: columnOf(cursor) };
  if (text[cursor.at] !== '"') {
    const start = cursor.at;
    while (!isLineEnd(text[cursor.at]) && text[cursor.at] !== separator) cursor.at += 1;
    return { text: text.slice(start, cursor.at).trim(), ...place };
  }
  const read = readQuoted(text, cursor);
  if (read === null) {
    problems.push({ ...place, message: 'A quotation mark is opened here and never closed.' });
    return { text: '', ...place };
  }
  if (!isLineEnd(text[cursor.at]) && text[cursor.at] !== separator) {
    problems.push({
      line: cursor.line,
      column: columnOf(cursor),
      message: 'Unexpected text after the closing quote. A quotation mark within a cell is written twice.',
    });
    while (!isLineEnd(text[cursor.at]) && text[cursor.at] !== separator) cursor.at += 1;
  }
  return { text: read.trim(), ...place };
}

/** @returns null when the text ends before the quotation mark does */
function readQuoted(text: string, cursor: Cursor): string | null {
  let read = '';
  cursor.at += 1;
  while (cursor.at < text.length) {
    const character = text[cursor.at];
    if (character === '"' && text[cursor.at + 1] !== '"') {
      cursor.at += 1;
      return read;
    }
    if (character === '"') cursor.at += 1;
    read += character;
    cursor.at += 1;
    if (character === '\n') {
      cursor.line += 1;
      cursor.lineStart = cursor.at;
    }
  }
  return null;
}
