/** Options that stand before or behind any command, and in front of what a browser adds. */
export interface GlobalOptions {
  readonly state: string | undefined;
  readonly systemRoot: string | undefined;
  readonly rest: readonly string[];
  /** An option whose folder is missing. Nothing may run then: it would use the usual folder instead. */
  readonly incomplete: string | null;
}

const NAMES: Readonly<Record<string, 'state' | 'systemRoot'>> = { '--state': 'state', '--system-root': 'systemRoot' };

/** Takes the options of every command out of the words; `--state DIR` and `--state=DIR` are the same. */
export function readGlobalOptions(words: readonly string[]): GlobalOptions {
  const found: { state?: string; systemRoot?: string } = {};
  const rest: string[] = [];
  let incomplete: string | null = null;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [option = '', ...parts] = word.split('=');
    const name = NAMES[option];
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
