export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  /** Takes what room is left, and wraps. Without one such column a table may be wider than the screen. */
  readonly isFlexible?: true;
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
  const widths = fit(natural, columns, width);
  const lines = [columns.map(({ heading }) => heading), ...cells].flatMap((row) => setRow(row, widths));
  return lines.join('\n');
}

/** Takes room from the flexible columns, the widest first, until the table fits. */
function fit(natural: readonly number[], columns: readonly Column<never>[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, one) => sum + one, 0) + GAP * (widths.length - 1);
  while (total() > width) {
    const candidates = widths.filter((one, index) => columns[index]?.isFlexible === true && one > MINIMUM);
    if (candidates.length === 0) break;
    const widest = Math.max(...candidates);
    const index = widths.findIndex((one, at) => one === widest && columns[at]?.isFlexible === true);
    const next = Math.max(MINIMUM, ...candidates.filter((one) => one < widest));
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

/** As many columns as a terminal gives the text, near enough: characters, not code units. */
function lengthOf(text: string): number {
  return [...text].length;
}

/** Breaks a text at blanks, and within words where one is longer than the line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ').flatMap((one) => chop(one, width))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line !== '' && lengthOf(longer) > width) {
        lines.push(line);
        line = word;
      } else {
        line = longer;
      }
    }
    lines.push(line);
  }
  return lines;
}

function chop(word: string, width: number): string[] {
  const characters = [...word];
  if (characters.length <= width) return [word];
  const parts: string[] = [];
  for (let at = 0; at < characters.length; at += width) parts.push(characters.slice(at, at + width).join(''));
  return parts;
}
