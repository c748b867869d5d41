import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { people, webSessions } from '../database/schema.ts';
import { isLive } from './people.ts';

/** PostgreSQL plans a list of this length well, and takes it at once. */
const AT_ONCE = 1000;

/** Those of these sessions that still run, of people whose account is not blocked. */
export async function findLiveSessionIds(
  database: Database,
  companyId: string,
  sessionIds: readonly string[],
  now: Date,
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
        ),
      );
    for (const { session } of rows) if (isLive(session, now)) live.add(session.id);
  }
  return live;
}
