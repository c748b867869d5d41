import * as z from 'zod/mini';

/**
 * What is wrong with a value and what is allowed, in plain words that follow the value's name: `must be at most 720 (30 days)`.
 * For a schema that people are told about: `schema.safeParse(value, { error: sayProblem })`. A schema's own words win.
 */
export function sayProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${kindOf(issue.expected)}`;
    case 'invalid_value':
      return `${issue.input === undefined ? 'is missing; it is' : 'must be'} ${choiceOf(issue.values)}`;
    case 'too_big':
      return `must ${limitOf(issue, Number(issue.maximum), 'at most')}`;
    case 'too_small':
      if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${limitOf(issue, Number(issue.minimum), 'at least')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    case 'invalid_format':
      return formOf(issue);
    case 'unrecognized_keys':
      return `must not hold ${issue.keys.join(', ')}: nothing reads ${issue.keys.length === 1 ? 'this field' : 'these fields'}`;
    case 'invalid_union':
      return unionOf(issue);
    case 'invalid_key':
      return `must not have this name${firstOf(issue.issues)}`;
    case 'invalid_element':
      return `must not hold this${firstOf(issue.issues)}`;
    case 'custom':
      return 'is not allowed here';
    default:
      return issue satisfies never;
  }
}

/** Reads what someone wrote. @returns the value, or a sentence for each thing that is wrong, which begins with where */
export function readInWords<Schema extends z.core.$ZodType>(
  schema: Schema,
  value: unknown,
  under: readonly string[] = [],
):
  | { readonly ok: true; readonly value: z.output<Schema> }
  | { readonly ok: false; readonly problems: readonly [string, ...string[]] } {
  const parsed = z.safeParse(schema, value, { error: sayProblem });
  if (parsed.success) return { ok: true, value: parsed.data };
  const [first, ...more] = parsed.error.issues.map(({ path, message }) => {
    const place = [...under, ...path.map(String)].join('.');
    return place === '' ? asSentence(message) : `${place}: ${asSentence(message)}`;
  });
  return { ok: false, problems: [first ?? 'It cannot be read.', ...more] };
}

/** Words with a full stop at their end. */
export function asSentence(words: string): string {
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

const KINDS: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  nan: 'a number',
  string: 'a text',
  object: 'a group of values',
  record: 'a group of values',
  array: 'a list',
  tuple: 'a list',
  null: 'null',
};

function kindOf(expected: string): string {
  return KINDS[expected] ?? `of the kind ${expected}`;
}

function choiceOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
}

type Bound = Pick<z.core.$ZodIssueTooBig, 'origin' | 'exact'> & { readonly path?: readonly PropertyKey[] | undefined };

function limitOf({ origin, exact, path = [] }: Bound, limit: number, which: 'at most' | 'at least'): string {
  const bound = exact === true ? 'exactly' : which;
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  if (origin === 'array' || origin === 'set') return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  return `be ${bound} ${limit}${durationOf(limit, String(path.at(-1) ?? ''))}`;
}

const UNITS = [
  { name: 'day', plural: 'days', ms: 86_400_000 },
  { name: 'hour', plural: 'hours', ms: 3_600_000 },
  { name: 'minute', plural: 'minutes', ms: 60_000 },
  { name: 'second', plural: 'seconds', ms: 1000 },
] as const;

/** How long that is, for the field of a time that is written in a small unit: ` (30 days)`. */
function durationOf(count: number, field: string): string {
  const own = field.endsWith('Ms') ? 1 : UNITS.find(({ plural }) => field.toLowerCase().endsWith(plural))?.ms;
  if (own === undefined || count < 48) return '';
  const ms = count * own;
  const unit = UNITS.find((one) => one.ms > own && ms % one.ms === 0);
  if (unit === undefined) return '';
  return ` (${ms / unit.ms} ${ms === unit.ms ? unit.name : unit.plural})`;
}

const FORMS: Readonly<Record<string, string>> = {
  date: 'must be a date such as 2026-11-30',
  datetime: 'must be a moment such as 2026-11-30T08:00:00Z',
  email: 'must be an e-mail address such as ilse@example.com',
  uuid: 'must be a whole id such as 3f2a91c4-5b7e-4d02-8c1d-20f7195a1e76',
};

function formOf({ format, pattern }: { readonly format: string; readonly pattern?: string | undefined }): string {
  if (format !== 'url') return FORMS[format] ?? 'has a wrong form';
  const isSecureOnly = pattern === '^https$';
  return `must be a whole address${isSecureOnly ? ' with https' : ''}, such as https://gate.example.com`;
}

interface Union {
  readonly errors: readonly (readonly z.core.$ZodIssue[])[];
  readonly options?: readonly unknown[];
  readonly input?: unknown;
  readonly discriminator?: string | undefined;
}

function unionOf({ errors, options = [], input, discriminator = '' }: Union): string {
  if (options.length > 0) {
    const isMissing = typeof input === 'object' && input !== null && !Object.hasOwn(input, discriminator);
    return `${isMissing ? 'is missing; it is' : 'must be'} ${choiceOf(options)}`;
  }
  // Of what is one thing or another, the ways that were not meant fail at once.
  const ways = new Set(errors.flatMap((issues) => issues.slice(0, 1)).map(({ message }) => message));
  return ways.size === 0 ? 'has a wrong form' : [...ways].join(', or ');
}

function firstOf(issues: readonly z.core.$ZodIssue[]): string {
  const [issue] = issues;
  return issue === undefined ? '' : `: it ${issue.message}`;
}
