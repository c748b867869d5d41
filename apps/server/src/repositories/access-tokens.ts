import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../database/open.ts';
import {
  accessTokens,
  applications,
  companies,
  devices,
  deviceSessions,
  pendingSignIns,
  people,
  reports,
  signIns,
  webSessions,
} from '../database/schema.ts';
import { type Given, rowOf, statement } from '../database/statement.ts';
import { type Device, type DeviceSession, isOfDevice } from './devices.ts';
import type { ReportToJudge } from './check-results.ts';
import { atOtherComputer } from './other-computer.ts';
import { isOfApplication } from './pending-sign-ins.ts';
import { isLive, isOfSession, type Person, type SignedInCaller, type WebSession } from './people.ts';
import { isNewestOf } from './reports.ts';
import { judgedBefore } from './sign-ins.ts';

export type AccessToken = typeof accessTokens.$inferSelect;

const insertAccessToken = statement('access_token_insert', (database, given: Given<AccessToken>) =>
  database.insert(accessTokens).values(rowOf(accessTokens, given)),
);

export async function createAccessToken(database: Database, token: AccessToken): Promise<void> {
  await insertAccessToken(database, token);
}

/** Ends every access token of a sign-in. */
export async function endAccessTokens(database: Database, companyId: string, webSessionId: string): Promise<void> {
  await database
    .delete(accessTokens)
    .where(and(eq(accessTokens.companyId, companyId), eq(accessTokens.webSessionId, webSessionId)));
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

/** Who calls with an access token: the token, its session, and whose that is. */
const caller = {
  accessToken: accessTokens,
  session: webSessions,
  person: people,
  generation: companies.generation,
};
/** The device session that the call names. */
const named = { deviceSession: deviceSessions, device: devices };

interface Token extends Record<string, unknown> {
  readonly companyId: string;
  readonly tokenHash: string;
}

interface Shown extends Token {
  /** Null: none is named. */
  readonly deviceSessionId: string | null;
}

const selectCaller = statement('access_token_caller', (database, given: Given<Token>) =>
  database
    .select(caller)
    .from(accessTokens)
    .innerJoin(companies, eq(companies.id, accessTokens.companyId))
    .leftJoin(webSessions, isOfToken)
    .leftJoin(people, isOfSession)
    .where(isToken(given)),
);

const selectCallerWithNamed = statement('access_token_caller_named', (database, given: Given<Shown>) =>
  database
    .select({ ...caller, ...named })
    .from(accessTokens)
    .innerJoin(companies, eq(companies.id, accessTokens.companyId))
    .leftJoin(webSessions, isOfToken)
    .leftJoin(people, isOfSession)
    .leftJoin(deviceSessions, isOfName(given))
    .leftJoin(devices, isOfDevice)
    .where(isToken(given)),
);

const selectCallerToJudge = statement(
  'access_token_caller_to_judge',
  (database, given: Given<Shown & { signInId: string | null }>) =>
    database
      .select({
        ...caller,
        ...named,
        newest: reports,
        pending: pendingSignIns,
        application: applications,
        before: judgedBefore,
        isElsewhere: atOtherComputer({
          companyId: accessTokens.companyId,
          personId: webSessions.personId,
          webSessionId: webSessions.id,
          deviceId: devices.deviceId,
        }),
      })
      .from(accessTokens)
      .innerJoin(companies, eq(companies.id, accessTokens.companyId))
      .leftJoin(webSessions, isOfToken)
      .leftJoin(people, isOfSession)
      .leftJoin(deviceSessions, isOfName(given))
      .leftJoin(devices, isOfDevice)
      .leftJoin(reports, isNewestOf(database, given))
      .leftJoin(
        pendingSignIns,
        and(eq(pendingSignIns.companyId, accessTokens.companyId), eq(pendingSignIns.id, given.signInId)),
      )
      .leftJoin(applications, isOfApplication)
      .leftJoin(signIns, and(eq(signIns.companyId, accessTokens.companyId), eq(signIns.id, given.signInId)))
      .where(isToken(given)),
);

const isOfToken = and(eq(webSessions.companyId, accessTokens.companyId), eq(webSessions.id, accessTokens.webSessionId));

const isOfName = (given: Given<Shown>) =>
  and(eq(deviceSessions.companyId, accessTokens.companyId), eq(deviceSessions.id, given.deviceSessionId));

const isToken = (given: Given<Token>) =>
  and(eq(accessTokens.companyId, given.companyId), eq(accessTokens.tokenHash, given.tokenHash));

/** A device session that a call names, whosever it is, and its computer. */
interface Named {
  readonly session: DeviceSession;
  readonly device: Device;
}

export interface TokenCaller {
  readonly accessToken: AccessToken;
  readonly named: Named | null;
  /** Null: the session is over, idle for too long or revoked. */
  readonly signedIn: SignedInCaller | null;
}

/**
 * Who calls with an access token, in one question: the token, its live session and whose that is, and the device session that
 * the call names.
 * @returns null: there is no such token, or it is over
 */
export async function findTokenCaller(database: Database, shown: Shown, now: Date): Promise<TokenCaller | null> {
  const { companyId, tokenHash, deviceSessionId } = shown;
  if (deviceSessionId !== null) {
    const [row] = await selectCallerWithNamed(database, shown);
    return row === undefined ? null : callerOf(row, now);
  }
  const [row] = await selectCaller(database, { companyId, tokenHash });
  return row === undefined ? null : callerOf({ ...row, deviceSession: null, device: null }, now);
}

/** The same, with what a verdict is made of: the newest report of that device session, and the sign-in that is named. */
export async function findTokenCallerToJudge(
  database: Database,
  shown: Shown & { readonly signInId: string | null },
  now: Date,
): Promise<(TokenCaller & { readonly toJudge: ReportToJudge }) | null> {
  const [row] = await selectCallerToJudge(database, shown);
  const found = row === undefined ? null : callerOf(row, now);
  if (row === undefined || found === null) return null;
  const { newest, pending, application, before, isElsewhere } = row;
  const signIn = pending === null || application === null ? null : { pending, application };
  return { ...found, toJudge: { newest, signIn, before, isElsewhere } };
}

function callerOf(
  row: {
    readonly accessToken: AccessToken;
    readonly session: WebSession | null;
    readonly person: Person | null;
    readonly deviceSession: DeviceSession | null;
    readonly device: Device | null;
    readonly generation: number;
  },
  now: Date,
): TokenCaller | null {
  if (row.accessToken.expiresAt <= now) return null;
  const { accessToken, session, person, deviceSession, device, generation } = row;
  const isSignedIn = session !== null && person !== null && isLive(session, now);
  const isNamed = deviceSession !== null && device !== null;
  return {
    accessToken,
    named: isNamed ? { session: deviceSession, device } : null,
    signedIn: isSignedIn ? { session, person, generation } : null,
  };
}
