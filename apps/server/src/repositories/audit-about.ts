import { and, eq, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { people } from '../database/schema.ts';

/** A person whom an administrator may mean by what they search for. */
export interface MeantPerson {
  readonly id: string;
}

/** More people of one name than that are not told apart by it. */
const MEANT_MAXIMUM = 20;

/** The people who are called so: by login, id, e-mail address or name, whatever the capitals. */
export async function findPeopleMeant(database: Database, companyId: string, text: string): Promise<MeantPerson[]> {
  const wanted = text.trim().toLowerCase();
  const names = [sql`${people.id}::text`, people.login, people.email, people.displayName];
  return database
    .select({ id: people.id })
    .from(people)
    .where(and(eq(people.companyId, companyId), or(...names.map((name) => sql`lower(${name}) = ${wanted}`))))
    .limit(MEANT_MAXIMUM);
}
