import {
  adminAddPersonCall,
  asSentence,
  IMPORT_COLUMNS,
  sayProblem,
  upstreamSubjectSchema,
} from '@vestibule/contracts';
import type * as z from 'zod/mini';
import { normalizeLogin } from '../../../repositories/people.ts';
import { type CsvCell, type CsvProblem, parseCsv } from './csv.ts';

type Column = (typeof IMPORT_COLUMNS)[number];

/** A person as a file says. What the file has no column for, or leaves empty, is not said. */
export interface PersonInFile {
  readonly line: number;
  readonly login: string;
  readonly displayName: string;
  readonly email: string;
  readonly type: string | undefined;
  readonly groups: readonly string[] | undefined;
  /** How the company's own identity provider names them. */
  readonly subject: string | undefined;
}

const IMPORT_MAXIMUM_ROWS = 10_000;
/** No one reads more than these at once; the last one says how many there are. */
const PROBLEMS_MAXIMUM = 200;

const REQUIRED: readonly Column[] = ['login', 'displayName', 'email'];

/** How headings are written elsewhere. */
const HEADINGS: ReadonlyMap<string, Column> = new Map([
  ...IMPORT_COLUMNS.map((column) => [column.toLowerCase(), column] as const),
  ['name', 'displayName'],
  ['display name', 'displayName'],
  ['e-mail', 'email'],
  ['mail', 'email'],
  ['group', 'groups'],
  ['sub', 'subject'],
  ['nameid', 'subject'],
]);

/** Reads a file of people. @returns them all, or every problem with line and column */
export function readPeopleFile(
  csv: string,
):
  | { readonly ok: true; readonly people: readonly PersonInFile[] }
  | { readonly ok: false; readonly problems: readonly CsvProblem[] } {
  const { rows, problems } = parseCsv(csv);
  const found = [...problems];
  const [headings, ...lines] = rows;
  if (headings === undefined) return refuse([{ line: 1, column: 1, message: 'The file is empty.' }]);
  const columns = readHeadings(headings, found);
  if (found.length > problems.length) return refuse(found);
  if (lines.length > IMPORT_MAXIMUM_ROWS) {
    const message = `There are ${lines.length} people here, and ${IMPORT_MAXIMUM_ROWS} can be taken at once. Split the file.`;
    return refuse([{ line: 1, column: 1, message }]);
  }
  const seen: Seen = { logins: new Map(), subjects: new Map() };
  const people = lines.flatMap((cells) => readPerson(cells, columns, seen, found) ?? []);
  if (people.length === 0 && found.length === 0) {
    return refuse([{ line: 2, column: 1, message: 'There is no one in this file, only headings.' }]);
  }
  return found.length === 0 ? { ok: true, people } : refuse(found);
}

function refuse(problems: readonly CsvProblem[]): { readonly ok: false; readonly problems: readonly CsvProblem[] } {
  const inOrder = problems.toSorted((left, right) => left.line - right.line || left.column - right.column);
  const last = inOrder.at(PROBLEMS_MAXIMUM);
  if (last === undefined) return { ok: false, problems: inOrder };
  const rest = inOrder.length - PROBLEMS_MAXIMUM;
  const more = { line: last.line, column: last.column, message: `There are ${rest} more problems from here on.` };
  return { ok: false, problems: [...inOrder.slice(0, PROBLEMS_MAXIMUM), more] };
}

function readHeadings(cells: readonly CsvCell[], problems: CsvProblem[]): readonly (Column | null)[] {
  const columns = cells.map(({ text }) => HEADINGS.get(text.toLowerCase()) ?? null);
  for (const [index, { text, line, column }] of cells.entries()) {
    const named = columns[index];
    if (named === null || named === undefined) {
      const known = IMPORT_COLUMNS.join(', ');
      problems.push({ line, column, message: `The heading "${text}" is not known; known are ${known}.` });
    } else if (columns.indexOf(named) !== index) {
      problems.push({ line, column, message: `There are two columns ${named}.` });
    }
  }
  const missing = REQUIRED.filter((column) => !columns.includes(column));
  if (missing.length > 0) {
    problems.push({
      line: 1,
      column: 1,
      message: `The first line must name the columns; ${missing.join(', ')} missing.`,
    });
  }
  return columns;
}

const { shape } = adminAddPersonCall.body;

function readPerson(
  cells: readonly CsvCell[],
  columns: readonly (Column | null)[],
  seen: Seen,
  problems: CsvProblem[],
): PersonInFile | null {
  const [first] = cells;
  const line = first?.line ?? 1;
  if (cells.length !== columns.length) {
    const message = `This line has ${cells.length} cells, the headings are ${columns.length}.`;
    problems.push({ line, column: 1, message });
    return null;
  }
  const before = problems.length;
  const read = <Value>(column: Column, parse: (text: string) => ParsedCell<Value>): Value | undefined => {
    const cell = cells[columns.indexOf(column)];
    if (cell === undefined || (cell.text === '' && !REQUIRED.includes(column))) return undefined;
    const parsed = parse(cell.text);
    if (parsed.ok) return parsed.value;
    problems.push({ line: cell.line, column: cell.column, message: `${column}${parsed.message}` });
    return undefined;
  };
  const login = read('login', (text) => parseCell(shape.login, text));
  const displayName = read('displayName', (text) => parseCell(shape.displayName, text));
  const email = read('email', (text) => parseCell(shape.email, text));
  const type = read('type', (text) => parseCell(shape.type, text));
  const groups = read('groups', (text) => parseCell(shape.groups, splitGroups(text)));
  const subject = read('subject', (text) => parseCell(upstreamSubjectSchema, text));
  if (login === undefined || displayName === undefined || email === undefined || problems.length > before) return null;
  const normal = normalizeLogin(login);
  const isTwice = (known: Map<string, number>, what: Column, value: string) => {
    const earlier = known.get(value);
    known.set(value, earlier ?? line);
    if (earlier === undefined) return false;
    const column = cells[columns.indexOf(what)]?.column ?? 1;
    problems.push({ line, column, message: `${what} ${value} stands in line ${earlier} already.` });
    return true;
  };
  if (isTwice(seen.logins, 'login', normal)) return null;
  if (subject !== undefined && isTwice(seen.subjects, 'subject', subject)) return null;
  return { line, login: normal, displayName, email, type, groups, subject };
}

/** In which line each stood first. */
interface Seen {
  readonly logins: Map<string, number>;
  readonly subjects: Map<string, number>;
}

type ParsedCell<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly message: string };

function parseCell<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): ParsedCell<z.output<Schema>> {
  if (value === '') return { ok: false, message: ' is missing.' };
  const parsed = schema.safeParse(value, { error: sayProblem });
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const entry = issue?.path.length === 1 ? `, entry ${Number(issue.path[0]) + 1},` : '';
  return { ok: false, message: asSentence(`${entry} ${issue?.message ?? 'is wrong'}`) };
}

function splitGroups(text: string): readonly string[] {
  const names = text.split('|').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}
