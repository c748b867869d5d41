import { and, desc, eq, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, webSessions } from '../database/schema.ts';
import { endOpenedFrom } from './opened-sessions.ts';
import { isLive, type WebSession } from './people.ts';

/** A session's use is written down this often at most. */
const SEEN_EVERY_MS = 60_000;

/**
 * Keeps a new session, unless its person was blocked or erased a moment ago: a block ends the sessions that there are, and
 * this one would be good again when it is lifted.
 * @param transaction until its end the person stays as they are; it takes their sessions after this only
 */
export async function createWebSession(
  transaction: Database,
  session: typeof webSessions.$inferInsert,
): Promise<boolean> {
  const [person] = await transaction
    .select({ disabledAt: people.disabledAt })
    .from(people)
    .where(and(eq(people.companyId, session.companyId), eq(people.id, session.personId)))
    .for('update');
  if (person === undefined || person.disabledAt !== null) return false;
  await transaction.insert(webSessions).values(session);
  return true;
}

/** Notes that a session is used, so that it does not end as idle. */
export async function touchWebSession(database: Database, session: WebSession, now: Date): Promise<void> {
  if (now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await database
    .update(webSessions)
    .set({ lastSeenAt: now })
    .where(and(isSession(session), lt(webSessions.lastSeenAt, now)));
}

/** @returns the session as it is now; null when it was ended meanwhile */
export async function changeWebSession(
  database: Database,
  session: Pick<WebSession, 'companyId' | 'id'>,
  changes: Partial<
    Pick<WebSession, 'tokenHash' | 'factors' | 'awaits' | 'expiresAt' | 'provenAt' | 'secondFactorAt' | 'lastSeenAt'>
  >,
): Promise<WebSession | null> {
  const rows = await database
    .update(webSessions)
    .set(changes)
    .where(and(isSession(session), isNull(webSessions.revokedAt)))
    .returning();
  return rows[0] ?? null;
}

/** Ends a session, and what web tokens opened from it. @returns the ids of all these */
export async function revokeWebSession(
  database: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<string[]> {
  await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(and(isSession({ companyId, id }), isNull(webSessions.revokedAt)));
  return [id, ...(await endOpenedFrom(database, companyId, [id], now))];
}

/**
 * Ends the session a browser had before it signs in again, and what web tokens opened from it.
 * @returns whose it was, and the ids of all these; null: there was none
 */
export async function revokeWebSessionByToken(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<{ readonly id: string; readonly personId: string; readonly ids: readonly string[] } | null> {
  const rows = await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(
      and(eq(webSessions.companyId, companyId), eq(webSessions.tokenHash, tokenHash), isNull(webSessions.revokedAt)),
    )
    .returning({ id: webSessions.id, personId: webSessions.personId });
  const [replaced] = rows;
  if (replaced === undefined) return null;
  return { ...replaced, ids: [replaced.id, ...(await endOpenedFrom(database, companyId, [replaced.id], now))] };
}

/** Ends every session of a person. @param exceptId the one that stays @returns the ids of those that were ended */
export async function revokeWebSessionsOf(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
  exceptId?: string,
): Promise<string[]> {
  const rows = await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.personId, personId),
        isNull(webSessions.revokedAt),
        exceptId === undefined ? undefined : ne(webSessions.id, exceptId),
      ),
    )
    .returning({ id: webSessions.id });
  const ids = rows.map(({ id }) => id);
  return [...ids, ...(await endOpenedFrom(database, companyId, ids, now, exceptId))];
}

/**
 * Ends the sessions of a person that are too many, the longest unused first. Those that still await a second factor do
 * not count, nor do those of a second step: anyone who has but a password cannot push the person's own sessions out.
 * @param keptId stays, whenever it was used: by a clock that is behind, the newest may seem to be the oldest
 * @returns ids of those that ended by it; one that was over already is only put away
 */
export async function revokeSurplusSessions(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
  { maximum, keptId }: { readonly maximum: number; readonly keptId: string },
): Promise<string[]> {
  const isWhole = and(
    eq(webSessions.companyId, companyId),
    eq(webSessions.personId, personId),
    isNull(webSessions.revokedAt),
    or(isNull(webSessions.awaits), ne(webSessions.awaits, 'second-factor')),
    eq(webSessions.reach, 'whole'),
  );
  const kept = database
    .select({ id: webSessions.id })
    .from(webSessions)
    .where(and(isWhole, sql`${webSessions.expiresAt} > ${now.toISOString()}::timestamptz`))
    .orderBy(desc(eq(webSessions.id, keptId)), desc(webSessions.lastSeenAt), desc(webSessions.authenticatedAt))
    .limit(maximum);
  const rows = await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(and(isWhole, notInArray(webSessions.id, kept)))
    .returning({ id: webSessions.id, expiresAt: webSessions.expiresAt });
  const ids = rows.map(({ id }) => id);
  const opened = await endOpenedFrom(database, companyId, ids, now);
  return [...rows.filter(({ expiresAt }) => expiresAt > now).map(({ id }) => id), ...opened];
}

/** A person's live sessions with every factor given, the newest use first. */
export async function findWebSessionsOf(
  database: Database,
  companyId: string,
  personId: string,
  now: Date,
): Promise<WebSession[]> {
  return (await findUnendedSessionsOf(database, companyId, personId)).filter((session) => isLive(session, now));
}

/** The same with those that are over by their age: no one has ended them. */
export function findUnendedSessionsOf(database: Database, companyId: string, personId: string): Promise<WebSession[]> {
  return database
    .select()
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.personId, personId),
        isNull(webSessions.revokedAt),
        or(isNull(webSessions.awaits), ne(webSessions.awaits, 'second-factor')),
      ),
    )
    .orderBy(desc(webSessions.lastSeenAt));
}

function isSession({ companyId, id }: Pick<WebSession, 'companyId' | 'id'>) {
  return and(eq(webSessions.companyId, companyId), eq(webSessions.id, id));
}
