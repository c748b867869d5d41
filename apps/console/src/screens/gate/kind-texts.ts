import type { StoppedKind } from '@vestibule/contracts';
import type { Text } from '@vestibule/texts';
import { closedTexts as texts } from './texts.ts';

/** How someone would be newly stopped. */
export const KIND_TEXTS: Readonly<Record<StoppedKind, Text>> = {
  'fix-alone': texts.fixAlone,
  'need-help': texts.needHelp,
  'never-seen': texts.neverSeen,
  'not-seen-lately': texts.notSeenLately,
};
