import { and, asc, eq, gt, ilike, inArray, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries, people } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import { type FormerNames, inJson } from './former-names.ts';
import type { Person } from './people.ts';
import { createReplacer, replaceDeep } from './replace-words.ts';

const PAGE = 500;
/** Where entries say which account at an identity provider it was. */
const SUBJECT_FIELDS = ['subject', 'object'] as const;

/**
 * Entries that hold one of these words: as who did it, as what it was done to, or in the details.
 * @param subjects of accounts at identity providers: entries that name one as theirs are found too
 */
export async function findEntriesAbout(
  database: Database,
  companyId: string,
  words: readonly string[],
  after: number,
  subjects: readonly string[] = [],
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
            sql`${auditEntries.details}::text ilike ${inJson(word)}`,
          ]),
          ...(subjects.length === 0
            ? []
            : SUBJECT_FIELDS.map((field) => inArray(sql`${auditEntries.details}->>${field}`, [...subjects]))),
        ),
      ),
    )
    .orderBy(asc(auditEntries.id))
    .limit(PAGE);
}

/**
 * Puts a pseudonym in the place of a person, in every audit entry about them: who did it, what it was done to, and the texts
 * of the details. Where the person did it themselves, the address goes as well. What an entry is about is told by what was
 * the person's alone when it was written, logins and id; names, which anybody may choose, are replaced only in these entries.
 * What is about somebody else stays as it is, but for who did it and why.
 */
export async function pseudonymizeAudit(
  transaction: Database,
  person: Person,
  former: FormerNames,
  pseudonym: string,
): Promise<void> {
  const { companyId, id } = person;
  const subjects = await findSubjects(transaction, person, former);
  const names = [...(await namesOfNobodyElse(transaction, person, former.others)), ...subjects];
  for (let after = 0; ; ) {
    const entries = await findEntriesAbout(transaction, companyId, [...former.logins, id], after, subjects);
    for (const entry of entries) {
      const alone = [...former.loginsAt(entry.id), id];
      const isSelf = isOneOf(alone);
      const { personId } = entry.details;
      const isAboutOther = typeof personId === 'string' && personId !== id;
      const [isActor, isTarget] = [isSelf(entry.actor), !isAboutOther && isSelf(entry.target)];
      const isArrival =
        entry.details['login'] === undefined &&
        SUBJECT_FIELDS.some((field) => subjects.some((one) => one === entry.details[field]));
      const words = createReplacer([...alone, ...names], pseudonym);
      const details = isAboutOther
        ? isActor
          ? replaceBesideChanges(entry.details, words)
          : entry.details
        : replaceIn(
            entry,
            { isSelf, itself: createReplacer(alone, pseudonym), words },
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
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}

/** What the person was called at identity providers, now and before, as the entries about them tell. */
async function findSubjects(transaction: Database, person: Person, former: FormerNames): Promise<readonly string[]> {
  const { companyId, id, upstreamSubject } = person;
  const subjects = new Set<unknown>([upstreamSubject]);
  for (let after = 0; ; ) {
    const entries = await findEntriesAbout(transaction, companyId, [...former.logins, id], after);
    for (const { id: entryId, target, details } of entries) {
      const isSelf = isOneOf([...former.loginsAt(entryId), id]);
      if (!isSelf(target) && !isSelf(details['login'])) continue;
      for (const holder of [details, details['before'], details['after']]) {
        if (typeof holder === 'object' && holder !== null && 'subject' in holder) subjects.add(holder.subject);
      }
      subjects.add(details['object']);
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) break;
    after = last.id;
  }
  return [...subjects].filter((one): one is string => typeof one === 'string' && one !== '');
}

interface Replacers {
  readonly isSelf: ReturnType<typeof isOneOf>;
  /** Replaces what was the person's alone. */
  readonly itself: ReturnType<typeof createReplacer>;
  /** Replaces names too. */
  readonly words: ReturnType<typeof createReplacer>;
}

/** Whether a whole text is one of these words. */
function isOneOf(words: readonly string[]): (text: unknown) => boolean {
  const lower = words.map((word) => word.toLowerCase());
  return (text) => typeof text === 'string' && lower.includes(text.toLowerCase());
}

/** @returns the very details where they are not about the person */
function replaceIn({ action, details }: StoredAuditEntry, by: Replacers, isAbout: boolean) {
  if (action === 'people-import') return replaceInImport(details, by);
  return isAbout || replaceDeep(details, by.itself) !== details ? replaceDeep(details, by.words) : details;
}

/** What the person did to somebody else: the changes are that person's, whatever they were called before. */
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

/** E-mail addresses and names, unless they are what somebody else signs in with or is called: entries about others stay true. */
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
