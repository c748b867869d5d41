import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications, companies } from '../database/schema.ts';

export type Company = typeof companies.$inferSelect;
export type Application = typeof applications.$inferSelect;

export async function findOnlyCompany(database: Database): Promise<Company | null> {
  const rows = await database.select().from(companies).limit(1);
  return rows[0] ?? null;
}

export async function findApplicationByEntityId(
  database: Database,
  companyId: string,
  entityId: string,
): Promise<Application | null> {
  const rows = await database
    .select()
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.entityId, entityId)));
  return rows[0] ?? null;
}
