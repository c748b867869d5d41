import { isNull } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import {
  accessTokens,
  adminTokens,
  ceremonies,
  invitations,
  oidcRecords,
  permits,
  webSessions,
  webTokens,
} from '../database/schema.ts';

/**
 * Ends everything by which somebody could come in without proving who they are. A backup knows nothing of what was signed
 * out, revoked or used up since it was made, and would make it good again.
 */
export async function endCredentials(database: Database, now: Date): Promise<void> {
  await database.update(webSessions).set({ revokedAt: now }).where(isNull(webSessions.revokedAt));
  await database.update(adminTokens).set({ revokedAt: now }).where(isNull(adminTokens.revokedAt));
  for (const table of [accessTokens, webTokens, ceremonies, permits, oidcRecords, invitations]) {
    await database.delete(table);
  }
}
