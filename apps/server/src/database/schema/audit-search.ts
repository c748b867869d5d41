import { type SQL, sql } from 'drizzle-orm';

/**
 * What indexes of the audit log are made over. A question uses one only if it says the same, to the letter.
 * Columns stand here by name alone, as an index has them.
 */

/** As much of a word as an index holds: its rows have a maximum, words of strangers have none. */
export const AUDIT_START_LENGTH = 200;

const ID = sql.raw(`'^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`);

/** Whether an entry was done to what is known by an id, mostly a computer: of these there are as many as computers. */
export const AUDIT_IS_ID: SQL = sql`target ~ ${ID}`;

/** How a word begins that is no name of a person, and which entries have one: few are different from each other. */
export const AUDIT_START: Readonly<Record<'actor' | 'target', { readonly start: SQL; readonly isWord: SQL }>> = {
  actor: { start: start('actor'), isWord: sql`actor is not null` },
  target: { start: start('target'), isWord: sql`target !~ ${ID}` },
};

function start(column: string): SQL {
  return sql.raw(`left(${column}, ${AUDIT_START_LENGTH})`);
}

/**
 * The details without capitals, and without who did it, of what role: that stands in every entry of an administrator, where
 * `support` and `company` are no logins. An entry is written also when its details are no object.
 */
export const AUDIT_DETAILS: SQL = sql.raw(
  `(lower((case jsonb_typeof(details) when 'object' then details - '{role,reach}'::text[] else details end)::text)::jsonb)`,
);
