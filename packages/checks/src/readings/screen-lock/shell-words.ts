/**
 * The words of a command line as a shell takes it apart, where nothing in it means anything to a shell: quotes, and
 * characters that stand for themselves.
 *
 * @returns null for everything else: variables, substitutions, patterns, several commands
 */
export function plainWords(line: string): readonly string[] | null {
  const words: string[] = [];
  let rest = line.trim();
  while (rest !== '') {
    const word = /^(?:[\w./:,=@%+-]|'[^'\n]*'|"[^"$`\\\n!]*")+/.exec(rest)?.[0];
    if (word === undefined) return null;
    words.push(word.replaceAll(/'([^']*)'|"([^"]*)"/g, '$1$2'));
    const space = /^\s*/.exec(rest.slice(word.length))?.[0] ?? '';
    rest = rest.slice(word.length + space.length);
    if (rest !== '' && space === '') return null;
  }
  return words;
}
