/** Options that stand before or behind any command, and in front of what a browser adds. */
export interface GlobalOptions {
  readonly state: string | undefined;
  readonly systemRoot: string | undefined;
  readonly rest: readonly string[];
}

const NAMES: Readonly<Record<string, 'state' | 'systemRoot'>> = { '--state': 'state', '--system-root': 'systemRoot' };

/** Takes the options of every command out of the words; `--state DIR` and `--state=DIR` are the same. */
export function readGlobalOptions(words: readonly string[]): GlobalOptions {
  const found: { state?: string; systemRoot?: string } = {};
  const rest: string[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const [option = '', ...value] = word.split('=');
    const name = NAMES[option];
    if (name === undefined) rest.push(word);
    else found[name] = value.length > 0 ? value.join('=') : (words[++index] ?? '');
  }
  return { state: found.state, systemRoot: found.systemRoot, rest };
}
