import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { companies } from '../database/schema.ts';

/**
 * The companies whose settings say that observing was to end by now; what they are otherwise is not looked at. Times are
 * stored as ISO 8601 in UTC, and sort as texts do.
 */
export async function findEndedGates(database: Database, now: Date): Promise<string[]> {
  const until = sql`(${companies.settings} -> 'gate' ->> 'until') collate "C"`;
  const rows = await database.select({ id: companies.id }).from(companies).where(sql`${until} <= ${now.toISOString()}`);
  return rows.map(({ id }) => id);
}
