import type { CheckFix } from './definition.ts';

/** Every fix there is, for every operating system. */
export const CHECK_FIXES: readonly CheckFix[] = [];
