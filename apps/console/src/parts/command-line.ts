const PLAIN = /^[\w@%+=:,./-]+$/;

/** A command of ours with these words, as a shell reads it. */
export function commandLine(...words: readonly string[]): string {
  return ['vestibule', ...words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))].join(
    ' ',
  );
}
