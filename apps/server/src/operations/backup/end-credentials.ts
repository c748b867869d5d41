import { isNull } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import {
  accessTokens,
  adminTokens,
  ceremonies,
  invitations,
  oidcRecords,
  permits,
  webSessions,
  webTokens,
} from '../../database/schema.ts';

/**
 * Ends sign-ins, tokens and invitations: a backup knows nothing of what was signed out, revoked or used up since it was
 * made, and would make it good again. Accounts of installed clients stay: they lead to reports, and to work only next to a
 * sign-in. Temporary access stays too, and recovery codes that were used since are good again.
 */
export async function endCredentials(database: Database, now: Date): Promise<void> {
  await database.update(webSessions).set({ revokedAt: now }).where(isNull(webSessions.revokedAt));
  await database.update(adminTokens).set({ revokedAt: now }).where(isNull(adminTokens.revokedAt));
  for (const table of [accessTokens, webTokens, ceremonies, permits, oidcRecords, invitations]) {
    await database.delete(table);
  }
}
