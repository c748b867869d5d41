import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { auditEntries } from '../database/schema.ts';
import { findUpstreams } from './upstreams.ts';

/** Which identity provider had a name when an audit entry was written. Null: that cannot be told. */
export type ProviderAt = (name: string | null, entryId: number) => string | null;

/** Reads from the audit log what identity providers were called: entries of arrivals name them, and nothing else. */
export async function findProviderNames(database: Database, companyId: string): Promise<ProviderAt> {
  // Where one was added, changed or removed, its id stands next to the name it has from then on.
  const upstreamId = sql<string>`${auditEntries.details}->>'id'`;
  const named = await database
    .select({ entryId: auditEntries.id, name: auditEntries.target, upstreamId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.companyId, companyId),
        eq(auditEntries.action, 'upstream'),
        eq(auditEntries.outcome, 'done'),
        sql`${upstreamId} is not null`,
      ),
    )
    .orderBy(asc(auditEntries.id));
  const present = new Map((await findUpstreams(database, companyId)).map(({ id, name }) => [name, id]));
  return (name, entryId) => {
    if (name === null) return null;
    const last = named.findLast((one) => one.entryId <= entryId && one.name === name);
    return last?.upstreamId ?? present.get(name) ?? null;
  };
}
