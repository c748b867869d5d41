import type { SignedDocument } from '@vestibule/contracts';
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at } from './columns.ts';

/** Software that an offline key signed, for "Install now". Packages lie in the data folder, by their hash. */
export const software = pgTable(
  'software',
  {
    companyId: uuid('company_id').notNull(),
    id: text('id').notNull(),
    /** As it was signed: every server looks at the signature itself, and so does every client. */
    document: jsonb('document').$type<SignedDocument>().notNull(),
    addedAt: at('added_at').notNull(),
    addedById: uuid('added_by_id').notNull(),
    /** Null: no one gets it yet. */
    approvedAt: at('approved_at'),
    approvedById: uuid('approved_by_id'),
  },
  (table) => [primaryKey({ columns: [table.companyId, table.id] })],
);
