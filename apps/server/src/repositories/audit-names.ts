import { randomUUID } from 'node:crypto';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import { auditEntries, auditNames } from '../database/schema.ts';
import type { Person } from './people.ts';

type PersonKey = Pick<Person, 'id' | 'upstreamId' | 'upstreamSubject'>;
/** What the log knows a person of a company by. */
export type LoggedPerson = PersonKey & Pick<Person, 'companyId'>;

/**
 * Words of a person in the logs of every company: theirs, and those of arrivals by an account of theirs, now or before. At
 * another identity provider another person may be called the same; an account of which no provider is known is theirs.
 */
function isOfPerson({ id, upstreamId, upstreamSubject }: PersonKey): SQL {
  return sql`(name.subject_id = ${id} or (name.account is not null and name.subject_id is null and (
    exists (select from ${auditNames} own where own.subject_id = ${id} and own.account = name.account
      and coalesce(own.upstream_id = name.upstream_id, true))
    or (name.account = ${upstreamSubject}::text and coalesce(name.upstream_id = ${upstreamId}::uuid, true)))))`;
}

/** The names that entries of one company say a person by. */
export function namesOf(companyId: string, person: PersonKey): SQL {
  return sql`select name.id from ${auditNames} name where name.company_id = ${companyId} and ${isOfPerson(person)}`;
}

/** Entries that name a person: who did it, to whom, or in the details. */
export function areAbout(names: SQL): SQL {
  return sql`(${auditEntries.actorNameId} in (${names}) or ${auditEntries.targetNameId} in (${names})
    or ${auditEntries.nameIds} && array(${names}))`;
}

/**
 * Puts a pseudonym in the place of a person, in all that entries say of them; where they did it themselves, the address goes
 * as well.
 */
export async function eraseNames(
  transaction: Database,
  person: LoggedPerson,
  { pseudonym, at }: { readonly pseudonym: string; readonly at: Date },
): Promise<void> {
  // Also in the log of a company that they ran for its provider.
  await transaction.execute(sql`update ${auditEntries} entry set address = '' from ${auditNames} name
    where name.subject_id = ${person.id} and entry.company_id = name.company_id and entry.actor_name_id = name.id`);
  await transaction.execute(sql`update ${auditNames} name
    set text = ${pseudonym}, account = null, upstream_id = null, is_erased = true where ${isOfPerson(person)}`);
  // Also of a person whom the log has never named: something of theirs may be written at this moment.
  await transaction.insert(auditNames).values({
    companyId: person.companyId,
    id: randomUUID(),
    subjectId: person.id,
    text: pseudonym,
    at,
    isErased: true,
  });
}

/** What a person is and was called, and what else was said of them: words that the log has of no one else. */
export async function findOwnWords(
  database: Database,
  { companyId, id }: Pick<Person, 'companyId' | 'id'>,
): Promise<string[]> {
  const rows = await queryRows(
    database,
    sql`select distinct name.text from ${auditNames} name where name.company_id = ${companyId} and name.subject_id = ${id}
      and not exists (select from ${auditNames} other where other.company_id = ${companyId} and other.text = name.text
        and other.subject_id <> ${id})`,
    z.object({ text: z.string() }),
  );
  return rows.map(({ text }) => text);
}

/** Where an entry names who did it, or whom it was done to. */
export type NameColumn = typeof auditEntries.actorNameId | typeof auditEntries.targetNameId;

/** Whether what an entry says under a name is of one of these people. */
export function isNameOf(column: NameColumn, personIds: readonly string[]): SQL {
  return inArray(
    column,
    sql`(select ${auditNames.id} from ${auditNames} where ${and(
      eq(auditNames.companyId, sql`audit_entries.company_id`),
      or(...personIds.map((id) => eq(auditNames.subjectId, id))),
    )})`,
  );
}
