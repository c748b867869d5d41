import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Database } from '../../database/open.ts';
import { queryRows } from '../../database/query-rows.ts';
import { LISTENER } from '../events/postgres-event-bus.ts';

/**
 * The servers that run on a PostgreSQL at this moment: each keeps one connection that listens for events, and says so
 * by its name.
 * @returns for each server the address of its computer, as PostgreSQL sees it; a socket has none
 */
export async function findRunningServers(database: Database): Promise<string[]> {
  const rows = await queryRows(
    database,
    sql`select coalesce(host(client_addr), 'the computer of the database') as address
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and application_name = ${LISTENER}
      order by 1`,
    z.object({ address: z.string() }),
  );
  return rows.map(({ address }) => address);
}
