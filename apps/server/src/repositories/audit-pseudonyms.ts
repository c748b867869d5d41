import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries, people } from '../database/schema.ts';
import { findAccounts } from './audit-accounts.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import { findEntriesAbout } from './entries-about.ts';
import type { FormerNames } from './former-names.ts';
import { isOneOf } from './is-one-of.ts';
import { partIn } from './part-in-entry.ts';
import type { Person } from './people.ts';
import { createReplacer, replaceDeep } from './replace-words.ts';

/**
 * Puts a pseudonym in the place of a person, in every audit entry about them: who did it, what it was done to, and the texts
 * of the details. Where the person did it themselves, the address goes as well. What an entry is about is told by what was
 * the person's alone when it was written, logins and id; names, which anybody may choose, are replaced only in these entries.
 * What is about another person stays as it is, but for who did it and why.
 */
export async function pseudonymizeAudit(
  transaction: Database,
  person: Person,
  former: FormerNames,
  pseudonym: string,
): Promise<void> {
  const { companyId, id } = person;
  const accounts = await findAccounts(transaction, person, former);
  const { subjects } = accounts;
  const names = [...(await namesOfNobodyElse(transaction, person, former.others)), ...subjects];
  for await (const entries of findEntriesAbout(transaction, companyId, [...former.logins, id], subjects)) {
    for (const entry of entries) {
      const { alone, isActor, isTarget, isAboutOther, isArrival } = partIn(entry, { person, former, accounts });
      const words = createReplacer([...alone, ...names], pseudonym);
      const details = isAboutOther
        ? isActor
          ? replaceBesideChanges(entry.details, words)
          : entry.details
        : replaceIn(
            entry,
            { isSelf: isOneOf(alone), itself: createReplacer(alone, pseudonym), words },
            isActor || isTarget || isArrival,
          );
      if (!isActor && !isTarget && details === entry.details) continue;
      await transaction
        .update(auditEntries)
        .set({
          ...(isActor ? { actor: pseudonym, address: '' } : {}),
          ...(isTarget ? { target: pseudonym } : {}),
          details,
        })
        .where(and(eq(auditEntries.companyId, companyId), eq(auditEntries.id, entry.id)));
    }
  }
}

interface Replacers {
  readonly isSelf: ReturnType<typeof isOneOf>;
  /** Replaces what was the person's alone. */
  readonly itself: ReturnType<typeof createReplacer>;
  /** Replaces names too. */
  readonly words: ReturnType<typeof createReplacer>;
}

/** @returns the very details where they are not about the person */
function replaceIn({ action, details }: StoredAuditEntry, by: Replacers, isAbout: boolean) {
  if (action === 'people-import') return replaceInImport(details, by);
  return isAbout || replaceDeep(details, by.itself) !== details ? replaceDeep(details, by.words) : details;
}

/** What the person did to another person: the changes are that person's, whatever they were called before. */
function replaceBesideChanges(details: StoredAuditEntry['details'], words: Replacers['words']) {
  const { changes, ...others } = details;
  const replaced = replaceDeep(others, words);
  return replaced === others ? details : { ...replaced, ...(changes === undefined ? {} : { changes }) };
}

/** Each change of an import is about one person, whose login is what the change goes by; the others are about others. */
function replaceInImport(details: StoredAuditEntry['details'], { isSelf, itself, words }: Replacers) {
  const { changes } = details;
  if (!Array.isArray(changes)) return details;
  const items: readonly unknown[] = changes;
  const replaced = items.map((change) => {
    if (typeof change !== 'object' || change === null || !('field' in change)) return change;
    const { field } = change;
    if (typeof field !== 'string' || !isSelf(field)) return change;
    return { ...replaceDeep({ ...change }, words), field: itself(field) };
  });
  return replaced.every((change, index) => change === items[index]) ? details : { ...details, changes: replaced };
}

/** E-mail addresses and names, unless they are what another person signs in with or is called: entries about others stay true. */
async function namesOfNobodyElse(
  transaction: Database,
  { companyId, id, email, displayName }: Person,
  former: readonly string[],
): Promise<readonly string[]> {
  const names = [...new Set([email, displayName, ...former])];
  const lower = names.map((name) => name.toLowerCase());
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
  return names.filter((name) => name !== '' && !taken.has(name.toLowerCase()));
}
