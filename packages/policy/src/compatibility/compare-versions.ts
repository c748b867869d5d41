/**
 * Compares two versions by their numbers, part by part; a missing part counts as 0, and what is no number is left out.
 * @returns below 0 when the first is older, 0 when both are the same, above 0 when it is newer
 */
export function compareVersions(first: string, second: string): number {
  const [left, right] = [numbersOf(first), numbersOf(second)];
  for (let part = 0; part < Math.max(left.length, right.length); part += 1) {
    const difference = (left[part] ?? 0) - (right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The first number of a version: 14 of '14.6.1'. */
export function majorOf(version: string): number {
  return numbersOf(version)[0] ?? 0;
}

function numbersOf(version: string): readonly number[] {
  return (version.match(/\d+/g) ?? []).map(Number);
}
