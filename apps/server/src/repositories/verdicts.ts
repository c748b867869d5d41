import {
  type CheckType,
  type OperatingSystem,
  type VerdictCause,
  type VerdictName,
  VERDICTS,
} from '@vestibule/contracts';
import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import {
  deviceVerdicts,
  personVerdicts,
  type FoundChecks,
  verdictChanges,
  type UnpassedChecks,
} from '../database/schema.ts';
import type { Device } from './devices.ts';

export type { FoundChecks, UnpassedChecks };
export type DeviceVerdict = typeof deviceVerdicts.$inferSelect;

/** What a computer was found to be, to be written. */
export interface JudgedVerdict {
  readonly deviceRowId: string;
  readonly personId: string;
  /** As it was judged by: where it is another one by now, it is judged again. */
  readonly state: Device['state'];
  readonly verdict: VerdictName;
  readonly checks: FoundChecks;
  readonly isEnforced: boolean;
  readonly nextAt: Date | null;
  readonly nextVerdict: VerdictName | null;
  readonly nextChecks: readonly CheckType[];
  readonly operatingSystem: OperatingSystem | null;
  readonly systemVersion: string | null;
  readonly clientVersion: string | null;
  readonly reportId: string | null;
  readonly reportedAt: Date | null;
  readonly basis: string;
  readonly policyVersion: string;
  readonly dueAt: Date | null;
  readonly at: Date;
  readonly cause: VerdictCause;
}

/** A change of a verdict: whatever is told outside of the gate begins here. */
export interface VerdictTransition {
  readonly deviceRowId: string;
  readonly personId: string;
  readonly before: VerdictName;
  readonly after: VerdictName;
}

/** Verdicts as one parameter, which `judgedRows` reads. */
export function encodeJudged(judged: readonly JudgedVerdict[]): string {
  return JSON.stringify(judged.map((one) => ({ ...one, checks: beginningAt(one.checks, one.at) })));
}

/** Each as if it began now: what has been so before keeps its moment. */
function beginningAt(checks: FoundChecks, at: Date): Record<string, object> {
  return Object.fromEntries(
    Object.entries(checks).map(([type, check]) => [type, { ...check, since: at.toISOString() }]),
  );
}

const judgedColumns = sql.raw(
  '"deviceRowId" uuid, "personId" uuid, "state" text, "verdict" text, "checks" jsonb, "isEnforced" boolean, ' +
    '"nextAt" timestamptz, "nextVerdict" text, "nextChecks" jsonb, "operatingSystem" text, "systemVersion" text, ' +
    '"clientVersion" text, "reportId" uuid, "reportedAt" timestamptz, "basis" text, "policyVersion" text, ' +
    '"dueAt" timestamptz, "at" timestamptz, "cause" text',
);

export const judgedRows = (parameter: unknown) => sql`jsonb_to_recordset(${parameter}::jsonb) as j(${judgedColumns})`;

/**
 * The one place that decides whether a verdict has changed: writes what was judged, since when each check has been as it is,
 * and an entry for each change. The row itself says what it was before, so that of two at once each sees the other.
 * @param judged name of a query with the columns of `judgedRows`, and `isStale`: the computer is not as it was judged
 * @param isRound it was read under the lock of its row, so that what had marked it is done with
 * @returns queries `written` and `noted_changes`, to stand behind `with`
 */
export function noteVerdict({
  companyId,
  judged,
  isRound,
}: {
  readonly companyId: unknown;
  readonly judged: string;
  readonly isRound: boolean;
}): { readonly written: SQL; readonly changes: SQL } {
  const from = sql.identifier(judged);
  const was = deviceVerdicts;
  const written = sql`
    insert into ${deviceVerdicts} (company_id, device_row_id, person_id, verdict, previous, since, checks, is_enforced,
      next_at, next_verdict, next_checks, operating_system, system_version, client_version, report_id, reported_at,
      basis, due_at, mark)
    select ${companyId}::uuid, "deviceRowId", "personId", "verdict", 'never-reported', "at", "checks", "isEnforced",
      "nextAt", "nextVerdict", "nextChecks", "operatingSystem", "systemVersion", "clientVersion", "reportId",
      "reportedAt", "basis", "dueAt", case when "isStale" then 'computer' end
    from ${from}
    on conflict (company_id, device_row_id) do update set
      person_id = excluded.person_id,
      previous = ${was.verdict},
      verdict = excluded.verdict,
      since = case when ${was.verdict} = excluded.verdict then ${was.since} else excluded.since end,
      checks = (
        select coalesce(jsonb_object_agg(one.key, case
          when ${was.checks} -> one.key ->> 'state' = one.value ->> 'state'
          then one.value || jsonb_build_object('since', ${was.checks} -> one.key -> 'since')
          else one.value end), '{}'::jsonb)
        from jsonb_each(excluded.checks) as one
      ),
      is_enforced = excluded.is_enforced,
      next_at = excluded.next_at,
      next_verdict = excluded.next_verdict,
      next_checks = excluded.next_checks,
      operating_system = coalesce(excluded.operating_system, ${was.operatingSystem}),
      system_version = coalesce(excluded.system_version, ${was.systemVersion}),
      client_version = coalesce(excluded.client_version, ${was.clientVersion}),
      report_id = excluded.report_id,
      reported_at = coalesce(excluded.reported_at, ${was.reportedAt}),
      basis = excluded.basis,
      due_at = excluded.due_at,
      mark = coalesce(excluded.mark, ${isRound ? sql`null` : sql`${was.mark}`})
    where coalesce(excluded.reported_at >= ${was.reportedAt}, true)
    returning device_row_id, person_id, previous, verdict, checks, is_enforced, report_id, reported_at, since`;
  const changes = sql`
    insert into ${verdictChanges} (company_id, device_row_id, person_id, at, before, after, checks, is_enforced, cause,
      policy_version, report_id)
    select ${companyId}::uuid, w.device_row_id, w.person_id, j."at", w.previous, w.verdict, w.checks, w.is_enforced,
      j."cause", j."policyVersion", w.report_id
    from written as w join ${from} as j on j."deviceRowId" = w.device_row_id
    where w.previous <> w.verdict
    order by w.device_row_id
    returning device_row_id`;
  return { written, changes };
}

/** Notes at the person that a computer of theirs has reported, and whether they have to be counted again. */
export function noteAtPerson(companyId: unknown): SQL {
  return sql`
    insert into ${personVerdicts} (company_id, person_id, verdict, since, is_reached, is_enforced, devices,
      devices_stopped, last_seen_at, basis, is_to_count)
    select ${companyId}::uuid, person_id, 'never-reported', since, false, false, 0, 0, reported_at, '', previous <> verdict
    from written
    on conflict (company_id, person_id) do update set
      last_seen_at = greatest(${personVerdicts.lastSeenAt}, excluded.last_seen_at),
      is_to_count = ${personVerdicts.isToCount} or excluded.is_to_count
    returning person_id`;
}

const transitionSchema = z.object({
  deviceRowId: z.string(),
  personId: z.string(),
  before: z.enum(VERDICTS),
  after: z.enum(VERDICTS),
});

/**
 * Writes verdicts that were judged while their rows were locked.
 * @returns those that have changed
 */
export async function noteVerdicts(
  transaction: Database,
  companyId: string,
  judged: readonly JudgedVerdict[],
): Promise<readonly VerdictTransition[]> {
  if (judged.length === 0) return [];
  const { written, changes } = noteVerdict({ companyId, judged: 'judged', isRound: true });
  return queryRows(
    transaction,
    sql`with judged as (select j.*, false as "isStale" from ${judgedRows(encodeJudged(judged))}),
        written as (${written}), changes as (${changes})
        select device_row_id as "deviceRowId", person_id as "personId", previous as before, verdict as after
        from written where previous <> verdict order by device_row_id`,
    transitionSchema,
  );
}
