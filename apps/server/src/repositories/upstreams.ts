import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { upstreams } from '../database/schema.ts';

export type UpstreamRow = typeof upstreams.$inferSelect;

export async function findUpstream(database: Database, companyId: string, id: string): Promise<UpstreamRow | null> {
  const rows = await database
    .select()
    .from(upstreams)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)));
  return rows[0] ?? null;
}

/** A company's identity providers, by name. */
export async function findUpstreams(database: Database, companyId: string): Promise<UpstreamRow[]> {
  return database
    .select()
    .from(upstreams)
    .where(eq(upstreams.companyId, companyId))
    .orderBy(asc(upstreams.name), asc(upstreams.id));
}

export async function storeUpstream(database: Database, upstream: UpstreamRow): Promise<void> {
  await database.insert(upstreams).values(upstream);
}

/** @returns false when the company has no such identity provider */
export async function changeUpstream(
  database: Database,
  companyId: string,
  id: string,
  changes: Partial<Pick<UpstreamRow, 'name' | 'settings' | 'sealedSecret' | 'isEnabled'>>,
): Promise<boolean> {
  const rows = await database
    .update(upstreams)
    .set(changes)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, id)))
    .returning({ id: upstreams.id });
  return rows.length === 1;
}
