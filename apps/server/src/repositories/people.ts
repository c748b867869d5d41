import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { companies, people, webSessions } from '../database/schema.ts';
import { type Given, statement } from '../database/statement.ts';
import { ageOf } from './age.ts';
import { addPersonVerdicts, markVerdicts } from './mark-verdicts.ts';

export type Person = typeof people.$inferSelect;
export type WebSession = typeof webSessions.$inferSelect;

/** The one form of a login: people type capitals and blanks as they like. */
export function normalizeLogin(login: string): string {
  return login.trim().toLowerCase();
}

/** The one form in which e-mail addresses are compared: work applications do not tell capitals apart either. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

export async function findPersonByLogin(database: Database, companyId: string, login: string): Promise<Person | null> {
  const rows = await database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(people.login, normalizeLogin(login))));
  return rows[0] ?? null;
}

const selectPerson = statement('person', (database, given: Given<{ companyId: string; id: string }>) =>
  database
    .select()
    .from(people)
    .where(and(eq(people.companyId, given.companyId), eq(people.id, given.id))),
);

export async function findPerson(database: Database, companyId: string, id: string): Promise<Person | null> {
  const rows = await selectPerson(database, { companyId, id });
  return rows[0] ?? null;
}

/** The person who has this subject at this identity provider. Nothing else ever matches anybody. */
export async function findPersonByUpstream(
  database: Database,
  companyId: string,
  upstreamId: string,
  subject: string,
): Promise<Person | null> {
  const rows = await database
    .select()
    .from(people)
    .where(
      and(eq(people.companyId, companyId), eq(people.upstreamId, upstreamId), eq(people.upstreamSubject, subject)),
    );
  return rows[0] ?? null;
}

/** Someone of the company with this e-mail address, however it is spelled. @param exceptId a person who is not meant */
export async function findPersonByEmail(
  database: Database,
  companyId: string,
  email: string,
  exceptId: string | null,
): Promise<Person | null> {
  if (email === '') return null;
  const rows = await database
    .select()
    .from(people)
    .where(
      and(
        eq(people.companyId, companyId),
        eq(sql`lower(${people.email})`, normalizeEmail(email)),
        exceptId === null ? undefined : ne(people.id, exceptId),
      ),
    )
    .limit(1);
  return rows[0] ?? null;
}

/** Everybody of the company with this e-mail address, however it is spelled, blocked or not. */
export async function findPeopleByEmail(database: Database, companyId: string, email: string): Promise<Person[]> {
  if (email === '') return [];
  return database
    .select()
    .from(people)
    .where(and(eq(people.companyId, companyId), eq(sql`lower(${people.email})`, normalizeEmail(email))));
}

/** @returns null when the login, or the subject at that identity provider, is another person's already */
export async function createPerson(database: Database, person: typeof people.$inferInsert): Promise<Person | null> {
  const rows = await database
    .insert(people)
    .values({ ...person, login: normalizeLogin(person.login) })
    .onConflictDoNothing()
    .returning();
  await addPersonVerdicts(database, rows);
  return rows[0] ?? null;
}

export async function updatePerson(
  database: Database,
  { companyId, id }: Pick<Person, 'companyId' | 'id'>,
  changes: Partial<
    Pick<
      Person,
      | 'displayName'
      | 'email'
      | 'type'
      | 'groups'
      | 'passwordHash'
      | 'eulaAcceptedAt'
      | 'upstreamId'
      | 'upstreamSubject'
      | 'settings'
      | 'disabledAt'
    >
  >,
): Promise<void> {
  await database
    .update(people)
    .set(changes)
    .where(and(eq(people.companyId, companyId), eq(people.id, id)));
  const isJudgedAnew = changes.groups !== undefined || changes.disabledAt !== undefined;
  if (isJudgedAnew) await markVerdicts(database, companyId, { personIds: [id] });
}

/** No one has used it for this long: anyone who sits down at the computer next does not get it. */
const IDLE_MS = 2 * 3_600_000;

/**
 * One that a clock began that was ahead is over: it would be newer than any sign-in that an application asks for. So is one seen
 * last as far in what is to come as an idle one is behind.
 */
export function isLive({ revokedAt, expiresAt, lastSeenAt, authenticatedAt }: WebSession, now: Date): boolean {
  const isIdle = Math.abs(now.getTime() - lastSeenAt.getTime()) >= IDLE_MS;
  return revokedAt === null && expiresAt > now && !isIdle && ageOf(authenticatedAt, now) < Number.POSITIVE_INFINITY;
}

/** The person of a session, where the two are joined. */
export const isOfSession = and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId));

const selectSessionByToken = statement(
  'session_by_token',
  (database, given: Given<{ companyId: string; tokenHash: string }>) =>
    database
      .select({ session: webSessions, person: people, generation: companies.generation })
      .from(webSessions)
      .innerJoin(people, isOfSession)
      .innerJoin(companies, eq(companies.id, webSessions.companyId))
      .where(and(eq(webSessions.companyId, given.companyId), eq(webSessions.tokenHash, given.tokenHash))),
);

const selectSessionById = statement('session_by_id', (database, given: Given<{ companyId: string; id: string }>) =>
  database
    .select({ session: webSessions, person: people })
    .from(webSessions)
    .innerJoin(people, isOfSession)
    .where(and(eq(webSessions.companyId, given.companyId), eq(webSessions.id, given.id))),
);

/** Who calls: a session's person, and how new the company is. */
export interface SignedInCaller {
  readonly session: WebSession;
  readonly person: Person;
  readonly generation: number;
}

/** A live session and its person; null when it is unknown, over, idle for too long or revoked. */
export async function findWebSession(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<SignedInCaller | null> {
  const rows = await selectSessionByToken(database, { companyId, tokenHash });
  return liveOrNull(rows[0], now);
}

export async function findWebSessionById(
  database: Database,
  companyId: string,
  id: string,
  now: Date,
): Promise<{ session: WebSession; person: Person } | null> {
  const rows = await selectSessionById(database, { companyId, id });
  return liveOrNull(rows[0], now);
}

/** Whether the person of a session, ended or not, is disabled: blocking someone ends their sessions. */
export async function isOfDisabledPerson(
  database: Database,
  companyId: string,
  session: { readonly id: string } | { readonly tokenHash: string },
): Promise<boolean> {
  const rows = await database
    .select({ disabledAt: people.disabledAt })
    .from(webSessions)
    .innerJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
    .where(
      and(
        eq(webSessions.companyId, companyId),
        'id' in session ? eq(webSessions.id, session.id) : eq(webSessions.tokenHash, session.tokenHash),
      ),
    );
  return rows.some(({ disabledAt }) => disabledAt !== null);
}

function liveOrNull<Row extends { session: WebSession }>(row: Row | undefined, now: Date): Row | null {
  if (row === undefined || !isLive(row.session, now)) return null;
  return row;
}
