import { bigserial, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
    actor: text('actor'),
    target: text('target'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    address: text('address').notNull(),
    correlationId: text('correlation_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.companyId, table.id] }),
    index('audit_entries_time').on(table.companyId, table.at),
    index('audit_entries_correlation').on(table.companyId, table.correlationId),
  ],
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
