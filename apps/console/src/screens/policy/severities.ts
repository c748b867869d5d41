import type { Severity } from '@vestibule/policy';
import type { Text } from '@vestibule/texts';
import { policyTexts as texts } from './texts.ts';

/** In the order from left to right. */
export const SEVERITY_TEXTS: readonly (readonly [Severity, Text])[] = [
  ['off', texts.off],
  ['recommended', texts.recommended],
  ['required', texts.required],
  ['sign-in-stopper', texts.stopper],
];
