type Replace = (text: string) => string;
type Details = Record<string, unknown>;

/** Shorter words than this are replaced where they are the whole text, and not within sentences. */
const WITHIN_SENTENCES_FROM = 4;
/** What a word goes on with, backwards and forwards. A full stop may be the end of a sentence. */
const BEFORE = String.raw`(?<![\p{L}\p{N}._@+-])`;
const AFTER = String.raw`(?![\p{L}\p{N}_@+-]|\.[\p{L}\p{N}])`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Replaces words in texts: a text that is one of them, and each of them within a sentence where it stands by itself, which
 * a part of a longer login or address does not. Of an id that is none of them nothing is replaced, whatever its parts are.
 */
export function createReplacer(words: readonly string[], replacement: string): Replace {
  const whole = new Set(words.map((word) => word.toLowerCase()));
  const within = words
    .filter((word) => word.length >= WITHIN_SENTENCES_FROM)
    .toSorted((left, right) => right.length - left.length)
    .map((word) => new RegExp(`${BEFORE}${escapePattern(word)}${AFTER}`, 'giu'));
  return (text) => {
    if (whole.has(text.toLowerCase())) return replacement;
    if (UUID.test(text)) return text;
    return within.reduce((changed, pattern) => changed.replaceAll(pattern, replacement), text);
  };
}

function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** What details say by a word of the product's own, which may be anybody's name as well. */
const WORDS_OF_OUR_OWN: readonly string[] = [
  'action',
  'checkType',
  'code',
  'evidence',
  'field',
  'kind',
  'mode',
  'reach',
  'role',
  'standing',
  'state',
  'what',
];

/** What an exemption is a change of: a check, and whom it is from. */
const NAMES_A_LOGIN = /^(\w+, login )(.+)$/u;

function replaceInOwn(value: unknown, replace: Replace): unknown {
  const [, before, login] = typeof value === 'string' ? (NAMES_A_LOGIN.exec(value) ?? []) : [];
  return before === undefined || login === undefined ? value : `${before}${replace(login)}`;
}

/** Replaces in every text of the details but keys and the product's own words. @returns the very details: nothing was */
export function replaceDeep(details: Details, replace: Replace): Details {
  const own = details['field'];
  const isChangeOfOwn = typeof own === 'string' && WORDS_OF_OUR_OWN.includes(own);
  if (isChangeOfOwn) return details;
  let isSame = true;
  const entries = Object.entries(details).map(([name, value]) => {
    const replaced = WORDS_OF_OUR_OWN.includes(name) ? replaceInOwn(value, replace) : replaceValue(value, replace);
    isSame &&= replaced === value;
    return [name, replaced] as const;
  });
  return isSame ? details : Object.fromEntries(entries);
}

function replaceValue(value: unknown, replace: Replace): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const replaced = items.map((item) => replaceValue(item, replace));
    return replaced.every((item, index) => item === items[index]) ? value : replaced;
  }
  return isDetails(value) ? replaceDeep(value, replace) : value;
}

function isDetails(value: unknown): value is Details {
  return typeof value === 'object' && value !== null;
}
