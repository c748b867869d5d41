import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { applications } from '../database/schema.ts';

/** Whether an application of the company that is not switched off begins at exactly this address. */
export async function isStartAddress(database: Database, companyId: string, url: string): Promise<boolean> {
  const rows = await database
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.companyId, companyId), eq(applications.startUrl, url), isNull(applications.disabledAt)))
    .limit(1);
  return rows.length === 1;
}
