import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type * as schema from './schema.ts';

/** The database or a transaction in it, whichever driver is below. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;
