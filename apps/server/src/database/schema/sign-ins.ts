import type {
  CheckType,
  SignInOutcome,
  SignInProtocol,
  SignInSentence,
  SignInStepKind,
  SignInWay,
} from '@vestibule/contracts';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** One step, as it is kept. */
export interface StoredStep {
  readonly at: string;
  readonly kind: SignInStepKind;
  readonly id: SignInSentence;
  readonly values?: Readonly<Record<string, string | number | readonly string[]>> | undefined;
  readonly reportId?: string | undefined;
  readonly grantId?: string | undefined;
}

/**
 * One row for each arrival of a work application's request, also of those who never get through. It outlives the pending
 * sign-in of the same id. `repositories/sign-ins.ts` is the only place that writes it, but for the
 * past of the trial.
 */
export const signIns = pgTable(
  'sign_ins',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    at: at('at').notNull(),
    /** Until then the application's request can be answered. */
    expiresAt: at('expires_at').notNull(),
    applicationId: uuid('application_id').notNull(),
    protocol: text('protocol').$type<SignInProtocol>().notNull(),
    personId: uuid('person_id'),
    webSessionId: uuid('web_session_id'),
    /** The row of the computer that was judged last. */
    deviceRowId: uuid('device_row_id'),
    reportId: uuid('report_id'),
    grantId: uuid('grant_id'),
    outcome: text('outcome').$type<SignInOutcome>().notNull().default('arrived'),
    /** Extension and Workplace have answered; null: not known. */
    hasAnswered: boolean('has_answered'),
    stoppedBy: text('stopped_by').array().$type<CheckType[]>().notNull().default(sql`'{}'`),
    fixed: text('fixed').array().$type<CheckType[]>().notNull().default(sql`'{}'`),
    ways: text('ways').array().$type<SignInWay[]>().notNull().default(sql`'{}'`),
    refusal: text('refusal'),
    steps: jsonb('steps').$type<readonly StoredStep[]>().notNull().default([]),
    correlationId: text('correlation_id').notNull().default(''),
    lastAt: at('last_at').notNull(),
    /** When the report was received by which nothing stopped it any more. */
    fixedAt: at('fixed_at'),
    endedAt: at('ended_at'),
    tookMs: integer('took_ms'),
    unblockedMs: integer('unblocked_ms'),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('sign_ins_time').on(table.companyId, sql`${table.at} desc`, table.id),
    index('sign_ins_person').on(table.companyId, table.personId, sql`${table.at} desc`),
    index('sign_ins_device').on(table.companyId, table.deviceRowId, sql`${table.at} desc`),
    index('sign_ins_application').on(table.companyId, table.applicationId, sql`${table.at} desc`),
    index('sign_ins_outcome').on(table.companyId, table.outcome, sql`${table.at} desc`),
    index('sign_ins_checks').using('gin', table.stoppedBy),
    index('sign_ins_took').on(table.companyId, table.tookMs),
    index('sign_ins_correlation').on(table.companyId, table.correlationId),
    index('sign_ins_around').on(table.companyId, sql`${table.at} desc`).where(sql`${table.ways} <> '{}'`),
    // For what takes away the old ones, of all companies: rows lie in the order of their moments.
    index('sign_ins_age').using('brin', table.at),
  ],
);
