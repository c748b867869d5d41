import type { CheckHold, CheckType, OperatingSystem, VerdictCause, VerdictName } from '@vestibule/contracts';
import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

export interface FoundCheck {
  readonly state: 'failed' | 'unknown';
  readonly holds: CheckHold;
  readonly deadline?: string;
}
/** What is not passed, by check. */
export type FoundChecks = Readonly<Partial<Record<CheckType, FoundCheck>>>;
/** The same with since when, by ISO 8601. */
export type UnpassedChecks = Readonly<Partial<Record<CheckType, FoundCheck & { readonly since: string }>>>;

/** What makes a verdict be looked at again where no report does. */
export type VerdictMark = Extract<VerdictCause, 'computer' | 'person'>;

/**
 * The read model of every computer: what the policy says of it by its last report. It decides no sign-in (ADR 53); only
 * `repositories/verdicts.ts` writes it.
 */
export const deviceVerdicts = pgTable(
  'device_verdicts',
  {
    companyId: uuid('company_id').notNull(),
    deviceRowId: uuid('device_row_id').notNull(),
    /** Whose it is. */
    personId: uuid('person_id').notNull(),
    verdict: text('verdict').$type<VerdictName>().notNull(),
    /** What it was before it was written last: whether that changed it, the statement itself sees. */
    previous: text('previous').$type<VerdictName>().notNull(),
    since: at('since').notNull(),
    checks: jsonb('checks').$type<UnpassedChecks>().notNull().default({}),
    isEnforced: boolean('is_enforced').notNull(),
    /** When time alone changes the verdict next, and to what. */
    nextAt: at('next_at'),
    nextVerdict: text('next_verdict').$type<VerdictName>(),
    nextChecks: jsonb('next_checks').$type<readonly CheckType[]>().notNull().default([]),
    operatingSystem: text('operating_system').$type<OperatingSystem>(),
    systemVersion: text('system_version'),
    clientVersion: text('client_version'),
    /** Of the report it was judged by. */
    reportId: uuid('report_id'),
    reportedAt: at('reported_at'),
    /** What it was judged by: the policy’s version, and what else counts. */
    basis: text('basis').notNull(),
    /** When time alone changes anything of this row. */
    dueAt: at('due_at'),
    /** It has to be judged again, whatever its basis says. */
    mark: text('mark').$type<VerdictMark>(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.deviceRowId] }),
    index('device_verdicts_person').on(table.companyId, table.personId),
    index('device_verdicts_verdict').on(table.companyId, table.verdict, table.since),
    index('device_verdicts_since').on(table.companyId, table.since, table.deviceRowId),
    index('device_verdicts_client').on(table.companyId, table.clientVersion),
    index('device_verdicts_system').on(table.companyId, table.operatingSystem),
    index('device_verdicts_basis').on(table.companyId, table.basis),
    index('device_verdicts_due').on(table.dueAt),
    index('device_verdicts_mark').on(table.companyId).where(sql`${table.mark} is not null`),
  ],
);

/** By what people are sorted: who was never seen stands before everybody. In UTC, as an index wants no time zone of a session. */
export function seenAtOfPerson(table: { readonly lastSeenAt: AnyPgColumn }): SQL {
  return sql`coalesce(date_trunc('milliseconds', ${table.lastSeenAt} at time zone 'UTC'), timestamp '1970-01-01')`;
}

/** The read model of every person: the best of their computers. Counted from `device_verdicts`. */
export const personVerdicts = pgTable(
  'person_verdicts',
  {
    companyId: uuid('company_id').notNull(),
    personId: uuid('person_id').notNull(),
    verdict: text('verdict').$type<VerdictName>().notNull(),
    since: at('since').notNull(),
    /** The gate is closed for them, by any policy that it holds people back by. */
    isReached: boolean('is_reached').notNull(),
    isEnforced: boolean('is_enforced').notNull(),
    /** Without those that are retired. */
    devices: integer('devices').notNull(),
    devicesStopped: integer('devices_stopped').notNull(),
    lastSeenAt: at('last_seen_at'),
    basis: text('basis').notNull(),
    /** Something of a computer of theirs, or of themselves, has changed since they were counted. */
    isToCount: boolean('is_to_count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.personId] }),
    index('person_verdicts_verdict').on(table.companyId, table.verdict),
    index('person_verdicts_enforced').on(table.companyId, table.isEnforced, table.verdict),
    index('person_verdicts_seen').on(table.companyId, sql`${seenAtOfPerson(table)}`, table.personId),
    index('person_verdicts_basis').on(table.companyId, table.basis),
    index('person_verdicts_to_count').on(table.companyId).where(sql`${table.isToCount}`),
  ],
);

/** Every change of a computer’s verdict, with what caused it. */
export const verdictChanges = pgTable(
  'verdict_changes',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    deviceRowId: uuid('device_row_id').notNull(),
    /** Whose it was then. */
    personId: uuid('person_id').notNull(),
    at: at('at').notNull(),
    before: text('before').$type<VerdictName>().notNull(),
    after: text('after').$type<VerdictName>().notNull(),
    checks: jsonb('checks').$type<UnpassedChecks>().notNull(),
    isEnforced: boolean('is_enforced').notNull(),
    cause: text('cause').$type<VerdictCause>().notNull(),
    policyVersion: text('policy_version').notNull(),
    reportId: uuid('report_id'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('verdict_changes_device').on(table.companyId, table.deviceRowId, table.id),
    index('verdict_changes_time').on(table.at),
  ],
);
