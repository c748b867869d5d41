import type { FixOutcome } from '@vestibule/contracts';
import type { Translate } from '@vestibule/texts';
import type { RowModel } from './row-model.ts';
import { rowTexts } from './texts.ts';

/** The sentence under the description: who decides, or why a fix did not hold. */
export function noteOf({ check, fix, verdict }: RowModel, companyName: string, text: Translate): string | null {
  // What the system does by itself is newer than what a fix came to.
  if (check.underway !== undefined) return null;
  if (verdict === 'managed') return text(rowTexts.managedNote, { company: companyName });
  const hasEnded =
    fix?.kind === 'ended' && (verdict === 'stopper' || verdict === 'required' || verdict === 'recommended');
  return hasEnded ? outcomeNote(fix.outcome, text) : null;
}

function outcomeNote({ outcome, detail }: FixOutcome, text: Translate): string | null {
  switch (outcome) {
    case 'fixed':
      return text(rowTexts.waitsForResult);
    case 'opened':
      return text(rowTexts.goesOnInSettings);
    case 'not-fixed':
      return detail ?? text(rowTexts.notFixed);
    case 'cancelled':
      return detail ?? text(rowTexts.cancelled);
    case 'refused':
      return detail ?? text(rowTexts.refused);
    case 'not-possible':
      return detail ?? text(rowTexts.notPossible);
    case 'managed':
      return null;
    default:
      return outcome satisfies never;
  }
}
