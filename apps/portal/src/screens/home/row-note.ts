import type { FixOutcome, SecurityCheck } from '@vestibule/contracts';
import type { Translate } from '../../texts/use-text.ts';
import type { RowModel } from './row-model.ts';
import { rowTexts, unknownTexts } from './texts.ts';

/** The sentence under the description: why a fix did not hold, or what it means that a check could not be read. */
export function noteOf({ check, fix, verdict }: RowModel, companyName: string, text: Translate): string | null {
  if (verdict === 'managed') return text(rowTexts.managedNote, { company: companyName });
  if (verdict === 'unknown') return unknownNote(check, text);
  const hasEnded =
    fix?.kind === 'ended' && (verdict === 'stopper' || verdict === 'required' || verdict === 'recommended');
  return hasEnded ? outcomeNote(fix.outcome, text) : null;
}

function unknownNote(check: SecurityCheck, text: Translate): string {
  const consequence = text(check.blocksWhileUnknown ? unknownTexts.blocks : unknownTexts.doesNotBlock);
  return check.reason === undefined ? consequence : `${text(unknownTexts[check.reason])} ${consequence}`;
}

function outcomeNote({ outcome, detail }: FixOutcome, text: Translate): string | null {
  switch (outcome) {
    case 'fixed':
      return text(rowTexts.waitsForResult);
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
