import {
  and,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  notExists,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import {
  accessGrants,
  accessRequests,
  devices,
  people,
  reports,
  roles,
  secondFactors,
  upstreams,
  webSessions,
} from '../database/schema.ts';

export interface CompanyCounts {
  readonly people: number;
  readonly blockedPeople: number;
  /** People with at least one session that has not ended. */
  readonly signedIn: number;
  readonly devicesWaiting: number;
  readonly openAccessRequests: number;
  readonly liveGrants: number;
}

/** How a company stands, in numbers. */
export async function countCompany(database: Database, companyId: string, now: Date): Promise<CompanyCounts> {
  const rows = async (table: PgTable & { companyId: PgColumn }, condition?: SQL) => {
    const [found] = await database
      .select({ rows: count() })
      .from(table)
      .where(and(eq(table.companyId, companyId), condition));
    return found?.rows ?? 0;
  };
  const [signedIn] = await database
    .select({ people: countDistinct(webSessions.personId) })
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), isNull(webSessions.revokedAt), gt(webSessions.expiresAt, now)));
  return {
    people: await rows(people),
    blockedPeople: await rows(people, isNotNull(people.disabledAt)),
    signedIn: signedIn?.people ?? 0,
    devicesWaiting: await rows(devices, eq(devices.state, 'waiting')),
    openAccessRequests: await rows(accessRequests, isNull(accessRequests.closedAt)),
    liveGrants: await rows(
      accessGrants,
      and(isNull(accessGrants.revokedAt), gt(accessGrants.expiresAt, now), gt(accessGrants.usesLeft, 0)),
    ),
  };
}

/** People who have signed in since and none of whose computers has reported since: no one knows how those stand. */
export async function countPeopleWithoutReport(database: Database, companyId: string, since: Date): Promise<number> {
  const reported = database
    .select({ id: reports.id })
    .from(devices)
    .innerJoin(reports, and(eq(reports.companyId, devices.companyId), eq(reports.deviceRowId, devices.id)))
    .where(
      and(eq(devices.companyId, companyId), eq(devices.personId, webSessions.personId), gt(reports.receivedAt, since)),
    );
  const [found] = await database
    .select({ people: countDistinct(webSessions.personId) })
    .from(webSessions)
    .where(and(eq(webSessions.companyId, companyId), gt(webSessions.authenticatedAt, since), notExists(reported)));
  return found?.people ?? 0;
}

/** Of the people who are not blocked, how many lack what a setting may ask for. */
export interface Lacking {
  readonly people: number;
  /**
   * An account at an identity provider of the company that is switched on, of those who sign in here. Administrators with a
   * passkey are not counted: it goes on opening the gate.
   */
  readonly account: number;
  /** A computer that has reported with Workplace and is in use. */
  readonly computer: number;
}

export async function countLacking(database: Database, companyId: string): Promise<Lacking> {
  const ofPerson = (table: PgTable & { companyId: PgColumn; personId: PgColumn }, condition?: SQL) =>
    database
      .select({ one: table.personId })
      .from(table)
      .where(and(eq(table.companyId, companyId), eq(table.personId, people.id), condition));
  const account = database
    .select({ id: upstreams.id })
    .from(upstreams)
    .where(and(eq(upstreams.companyId, companyId), eq(upstreams.id, people.upstreamId), eq(upstreams.isEnabled, true)));
  const rows = async (condition?: SQL) => {
    const [found] = await database
      .select({ rows: count() })
      .from(people)
      .where(and(eq(people.companyId, companyId), isNull(people.disabledAt), condition));
    return found?.rows ?? 0;
  };
  const passkey = and(eq(secondFactors.kind, 'passkey'), isNotNull(secondFactors.confirmedAt));
  return {
    people: await rows(),
    account: await rows(
      and(
        notExists(account),
        or(isNotNull(people.passwordHash), exists(ofPerson(secondFactors, passkey))),
        or(notExists(ofPerson(roles, eq(roles.role, 'administrator'))), notExists(ofPerson(secondFactors, passkey))),
      ),
    ),
    computer: await rows(notExists(ofPerson(devices, inArray(devices.state, ['waiting', 'approved'])))),
  };
}

/** People who are not blocked and have neither a passkey nor an authenticator app here. */
export interface WithoutSecondFactor {
  /** Of those who sign in here. */
  readonly here: number;
  /**
   * Of those whose account is at an identity provider of the company that is switched on: whether it asks them for a second
   * factor is known only from what it said of the last sign-in there.
   */
  readonly elsewhere: {
    readonly gaveOne: number;
    readonly gaveNone: number;
    /** No sign-in there is known. */
    readonly unknown: number;
  };
}

export async function countWithoutSecondFactor(database: Database, companyId: string): Promise<WithoutSecondFactor> {
  const factors = database
    .select({ id: secondFactors.id })
    .from(secondFactors)
    .where(
      and(
        eq(secondFactors.companyId, companyId),
        eq(secondFactors.personId, people.id),
        inArray(secondFactors.kind, ['totp', 'passkey']),
        isNotNull(secondFactors.confirmedAt),
      ),
    );
  const signIns = database
    .selectDistinctOn([webSessions.personId], { personId: webSessions.personId, factors: webSessions.factors })
    .from(webSessions)
    .where(
      and(
        eq(webSessions.companyId, companyId),
        eq(webSessions.reach, 'whole'),
        sql`${webSessions.factors} @> '["upstream"]'::jsonb`,
      ),
    )
    .orderBy(webSessions.personId, desc(webSessions.authenticatedAt))
    .as('sign_ins');
  const rows = await database
    .select({ isElsewhere: isNotNull(upstreams.id), factors: signIns.factors })
    .from(people)
    .leftJoin(
      upstreams,
      and(eq(upstreams.companyId, companyId), eq(upstreams.id, people.upstreamId), eq(upstreams.isEnabled, true)),
    )
    .leftJoin(signIns, eq(signIns.personId, people.id))
    .where(and(eq(people.companyId, companyId), isNull(people.disabledAt), notExists(factors)));
  const elsewhere = rows.filter(({ isElsewhere }) => isElsewhere === true);
  const known = elsewhere.flatMap(({ factors: given }) => (given === null ? [] : [given]));
  const gaveOne = known.filter((given) => given.includes('upstream-mfa')).length;
  return {
    here: rows.length - elsewhere.length,
    elsewhere: { gaveOne, gaveNone: known.length - gaveOne, unknown: elsewhere.length - known.length },
  };
}
