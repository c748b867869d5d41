import { sql } from 'drizzle-orm';
import { getTableConfig } from 'drizzle-orm/pg-core';
import * as z from 'zod';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';
import type { RetentionRule } from './retention.ts';

const DAY_MS = 86_400_000;
/** One statement, so that no lock is held for long and no one waits for it. */
const BATCH_ROWS = 1000;
/** A run ends after this many batches of one table; the next run goes on. */
const BATCHES_MAXIMUM = 500;

export interface PrunedTable {
  readonly table: string;
  readonly rows: number;
  /** False when there was more than one run takes. */
  readonly isDone: boolean;
}

/**
 * Deletes rows that are older than their table's retention, oldest first, in batches that each commit by themselves.
 * Several servers may prune at once: rows that another is deleting are passed over.
 */
export async function pruneOldRows(
  database: Database,
  options: {
    readonly now: Date;
    readonly retention: readonly RetentionRule[];
    readonly batchRows?: number;
    readonly batchesMaximum?: number;
  },
): Promise<readonly PrunedTable[]> {
  const { now, retention, batchRows = BATCH_ROWS, batchesMaximum = BATCHES_MAXIMUM } = options;
  const pruned: PrunedTable[] = [];
  for (const rule of retention) {
    const table = rule.column.table;
    const before = new Date(now.getTime() - rule.days * DAY_MS);
    let rows = 0;
    let isDone = false;
    for (let batch = 0; batch < batchesMaximum && !isDone; batch += 1) {
      const deleted = await deleteBatch(database, rule, before, batchRows);
      rows += deleted;
      isDone = deleted < batchRows;
    }
    pruned.push({ table: getTableConfig(table).name, rows, isDone });
  }
  return pruned;
}

async function deleteBatch(
  database: Database,
  { column, isEmpty }: RetentionRule,
  before: Date,
  limit: number,
): Promise<number> {
  const table = column.table;
  const age = sql.identifier(column.name);
  const only = isEmpty === undefined ? sql`` : sql`and ${sql.identifier(isEmpty.name)} is null`;
  // By their places on the disk: the rows that stay are not looked at again.
  const rows = await queryRows(
    database,
    sql`with old as (
          select ctid from ${table} where ${age} < ${before.toISOString()}::timestamptz ${only}
          order by ${age} limit ${limit} for update skip locked
        ), gone as (
          delete from ${table} where ctid = any(array(select ctid from old)) returning 1
        )
        select count(*)::int as rows from gone`,
    z.object({ rows: z.number() }),
  );
  return rows[0]?.rows ?? 0;
}
