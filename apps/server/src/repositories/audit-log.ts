import { and, desc, eq, gte, ilike, inArray, isNull, lt, lte, ne, notInArray, or } from 'drizzle-orm';
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

/** More than this is not looked at for one sentence. */
const DONE_MAXIMUM = 1000;

/** What one person did to others since a moment, the newest first. @param self how entries name the person */
export async function findWhatWasDoneBy(
  database: Database,
  companyId: string,
  wanted: {
    readonly actors: readonly string[];
    readonly self: readonly string[];
    readonly from: Date;
    readonly actions: readonly string[];
  },
): Promise<Pick<StoredAuditEntry, 'action' | 'target'>[]> {
  return database
    .select({ action: auditEntries.action, target: auditEntries.target })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        gte(auditEntries.at, wanted.from),
        inArray(auditEntries.actor, [...wanted.actors]),
        inArray(auditEntries.action, [...wanted.actions]),
        eq(auditEntries.outcome, 'done'),
        or(isNull(auditEntries.target), notInArray(auditEntries.target, [...wanted.self])),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(DONE_MAXIMUM);
}
