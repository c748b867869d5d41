import type * as z from 'zod/mini';

/** What is wrong with a value, to follow its name; undefined leaves the schema's own sentence. */
export function sentenceFor(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing.' : `must be ${NAMES[issue.expected] ?? issue.expected}.`;
    case 'invalid_value':
      if (issue.input === undefined) return `is missing; it is ${choiceOf(issue.values)}.`;
      return `must be ${choiceOf(issue.values)}.`;
    case 'too_small':
      return `must not be below ${issue.minimum}.`;
    case 'too_big':
      return `must not be above ${issue.maximum}.`;
    case 'invalid_format':
      return issue.format === 'date' ? 'must be a date such as 2026-11-30.' : 'has a wrong form.';
    default:
      return undefined;
  }
}

function choiceOf(values: readonly unknown[]): string {
  return `${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
}

const NAMES: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  object: 'a group of settings',
  record: 'a group of settings',
  array: 'a list',
};

/** The sentence for a key that nothing reads: a misspelt rule must not pass for a rule. */
export function unknownKey(known: readonly string[]): string {
  return known.length === 0 ? 'is not known here.' : `is not known here; known are ${known.join(', ')}.`;
}
