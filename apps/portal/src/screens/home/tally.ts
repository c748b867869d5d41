import type { Segment } from '@vestibule/ui';
import type { RowModel } from './row-model.ts';

/** How many checks stand where. */
export interface Tally {
  readonly total: number;
  readonly passed: number;
  /** Keep the person from work and are not being fixed. */
  readonly blocking: number;
  /** Being fixed, among those that keep the person from work. */
  readonly blockingFixing: number;
  /** Being fixed, wherever they stand. */
  readonly fixing: number;
  readonly recommended: number;
  readonly unknown: number;
}

export function tallyOf(rows: readonly RowModel[]): Tally {
  const kinds = rows.map(segmentOf);
  const count = (wanted: Segment) => kinds.filter((kind) => kind === wanted).length;
  return {
    total: rows.length,
    passed: count('passed'),
    blocking: count('blocking'),
    blockingFixing: rows.filter((row) => row.section === 'required' && segmentOf(row) === 'busy').length,
    fixing: count('busy'),
    recommended: count('recommended'),
    unknown: count('unknown'),
  };
}

export function segmentOf({ verdict, section }: RowModel): Segment {
  if (verdict === 'passed') return 'passed';
  if (verdict === 'fixing' || verdict === 'installing') return 'busy';
  if (section === 'required') return 'blocking';
  return section;
}

const ORDER: readonly Segment[] = ['blocking', 'busy', 'recommended', 'unknown', 'passed'];

/** One segment per check, in the order of the list. */
export function segmentsOf(rows: readonly RowModel[]): readonly Segment[] {
  return rows.map(segmentOf).toSorted((left, right) => ORDER.indexOf(left) - ORDER.indexOf(right));
}
