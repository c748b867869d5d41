import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../database/database.ts';
import { queryRows } from '../database/query-rows.ts';
import { listTables } from '../database/tables.ts';

/** Tables that a refusal may write to: that someone tried is worth knowing. */
const OF_TRIES: readonly string[] = ['audit_entries', 'audit_names', 'sign_in_attempts'];
const TABLES = listTables()
  .map(({ name }) => name)
  .filter((name) => !OF_TRIES.includes(name));

/** Every row that holds one of these texts, as `table (…)`, except those of the tables that tries are written to. */
export async function readRowsWith(database: Database, texts: readonly string[]): Promise<readonly string[]> {
  const selects = TABLES.map(
    (name) => sql`select ${name}::text as name, t::text as text from ${sql.identifier(name)} t`,
  );
  const rows = await queryRows(
    database,
    sql`select name || ' ' || text as text from (${sql.join(selects, sql` union all `)}) as stored`,
    z.object({ text: z.string() }),
  );
  // Looked for here: the database would take ten times as long with a pattern of so many alternatives.
  return rows.map(({ text: row }) => row).filter((row) => texts.some((text) => row.includes(text)));
}

/** What was added and what is gone; a row that was changed is both. */
export function compareRows(before: readonly string[], after: readonly string[]) {
  const [was, is] = [new Set(before), new Set(after)];
  return { added: after.filter((row) => !was.has(row)), gone: before.filter((row) => !is.has(row)) };
}

/** A digest of all that each table holds, except of the tables that tries are written to. */
export async function digestTables(database: Database): Promise<Readonly<Record<string, string>>> {
  const selects = TABLES.map(
    (name) =>
      sql`select ${name}::text as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as digest from ${sql.identifier(name)} t`,
  );
  const rows = await queryRows(
    database,
    sql.join(selects, sql` union all `),
    z.object({ name: z.string(), digest: z.string() }),
  );
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
