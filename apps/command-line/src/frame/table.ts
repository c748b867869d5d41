export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  /** Takes what room is left, and wraps. Without one such column a table may be wider than the screen. */
  readonly isFlexible?: true;
  /** Of names that are looked up and typed: words of other columns are broken first. */
  readonly keepsWords?: true;
}

const GAP = 2;
/** Narrower than this a column is no use; the table is then wider than the screen. */
const MINIMUM = 12;

/**
 * Sets rows as a table no wider than the screen. Nothing is cut off: what is too long goes on in the next line of its
 * column.
 * @param width of the screen, in characters
 */
export function formatTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], width: number): string {
  const cells = rows.map((row) => columns.map(({ cell }) => cell(row)));
  const natural = columns.map(({ heading }, index) =>
    Math.max(heading.length, ...cells.map((row) => lengthOf(row[index] ?? ''))),
  );
  const words = columns.map(({ heading, isFlexible }, index) =>
    isFlexible === true ? longestWord([heading, ...cells.map((row) => row[index] ?? '')]) : Number.POSITIVE_INFINITY,
  );
  const comfortable = words.map((longest) => Math.max(MINIMUM, longest));
  const widths = breakWords(fit(fit(natural, comfortable, width), words, width), { words, columns, width });
  const lines = [columns.map(({ heading }) => heading), ...cells].flatMap((row) => setRow(row, widths));
  return lines.join('\n');
}

function longestWord(texts: readonly string[]): number {
  return Math.max(...texts.flatMap((text) => text.split(/\s/)).map(lengthOf));
}

/** Where no room is left otherwise, words are broken: those of one column after the other, the longest first. */
function breakWords(
  widths: readonly number[],
  {
    words,
    columns,
    width,
  }: { readonly words: readonly number[]; readonly columns: readonly Column<never>[]; readonly width: number },
): number[] {
  const isLast = (index: number) => Number(columns[index]?.keepsWords ?? false);
  const least = [...words];
  const flexible = [...least.entries()].filter(([, longest]) => longest > MINIMUM && Number.isFinite(longest));
  let fitted = [...widths];
  for (const [index] of flexible.toSorted(
    ([at, left], [beside, right]) => isLast(at) - isLast(beside) || right - left,
  )) {
    least[index] = MINIMUM;
    fitted = fit(fitted, least, width);
  }
  return fitted;
}

/**
 * Takes room from the flexible columns, the widest first, until the table fits.
 * @param least for each column, what it keeps
 */
function fit(natural: readonly number[], least: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1);
  while (total() > width) {
    const candidates = widths.filter((one, index) => one > (least[index] ?? one));
    if (candidates.length === 0) break;
    const widest = Math.max(...candidates);
    const index = widths.findIndex((one, at) => one === widest && one > (least[at] ?? one));
    const next = Math.max(least[index] ?? 0, ...candidates.filter((one) => one < widest));
    widths[index] = Math.max(next, widest - Math.max(1, total() - width));
    if (widths[index] === widest) widths[index] = widest - 1;
  }
  return widths;
}

function setRow(row: readonly string[], widths: readonly number[]): string[] {
  const wrapped = row.map((cell, index) => wrap(cell, widths[index] ?? cell.length));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((lines, index) => {
        const text = lines[line] ?? '';
        return text + ' '.repeat(Math.max(0, (widths[index] ?? 0) - lengthOf(text)));
      })
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** What a person counts as characters. A terminal gives most of them one column. */
function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function lengthOf(text: string): number {
  return charactersOf(text).length;
}

/** Breaks a text at blanks, and within words where one is longer than the line. Lines keep their indent. */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((paragraph) => {
    const indent = /^ */.exec(paragraph)?.[0] ?? '';
    return wrapParagraph(paragraph.slice(indent.length), Math.max(1, width - indent.length)).map(
      (line) => indent + line,
    );
  });
}

function wrapParagraph(text: string, width: number): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(' ').flatMap((one) => chop(one, width))) {
    const longer: string = line === null ? word : `${line} ${word}`;
    if (line !== null && lengthOf(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line ?? ''];
}

function chop(word: string, width: number): string[] {
  const characters = charactersOf(word);
  if (characters.length <= width) return [word];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += width) parts.push(characters.slice(at, at + width).join(''));
  return parts;
}
