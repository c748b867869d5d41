import { and, desc, eq, gte, ilike, lt, lte, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { containing } from './admin-people.ts';
import { isDoneTo, type MeantPerson } from './audit-about.ts';

export type StoredAuditEntry = typeof auditEntries.$inferSelect;

export interface AuditWanted {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly actor?: string | undefined;
  /** What it was done to, and the people who are called so. */
  readonly target?: { readonly text: string; readonly meant: readonly MeantPerson[] } | undefined;
  readonly action?: string | undefined;
  readonly outcome?: StoredAuditEntry['outcome'] | undefined;
  readonly correlationId?: string | undefined;
  readonly isWithReads?: boolean | undefined;
}

/** A page of a company's audit entries, the newest first. @param before the id that the page before ended with */
export async function findAuditPage(
  database: Database,
  companyId: string,
  wanted: AuditWanted,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredAuditEntry[]> {
  const { from, until, actor, target, action, outcome, correlationId, isWithReads = false } = wanted;
  return database
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        from === undefined ? undefined : gte(auditEntries.at, from),
        until === undefined ? undefined : lte(auditEntries.at, until),
        actor === undefined ? undefined : ilike(auditEntries.actor, containing(actor)),
        target === undefined ? undefined : isDoneTo(companyId, target.text, target.meant),
        action === undefined ? undefined : eq(auditEntries.action, action),
        outcome === undefined ? undefined : eq(auditEntries.outcome, outcome),
        correlationId === undefined ? undefined : eq(auditEntries.correlationId, correlationId),
        isWithReads || action === 'admin-read' ? undefined : ne(auditEntries.action, 'admin-read'),
        page.before === undefined ? undefined : lt(auditEntries.id, page.before),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(page.limit);
}
