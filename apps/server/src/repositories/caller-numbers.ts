import { and, eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { webSessions } from '../database/schema.ts';
import type { WebSession } from './people.ts';

/**
 * Changes the number of a session under a lock, so that each of several tries at once counts.
 * @returns false when there is no such session
 */
export async function changeCallerNumber(
  database: Database,
  companyId: string,
  sessionId: string,
  change: (stored: WebSession['callerNumber']) => WebSession['callerNumber'],
): Promise<boolean> {
  const isIt = and(eq(webSessions.companyId, companyId), eq(webSessions.id, sessionId));
  return database.transaction(async (transaction) => {
    const [row] = await transaction
      .select({ callerNumber: webSessions.callerNumber })
      .from(webSessions)
      .where(isIt)
      .for('update');
    if (row === undefined) return false;
    await transaction
      .update(webSessions)
      .set({ callerNumber: change(row.callerNumber) })
      .where(isIt);
    return true;
  });
}
