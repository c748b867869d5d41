const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command of ours, to be shown and copied. */
export interface ShownCommand {
  /** `['person', 'invite']` */
  readonly command: readonly string[];
  /** What it is about, in its order: logins, ids, values. */
  readonly names?: readonly string[];
  /** With their values. */
  readonly options?: readonly string[];
}

/**
 * A command of ours as a shell reads it. A name that begins with a hyphen would be taken for an option: then the names come
 * last, after `--`.
 */
export function commandLine({ command, names = [], options = [] }: ShownCommand): string {
  const isLikeOption = names.some((name) => name.startsWith('-'));
  const words = isLikeOption ? [...command, ...options, '--', ...names] : [...command, ...names, ...options];
  return ['vestibule', ...words.map(asWord)].join(' ');
}

function asWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
