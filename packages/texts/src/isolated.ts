/** Marks that change the direction of what follows them, and letters of scripts that run from right to left. */
const CHANGES_DIRECTION = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;
const ISOLATES = /[\u2066-\u2069]/g;

/**
 * A name within a sentence that is one string: what it does to the direction of text ends with it. Where a name is an element of
 * its own, `bdi` does the same.
 */
export function isolated(name: string): string {
  return CHANGES_DIRECTION.test(name) ? `\u2068${name.replaceAll(ISOLATES, '')}\u2069` : name;
}
