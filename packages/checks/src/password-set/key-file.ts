/** One line 'key = value' below the heading it stands under, in exact case. */
export interface Entry {
  readonly group: string;
  readonly key: string;
  readonly value: string;
}

/**
 * Every line of a settings file as display managers read it: `#` and `;` begin a comment line, names in exact case. What is
 * neither heading nor entry means nothing to them.
 *
 * @param hasTrailingComments whether `#` ends a value as well (SDDM)
 */
export function keyFileEntries(text: string, hasTrailingComments = false): readonly Entry[] {
  const entries: Entry[] = [];
  let group = '';
  for (const raw of text.split('\n')) {
    const line = (hasTrailingComments ? raw.split('#', 1).join('') : raw).trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const split = line.indexOf('=');
    if (line.startsWith('[') && line.endsWith(']')) group = line.slice(1, -1);
    else if (split > 0) entries.push({ group, key: line.slice(0, split).trim(), value: line.slice(split + 1).trim() });
  }
  return entries;
}

/** The value that counts when the same key stands in one group more than once. */
export function lastValue(entries: readonly Entry[], group: string, key: string): string | undefined {
  return entries.findLast((entry) => entry.group === group && entry.key === key)?.value;
}
