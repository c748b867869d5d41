import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, roles, webSessions } from '../database/schema.ts';
import { isLive } from './people.ts';

/** PostgreSQL plans a list of this length well, and takes it at once. */
const AT_ONCE = 1000;

/** Those of these sessions that still run, of people whose account is not blocked. */
export function findLiveSessionIds(
  database: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  return findLive(database, companyId, sessionIds, now, undefined);
}

/** Of these, those of people who have a role. */
export function findLiveSessionIdsWithRole(
  database: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const role = database
    .select({ one: sql`1` })
    .from(roles)
    .where(and(eq(roles.companyId, companyId), eq(roles.personId, people.id)));
  return findLive(database, companyId, sessionIds, now, exists(role));
}

async function findLive(
  database: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
  more: SQL | undefined,
): Promise<ReadonlySet<string>> {
  const live = new Set<string>();
  for (let from = 0; from < sessionIds.length; from += AT_ONCE) {
    const rows = await database
      .select({ session: webSessions })
      .from(webSessions)
      .innerJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
      .where(
        and(
          eq(webSessions.companyId, companyId),
          inArray(webSessions.id, sessionIds.slice(from, from + AT_ONCE)),
          isNull(people.disabledAt),
          more,
        ),
      );
    for (const { session } of rows) if (isLive(session, now)) live.add(session.id);
  }
  return live;
}
