import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';
import { auditEntries, deviceSessions, reports } from './schema.ts';

const DAY_MS = 86_400_000;
/** Days that are looked at again, for a server that did not run for a while. What is older ages with the others. */
const DAYS_BACK = 7;
const BATCH_ROWS = 1000;

/**
 * An installed client reports every few minutes, and each report takes the place of the one before. Of a day (UTC) that is
 * over, the last report of each account stays, and every one that somebody was let in by.
 * @returns how many were deleted
 */
export async function thinAgentReports(
  database: Database,
  { companyIds, now }: { readonly companyIds: readonly string[]; readonly now: Date },
): Promise<number> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let deleted = 0;
  for (const companyId of companyIds) {
    for (let day = 1; day <= DAYS_BACK; day += 1) {
      for (let rows = BATCH_ROWS; rows === BATCH_ROWS; deleted += rows) {
        rows = await deleteBatch(database, companyId, new Date(today - day * DAY_MS));
      }
    }
  }
  return deleted;
}

/** Several servers may do so at once: rows that another is deleting are passed over. */
async function deleteBatch(database: Database, companyId: string, from: Date): Promise<number> {
  const begin = sql`${from.toISOString()}::timestamptz`;
  const end = sql`${new Date(from.getTime() + DAY_MS).toISOString()}::timestamptz`;
  const rows = await queryRows(
    database,
    sql`with opened as materialized (
          select details ->> 'reportId' as id from ${auditEntries}
          where company_id = ${companyId} and action = 'saml-response' and details ->> 'reportId' is not null
            and at >= ${begin} and at < ${end} + interval '1 day'
        ), superseded as (
          select report.company_id, report.id from ${reports} report
          join ${deviceSessions} session
            on session.company_id = report.company_id and session.id = report.device_session_id
          where report.company_id = ${companyId} and session.kind = 'agent'
            and report.received_at >= ${begin} and report.received_at < ${end}
            and exists (
              select from ${reports} newer
              where newer.company_id = report.company_id and newer.device_session_id = report.device_session_id
                and newer.sequence > report.sequence and newer.received_at < ${end}
            )
            and report.id::text not in (select id from opened)
          limit ${BATCH_ROWS} for update of report skip locked
        ), gone as (
          delete from ${reports} where (company_id, id) in (select company_id, id from superseded) returning 1
        )
        select count(*)::int as rows from gone`,
    z.object({ rows: z.number() }),
  );
  return rows[0]?.rows ?? 0;
}
