import type { I18n } from '@lingui/core';
import type { SecurityCheck } from '@vestibule/contracts';
import type { EvidenceEntry } from '@vestibule/ui';
import { translateWith } from '@vestibule/texts';
import { rowTexts } from './texts.ts';

/**
 * What stands behind 'What we found', in its order: found, the items, wanted, source, read.
 * @param check with or without evidence
 * @param today ISO date
 * @param isLive the computer is watched, so the reading renews itself
 */
export function evidenceEntries(
  check: SecurityCheck,
  today: string,
  isLive: boolean,
  i18n: I18n,
): readonly EvidenceEntry[] {
  const { evidence } = check;
  if (evidence === undefined) return [];
  const text = translateWith(i18n);
  const found: EvidenceEntry = { label: text(rowTexts.found), value: evidence.found };
  const items = (evidence.items ?? []).map(
    ({ label, value }): EvidenceEntry => (isPath(value) ? { label, value, kind: 'code' } : { label, value }),
  );
  const entries: EvidenceEntry[] = [
    check.state === 'failed' ? { ...found, kind: 'found' } : found,
    ...items,
    { label: text(rowTexts.wanted), value: evidence.wanted, kind: 'wanted' },
    { label: text(rowTexts.source), value: evidence.source },
  ];
  if (evidence.readAt !== null) {
    const read = readAt(new Date(evidence.readAt), today, i18n);
    entries.push({ label: text(rowTexts.read), value: isLive ? text(rowTexts.readLive, { read }) : read });
  }
  return entries;
}

function readAt(moment: Date, today: string, i18n: I18n): string {
  const text = translateWith(i18n);
  const time = i18n.date(moment, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const isToday = isoDate(moment) === today;
  if (isToday) return text(rowTexts.readAtToday, { time });
  return text(rowTexts.readAt, { day: i18n.date(moment, { day: 'numeric', month: 'long' }), time });
}

/** In the time zone of the person, as `today` is. */
function isoDate(moment: Date): string {
  const month = String(moment.getMonth() + 1).padStart(2, '0');
  return `${moment.getFullYear()}-${month}-${String(moment.getDate()).padStart(2, '0')}`;
}

function isPath(value: string): boolean {
  return /^(?:[A-Za-z]:\\|\/|~\/)/.test(value);
}
