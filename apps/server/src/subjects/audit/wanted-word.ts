/**
 * For the warnings of a dry run, which succeeds: without this the refusal of the real run would come as a surprise.
 * @param word the option that the real run wants, with its number
 */
export function refusedWithout(word: string): string {
  return `Without ${word} this is refused.`;
}
