import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { webSessions } from '../database/schema.ts';
import {
  type AdminToken,
  endTokensMadeIn,
  findTokensMadeBy,
  findTokensMadeFrom,
  findTokensMadeIn,
} from './admin-tokens.ts';
import { withdrawDeviceTokens } from './device-accounts.ts';
import { endOpenedFrom } from './opened-sessions.ts';
import { isLive } from './people.ts';

/** Sessions whose way in is gone. */
export type Stranded =
  /** The identity provider that they began at is. One that is only switched off goes on being asked for second steps. */
  | { readonly upstreamId: string; readonly isSecondStepToo: boolean }
  /** The person has another account there, or signs in elsewhere: `isHereToo` says also those that began here. */
  | { readonly personId: string; readonly isHereToo: boolean };

/** What ends with them. */
export interface Ending<Sessions> {
  readonly sessions: Sessions;
  /** Made in them, and good still. */
  readonly tokens: readonly AdminToken[];
  /** Made by the same people elsewhere, or in sessions that were over before: these stay. */
  readonly stays?: readonly AdminToken[];
}

/** Sessions that were ended, and whose they were. */
export type Stranding = Ending<readonly { readonly id: string; readonly personId: string }[]>;

/** @returns how many of them are live, neither over nor left idle, and the tokens that were made in any of them */
export async function findStranded(
  database: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<Ending<number>> {
  const rows = await database.select().from(webSessions).where(isOpen(companyId, which));
  const ids = rows.map(({ id }) => id);
  const tokens = ids.length === 0 ? [] : await findTokensMadeIn(database, companyId, ids, now);
  const all =
    'upstreamId' in which
      ? await findTokensMadeFrom(database, { companyId, upstreamId: which.upstreamId }, now)
      : await findTokensMadeBy(database, { companyId, personId: which.personId }, now);
  const stays = all.filter(({ id }) => tokens.every((token) => token.id !== id));
  return { sessions: rows.filter((session) => isLive(session, now)).length, tokens, stays };
}

/**
 * Ends them, the tokens that were made in them, and the device tokens of the same people that no client has claimed.
 * @returns which ones were live, and whose; one that was over or idle already is only put away
 */
export async function revokeStranded(
  transaction: Database,
  companyId: string,
  which: Stranded,
  now: Date,
): Promise<Stranding> {
  const rows = await transaction
    .update(webSessions)
    .set({ revokedAt: now })
    .where(isOpen(companyId, which))
    .returning();
  const ids = rows.map(({ id }) => id);
  const opened = await endOpenedFrom(transaction, companyId, ids, now);
  const tokens = await endTokensMadeIn(transaction, companyId, [...ids, ...opened], now);
  await withdrawDeviceTokens(transaction, companyId, ...new Set(rows.map(({ personId }) => personId)));
  const live = rows.filter((session) => isLive({ ...session, revokedAt: null }, now));
  return { sessions: live.map(({ id, personId }) => ({ id, personId })), tokens };
}

function isOpen(companyId: string, which: Stranded): SQL | undefined {
  const began =
    'upstreamId' in which
      ? and(
          sql`${webSessions.upstreamClaims}->>'upstreamId' = ${which.upstreamId}`,
          which.isSecondStepToo ? undefined : eq(webSessions.reach, 'whole'),
        )
      : and(
          eq(webSessions.personId, which.personId),
          which.isHereToo ? undefined : isNotNull(webSessions.upstreamClaims),
        );
  return and(eq(webSessions.companyId, companyId), isNull(webSessions.revokedAt), began);
}
