import { and, asc, eq, gt, ilike, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries, people } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import type { Person } from './people.ts';
import { createReplacer, replaceDeep } from './replace-words.ts';

const PAGE = 500;

/** Entries that hold one of these words: as who did it, as what it was done to, or in the details. */
export async function findEntriesAbout(
  database: Database,
  companyId: string,
  words: readonly string[],
  after: number,
): Promise<StoredAuditEntry[]> {
  return database
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gt(auditEntries.id, after),
        or(
          ...words.flatMap((word) => [
            ilike(auditEntries.actor, containing(word)),
            ilike(auditEntries.target, containing(word)),
            // In JSON some characters are written in another way.
            sql`${auditEntries.details}::text ilike ${containing(JSON.stringify(word).slice(1, -1))}`,
          ]),
        ),
      ),
    )
    .orderBy(asc(auditEntries.id))
    .limit(PAGE);
}

/**
 * Puts a pseudonym in the place of a person, in every audit entry about them: who did it, what it was done to, and the texts
 * of the details. Where the person did it themselves, the address goes as well. What an entry is about is told by what is
 * the person's alone, login and id; the name, which anybody may choose, is replaced only in these entries.
 */
export async function pseudonymizeAudit(transaction: Database, person: Person, pseudonym: string): Promise<void> {
  const { companyId, id, login } = person;
  const itself = createReplacer([login, id], pseudonym);
  const words = createReplacer([login, id, ...(await namesOfNobodyElse(transaction, person))], pseudonym);
  const isPerson = (text: string | null) => text !== null && itself(text) === pseudonym;
  for (let after = 0; ; ) {
    const entries = await findEntriesAbout(transaction, companyId, [login, id], after);
    for (const entry of entries) {
      const [isActor, isTarget] = [isPerson(entry.actor), isPerson(entry.target)];
      const isAbout = isActor || isTarget || replaceDeep(entry.details, itself) !== entry.details;
      if (!isAbout) continue;
      await transaction
        .update(auditEntries)
        .set({
          ...(isActor ? { actor: pseudonym, address: '' } : {}),
          ...(isTarget ? { target: pseudonym } : {}),
          details: replaceDeep(entry.details, words),
        })
        .where(and(eq(auditEntries.companyId, companyId), eq(auditEntries.id, entry.id)));
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}

/** E-mail address and name, unless they are what somebody else signs in with or is called: entries about others stay true. */
async function namesOfNobodyElse(
  transaction: Database,
  { companyId, id, email, displayName }: Person,
): Promise<readonly string[]> {
  const lower = [email, displayName].map((name) => name.toLowerCase());
  const others = await transaction
    .select({ login: people.login, email: people.email, displayName: people.displayName })
    .from(people)
    .where(
      and(
        eq(people.companyId, companyId),
        ne(people.id, id),
        or(
          inArray(people.login, lower),
          inArray(sql`lower(${people.email})`, lower),
          inArray(sql`lower(${people.displayName})`, lower),
        ),
      ),
    );
  const taken = new Set(others.flatMap((other) => Object.values(other).map((name) => name.toLowerCase())));
  return [email, displayName].filter((name) => name !== '' && !taken.has(name.toLowerCase()));
}
