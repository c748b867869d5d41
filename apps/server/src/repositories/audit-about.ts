import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { accessGrants, auditEntries, people } from '../database/schema.ts';
import { containing } from './admin-people.ts';

/** A person whom an administrator may mean by what they search for. */
export interface MeantPerson {
  readonly id: string;
  readonly login: string;
}

/** More people of one name than that are not told apart by it. */
const MEANT_MAXIMUM = 20;

/** The people who are called so: by login, id, e-mail address or name, whatever the capitals. */
export async function findPeopleMeant(database: Database, companyId: string, text: string): Promise<MeantPerson[]> {
  const wanted = text.trim().toLowerCase();
  const names = [sql`${people.id}::text`, people.login, people.email, people.displayName];
  return database
    .select({ id: people.id, login: people.login })
    .from(people)
    .where(and(eq(people.companyId, companyId), or(...names.map((name) => sql`lower(${name}) = ${wanted}`))))
    .limit(MEANT_MAXIMUM);
}

/** Who did it, of what role, stands in every entry of an administrator; `support` and `company` are no logins there. */
const OF_THE_ACTOR = sql`array['role', 'reach']::text[]`;

/**
 * Whether an entry was done to what is called so. Of people it may name the login or the id, as what it was done to or in
 * its details, or leave of theirs that was used.
 */
export function isDoneTo(companyId: string, text: string, meant: readonly MeantPerson[]): SQL | undefined {
  const words = [...new Set([text, ...meant.flatMap(({ id, login }) => [id, login])])];
  const details = sql`(${auditEntries.details} - ${OF_THE_ACTOR})::text`;
  const ids = meant.map(({ id }) => id);
  return or(
    ilike(auditEntries.target, containing(text)),
    ...words.flatMap((word) => [ilike(auditEntries.target, escape(word)), sql`${details} ilike ${asValue(word)}`]),
    // Of exemptions, as they were written down at first.
    ...meant.map(({ login }) => sql`${details} ilike ${`%, login ${asValue(login).slice(2)}`}`),
    ids.length === 0
      ? undefined
      : sql`${auditEntries.details}->>'grantId' in (select ${accessGrants.id}::text from ${accessGrants} where ${and(
          eq(accessGrants.companyId, companyId),
          inArray(accessGrants.personId, ids),
        )})`,
  );
}

/** A pattern for a word that is a whole value in the text of JSON. */
function asValue(word: string): string {
  return containing(JSON.stringify(word));
}

function escape(word: string): string {
  return containing(word).slice(1, -1);
}
