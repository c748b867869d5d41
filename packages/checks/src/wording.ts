import type { Wording } from './definition.ts';

/** Next to the texts of a check that may want one of several. */
export const ONE_OF_TEXTS = { oneOf: 'One of: {names}' } as const;

/** What is wanted when any of these names will do. */
export function oneOf(names: readonly string[]): Wording {
  const [only] = names;
  return names.length === 1 && only !== undefined ? only : { key: 'oneOf', values: { names } };
}
