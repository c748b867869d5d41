/** Options that stand before or behind any command, and in front of what a browser adds. */
export interface GlobalOptions {
  readonly state: string | undefined;
  readonly systemRoot: string | undefined;
  readonly rest: readonly string[];
  /** An option whose folder is missing. Nothing may run then: it would use the usual folder instead. */
  readonly incomplete: string | null;
}

/** How a development build is told the folder that stands for the computer. What people install knows none of it. */
export interface ScratchRoot {
  readonly option: string;
  readonly variable: string;
  /** Lines of the overview. */
  readonly help: readonly (readonly [string, string])[];
}

/**
 * Takes the options of every command out of the words; `--state DIR` and `--state=DIR` are the same.
 * @param scratch null where no folder can stand for the computer: its option is then a word like any other
 */
export function readGlobalOptions(words: readonly string[], scratch: ScratchRoot | null): GlobalOptions {
  const names = new Map<string, 'state' | 'systemRoot'>([['--state', 'state']]);
  if (scratch !== null) names.set(scratch.option, 'systemRoot');
  const found: { state?: string; systemRoot?: string } = {};
  const rest: string[] = [];
  let incomplete: string | null = null;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [option = '', ...parts] = word.split('=');
    const name = names.get(option);
    if (name === undefined) {
      rest.push(word);
      continue;
    }
    const value = parts.length > 0 ? parts.join('=') : (words[++index] ?? '');
    if (value === '' || value.startsWith('--')) incomplete = option;
    else found[name] = value;
  }
  return { state: found.state, systemRoot: found.systemRoot, rest, incomplete };
}
