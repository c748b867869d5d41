import { and, asc, desc, gt, gte, lt, lte, or, type SQL, type SQLWrapper } from 'drizzle-orm';

/** By what a list is sorted, as an index has it. */
export interface SortedBy {
  readonly by: SQL | SQLWrapper;
  readonly id: SQLWrapper;
  readonly direction: 'up' | 'down';
  /** Rows of one value follow by id in the same direction, or against it. */
  readonly idWith: 'with' | 'against';
}

/** The place behind which the next page begins. */
export interface Place {
  /** Null: the list is sorted by a name, which is looked up. */
  readonly at: Date | null;
  readonly id: string;
  /** How many there are in all, as they were counted for the first page. */
  readonly total: number;
}

export function orderOf({ by, id, direction, idWith }: SortedBy): SQL[] {
  const isUp = direction === 'up';
  const isIdUp = isUp === (idWith === 'with');
  return [isUp ? asc(by) : desc(by), isIdUp ? asc(id) : desc(id)];
}

/** What stands behind a place. */
export function behind({ by, id, direction, idWith }: SortedBy, value: SQL, lastId: string): SQL | undefined {
  const isUp = direction === 'up';
  const isIdUp = isUp === (idWith === 'with');
  const further = isUp ? gt(by as SQL, value) : lt(by as SQL, value);
  const notBefore = isUp ? gte(by as SQL, value) : lte(by as SQL, value);
  // The first is said by itself: the index begins here.
  return and(notBefore, or(further, isIdUp ? gt(id as SQL, lastId) : lt(id as SQL, lastId)));
}

/** A pattern for LIKE that finds exactly this text anywhere. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
