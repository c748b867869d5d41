import { and, asc, eq, gt, ilike, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { StoredAuditEntry } from './audit-log.ts';

const PAGE = 500;

/** Whatever in an audit entry says who somebody was: login, e-mail address, name, id. */
export type Words = readonly string[];

/** Entries that say one of these words: as who did it, as what it was done to, or in the details. */
export async function findEntriesAbout(
  database: Database,
  companyId: string,
  words: Words,
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
 * Puts a pseudonym in the place of a person, in every audit entry: who did it, what it was done to, and every text of the
 * details. Where the person did it themselves, the address goes as well.
 */
export async function pseudonymizeAudit(
  transaction: Database,
  companyId: string,
  { words, pseudonym }: { readonly words: Words; readonly pseudonym: string },
): Promise<void> {
  const replace = createReplacer(words, pseudonym);
  for (let after = 0; ; ) {
    const entries = await findEntriesAbout(transaction, companyId, words, after);
    for (const entry of entries) {
      const actor = entry.actor === null ? null : replace(entry.actor);
      await transaction
        .update(auditEntries)
        .set({
          actor,
          target: entry.target === null ? null : replace(entry.target),
          details: replaceDeep(entry.details, replace) as Record<string, unknown>,
          ...(actor === entry.actor ? {} : { address: '' }),
        })
        .where(and(eq(auditEntries.companyId, companyId), eq(auditEntries.id, entry.id)));
    }
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}

/** Shorter words than this are replaced where they are the whole text, and not within sentences. */
const WITHIN_SENTENCES_FROM = 4;

function createReplacer(words: Words, pseudonym: string): (text: string) => string {
  const whole = new Set(words.map((word) => word.toLowerCase()));
  const within = words
    .filter((word) => word.length >= WITHIN_SENTENCES_FROM)
    .toSorted((left, right) => right.length - left.length)
    .map((word) => new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(word)}(?![\\p{L}\\p{N}])`, 'giu'));
  return (text) => {
    if (whole.has(text.toLowerCase())) return pseudonym;
    return within.reduce((changed, pattern) => changed.replaceAll(pattern, pseudonym), text);
  };
}

function escapePattern(word: string): string {
  return word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

function replaceDeep(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) return value.map((item) => replaceDeep(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [replace(name), replaceDeep(item, replace)]));
}
