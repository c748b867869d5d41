import { and, asc, desc, eq, gt, gte, ilike, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { containing } from './list-pages.ts';
import { isDoneTo, isNamed, type MeantPerson } from './audit-about.ts';
import { areAbout, isNameOf, type LoggedPerson, namesOf } from './audit-names.ts';

/** An entry as it is shown: people by what they were called then, or by their pseudonym. */
export type StoredAuditEntry = Omit<typeof auditEntries.$inferSelect, 'actorNameId' | 'targetNameId' | 'nameIds'>;

const NAMES = sql<Record<string, string> | null>`(select jsonb_object_agg(name.id, name.text) from audit_names name
  where name.company_id = audit_entries.company_id and name.id = any(
    audit_entries.name_ids || audit_entries.actor_name_id || audit_entries.target_name_id))`;

/** Entries with the names in their places. */
export async function findAuditEntries(
  database: Database,
  where: SQL | undefined,
  { limit, isOldestFirst = false }: { readonly limit?: number; readonly isOldestFirst?: boolean } = {},
): Promise<StoredAuditEntry[]> {
  const found = database
    .select({ entry: auditEntries, names: NAMES })
    .from(auditEntries)
    .where(where)
    .orderBy((isOldestFirst ? asc : desc)(auditEntries.id));
  const rows = await (limit === undefined ? found : found.limit(limit));
  return rows.map(({ entry: { actorNameId, targetNameId, nameIds, ...entry }, names }) => {
    const nameOf = (id: string | null | undefined) => (id === null || id === undefined ? null : (names?.[id] ?? null));
    return {
      ...entry,
      actor: nameOf(actorNameId) ?? entry.actor,
      target: nameOf(targetNameId) ?? entry.target,
      details: Object.fromEntries(
        Object.entries(entry.details).map(([key, value]) => [key, show(value, (n) => nameOf(nameIds?.[n - 1]))]),
      ),
    };
  });
}

function show(value: unknown, nameAt: (n: number) => string | null): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => show(item, nameAt));
  if (typeof value !== 'object' || value === null) return value;
  if ('$name' in value && typeof value.$name === 'number') return nameAt(value.$name);
  if ('$parts' in value && Array.isArray(value.$parts))
    return value.$parts.map((part: unknown) => show(part, nameAt)).join('');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, show(item, nameAt)]));
}

const PAGE = 500;

/** Entries that name a person, under whatever name, the oldest first; a page at a time, since there may be many. */
export async function* findEntriesAbout(
  database: Database,
  person: LoggedPerson,
): AsyncGenerator<StoredAuditEntry[], void> {
  const ofPerson = and(eq(auditEntries.companyId, person.companyId), areAbout(namesOf(person.companyId, person)));
  for (let after = 0; ; ) {
    const where = and(ofPerson, gt(auditEntries.id, after));
    const entries = await findAuditEntries(database, where, { limit: PAGE, isOldestFirst: true });
    yield entries;
    const last = entries.at(-1);
    if (last === undefined || entries.length < PAGE) return;
    after = last.id;
  }
}

export interface AuditWanted {
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  /** Who did it, and the people who are called so. */
  readonly actor?: Named | undefined;
  /** What it was done to, and the people who are called so. */
  readonly target?: Named | undefined;
  readonly action?: string | undefined;
  readonly outcome?: StoredAuditEntry['outcome'] | undefined;
  readonly correlationId?: string | undefined;
  readonly isWithReads?: boolean | undefined;
}

interface Named {
  readonly text: string;
  readonly meant: readonly MeantPerson[];
}

/** A page of a company's audit entries, the newest first. @param before the id that the page before ended with */
export async function findAuditPage(
  database: Database,
  companyId: string,
  wanted: AuditWanted,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredAuditEntry[]> {
  const { from, until, actor, target, action, outcome, correlationId, isWithReads = false } = wanted;
  return findAuditEntries(
    database,
    and(
      eq(auditEntries.companyId, companyId),
      from === undefined ? undefined : gte(auditEntries.at, from),
      until === undefined ? undefined : lte(auditEntries.at, until),
      actor === undefined ? undefined : isDoneBy(companyId, actor),
      target === undefined ? undefined : isDoneTo(companyId, target.text, target.meant),
      action === undefined ? undefined : eq(auditEntries.action, action),
      outcome === undefined ? undefined : eq(auditEntries.outcome, outcome),
      correlationId === undefined ? undefined : eq(auditEntries.correlationId, correlationId),
      isWithReads || action === 'admin-read' ? undefined : ne(auditEntries.action, 'admin-read'),
      page.before === undefined ? undefined : lt(auditEntries.id, page.before),
    ),
    { limit: page.limit },
  );
}

function isDoneBy(companyId: string, { text, meant }: Named): SQL | undefined {
  const pattern = containing(text);
  return or(
    ilike(auditEntries.actor, pattern),
    isNamed(auditEntries.actorNameId, companyId, pattern),
    meant.length === 0
      ? undefined
      : isNameOf(
          auditEntries.actorNameId,
          meant.map(({ id }) => id),
        ),
  );
}

/** More than this is not looked at for one sentence. */
const DONE_MAXIMUM = 1000;

/** What one person did to others since a moment, with tokens of theirs as well, the newest first. */
export async function findWhatWasDoneBy(
  database: Database,
  companyId: string,
  wanted: {
    readonly personId: string | null;
    readonly tokens: readonly string[];
    readonly from: Date;
    readonly actions: readonly string[];
  },
): Promise<Pick<StoredAuditEntry, 'action' | 'target'>[]> {
  const { personId, tokens, from, actions } = wanted;
  return findAuditEntries(
    database,
    and(
      eq(auditEntries.companyId, companyId),
      gte(auditEntries.at, from),
      or(
        inArray(auditEntries.actor, [...tokens]),
        personId === null ? undefined : isNameOf(auditEntries.actorNameId, [personId]),
      ),
      inArray(auditEntries.action, [...actions]),
      eq(auditEntries.outcome, 'done'),
      personId === null ? undefined : sql`(${isNameOf(auditEntries.targetNameId, [personId])}) is not true`,
    ),
    { limit: DONE_MAXIMUM },
  );
}
