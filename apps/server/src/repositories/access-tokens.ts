import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessTokens } from '../database/schema.ts';

export type AccessToken = typeof accessTokens.$inferSelect;

export async function createAccessToken(database: Database, token: AccessToken): Promise<void> {
  await database.insert(accessTokens).values(token);
}

/** Ends the tokens of a sign-in that open device sessions. Those that are for one device session live as long as it does. */
export async function endOpeningTokens(
  database: Database,
  { companyId, id }: { readonly companyId: string; readonly id: string },
): Promise<void> {
  const isOpening = isNull(accessTokens.deviceSessionId);
  await database
    .delete(accessTokens)
    .where(and(eq(accessTokens.companyId, companyId), eq(accessTokens.webSessionId, id), isOpening));
}

export async function findAccessToken(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<AccessToken | null> {
  const rows = await database
    .select()
    .from(accessTokens)
    .where(and(eq(accessTokens.companyId, companyId), eq(accessTokens.tokenHash, tokenHash)));
  const token = rows[0];
  return token === undefined || token.expiresAt <= now ? null : token;
}
