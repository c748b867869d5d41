import { sql } from 'drizzle-orm';
import { bigserial, boolean, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { AUDIT_DETAILS, AUDIT_IS_ID, AUDIT_START } from './audit-search.ts';
import { at } from './columns.ts';

/** Everything privileged leaves an entry: who, what, old and new value, from where. Append only. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
    action: text('action').notNull(),
    outcome: text('outcome').$type<'done' | 'refused'>().notNull(),
    /** What is no person, by its name then; a person is a row of `audit_names`. */
    actor: text('actor'),
    actorNameId: uuid('actor_name_id'),
    target: text('target'),
    targetNameId: uuid('target_name_id'),
    /** `{"$name": n}` stands for the nth of `name_ids`, from one on. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    nameIds: uuid('name_ids').array(),
    address: text('address').notNull(),
    correlationId: text('correlation_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('audit_entries_time').on(table.companyId, table.at),
    index('audit_entries_correlation').on(table.companyId, table.correlationId),
    // For the refused reports of one computer.
    index('audit_entries_reports')
      .on(table.companyId, table.target, table.id)
      .where(sql`${table.action} = 'device-report'`),
    index('audit_entries_action').on(table.companyId, table.action, table.id),
    index('audit_entries_actor_name').on(table.companyId, table.actorNameId, table.id),
    index('audit_entries_target_name')
      .on(table.companyId, table.targetNameId, table.id)
      .where(sql`${table.targetNameId} is not null`),
    index('audit_entries_actor').on(table.companyId, AUDIT_START.actor.start, table.id).where(AUDIT_START.actor.isWord),
    index('audit_entries_target')
      .on(table.companyId, AUDIT_START.target.start, table.id)
      .where(AUDIT_START.target.isWord),
    index('audit_entries_target_id').on(table.companyId, table.target, table.id).where(AUDIT_IS_ID),
    index('audit_entries_names').using('gin', table.nameIds).where(sql`${table.nameIds} is not null`),
    index('audit_entries_details').using('gin', AUDIT_DETAILS),
  ],
);

/**
 * What entries say of people, each word once: erasing a person is one update here. A row is used for a month, so that it is
 * pruned when the last entry is that shows it.
 */
export const auditNames = pgTable(
  'audit_names',
  {
    companyId: uuid('company_id').notNull(),
    id: uuid('id').notNull(),
    /** The person it is of, wherever they work. Null: they are known by their account alone. */
    subjectId: uuid('subject_id'),
    /** The account at an identity provider that it is of. Without a provider: one that no other provider has. */
    upstreamId: uuid('upstream_id'),
    account: text('account'),
    text: text('text').notNull(),
    at: at('at').notNull(),
    /** What is written of the person later goes by the same row, so no name comes back. */
    isErased: boolean('is_erased').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] }), index('audit_names_subject').on(table.subjectId)],
);

export const activityEntries = pgTable(
  'activity_entries',
  {
    companyId: uuid('company_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    at: at('at').notNull(),
    personId: uuid('person_id').notNull(),
    verb: text('verb').notNull(),
    deviceName: text('device_name').notNull(),
    /** What the page said it showed: a claim. */
    claimed: jsonb('claimed').$type<Record<string, unknown>>(),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
