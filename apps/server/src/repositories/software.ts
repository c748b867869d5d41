import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { software } from '../database/schema.ts';
import { renewGeneration } from './company-lock.ts';

export type SoftwareRow = typeof software.$inferSelect;

const one = (companyId: string, id: string) => and(eq(software.companyId, companyId), eq(software.id, id));

/** Everything that was added for a company, the oldest first. */
export async function findSoftware(database: Database, companyId: string): Promise<SoftwareRow[]> {
  return database
    .select()
    .from(software)
    .where(eq(software.companyId, companyId))
    .orderBy(asc(software.addedAt), asc(software.id));
}

/** @returns false: there is one of that name */
export async function addSoftwareRow(
  transaction: Database,
  row: Pick<SoftwareRow, 'companyId' | 'id' | 'document' | 'addedAt' | 'addedById'>,
): Promise<boolean> {
  await renewGeneration(transaction, row.companyId);
  const added = await transaction.insert(software).values(row).onConflictDoNothing().returning();
  return added.length > 0;
}

/** @returns false: it is not there as it was looked at, or approved already */
export async function approveSoftwareRow(
  transaction: Database,
  { companyId, id, addedAt }: Pick<SoftwareRow, 'companyId' | 'id' | 'addedAt'>,
  approval: { readonly approvedAt: Date; readonly approvedById: string },
): Promise<boolean> {
  await renewGeneration(transaction, companyId);
  const approved = await transaction
    .update(software)
    .set(approval)
    .where(and(one(companyId, id), isNull(software.approvedAt), eq(software.addedAt, addedAt)))
    .returning();
  return approved.length > 0;
}

/** @returns false: it is not there any more */
export async function removeSoftwareRow(transaction: Database, companyId: string, id: string): Promise<boolean> {
  await renewGeneration(transaction, companyId);
  const removed = await transaction.delete(software).where(one(companyId, id)).returning();
  return removed.length > 0;
}
