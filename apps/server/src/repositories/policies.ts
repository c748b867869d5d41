import { and, desc, eq, lt, lte, ne } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { policies } from '../database/schema.ts';
import { lockCompany, renewGeneration } from './company-lock.ts';

export type StoredPolicy = typeof policies.$inferSelect;

/** The policy that holds: the newest one. */
export async function findPolicy(database: Database, companyId: string): Promise<StoredPolicy | null> {
  const rows = await database
    .select()
    .from(policies)
    .where(eq(policies.companyId, companyId))
    .orderBy(desc(policies.id))
    .limit(1);
  return rows[0] ?? null;
}

/** The same, for anyone who makes the next one of it: others wait until the transaction is over. */
export async function findPolicyToChange(transaction: Database, companyId: string): Promise<StoredPolicy | null> {
  await lockCompany(transaction, companyId);
  return findPolicy(transaction, companyId);
}

/** The policy that held at a moment; null: none yet. */
export async function findPolicyAt(database: Database, companyId: string, moment: Date): Promise<StoredPolicy | null> {
  const rows = await database
    .select()
    .from(policies)
    .where(and(eq(policies.companyId, companyId), lte(policies.createdAt, moment)))
    .orderBy(desc(policies.id))
    .limit(1);
  return rows[0] ?? null;
}

/** The newest version that someone made. */
export async function findPolicyBy(
  database: Database,
  companyId: string,
  createdBy: string,
): Promise<StoredPolicy | null> {
  const rows = await database
    .select()
    .from(policies)
    .where(and(eq(policies.companyId, companyId), eq(policies.createdBy, createdBy)))
    .orderBy(desc(policies.id))
    .limit(1);
  return rows[0] ?? null;
}

/** The newest version that others made; null: there is none. */
export async function findPolicyNotBy(
  database: Database,
  companyId: string,
  createdBy: string,
): Promise<StoredPolicy | null> {
  const rows = await database
    .select()
    .from(policies)
    .where(and(eq(policies.companyId, companyId), ne(policies.createdBy, createdBy)))
    .orderBy(desc(policies.id))
    .limit(1);
  return rows[0] ?? null;
}

/** Every version that was stored, without its text, the newest first. @param before only those older than this id */
export async function findPolicyVersions(
  database: Database,
  companyId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<readonly Omit<StoredPolicy, 'companyId' | 'text'>[]> {
  const { id, version, source, createdAt, createdBy } = policies;
  return database
    .select({ id, version, source, createdAt, createdBy })
    .from(policies)
    .where(and(eq(policies.companyId, companyId), before === undefined ? undefined : lt(policies.id, before)))
    .orderBy(desc(policies.id))
    .limit(limit);
}

/** One version and the one before it, the newer one first; empty: there is none of that id. */
export async function findPolicyWithBefore(
  database: Database,
  companyId: string,
  id: number,
): Promise<readonly StoredPolicy[]> {
  const rows = await database
    .select()
    .from(policies)
    .where(and(eq(policies.companyId, companyId), lte(policies.id, id)))
    .orderBy(desc(policies.id))
    .limit(2);
  return rows[0]?.id === id ? rows : [];
}

export async function storePolicy(database: Database, policy: Omit<StoredPolicy, 'id'>): Promise<void> {
  await database.transaction(async (transaction) => {
    await renewGeneration(transaction, policy.companyId);
    await transaction.insert(policies).values(policy);
  });
}

/** The version that was last taken from the company's file. */
export async function findPolicyFromFile(database: Database, companyId: string): Promise<StoredPolicy | null> {
  const rows = await database
    .select()
    .from(policies)
    .where(and(eq(policies.companyId, companyId), eq(policies.source, 'file')))
    .orderBy(desc(policies.id))
    .limit(1);
  return rows[0] ?? null;
}
