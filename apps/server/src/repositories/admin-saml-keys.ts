import { and, asc, eq, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { samlKeys } from '../database/schema.ts';
import { renewGeneration } from './company-lock.ts';
import type { SamlKeyRow } from './saml-keys.ts';

/** A company's keys, retired ones as well, the oldest first. */
export async function findAllSamlKeys(database: Database, companyId: string): Promise<SamlKeyRow[]> {
  return database
    .select()
    .from(samlKeys)
    .where(eq(samlKeys.companyId, companyId))
    .orderBy(asc(samlKeys.createdAt), asc(samlKeys.id));
}

/** Lets this key sign, and whichever signed before be published only. @returns false when it is published no longer */
export async function activateSamlKey(transaction: Database, companyId: string, id: string): Promise<boolean> {
  // Of two administrators at once one comes after the other.
  await renewGeneration(transaction, companyId);
  const rows = await transaction
    .select({ id: samlKeys.id })
    .from(samlKeys)
    .where(and(eq(samlKeys.companyId, companyId), ne(samlKeys.state, 'retired')));
  if (!rows.some((row) => row.id === id)) return false;
  await transaction
    .update(samlKeys)
    .set({ state: 'published' })
    .where(and(eq(samlKeys.companyId, companyId), eq(samlKeys.state, 'active')));
  await transaction
    .update(samlKeys)
    .set({ state: 'active' })
    .where(and(eq(samlKeys.companyId, companyId), eq(samlKeys.id, id)));
  return true;
}

/** @returns false when it signs, or was retired before */
export async function retireSamlKey(transaction: Database, companyId: string, id: string): Promise<boolean> {
  await renewGeneration(transaction, companyId);
  const rows = await transaction
    .update(samlKeys)
    .set({ state: 'retired' })
    .where(and(eq(samlKeys.companyId, companyId), eq(samlKeys.id, id), eq(samlKeys.state, 'published')))
    .returning({ id: samlKeys.id });
  return rows.length === 1;
}
