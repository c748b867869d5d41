import { and, count, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { webSessions } from '../database/schema.ts';

/** Sessions whose way in is gone. */
export type Stranded =
  /** The identity provider that they began at is. One that is only switched off goes on being asked for second steps. */
  | { readonly upstreamId: string; readonly isSecondStepToo: boolean }
  /** The person has another account there, or signs in elsewhere: `isHereToo` says also those that began here. */
  | { readonly personId: string; readonly isHereToo: boolean };

/** How many of them are open. */
export async function countStranded(
  database: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<number> {
  const [counted] = await database
    .select({ open: count() })
    .from(webSessions)
    .where(and(isOpen(companyId, which), gt(webSessions.expiresAt, now)));
  return counted?.open ?? 0;
}

/** Ends them. @returns which they were, and whose */
export async function revokeStranded(
  transaction: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<{ readonly id: string; readonly personId: string }[]> {
  return transaction
    .update(webSessions)
    .set({ revokedAt: now })
    .where(isOpen(companyId, which))
    .returning({ id: webSessions.id, personId: webSessions.personId });
}

function isOpen(companyId: string, which: Stranded): SQL | undefined {
  const began =
    'upstreamId' in which
      ? and(
          sql`${webSessions.upstreamClaims}->>'upstreamId' = ${which.upstreamId}`,
          which.isSecondStepToo ? undefined : eq(webSessions.reach, 'whole'),
        )
      : and(
          eq(webSessions.personId, which.personId),
          which.isHereToo ? undefined : isNotNull(webSessions.upstreamClaims),
        );
  return and(eq(webSessions.companyId, companyId), isNull(webSessions.revokedAt), began);
}
