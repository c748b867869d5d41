/**
 * Compares versions by their numbers, never as text: 10.15 is newer than 10.9.
 * @returns null when one of them is not a version number
 */
export function compareVersions(left: string, right: string): number | null {
  const leftNumbers = numbersOf(left);
  const rightNumbers = numbersOf(right);
  if (leftNumbers === null || rightNumbers === null) return null;
  const length = Math.max(leftNumbers.length, rightNumbers.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (leftNumbers[index] ?? 0) - (rightNumbers[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

function numbersOf(version: string): readonly number[] | null {
  return /^\d{1,9}(\.\d{1,9}){0,5}$/.test(version) ? version.split('.').map(Number) : null;
}
