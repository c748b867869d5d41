import { and, asc, count, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessRequests } from '../database/schema.ts';

export type AccessRequest = typeof accessRequests.$inferSelect;

export async function storeAccessRequest(database: Database, request: AccessRequest): Promise<void> {
  await database.insert(accessRequests).values(request);
}

/** Requests nobody has answered, the oldest first. @param personId without it, of everybody */
export async function findOpenRequests(
  database: Database,
  companyId: string,
  personId?: string,
): Promise<AccessRequest[]> {
  return database
    .select()
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        isNull(accessRequests.closedAt),
        personId === undefined ? undefined : eq(accessRequests.personId, personId),
      ),
    )
    .orderBy(asc(accessRequests.createdAt), asc(accessRequests.id));
}

export async function countRequestsSince(
  database: Database,
  companyId: string,
  personId: string,
  since: Date,
): Promise<number> {
  const rows = await database
    .select({ requests: count() })
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        eq(accessRequests.personId, personId),
        gt(accessRequests.createdAt, since),
      ),
    );
  return rows[0]?.requests ?? 0;
}

/** Closes what a grant answers. @param applicationId null: the grant is for every application */
export async function closeRequests(
  database: Database,
  companyId: string,
  personId: string,
  applicationId: string | null,
  now: Date,
): Promise<void> {
  await database
    .update(accessRequests)
    .set({ closedAt: now })
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        eq(accessRequests.personId, personId),
        isNull(accessRequests.closedAt),
        applicationId === null
          ? undefined
          : or(isNull(accessRequests.applicationId), eq(accessRequests.applicationId, applicationId)),
      ),
    );
}
