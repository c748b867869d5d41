import { and, asc, count, desc, eq, gt, isNull, or } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessRequests } from '../database/schema.ts';

export type AccessRequest = typeof accessRequests.$inferSelect;

export async function storeAccessRequest(database: Database, request: AccessRequest): Promise<void> {
  await database.insert(accessRequests).values(request);
}

/** A request that no one has answered ends by itself. */
export const REQUEST_LIFE_MS = 24 * 3_600_000;

/** Requests no one has answered and that are not over, the oldest first. @param personId without it, of everybody */
export async function findOpenRequests(
  database: Database,
  companyId: string,
  now: Date,
  personId?: string,
): Promise<AccessRequest[]> {
  return database
    .select()
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        isNull(accessRequests.closedAt),
        gt(accessRequests.createdAt, new Date(now.getTime() - REQUEST_LIFE_MS)),
        personId === undefined ? undefined : eq(accessRequests.personId, personId),
      ),
    )
    .orderBy(asc(accessRequests.createdAt), asc(accessRequests.id));
}

/** What the person asked last, and is not over; answered or not. */
export async function findNewestRequest(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<AccessRequest | null> {
  const rows = await database
    .select()
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        eq(accessRequests.personId, personId),
        gt(accessRequests.createdAt, new Date(now.getTime() - REQUEST_LIFE_MS)),
      ),
    )
    // Of two at the same instant, the one that is open: nulls come first.
    .orderBy(desc(accessRequests.createdAt), desc(accessRequests.closedAt), desc(accessRequests.id))
    .limit(1);
  return rows[0] ?? null;
}

/** Answers a request with a no. @returns null when there is none that is open */
export async function refuseRequest(
  database: Database,
  companyId: string,
  id: string,
  { refusal, now }: { readonly refusal: string; readonly now: Date },
): Promise<AccessRequest | null> {
  const rows = await database
    .update(accessRequests)
    .set({ closedAt: now, refusal })
    .where(
      and(
        eq(accessRequests.companyId, companyId),
        eq(accessRequests.id, id),
        isNull(accessRequests.closedAt),
        gt(accessRequests.createdAt, new Date(now.getTime() - REQUEST_LIFE_MS)),
      ),
    )
    .returning();
  return rows[0] ?? null;
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
