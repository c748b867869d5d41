import { and, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { webSessions } from '../database/schema.ts';
import { endOpenedFrom } from './opened-sessions.ts';
import { isLive } from './people.ts';

/** Sessions whose way in is gone. */
export type Stranded =
  /** The identity provider that they began at is. One that is only switched off goes on being asked for second steps. */
  | { readonly upstreamId: string; readonly isSecondStepToo: boolean }
  /** The person has another account there, or signs in elsewhere: `isHereToo` says also those that began here. */
  | { readonly personId: string; readonly isHereToo: boolean };

/** How many of them are live: neither over nor left idle. */
export async function countStranded(
  database: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<number> {
  const rows = await database
    .select()
    .from(webSessions)
    .where(and(isOpen(companyId, which), gt(webSessions.expiresAt, now)));
  return rows.filter((session) => isLive(session, now)).length;
}

/** Ends them. @returns which ones were live, and whose; one that was over or idle already is only put away */
export async function revokeStranded(
  transaction: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<{ readonly id: string; readonly personId: string }[]> {
  const rows = await transaction
    .update(webSessions)
    .set({ revokedAt: now })
    .where(isOpen(companyId, which))
    .returning();
  await endOpenedFrom(
    transaction,
    companyId,
    rows.map(({ id }) => id),
    now,
  );
  return rows
    .filter((session) => isLive({ ...session, revokedAt: null }, now))
    .map(({ id, personId }) => ({ id, personId }));
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
