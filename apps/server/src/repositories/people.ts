import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, webSessions } from '../database/schema.ts';

export type Person = typeof people.$inferSelect;
export type WebSession = typeof webSessions.$inferSelect;

/** The one form of a login: people type capitals and blanks as they like. */
export function normalizeLogin(login: string): string {
  return login.trim().toLowerCase();
}

export async function findPersonByLogin(database: Database, companyId: string, login: string): Promise<Person | null> {
  const rows = await database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.login, normalizeLogin(login))));
  return rows[0] ?? null;
}

export async function findPerson(database: Database, companyId: string, id: string): Promise<Person | null> {
  const rows = await database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.id, id)));
  return rows[0] ?? null;
}

export async function createWebSession(database: Database, session: WebSession): Promise<void> {
  await database.insert(webSessions).values(session);
}

/** A live session and its person; null when it is unknown, over or revoked. */
export async function findWebSession(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<{ session: WebSession; person: Person } | null> {
  const rows = await database
    .select({ session: webSessions, person: people })
    .from(webSessions)
    .innerJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.tokenHash, tokenHash)));
  return liveOrNull(rows[0], now);
}

export async function findWebSessionById(
  database: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<{ session: WebSession; person: Person } | null> {
  const rows = await database
    .select({ session: webSessions, person: people })
    .from(webSessions)
    .innerJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.id, id)));
  return liveOrNull(rows[0], now);
}

export async function revokeWebSession(database: Database, companyId: string, id: string, now: Date): Promise<void> {
  await database
    .update(webSessions)
    .set({ revokedAt: now })
    .where(and(eq(webSessions.companyId, companyId), eq(webSessions.id, id)));
}

function liveOrNull(
  row: { session: WebSession; person: Person } | undefined,
  now: Date,
): { session: WebSession; person: Person } | null {
  if (row === undefined || row.session.revokedAt !== null || row.session.expiresAt <= now) return null;
  return row;
}
