import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { SignedDocument } from '@vestibule/contracts';
import { at } from './columns.ts';

/** Data on the ends of releases that was taken after the version of the server was made, for all companies. */
export const lifecycleData = pgTable('lifecycle_data', {
  /** One row for each form, so that servers of two versions each find theirs. */
  format: integer('format').primaryKey(),
  /** As it was signed: every server looks at the signature itself. */
  document: jsonb('document').$type<SignedDocument>().notNull(),
  takenAt: at('taken_at').notNull(),
  takenFrom: text('taken_from').notNull(),
});
