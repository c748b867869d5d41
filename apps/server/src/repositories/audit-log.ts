import { and, asc, desc, eq, gt, gte, inArray, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { searchByActor, searchByTarget, type Sought } from './audit-search.ts';
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
  readonly actor?: Sought | undefined;
  /** What it was done to, and the people who are called so. */
  readonly target?: Sought | undefined;
  readonly action?: string | undefined;
  readonly outcome?: StoredAuditEntry['outcome'] | undefined;
  readonly correlationId?: string | undefined;
  readonly isWithReads?: boolean | undefined;
}

/** So many of the newest are looked at first: what happens often is among them, and what is left then is rare. */
const LOOKED_AT_FIRST = 5000;

/** A page of a company's audit entries, the newest first. @param before the id that the page before ended with */
export async function findAuditPage(
  database: Database,
  companyId: string,
  wanted: AuditWanted,
  page: { readonly before: number | undefined; readonly limit: number },
): Promise<StoredAuditEntry[]> {
  const { from, until, actor, target, action, outcome, correlationId, isWithReads = false } = wanted;
  const isBefore = page.before === undefined ? undefined : lt(auditEntries.id, page.before);
  const plain = [
    from === undefined ? undefined : gte(auditEntries.at, from),
    until === undefined ? undefined : lte(auditEntries.at, until),
    action === undefined ? undefined : eq(auditEntries.action, action),
    outcome === undefined ? undefined : eq(auditEntries.outcome, outcome),
    correlationId === undefined ? undefined : eq(auditEntries.correlationId, correlationId),
    isWithReads || action === 'admin-read' ? undefined : ne(auditEntries.action, 'admin-read'),
    isBefore,
  ];
  const [byActor, byTarget] = await Promise.all([
    actor === undefined ? undefined : searchByActor(database, companyId, actor),
    target === undefined ? undefined : searchByTarget(database, companyId, target),
  ]);
  const where = and(eq(auditEntries.companyId, companyId), ...plain, byActor?.isFound, byTarget?.isFound);
  const search = byActor ?? byTarget;
  if (search === undefined) return findAuditEntries(database, where, { limit: page.limit });
  const newest = and(eq(auditEntries.companyId, companyId), isBefore);
  const lastOfFirst = sql`(select id from ${auditEntries} where ${newest} order by id desc
    offset ${LOOKED_AT_FIRST} limit 1)`;
  const first = await findAuditEntries(database, and(where, sql`${auditEntries.id} > coalesce(${lastOfFirst}, 0)`), {
    limit: page.limit,
  });
  if (first.length === page.limit) return first;
  const others = and(...plain, search === byActor ? byTarget?.isFound : undefined) ?? sql`true`;
  const lists = search.newest?.(others, page.limit);
  if (lists === undefined) return findAuditEntries(database, where, { limit: page.limit });
  if (lists.length === 0) return [];
  const ids = sql`select id from (${sql.join([...lists], sql` union `)}) as found order by id desc limit ${page.limit}`;
  return findAuditEntries(database, and(eq(auditEntries.companyId, companyId), sql`${auditEntries.id} in (${ids})`));
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
