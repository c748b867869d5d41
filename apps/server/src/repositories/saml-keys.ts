import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { samlKeys } from '../database/schema.ts';
import { renewGeneration } from './company-lock.ts';

export type SamlKeyRow = typeof samlKeys.$inferSelect;

/** Keys that are still published, the oldest first. */
export async function findSamlKeys(database: Database, companyId: string): Promise<SamlKeyRow[]> {
  return database
    .select()
    .from(samlKeys)
    .where(and(eq(samlKeys.companyId, companyId), ne(samlKeys.state, 'retired')))
    .orderBy(asc(samlKeys.createdAt), asc(samlKeys.id));
}

export async function storeSamlKey(database: Database, key: SamlKeyRow): Promise<void> {
  await database.transaction(async (transaction) => {
    await renewGeneration(transaction, key.companyId);
    await transaction.insert(samlKeys).values(key).onConflictDoNothing();
  });
}
