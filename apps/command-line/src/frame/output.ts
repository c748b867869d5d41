import { type Outcome, UNPRINTABLE } from '@vestibule/contracts';
import { changeLines } from './change-lines.ts';
import { type Column, formatTable, wrap } from './table.ts';

/** The two streams of a process, and what is known of the screen. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Characters in a line; undefined when no one looks at it as it comes. */
  readonly columns: number | undefined;
  /** Shows a question and waits for a line; undefined where no one sits. @throws CommandFailure when they leave */
  readonly ask?: (question: string) => Promise<string>;
}

const STANDARD_WIDTH = 80;
const PROGRESS_EVERY_MS = 500;
/** Silence for so long looks like a command that hangs. */
const SILENCE_MS = 1000;

const ALL_UNPRINTABLE = new RegExp(UNPRINTABLE, 'gu');

/**
 * Names come from computers and people: what would move the cursor, change colours or turn the direction of a line round
 * must not reach a terminal.
 */
export function printable(text: string): string {
  return text.replaceAll(ALL_UNPRINTABLE, (character) =>
    character === '\n' || character === '\t' ? character : '\ufffd',
  );
}

const LINE_BREAKS = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;

/** A value that is shown: one line, whatever is stored. Who reads a table must not take part of a name for a row. */
export function oneValue(text: string): string {
  return printable(text.replaceAll(LINE_BREAKS, ' '));
}

/** JSON whose control characters are all escaped, also those that JSON lets stand. */
export function toJson(value: unknown, indent = 2): string {
  return JSON.stringify(value, null, indent).replaceAll(
    /[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Writes answers: as a person reads them, or as JSON. Plain text, without colours, also on a screen. */
export class Output {
  readonly isJson: boolean;
  readonly #streams: Streams;
  #progressAt = 0;

  constructor(streams: Streams, isJson: boolean) {
    this.#streams = streams;
    this.isJson = isJson;
  }

  get width(): number {
    return Math.max(40, Math.min(this.#streams.columns ?? STANDARD_WIDTH, 160));
  }

  /** The whole answer: JSON, or what `text` makes of it. */
  answer(value: unknown, text: () => void): void {
    if (this.isJson) this.#streams.out(`${toJson(value)}\n`);
    else text();
  }

  /** One of several answers, as they come: JSON in one line each, or what `text` makes of it. */
  event(value: unknown, text: () => void): void {
    if (this.isJson) this.#streams.out(`${toJson(value, 0)}\n`);
    else text();
  }

  line(text = ''): void {
    this.#streams.out(`${printable(text)}\n`);
  }

  /** A text as it is, such as a policy. */
  raw(text: string): void {
    this.line(text.replace(/\n$/, ''));
  }

  /** A sentence, wrapped to the screen. What breaks its lines came with a name in it. */
  say(text: string, indent = 0): void {
    const blank = ' '.repeat(indent);
    for (const line of wrap(oneValue(text), this.width - indent)) this.line(`${blank}${line}`.trimEnd());
  }

  table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], empty: string): void {
    if (rows.length === 0) this.say(empty);
    else this.line(formatTable(rows, columns.map(inOneLine), this.width));
  }

  /**
   * Names and values, one below the other. Values that are empty are shown as a dash; one without a blank is to be copied,
   * such as an address, and is never broken.
   */
  facts(facts: readonly (readonly [name: string, value: string])[]): void {
    const widest = Math.max(...facts.map(([name]) => name.length));
    for (const [name, value] of facts) {
      const width = /\s/.test(value) ? Math.max(20, this.width - widest - 2) : Number.POSITIVE_INFINITY;
      const [first = '', ...more] = wrap(value === '' ? '-' : oneValue(value), width);
      this.line(`${name.padEnd(widest)}  ${first}`.trimEnd());
      for (const line of more) this.line(`${' '.repeat(widest)}  ${line}`);
    }
  }

  /** How far a long piece of work is: on the line of an eye that is on it, and nowhere else. */
  progress(text: string): void {
    const { columns, err } = this.#streams;
    if (columns === undefined || this.isJson || Date.now() - this.#progressAt < PROGRESS_EVERY_MS) return;
    this.#progressAt = Date.now();
    err(`${printable(text)}\n`);
  }

  /** A sentence next to the answer, for anyone who sits there. */
  aside(text: string): void {
    for (const line of wrap(printable(text), this.width)) this.#streams.err(`${line}\n`);
  }

  /** Work that says what it is once it takes longer than a second, to an eye that waits for it. */
  async during<T>(text: string, work: () => Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.progress(text), SILENCE_MS);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  /** What became of a change. @param done the sentence when it was made */
  outcome(outcome: Outcome, done: string): void {
    this.answer(outcome, () => this.outcomeText(outcome, done));
  }

  outcomeText({ isDryRun, changes, warnings }: Outcome, done: string): void {
    if (changes.length === 0) this.say('Nothing to change: it is so already.');
    else if (isDryRun) this.say('Dry run, nothing was changed. This would change:');
    else this.say(done);
    for (const line of changes.flatMap(changeLines)) this.say(line, 2);
    this.notes(warnings);
  }

  notes(warnings: readonly string[]): void {
    for (const warning of warnings) this.say(`Note: ${warning}`);
  }
}

function inOneLine<Row>(column: Column<Row>): Column<Row> {
  return { ...column, cell: (row) => oneValue(column.cell(row)) };
}

export const counted = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`;

/** A moment, to the minute, in UTC: those who compare notes sit in different places. */
export function timeText(iso: string | null): string {
  return iso === null ? '-' : `${iso.slice(0, 10)} ${iso.slice(11, 16)}`;
}

export function dayText(iso: string | null): string {
  return iso === null ? '-' : iso.slice(0, 10);
}

/** The first part of an id: enough to name it on the command line. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
