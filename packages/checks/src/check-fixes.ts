import { CHECK_TYPES } from '@vestibule/contracts';
import { CHECKS } from './checks.ts';
import type { CheckFix } from './definition.ts';

/** Every fix there is, for every operating system. */
export const CHECK_FIXES: readonly CheckFix[] = CHECK_TYPES.flatMap((type) => CHECKS[type].fixes);
