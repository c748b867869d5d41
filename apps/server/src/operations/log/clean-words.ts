import { describeError, sayError, withoutParameters } from './describe-error.ts';

/** Deeper than this nothing is logged on purpose. */
const DEEPEST = 5;
/** Of these names the serializers write what stands under them. */
const SERIALIZED: readonly string[] = ['err', 'error'];

/** What a call of the logger is given, without anything that is stored, wherever an error stands in it. */
export function cleanWords([first, ...words]: readonly unknown[]): unknown[] {
  const cleaned = words.map(cleanWord);
  if (first instanceof Error) return [{ err: first }, ...withText(first, cleaned)];
  if (!isPlain(first)) return [cleanWord(first), ...cleaned];
  const entries = Object.entries(first).map(([name, value]) => {
    const isSerialized = SERIALIZED.includes(name) && value instanceof Error;
    return [name, isSerialized ? value : cleanValue(value, 0)] as const;
  });
  return [Object.fromEntries(entries), ...withText(first['err'], cleaned)];
}

/** Without words of the caller's, the library would take the error's own. */
function withText(error: unknown, words: readonly unknown[]): readonly unknown[] {
  return words[0] === undefined && error instanceof Error ? [sayError(error), ...words.slice(1)] : words;
}

function cleanWord(word: unknown): unknown {
  return word instanceof Error ? sayError(word) : cleanValue(word, 0);
}

/** Requests and the like are objects of classes, which have serializers of their own. */
function cleanValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return withoutParameters(value);
  if (value instanceof Error) return describeError(value);
  if (depth >= DEEPEST) return Array.isArray(value) || isPlain(value) ? '(deeper)' : value;
  if (Array.isArray(value)) return value.map((one: unknown) => cleanValue(one, depth + 1));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cleanValue(one, depth + 1)]));
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
