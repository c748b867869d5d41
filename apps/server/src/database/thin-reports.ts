import { and, eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from './database.ts';
import { queryRows } from './query-rows.ts';
import { auditEntries, deviceSessions, reports } from './schema.ts';

const DAY_MS = 86_400_000;
/** Days that are looked at again, for a server that did not run for a while. What is older ages with the others. */
const DAYS_BACK = 7;
/** What stands in an entry was written once and may have been changed since: a text that is no id fails no statement. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/**
 * An installed client reports every few minutes, and each report takes the place of the one before. Of a day (UTC) that is
 * over, the last report of each account stays, and every one that someone was let in by.
 * @returns how many were deleted
 */
export async function thinAgentReports(
  database: Database,
  { companyIds, now }: { readonly companyIds: readonly string[]; readonly now: Date },
): Promise<number> {
  const until = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const days = { from: new Date(until - DAYS_BACK * DAY_MS), until: new Date(until) };
  let deleted = 0;
  for (const companyId of companyIds) {
    const accounts = await database
      .select({ id: deviceSessions.id })
      .from(deviceSessions)
      .where(and(eq(deviceSessions.companyId, companyId), eq(deviceSessions.kind, 'agent')));
    const kept = await findReportsThatLetIn(database, companyId, days.from);
    for (const { id } of accounts) {
      deleted += await thinAccount(database, { companyId, id }, kept.get(id) ?? [], days);
    }
  }
  return deleted;
}

/** The reports of accounts by which someone was let in since, by account. */
async function findReportsThatLetIn(
  database: Database,
  companyId: string,
  since: Date,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await queryRows(
    database,
    sql`select session.id as account, report.id as report from ${auditEntries} entry
        join ${reports} report
          on report.company_id = entry.company_id and report.id = case when entry.details ->> 'reportId' ~ ${UUID} then (entry.details ->> 'reportId')::uuid end
        join ${deviceSessions} session
          on session.company_id = report.company_id and session.id = report.device_session_id and session.kind = 'agent'
        where entry.company_id = ${companyId} and entry.at >= ${since.toISOString()}::timestamptz
          and entry.action = 'saml-response' and entry.outcome = 'done'`,
    z.object({ account: z.string(), report: z.string() }),
  );
  const byAccount = Map.groupBy(rows, ({ account }) => account);
  return new Map([...byAccount].map(([account, found]) => [account, found.map(({ report }) => report)]));
}

/** A few thousand rows at most. Several servers may do so at once: what another is deleting is passed over. */
async function thinAccount(
  database: Database,
  { companyId, id }: { readonly companyId: string; readonly id: string },
  kept: readonly string[],
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<number> {
  const except = kept.length === 0 ? sql`` : sql` and not id = any(${sql.param([...kept])}::uuid[])`;
  const rows = await queryRows(
    database,
    sql`with own as (
          select ctid, id, sequence, max(sequence) over (partition by (received_at at time zone 'UTC')::date) as last
          from ${reports} where company_id = ${companyId} and device_session_id = ${id}
            and received_at >= ${from.toISOString()}::timestamptz and received_at < ${until.toISOString()}::timestamptz
        ), superseded as (
          select ctid from ${reports}
          where ctid = any(array(select ctid from own where sequence < last${except})) for update skip locked
        ), gone as (
          delete from ${reports} where ctid = any(array(select ctid from superseded)) returning 1
        )
        select count(*)::int as rows from gone`,
    z.object({ rows: z.number() }),
  );
  return rows[0]?.rows ?? 0;
}
