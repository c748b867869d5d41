import { useState } from 'react';
import type { Translate } from '@vestibule/texts';
import type { RowModel } from './row-model.ts';
import { noteOf } from './row-note.ts';
import { verdictTexts } from './texts.ts';

interface Heard {
  readonly rows: readonly RowModel[];
  readonly text: string;
}

/** What changed last in the list, for the live region: 'The firewall is on'. */
export function useRowChanges(rows: readonly RowModel[], companyName: string, text: Translate): string {
  const [heard, setHeard] = useState<Heard>({ rows, text: '' });
  if (heard.rows === rows) return heard.text;
  const changes = changedRows(heard.rows, rows).map((row) => sentenceOf(row, companyName, text));
  const next = { rows, text: changes.length > 0 ? changes.join(' ') : heard.text };
  setHeard(next);
  return next.text;
}

function changedRows(before: readonly RowModel[], now: readonly RowModel[]): readonly RowModel[] {
  const verdicts = new Map(before.map(({ check, verdict }) => [check.checkType, verdict]));
  return now.filter(({ check, verdict }) => {
    const earlier = verdicts.get(check.checkType);
    return earlier !== undefined && earlier !== verdict;
  });
}

function sentenceOf(row: RowModel, companyName: string, text: Translate): string {
  const { verdict, check } = row;
  if (verdict === 'fixing' || verdict === 'installing') return `${text(verdictTexts[verdict])}: ${check.checkMessage}.`;
  // What became of a fix is an alert of its own.
  const note = row.fix?.kind === 'ended' ? null : noteOf(row, companyName, text);
  return note === null ? `${check.checkMessage}.` : `${check.checkMessage}. ${note}`;
}
