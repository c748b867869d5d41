import type { ContinueHint } from '@vestibule/flows';
import type { Translate } from '@vestibule/texts';
import { homeTexts } from './texts.ts';

const HINTS = {
  'fix-first': homeTexts.continueBlocked,
  'complete-set-up': homeTexts.completeSetUp,
  'fix-later': homeTexts.fixLater,
  'goes-on-soon': homeTexts.continueSoon,
  'answered-before': homeTexts.answeredBefore,
} as const;

/** What stands next to Continue; null where nothing does. */
export function hintText(hint: ContinueHint, text: Translate): string | null {
  return hint === null ? null : text(HINTS[hint]);
}
