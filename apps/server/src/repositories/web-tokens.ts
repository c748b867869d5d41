import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { webTokens } from '../database/schema.ts';

export type WebToken = typeof webTokens.$inferSelect;

export async function createWebToken(database: Database, token: WebToken): Promise<void> {
  await database.insert(webTokens).values(token);
}

/** Puts away what was made in a session and opens nothing yet. */
export async function withdrawWebTokens(database: Database, companyId: string, webSessionId: string): Promise<void> {
  await database
    .delete(webTokens)
    .where(and(eq(webTokens.companyId, companyId), eq(webTokens.webSessionId, webSessionId)));
}

/** Whose token this is. @returns null: it was never made, or is put away */
export async function findSessionOfToken(
  database: Database,
  companyId: string,
  tokenHash: string,
): Promise<string | null> {
  const rows = await database
    .select({ id: webTokens.webSessionId })
    .from(webTokens)
    .where(and(eq(webTokens.companyId, companyId), eq(webTokens.tokenHash, tokenHash)));
  return rows[0]?.id ?? null;
}

/** Takes a token, once: one statement, so that of two at once exactly one wins. @returns null when there is none to take */
export async function takeWebToken(
  database: Database,
  companyId: string,
  tokenHash: string,
  now: Date,
): Promise<WebToken | null> {
  const rows = await database
    .update(webTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(webTokens.companyId, companyId),
        eq(webTokens.tokenHash, tokenHash),
        isNull(webTokens.usedAt),
        gt(webTokens.expiresAt, now),
      ),
    )
    .returning();
  return rows[0] ?? null;
}
