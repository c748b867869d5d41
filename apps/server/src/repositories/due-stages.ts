import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies } from '../database/schema.ts';

/**
 * The companies with a stage whose time has come and that was never begun; whether it may begin is not looked at. Times are
 * stored as ISO 8601 in UTC, and sort as texts do.
 */
export async function findDueStages(database: Database, now: Date): Promise<string[]> {
  const stages = sql`case when jsonb_typeof(${companies.settings} -> 'stages') = 'array' then ${companies.settings} -> 'stages' else '[]'::jsonb end`;
  const isDue = sql`(stage ->> 'at') collate "C" <= ${now.toISOString()} and stage ->> 'begunAt' is null`;
  const rows = await database
    .select({ id: companies.id })
    .from(companies)
    .where(sql`exists (select 1 from jsonb_array_elements(${stages}) as stage where ${isDue})`);
  return rows.map(({ id }) => id);
}
