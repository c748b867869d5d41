import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { webSessions } from '../database/schema.ts';
import type { WebSession } from './people.ts';

/**
 * Makes the device check a factor of a session.
 * @param session as it was read: of two that activate it at once, one finds it changed
 * @returns false when it was ended, or activated, since it was read
 */
export async function activateWebSession(
  database: Database,
  { companyId, id, activatedBy }: Pick<WebSession, 'companyId' | 'id' | 'activatedBy'>,
  deviceSessionId: string,
): Promise<boolean> {
  const { factors, awaits } = webSessions;
  const rows = await database
    .update(webSessions)
    .set({
      activatedBy: deviceSessionId,
      factors: sql`case when ${factors} @> '["device"]'::jsonb then ${factors} else ${factors} || '["device"]'::jsonb end`,
      // A missing second factor stays missing.
      awaits: sql`case when ${awaits} = 'device' then null else ${awaits} end`,
    })
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.id, id),
        isNull(webSessions.revokedAt),
        activatedBy === null ? isNull(webSessions.activatedBy) : eq(webSessions.activatedBy, activatedBy),
      ),
    )
    .returning({ id: webSessions.id });
  return rows.length === 1;
}
