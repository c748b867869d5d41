import type { Translate } from '@vestibule/texts';
import { callerTexts } from './texts.ts';

/** For the live region; empty while support has not asked. */
export function spokenNumber(number: string | null, text: Translate): string {
  return number === null ? '' : `${text(callerTexts.title, { number })}.`;
}
