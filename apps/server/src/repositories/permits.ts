import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { permits } from '../database/schema.ts';

export type Permit = typeof permits.$inferSelect;

/** Writes the one live permit of a device session and pending sign-in; the one before is void from now on. */
export async function replacePermit(database: Database, permit: Permit): Promise<void> {
  const { companyId: _c, deviceSessionId: _d, pendingSignInId: _p, ...changing } = permit;
  await database
    .insert(permits)
    .values(permit)
    .onConflictDoUpdate({
      target: [permits.companyId, permits.deviceSessionId, permits.pendingSignInId],
      set: changing,
    });
}

/** Redeems a permit: one statement, so that of two at once exactly one wins. @returns null when there is none to take */
export async function takePermit(
  database: Database,
  companyId: string,
  handleHash: string,
  now: Date,
): Promise<Permit | null> {
  const rows = await database
    .update(permits)
    .set({ usedAt: now })
    .where(and(eq(permits.companyId, companyId), eq(permits.handleHash, handleHash), isNull(permits.usedAt)))
    .returning();
  return rows[0] ?? null;
}

export async function findPermit(database: Database, companyId: string, handleHash: string): Promise<Permit | null> {
  const rows = await database
    .select()
    .from(permits)
    .where(and(eq(permits.companyId, companyId), eq(permits.handleHash, handleHash)));
  return rows[0] ?? null;
}
