import { and, asc, eq, gt, ilike, inArray, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import type { StoredAuditEntry } from './audit-log.ts';
import { inJson } from './former-names.ts';

const PAGE = 500;
/** Where entries say which account at an identity provider it was. */
const SUBJECT_FIELDS = ['subject', 'object'] as const;

/**
 * Entries that hold one of these words, the oldest first: as who did it, as what it was done to, or in the details. A page
 * at a time, since there may be many.
 * @param subjects of accounts at identity providers: entries that name one as theirs are found too
 */
export async function* findEntriesAbout(
  database: Database,
  companyId: string,
  words: readonly string[],
  subjects: readonly string[] = [],
): AsyncGenerator<StoredAuditEntry[], void> {
  for (let after = 0; ; ) {
    const entries = await database
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
    yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}
