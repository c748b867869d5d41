import { and, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { accessGrants, auditEntries, auditNames, people } from '../database/schema.ts';
import { containing } from './list-pages.ts';
import type { NameColumn } from './audit-names.ts';

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

/** Whether a name like this stands in an entry. */
export function isNamed(column: NameColumn, companyId: string, pattern: string): SQL {
  return sql`${column} in (${namesLike(companyId, pattern)})`;
}

function namesLike(companyId: string, pattern: string): SQL {
  return sql`select name.id from ${auditNames} name where name.company_id = ${companyId} and name.text ilike ${pattern}`;
}

/** Who did it, of what role, stands in every entry of an administrator; `support` and `company` are no logins there. */
const OF_THE_ACTOR = sql`array['role', 'reach']::text[]`;

/**
 * Whether an entry was done to what is called so. Of people it finds each entry that says anything of them, under any name,
 * and those of temporary access of theirs that was used.
 */
export function isDoneTo(companyId: string, text: string, meant: readonly MeantPerson[]): SQL | undefined {
  const details = sql`(${auditEntries.details} - ${OF_THE_ACTOR})::text`;
  const ids = meant.map(({ id }) => id);
  const pattern = containing(text);
  return or(
    ilike(auditEntries.target, pattern),
    isNamed(auditEntries.targetNameId, companyId, pattern),
    sql`${details} ilike ${containing(JSON.stringify(text))}`,
    sql`${auditEntries.nameIds} && array(${namesLike(companyId, pattern.slice(1, -1))})`,
    ids.length === 0 ? undefined : isOfPeople(companyId, ids),
  );
}

function isOfPeople(companyId: string, ids: readonly string[]): SQL | undefined {
  const names = sql`select name.id from ${auditNames} name
    where name.company_id = ${companyId} and name.subject_id = any(${sql.param([...ids])}::uuid[])`;
  return or(
    sql`${auditEntries.targetNameId} in (${names})`,
    sql`${auditEntries.nameIds} && array(${names})`,
    sql`${auditEntries.details}->>'grantId' in (select ${accessGrants.id}::text from ${accessGrants} where ${and(
      eq(accessGrants.companyId, companyId),
      inArray(accessGrants.personId, [...ids]),
    )})`,
  );
}
