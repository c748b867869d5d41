import type { ContinueOffer } from '@vestibule/flows';
import type { Translate } from '@vestibule/texts';
import type { Tally } from './tally.ts';
import { headlineTexts } from './texts.ts';

export interface Headline {
  readonly lead: string;
  /** Left out on small screens. */
  readonly more: string | null;
}

/** One sentence that counts what blocks, and one that says when the person goes through. */
export function headlineOf(tally: Tally, offer: ContinueOffer, text: Translate): Headline {
  const { blocking, blockingFixing, recommended } = tally;
  const stops = offer.kind === 'absent' || offer.kind === 'disabled';
  const goThrough = text(headlineTexts.goThrough, { total: blocking + blockingFixing });

  if (blocking > 0 && stops) {
    return { lead: text(headlineTexts.keep, { count: blocking, fixing: blockingFixing }), more: goThrough };
  }
  if (blocking > 0) return { lead: text(headlineTexts.canFixLater, { count: blocking }), more: null };
  if (blockingFixing > 0) {
    return { lead: text(headlineTexts.fixing, { fixing: blockingFixing }), more: stops ? goThrough : null };
  }
  if (recommended > 0) return { lead: text(headlineTexts.recommended, { count: recommended }), more: null };
  return { lead: text(headlineTexts.unknownOnly), more: null };
}
