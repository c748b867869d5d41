import { and, desc, eq, gt, inArray, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { webSessions } from '../database/schema.ts';

/**
 * Ends what web tokens of these sessions have opened, and what those have: a session that Workplace opened ends with the one it came from. To be
 * called after those have ended, in a statement of its own: what was opened meanwhile is seen only then.
 * @param exceptId one that stays
 * @returns the ids of those that were ended
 */
export async function endOpenedFrom(
  database: Database,
  companyId: string,
  ids: readonly string[],
  now: Date,
  exceptId?: string,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(webSessions.companyId, companyId),
        inArray(webSessions.openedFrom, [...ids]),
        isNull(webSessions.revokedAt),
        exceptId === undefined ? undefined : ne(webSessions.id, exceptId),
      ),
    )
    .returning({ id: webSessions.id });
  const ended = rows.map(({ id }) => id);
  return [...ended, ...(await endOpenedFrom(database, companyId, ended, now, exceptId))];
}

/** What web tokens have opened for a person beyond so many, the longest unused: a copied cookie opens no more than that. */
export async function findSurplusOpened(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
  maximum: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: webSessions.id })
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.personId, personId),
        isNotNull(webSessions.openedFrom),
        isNull(webSessions.revokedAt),
        gt(webSessions.expiresAt, now),
      ),
    )
    .orderBy(desc(webSessions.lastSeenAt), desc(webSessions.id))
    .offset(maximum);
  return rows.map(({ id }) => id);
}

/**
 * Keeps a session from being ended, and from getting another cookie, until the transaction is over: what it opens or makes
 * meanwhile is seen by who does that.
 * @param cookieHash of the cookie that the call was let in by; left out: whichever it has by now
 * @returns false: it was ended, or has another cookie by now
 */
export async function holdSession(
  transaction: Database,
  companyId: string,
  id: string,
  cookieHash?: string,
): Promise<boolean> {
  const rows = await transaction
    .select({ id: webSessions.id })
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.id, id),
        isNull(webSessions.revokedAt),
        cookieHash === undefined ? undefined : eq(webSessions.tokenHash, cookieHash),
      ),
    )
    .for('update');
  return rows.length === 1;
}
