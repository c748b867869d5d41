import { KNOWN_FEATURE_FLAGS } from '@vestibule/contracts';

/** What an administrator is told of a flag that nothing of the product looks at. @param isActive null: it is taken out */
export function noteOnFlag(key: string, isActive: boolean | null): string[] {
  const known: readonly string[] = KNOWN_FEATURE_FLAGS;
  return isActive === null || known.includes(key)
    ? []
    : [`Nothing here looks at a flag ${key}; pages of your own may. Is it spelt right? Known are ${known.join(', ')}.`];
}
