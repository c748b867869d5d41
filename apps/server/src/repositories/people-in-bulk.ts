import { and, asc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { devices, invitations, people, roles, secondFactors, webSessions } from '../database/schema.ts';
import { normalizeLogin, type Person } from './people.ts';
import { addPersonVerdicts, markVerdicts } from './mark-verdicts.ts';

/** Rows in one statement: far below the 65 535 values that PostgreSQL takes in one. */
const ROWS_AT_ONCE = 500;

/** What a file of people changes. What is undefined stays as it is. */
type PersonFields = Partial<
  Pick<Person, 'displayName' | 'email' | 'type' | 'groups' | 'upstreamId' | 'upstreamSubject'>
>;

/** @returns the login of one that someone has already, or null; the transaction has to be given up then */
export async function createPeople(
  transaction: Database,
  rows: readonly (typeof people.$inferInsert)[],
): Promise<string | null> {
  for (const some of portionsOf(rows)) {
    const wanted = some.map((row) => ({ ...row, login: normalizeLogin(row.login) }));
    const written = await transaction
      .insert(people)
      .values(wanted)
      .onConflictDoNothing()
      .returning({ companyId: people.companyId, id: people.id, login: people.login, createdAt: people.createdAt });
    await addPersonVerdicts(transaction, written);
    const logins = new Set(written.map(({ login }) => login));
    const taken = wanted.find(({ login }) => !logins.has(login));
    if (taken !== undefined) return taken.login;
    await giveOthersATurn();
  }
  return null;
}

export async function updatePeople(
  transaction: Database,
  companyId: string,
  changed: readonly { readonly id: string; readonly changes: PersonFields }[],
): Promise<void> {
  for (const some of portionsOf(changed)) {
    const rows = JSON.stringify(some.map(({ id, changes }) => ({ id, ...changes })));
    const named = sql`jsonb_to_recordset(${rows}::jsonb) as changed("id" uuid, "displayName" text, "email" text, "type" text, "groups" jsonb, "upstreamId" uuid, "upstreamSubject" text)`;
    await transaction
      .update(people)
      .set({
        displayName: sql`coalesce(changed."displayName", ${people.displayName})`,
        email: sql`coalesce(changed."email", ${people.email})`,
        type: sql`coalesce(changed."type", ${people.type})`,
        groups: sql`coalesce(changed."groups", ${people.groups})`,
        upstreamId: sql`coalesce(changed."upstreamId", ${people.upstreamId})`,
        upstreamSubject: sql`coalesce(changed."upstreamSubject", ${people.upstreamSubject})`,
      })
      .from(named)
      .where(and(eq(people.companyId, companyId), sql`${people.id} = changed."id"`));
    const regrouped = some.filter(({ changes }) => changes.groups !== undefined).map(({ id }) => id);
    await markVerdicts(transaction, companyId, { personIds: regrouped });
    await giveOthersATurn();
  }
}

/** Whether someone could sign up by an invitation for the first time. */
export async function couldSignUp(database: Database, companyId: string, personId: string): Promise<boolean> {
  const rows = await database
    .select({ id: people.id })
    .from(people)
    .where(and(hasNeverSignedUp(database, companyId), eq(people.id, personId)));
  return rows.length > 0;
}

/** The ids, by login, of those who could sign up by an invitation for the first time. */
export async function findNeverSignedUp(database: Database, companyId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .select({ id: people.id, login: people.login })
    .from(people)
    .where(hasNeverSignedUp(database, companyId));
  return new Map(rows.map(({ id, login }) => [login, id]));
}

/** Those of some people who have not signed up by now. @param transaction holds them to that until its end */
export async function lockNeverSignedUp(
  transaction: Database,
  companyId: string,
  ids: readonly string[],
): Promise<Person[]> {
  const some = and(eq(people.companyId, companyId), inArray(people.id, [...ids]));
  await transaction.select({ id: people.id }).from(people).where(some).orderBy(asc(people.id)).for('update');
  // A statement of its own: what was written while the one above waited is seen by this one alone.
  return transaction
    .select()
    .from(people)
    .where(and(some, hasNeverSignedUp(transaction, companyId)));
}

/**
 * Nothing that opens an account here or elsewhere, nothing that ever did, no role, and not blocked. Anyone who came by an
 * identity provider that is gone has a session of the last weeks, or a computer.
 */
function hasNeverSignedUp(database: Database, companyId: string) {
  const withRole = database.select({ id: roles.personId }).from(roles).where(eq(roles.companyId, companyId));
  const withFactor = database
    .select({ id: secondFactors.personId })
    .from(secondFactors)
    .where(and(eq(secondFactors.companyId, companyId), isNotNull(secondFactors.confirmedAt)));
  const withUsedLink = database
    .select({ id: invitations.personId })
    .from(invitations)
    .where(and(eq(invitations.companyId, companyId), isNotNull(invitations.usedAt)));
  const withSession = database
    .select({ id: webSessions.personId })
    .from(webSessions)
    .where(eq(webSessions.companyId, companyId));
  const withDevice = database.select({ id: devices.personId }).from(devices).where(eq(devices.companyId, companyId));
  // Each list is read once for them all; by "not exists" it is read for each person where the database guesses wrong.
  return and(
    eq(people.companyId, companyId),
    isNull(people.passwordHash),
    isNull(people.eulaAcceptedAt),
    isNull(people.upstreamId),
    isNull(people.disabledAt),
    notInArray(people.id, withRole),
    notInArray(people.id, withFactor),
    notInArray(people.id, withUsedLink),
    notInArray(people.id, withSession),
    notInArray(people.id, withDevice),
  );
}

function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, index) =>
    rows.slice(index * ROWS_AT_ONCE, (index + 1) * ROWS_AT_ONCE),
  );
}

/** The embedded database answers without giving anything else a turn. */
async function giveOthersATurn(): Promise<void> {
  await setImmediate();
}
