import type { Proof } from './read-results.ts';
import type { Statement } from './statements.ts';

/** Where the tests of a part stand. What all parts share, `contracts`, has no place of its own: each that speaks it proves it. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  portal: ['apps/portal/', 'apps/accounts/', 'apps/console/', 'packages/flows/', 'packages/texts/', 'packages/ui/'],
  client: ['apps/client/', 'packages/checks/'],
  extension: ['apps/extension/'],
  server: ['apps/server/', 'packages/policy/'],
};

/** Journeys go through every part, with the real ones. */
const WHOLE = 'e2e/';

/** Whether a test of this very part is among the proofs. */
export function isProvedFor(part: string, proofs: readonly Proof[]): boolean {
  const places = PLACES[part] ?? [''];
  return proofs.some(({ file }) => [WHOLE, ...places].some((place) => file.startsWith(place)));
}

/** Parts of the statement that no test of theirs proves. */
export function partsWithout({ parts }: Statement, proofs: readonly Proof[]): readonly string[] {
  return parts.filter((part) => !isProvedFor(part, proofs));
}
