import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessGrants } from '../database/schema.ts';

export type AccessGrant = typeof accessGrants.$inferSelect;

function live(companyId: string, personId: string, applicationId: string | null, now: Date) {
  return and(
    eq(accessGrants.companyId, companyId),
    eq(accessGrants.personId, personId),
    isNull(accessGrants.revokedAt),
    gt(accessGrants.expiresAt, now),
    gt(accessGrants.usesLeft, 0),
    applicationId === null
      ? undefined
      : or(isNull(accessGrants.applicationId), eq(accessGrants.applicationId, applicationId)),
  );
}

/** Leave that this person has now, the one that ends first coming first. @param applicationId null: for any application */
export async function findLiveGrants(
  database: Database,
  companyId: string,
  personId: string,
  applicationId: string | null,
  now: Date,
): Promise<AccessGrant[]> {
  return database
    .select()
    .from(accessGrants)
    .where(live(companyId, personId, applicationId, now))
    .orderBy(asc(accessGrants.expiresAt));
}

/** Takes one use of a grant: one statement, so that of two at once with one use left exactly one wins. */
export async function takeGrantUse(
  database: Database,
  { companyId, id, personId }: AccessGrant,
  now: Date,
): Promise<AccessGrant | null> {
  const rows = await database
    .update(accessGrants)
    .set({ usesLeft: sql`${accessGrants.usesLeft} - 1` })
    .where(and(eq(accessGrants.id, id), live(companyId, personId, null, now)))
    .returning();
  return rows[0] ?? null;
}

export async function storeGrant(database: Database, grant: AccessGrant): Promise<void> {
  await database.insert(accessGrants).values(grant);
}
