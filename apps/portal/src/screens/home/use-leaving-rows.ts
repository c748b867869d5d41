import type { CheckType } from '@vestibule/contracts';
import { useState } from 'react';
import type { RowModel, RowSection } from './row-model.ts';

/** A row of the list; one that has just passed stays in its section until its height has closed. */
export interface ShownRow {
  readonly row: RowModel;
  readonly section: RowSection;
  readonly isLeaving: boolean;
}

type Sections = { readonly [type in CheckType]?: RowSection };

interface Memory {
  readonly rows: readonly RowModel[];
  /** Where each open check stands. */
  readonly open: Sections;
  /** Where each check stood that has passed since and has not left yet. */
  readonly leaving: Sections;
}

/**
 * Keeps rows that turn from failed to passed in their place until they report that they have left.
 * @param rows all checks
 */
export function useLeavingRows(rows: readonly RowModel[]): {
  readonly shown: readonly ShownRow[];
  readonly forget: (type: CheckType) => void;
} {
  const [memory, setMemory] = useState<Memory>({ rows, open: openSections(rows), leaving: {} });
  let current = memory;
  if (memory.rows !== rows) {
    current = { rows, open: openSections(rows), leaving: leavingSections(rows, memory) };
    setMemory(current);
  }

  function forget(type: CheckType) {
    setMemory((before) => ({ ...before, leaving: { ...before.leaving, [type]: undefined } }));
  }

  const { leaving } = current;
  const shown = rows.flatMap((row): ShownRow[] => {
    if (row.verdict !== 'passed') return [{ row, section: row.section, isLeaving: false }];
    const section = leaving[row.check.checkType];
    return section === undefined ? [] : [{ row, section, isLeaving: true }];
  });
  return { shown, forget };
}

function openSections(rows: readonly RowModel[]): Sections {
  return Object.fromEntries(
    rows.filter(({ verdict }) => verdict !== 'passed').map(({ check, section }) => [check.checkType, section]),
  );
}

function leavingSections(rows: readonly RowModel[], { open, leaving }: Memory): Sections {
  return Object.fromEntries(
    rows
      .filter(({ verdict }) => verdict === 'passed')
      .map(({ check: { checkType } }) => [checkType, leaving[checkType] ?? open[checkType]]),
  );
}

/** Stoppers first; the rest keeps the order of the list. */
export function inListOrder(shown: readonly ShownRow[]): readonly ShownRow[] {
  return shown.toSorted(
    (left, right) => Number(right.row.check.isSigninStopper) - Number(left.row.check.isSigninStopper),
  );
}
