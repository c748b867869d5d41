import { CHECK_TYPES } from '@vestibule/contracts';
import { CHECKS } from './checks.ts';
import type { FactReader } from './definition.ts';

/** Every reader there is, for every operating system. KnownDevice has none: the server writes that fact. */
export const FACT_READERS: readonly FactReader[] = [
  ...new Set(CHECK_TYPES.flatMap((type) => CHECKS[type].reading.readers)),
];
