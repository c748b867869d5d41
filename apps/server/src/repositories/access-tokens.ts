import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import { accessTokens, companies, devices, deviceSessions, people, webSessions } from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { type Device, type DeviceSession, isOfDevice } from './devices.ts';
import { isLive, type SignedInCaller } from './people.ts';

export type AccessToken = typeof accessTokens.$inferSelect;

const insertAccessToken = statement('access_token_insert', (database, given: Given<AccessToken>) =>
  database.insert(accessTokens).values(rowOf(accessTokens, given)),
);

export async function createAccessToken(database: Database, token: AccessToken): Promise<void> {
  await insertAccessToken(database, token);
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

const selectCaller = statement(
  'access_token_caller',
  (database, given: Given<{ companyId: string; tokenHash: string; deviceSessionId: string | null }>) =>
    database
      .select({
        accessToken: accessTokens,
        session: webSessions,
        person: people,
        deviceSession: deviceSessions,
        device: devices,
        generation: companies.generation,
      })
      .from(accessTokens)
      .innerJoin(companies, eq(companies.id, accessTokens.companyId))
      .leftJoin(
        webSessions,
        and(eq(webSessions.companyId, accessTokens.companyId), eq(webSessions.id, accessTokens.webSessionId)),
      )
      .leftJoin(people, and(eq(people.companyId, webSessions.companyId), eq(people.id, webSessions.personId)))
      .leftJoin(
        deviceSessions,
        and(eq(deviceSessions.companyId, accessTokens.companyId), eq(deviceSessions.id, given.deviceSessionId)),
      )
      .leftJoin(devices, isOfDevice)
      .where(and(eq(accessTokens.companyId, given.companyId), eq(accessTokens.tokenHash, given.tokenHash))),
);

/**
 * Who calls with an access token, in one question: the token, its live session and whose that is, and the device session that
 * the call names, whosever that is.
 */
export async function findTokenCaller(
  database: Database,
  { companyId, tokenHash, deviceSessionId }: Parameters<typeof selectCaller>[1],
  now: Date,
): Promise<{
  readonly accessToken: AccessToken;
  readonly named: { readonly session: DeviceSession; readonly device: Device } | null;
  /** Null: the session is over, idle for too long or revoked. */
  readonly signedIn: SignedInCaller | null;
} | null> {
  const [row] = await selectCaller(database, { companyId, tokenHash, deviceSessionId });
  if (row === undefined || row.accessToken.expiresAt <= now) return null;
  const { accessToken, session, person, deviceSession, device, generation } = row;
  const isSignedIn = session !== null && person !== null && isLive(session, now);
  const named = deviceSession === null || device === null ? null : { session: deviceSession, device };
  return { accessToken, named, signedIn: isSignedIn ? { session, person, generation } : null };
}
