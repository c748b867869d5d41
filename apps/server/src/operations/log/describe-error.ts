import { isDiskFull, isOfEmbedded } from '../../database/disk-full.ts';

/** What of an error may stand in a log. */
export interface LoggedError {
  readonly type: string;
  readonly message?: string;
  readonly stack: string;
  /** Of Node, or five signs of the database. */
  readonly code?: string;
  /** What of the database was in the way. */
  readonly constraint?: string;
  readonly table?: string;
  readonly column?: string;
  readonly cause?: unknown;
  readonly errors?: readonly unknown[];
}

/** An error that goes round in itself, or a chain that no one reads to its end. */
const DEEPEST = 5;
/** How the query builder ends its message: with every value that was to be stored. */
const PARAMETERS = /\nparams: [\s\S]*$/;
const FRAME = /^ {4}at /;

/**
 * Says of an error what it is and where, for the log. The query builder and the database put stored values into their
 * errors (hashes of passwords, logins, whole reports), so of those the values are left out, and the database's own words,
 * which quote them.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (typeof error === 'string') return withoutParameters(error);
  if (isOfEmbedded(error)) {
    const why = isDiskFull(error) ? 'the disk is full' : `number ${error.errno}`;
    return { type: error.name, message: `The embedded database could not be read or written: ${why}.` };
  }
  if (!(error instanceof Error)) return typeof error === 'object' && error !== null ? '(no error)' : error;
  const message = messageForLog(error);
  const isDeep = depth >= DEEPEST;
  return {
    type: typeOf(error),
    ...(message === null ? {} : { message }),
    stack: framesOf(error),
    ...namesOf(error),
    ...(error.cause === undefined || isDeep ? {} : { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError && !isDeep
      ? { errors: error.errors.map((one: unknown) => describeError(one, depth + 1)) }
      : {}),
  } satisfies LoggedError;
}

/** The text of an error without anything that is stored. Null: it is the database's own, which may quote what it was given. */
export function messageForLog(error: Error): string | null {
  if (isOfDatabase(error)) return null;
  if (isOfQuery(error)) return `Failed query: ${error.query}`;
  return withoutParameters(error.message);
}

/** A text without the values that the query builder ends its messages with. */
export function withoutParameters(text: string): string {
  return text.replace(PARAMETERS, '');
}

/** The same for a sentence someone reads: there are always words. */
export function sayError(error: unknown): string {
  if (!(error instanceof Error)) return withoutParameters(String(error));
  return messageForLog(error) ?? ['The database refused', ...Object.values(namesOf(error))].join(' ');
}

function isOfQuery(error: Error): error is Error & { readonly query: string } {
  return 'params' in error && 'query' in error && typeof error.query === 'string';
}

/** Both drivers hand on the fields of PostgreSQL's error message. */
function isOfDatabase(error: Error): boolean {
  return 'severity' in error && 'code' in error;
}

function typeOf(error: Error): string {
  return isOfQuery(error) || error.name === 'error' ? error.constructor.name : error.name;
}

/** Names of the schema and codes, which are the same whatever is stored. */
function namesOf(error: Error): Pick<LoggedError, 'code' | 'constraint' | 'table' | 'column'> {
  const names = ['code', 'constraint', 'table', 'column'] as const;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value: unknown = Reflect.get(error, name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** Where it happened. The stack begins with the message, and a message of many lines may look like the rest of it. */
function framesOf({ message, stack = '' }: Error): string {
  const at = message === '' ? -1 : stack.indexOf(message);
  return stack
    .slice(at === -1 ? 0 : at + message.length)
    .split('\n')
    .filter((line) => FRAME.test(line))
    .join('\n');
}
