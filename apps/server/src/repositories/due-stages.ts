import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies } from '../database/schema.ts';

/**
 * The companies with a stage whose time has come and that was never begun; whether it may begin is not looked at. Times are
 * stored as ISO 8601 in UTC, and sort as texts do.
 */
export async function findDueStages(database: Database, now: Date): Promise<string[]> {
  return findStages(database, sql`(stage ->> 'at') collate "C" <= ${now.toISOString()}`);
}

/** The companies with a stage whose time comes before a moment, and of which no one was told yet. */
export async function findUntoldStages(database: Database, before: Date): Promise<string[]> {
  return findStages(
    database,
    sql`(stage ->> 'at') collate "C" <= ${before.toISOString()} and stage ->> 'toldAt' is null`,
  );
}

async function findStages(database: Database, isWanted: SQL): Promise<string[]> {
  const stages = sql`case when jsonb_typeof(${companies.settings} -> 'stages') = 'array' then ${companies.settings} -> 'stages' else '[]'::jsonb end`;
  const rows = await database
    .select({ id: companies.id })
    .from(companies)
    .where(
      sql`exists (select 1 from jsonb_array_elements(${stages}) as stage where ${isWanted} and stage ->> 'begunAt' is null)`,
    );
  return rows.map(({ id }) => id);
}
