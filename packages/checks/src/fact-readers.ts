import type { FactReader } from './definition.ts';

/** Every reader there is, for every operating system. */
export const FACT_READERS: readonly FactReader[] = [];
