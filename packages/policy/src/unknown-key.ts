/** The sentence for a key that nothing reads: a misspelt rule must not pass for a rule. */
export function unknownKey(known: readonly string[]): string {
  return known.length === 0 ? 'is not known here.' : `is not known here; known are ${known.join(', ')}.`;
}
