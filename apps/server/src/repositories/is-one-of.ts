/** Whether a whole text is one of these words, whatever the capitals. */
export function isOneOf(words: readonly string[]): (text: unknown) => boolean {
  const lower = words.map((word) => word.toLowerCase());
  return (text) => typeof text === 'string' && lower.includes(text.toLowerCase());
}
